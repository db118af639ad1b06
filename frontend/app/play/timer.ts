/** The timer: armed by a scramble, started by the first turn, stopped when solved. */

import { h } from "../dom";

export function clockText(milliseconds: number): string {
  const hundredths = Math.floor(milliseconds / 10);
  const seconds = Math.floor(hundredths / 100);
  const rest = String(hundredths % 100).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes}:${String(seconds % 60).padStart(2, "0")}.${rest}` : `${seconds}.${rest}`;
}

export class Timer {
  readonly element = h("output", { class: "clock", "aria-label": "Time" }, "0.00");
  private state: "idle" | "armed" | "running" = "idle";
  private began = 0;
  private frame = 0;

  get running(): boolean {
    return this.state === "running";
  }

  /** Ready to start with the next turn. */
  arm(): void {
    this.stop();
    this.state = "armed";
    this.element.textContent = "0.00";
    this.element.dataset["state"] = "armed";
  }

  start(): void {
    if (this.state !== "armed") return;
    this.state = "running";
    this.began = performance.now();
    this.element.dataset["state"] = "running";
    this.tick();
  }

  /** Stop, and tell how long it took; null if it did not run. */
  stop(): number | null {
    cancelAnimationFrame(this.frame);
    const took = this.state === "running" ? performance.now() - this.began : null;
    if (took !== null) this.element.textContent = clockText(took);
    this.state = "idle";
    this.element.dataset["state"] = took === null ? "idle" : "done";
    return took;
  }

  /** Back to nothing, not to be started by what comes next. */
  reset(): void {
    this.stop();
    this.element.textContent = "0.00";
    this.element.dataset["state"] = "idle";
  }

  private tick(): void {
    this.element.textContent = clockText(performance.now() - this.began);
    this.frame = requestAnimationFrame(() => this.tick());
  }
}
