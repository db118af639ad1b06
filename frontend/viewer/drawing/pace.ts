/** Pace: how coarse a moving picture is drawn where frames take long, as without a graphics processor.
 *
 * A frame that is late tells that the ones before it are still being drawn. While that is so, the
 * picture gets fewer pixels; once nothing moves, it is drawn sharp again.
 */

/** Pixels along each side of the picture, as parts of all that there are. */
const LEVELS = [1, 0.6, 0.4] as const;
/** A frame that comes later than this, in milliseconds, is late; there are 60 a second at best. */
const LATE = 60;
/** A frame that comes as late as this needs the fewest pixels at once. */
const VERY_LATE = 200;
/** Nothing takes so long to draw. */
const HIDDEN = 10_000;
/** A frame that comes so soon leaves room for more pixels. */
const SOON = 22;
/** So many frames in a row must be late, or soon, before anything changes. */
const LATE_FRAMES = 2;
const SOON_FRAMES = 20;

export class Pace {
  private level = 0;
  private late = 0;
  private soon = 0;

  /** Note how many milliseconds a frame was waited for. */
  note(waited: number): void {
    // A page that is not seen gets no frames until it is seen again.
    if (waited > HIDDEN) return;
    this.late = waited > LATE ? this.late + 1 : 0;
    this.soon = waited < SOON ? this.soon + 1 : 0;
    if (waited > VERY_LATE) this.change(LEVELS.length);
    else if (this.late >= LATE_FRAMES) this.change(1);
    if (this.soon >= SOON_FRAMES) this.change(-1);
  }

  /** Expect frames to take long, before the first one tells. */
  expectLate(): void {
    this.change(LEVELS.length);
  }

  /** How sharp a picture in motion is drawn, from 0 to 1. */
  get sharpness(): number {
    return LEVELS[this.level]!;
  }

  private change(by: number): void {
    this.level = Math.max(0, Math.min(LEVELS.length - 1, this.level + by));
    this.late = 0;
    this.soon = 0;
  }
}
