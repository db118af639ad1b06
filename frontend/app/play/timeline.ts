/** The timeline: play, step and scrub through the steps of a line. */

import type { Viewer } from "../../viewer";
import { button, h } from "../dom";
import { icons } from "../icons";
import { change, settings } from "../settings";
import type { Line } from "./line";
import { STEP_TIME } from "./moments";

/** Show a place of a line, also one between two steps. */
export function poseAt(viewer: Viewer, line: Line, at: number): void {
  const whole = Math.min(Math.floor(at), line.steps.length);
  const step = line.steps[whole];
  const part = at - whole;
  if (step && part > 0) viewer.pose(line.stateAt(whole), step.move, step.amount * smooth(part));
  else viewer.setState(line.stateAt(whole));
}

export class Timeline {
  readonly element: HTMLElement;
  private readonly scrub = h("input", {
    type: "range",
    class: "scrub",
    min: "0",
    step: "0.01",
    "aria-label": "Position in the moves",
  });
  private readonly label = h("span", { class: "place" });
  private readonly toggle = button("Play", () => this.toggled(), [icons.play()], { class: "round strong" });
  private frame = 0;
  private last = 0;
  private at = 0;
  /** Where playing ends; beyond the last step unless a stretch is played. */
  private end = Infinity;

  constructor(
    private readonly viewer: Viewer,
    private readonly line: Line,
    private readonly changed: () => void,
  ) {
    this.scrub.addEventListener("input", () => {
      this.stop();
      this.show(Number(this.scrub.value));
    });
    this.scrub.addEventListener("change", () => this.rest(Math.round(this.at)));
    const speed = h("input", {
      type: "range",
      min: "-2",
      max: "3",
      step: "0.1",
      value: String(Math.log2(settings.speed)),
      "aria-label": "Speed",
    });
    speed.addEventListener("input", () => this.hurried(2 ** Number(speed.value)));
    viewer.speed = settings.speed;
    this.element = h(
      "div",
      { class: "timeline card" },
      h("div", { class: "scrub-row" }, this.scrub, this.label),
      h(
        "div",
        { class: "transport" },
        button("To the start", () => this.jump(0), [icons.first()], { class: "round" }),
        button("Step back", () => void this.step(-1), [icons.back()], { class: "round" }),
        this.toggle,
        button("Step forward", () => void this.step(1), [icons.next()], { class: "round" }),
        button("To the end", () => this.jump(this.line.steps.length), [icons.last()], { class: "round" }),
        h("label", { class: "speed" }, "Speed", speed),
      ),
    );
    this.refresh();
  }

  /** Show where the line stands, after it was changed elsewhere. */
  refresh(): void {
    const total = this.line.steps.length;
    this.at = this.line.at;
    this.scrub.max = String(total);
    this.mark();
    this.element.classList.toggle("empty", total === 0);
  }

  /** Make the next step, or take the last one back, with its motion. */
  async step(way: 1 | -1): Promise<void> {
    this.stop();
    // A turn by hand that is still under way belongs to the line before this step.
    this.viewer.settle();
    const { line } = this;
    const step = line.steps[way > 0 ? line.at : line.at - 1];
    if (step === undefined) return;
    line.at += way;
    this.refresh();
    this.changed();
    await this.viewer.make(step.move, way * step.amount);
  }

  jump(to: number): void {
    this.stop();
    this.rest(to);
  }

  /** Play from one place to another. */
  playStretch(from: number, to: number): void {
    this.jump(from);
    this.end = to;
    this.begin();
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    if (this.frame !== 0) this.rest(Math.round(this.at));
    this.frame = 0;
    this.toggle.replaceChildren(icons.play());
    this.toggle.title = "Play";
    this.toggle.setAttribute("aria-label", "Play");
  }

  private hurried(speed: number): void {
    change({ speed });
    this.viewer.speed = speed;
  }

  private toggled(): void {
    if (this.frame !== 0) return this.stop();
    if (this.at >= this.line.steps.length) this.show(0);
    this.end = Infinity;
    this.begin();
  }

  private begin(): void {
    this.toggle.replaceChildren(icons.pause());
    this.toggle.title = "Pause";
    this.toggle.setAttribute("aria-label", "Pause");
    this.last = performance.now();
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    const total = Math.min(this.end, this.line.steps.length);
    // A frame's time is that of its beginning, which may lie before the click that began to play.
    const passed = Math.max(0, now - this.last);
    const to = Math.min(total, this.at + (passed * settings.speed) / STEP_TIME);
    this.last = now;
    this.show(to);
    if (to >= total) this.stop();
    else this.frame = requestAnimationFrame((later) => this.tick(later));
  }

  /** Show a place between two steps. */
  private show(at: number): void {
    this.at = at;
    poseAt(this.viewer, this.line, at);
    this.mark();
  }

  private rest(at: number): void {
    this.line.at = at;
    this.show(at);
    this.changed();
  }

  private mark(): void {
    this.scrub.value = String(this.at);
    this.label.textContent = `${Math.floor(this.at)} / ${this.line.steps.length}`;
  }
}

function smooth(part: number): number {
  return part * part * (3 - 2 * part);
}
