/** Play: turn a puzzle, scramble it, take moves back, write them, watch them again. */

import type { AlgResponse } from "../../api/schema";
import { coloring, isBlocked, type SceneMove, shortest, solved, type View } from "../../viewer";
import { api } from "../api";
import { Board } from "../board";
import { button, debounced, h, toClipboard } from "../dom";
import { icons } from "../icons";
import type { Context, Page, PageKind } from "../page";
import { go, note, written } from "../router";
import { keepOnScreen } from "../times/book";
import { exportMenu } from "./exports";
import { Line, stepsOf, writtenMove } from "./line";
import { movePad } from "./movepad";
import { NotationBox } from "./notation";
import { Timeline } from "./timeline";
import { clockText, Timer } from "./timer";

class Play implements Page {
  private readonly board: Board;
  private readonly line: Line;
  private readonly timeline: Timeline;
  private readonly notation: NotationBox;
  private readonly timer = new Timer();
  private readonly moves = h("output", { class: "count", "aria-label": "Moves made" }, "0");
  private readonly setup = h("code", { class: "setup" });
  private readonly setupCard = h(
    "div",
    { class: "card setup-card", hidden: true },
    h("span", { class: "quiet" }, "Scramble"),
    this.setup,
  );
  private readonly stop = new AbortController();
  private readonly noted = debounced(() => this.remember(), 250);

  constructor(private readonly context: Context) {
    const { scene, stage, panel } = context;
    this.board = new Board(scene, stage);
    this.line = new Line(this.board.viewer.state);
    this.timeline = new Timeline(this.board.viewer, this.line, () => this.changed());
    this.notation = new NotationBox(context.route.puzzle, (alg) => this.reread(alg));
    panel.append(
      this.head(),
      this.setupCard,
      h("div", { class: "card" }, h("h2", {}, "Moves"), this.notation.element),
      this.timeline.element,
      movePad(scene.moves, (move, amount) => this.board.viewer.tryMove(move, amount, "key")),
    );
    this.listen();
    void this.begin();
  }

  dispose(): void {
    this.stop.abort();
    this.timeline.stop();
    this.timer.stop();
    this.board.dispose();
  }

  private head(): HTMLElement {
    return h(
      "div",
      { class: "card head-card" },
      h(
        "div",
        { class: "figures" },
        this.timer.element,
        h("div", { class: "tally" }, this.moves, h("span", { class: "quiet" }, "moves")),
      ),
      h(
        "div",
        { class: "actions" },
        button("Scramble", () => void this.scramble(), [icons.scramble(), "Scramble"], { class: "primary" }),
        button("Solved state", () => this.reset(), [icons.reset(), "Reset"]),
        button("Solve this state", () => this.solve(), ["Solve"]),
        button("Undo (Ctrl Z)", () => void this.timeline.step(-1), [icons.undo()], { class: "square" }),
        button("Redo (Ctrl Y)", () => void this.timeline.step(1), [icons.redo()], { class: "square" }),
        button("Copy a link to this", () => void this.share(), [icons.share(), "Share"]),
        exportMenu(this.board.viewer, this.line, this.context.scene.name, this.context.tell),
      ),
    );
  }

  private listen(): void {
    const { viewer } = this.board;
    viewer.on("turn", ({ move, amount, by }) => {
      if (by !== "call") this.turned(move, amount);
    });
    viewer.on("view", () => this.noted());
    viewer.on("blocked", ({ move }) =>
      this.context.tell(`${move.name} is blocked: it would tear pieces that are joined.`),
    );
    window.addEventListener("keydown", (event) => this.keyed(event), { signal: this.stop.signal });
  }

  /** Begin as the address says. */
  private async begin(): Promise<void> {
    const { query } = this.context.route;
    const view = query.get("view")?.split(",").map(Number);
    if (view?.length === 3 && view.every(Number.isFinite)) {
      this.board.viewer.view = { azimuth: view[0]!, elevation: view[1]!, zoom: view[2]! };
    }
    const setup = query.get("setup");
    const alg = query.get("alg");
    if (setup) await this.setUp(setup, false);
    if (alg) await this.notation.enter(alg);
    this.changed();
  }

  private async setUp(alg: string, arm: boolean): Promise<void> {
    const read = await api.alg(this.context.route.puzzle, alg);
    if (read.error) return this.context.tell(`The scramble cannot be read: ${read.error.message}`);
    const scrambled = new Line(solved(this.context.scene));
    for (const step of stepsOf(read)) scrambled.add(step);
    this.line.restart(scrambled.state);
    this.board.viewer.setState(this.line.state);
    this.setup.textContent = alg;
    this.setupCard.hidden = false;
    if (arm) this.timer.arm();
    this.notation.write("");
    this.changed();
  }

  private async scramble(): Promise<void> {
    this.timeline.stop();
    try {
      const { alg } = await api.scramble(this.context.route.puzzle);
      await this.setUp(alg, true);
      this.board.viewer.say("scrambled");
    } catch (fault) {
      this.context.tell(fault instanceof Error ? fault.message : String(fault));
    }
  }

  private reset(): void {
    this.timeline.stop();
    this.timer.reset();
    this.line.restart(solved(this.context.scene));
    this.board.viewer.setState(this.line.state);
    this.setup.textContent = "";
    this.setupCard.hidden = true;
    this.notation.write("");
    this.changed();
  }

  private turned(move: SceneMove, made: number): void {
    const amount = shortest(made, move.order);
    if (amount === 0) return;
    if (move.layers > 0) this.timer.start();
    this.line.add({ text: writtenMove(move, amount), move, amount });
    this.notation.write(this.line.text);
    this.changed();
    if (this.timer.running && this.isSolved()) this.finish();
  }

  private finish(): void {
    const took = this.timer.stop();
    if (took === null) return;
    const moves = `${this.line.count} moves`;
    this.context.tell(`Solved in ${clockText(took)} with ${moves}; kept in Times`);
    void keepOnScreen(this.context.route.puzzle, took, this.setup.textContent ?? "", moves);
  }

  /** Whether each face shows one color, however the puzzle is held. */
  private isSolved(): boolean {
    const { scene } = this.context;
    const seen = new Map<number, number>();
    return coloring(scene, this.line.state).every((color, place) => {
      const home = scene.colors[place]!;
      if (!seen.has(home)) seen.set(home, color);
      return seen.get(home) === color;
    });
  }

  private reread(alg: AlgResponse): void {
    const { scene } = this.context;
    this.timeline.stop();
    this.line.rewrite(stepsOf(alg));
    const torn = this.line.steps.find((step, k) => isBlocked(scene, this.line.stateAt(k), step.move));
    if (torn) this.context.tell(`${torn.text} is blocked: it would tear pieces that are joined.`);
    this.board.viewer.setState(this.line.state);
    this.changed();
  }

  private changed(): void {
    this.timeline.refresh();
    this.moves.textContent = String(this.line.count);
    this.noted();
  }

  private query(): URLSearchParams {
    const { azimuth, elevation, zoom } = this.board.viewer.view;
    const view: View = this.board.viewer.camera.home;
    const moved = azimuth !== view.azimuth || elevation !== view.elevation || zoom !== view.zoom;
    return new URLSearchParams({
      setup: this.setup.textContent ?? "",
      alg: this.line.text,
      view: moved ? [azimuth, elevation, zoom].map((value) => Number(value.toFixed(2))).join(",") : "",
    });
  }

  private remember(): void {
    if (!this.stop.signal.aborted) note({ ...this.context.route, query: this.query() });
  }

  private solve(): void {
    const made = this.line.steps
      .slice(0, this.line.at)
      .map(({ text }) => text)
      .join(" ");
    const query = new URLSearchParams({ setup: this.setup.textContent ?? "", alg: made });
    go({ ...this.context.route, page: "solve", query });
  }

  private async share(): Promise<void> {
    const address = new URL(written({ ...this.context.route, query: this.query() }), location.href).href;
    await toClipboard(address, "The link is copied.", "Copy this link", this.context.tell);
  }

  private keyed(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if (typing || !(event.ctrlKey || event.metaKey)) return;
    const back = event.key.toLowerCase() === "z" && !event.shiftKey;
    const forth = event.key === "y" || (event.key.toLowerCase() === "z" && event.shiftKey);
    if (!back && !forth) return;
    event.preventDefault();
    void this.timeline.step(back ? -1 : 1);
  }
}

export const playPage: PageKind = { open: (context) => new Play(context) };
