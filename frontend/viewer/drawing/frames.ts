/** Frames: when a viewer draws. All changes before a frame are drawn at once, and none without a change. */

import { Pace } from "./pace";
import type { Stage } from "./stage";

/** What frames need of the viewer. */
export interface FrameHost {
  /** Go on to a moment, before it is drawn. */
  step(now: number): void;
  render(): void;
  /** Whether something is being turned. */
  isMoving(): boolean;
}

/** A puzzle that has not moved for so many milliseconds is at rest. */
const REST_TIME = 350;
/** A picture of so few pixels is always drawn sharp: it would gain little. */
const SMALL = 400_000;
/** How fast this machine draws, which is the same for all viewers of a page. */
const PACE = new Pace();
let isPaceKnown = false;

export class Frames {
  private frame = 0;
  private rest = 0;

  constructor(
    private readonly stage: Stage,
    private readonly host: FrameHost,
  ) {
    if (!isPaceKnown && stage.isSoftware) PACE.expectLate();
    isPaceKnown = true;
  }

  /** Ask for a frame, unless one is coming. */
  ask(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame((now) => this.draw(now));
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
  }

  private draw(now: number): void {
    this.frame = 0;
    this.host.step(now);
    this.stage.sharpness = this.stage.pixels > SMALL ? PACE.sharpness : 1;
    this.host.render();
    this.notePace();
    if (this.stage.sharpness < 1) this.sharpenLater();
  }

  /** Note how long it takes until another frame could be drawn, without drawing it. */
  private notePace(): void {
    const start = performance.now();
    // The first frame takes longer in any case, because shaders are compiled.
    if (this.stage.frames > 1) requestAnimationFrame(() => PACE.note(performance.now() - start));
  }

  /** Draw once more with all pixels when nothing has moved for a while. */
  private sharpenLater(): void {
    clearTimeout(this.rest);
    this.rest = window.setTimeout(() => {
      if (this.host.isMoving()) return this.sharpenLater();
      this.stage.sharpness = 1;
      this.host.render();
    }, REST_TIME);
  }
}
