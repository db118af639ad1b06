/** Moments: when pictures are taken of a line that is played, or of a puzzle that goes round. */

/** A step takes so long at speed 1. */
export const STEP_TIME = 520;

/** A moment of the film: how far along the line, how far around, and for how long. */
export interface Moment {
  readonly at: number;
  /** Degrees around from where one looks. */
  readonly around: number;
  readonly milliseconds: number;
}

const FRAME_TIME = 50;
/** More pictures than these make a file too large to share; longer lines get fewer a step, or leave steps out. */
export const MOST_PICTURES = 240;
const ROUND = 60;
const REST = 900;

/** The moments of a line of so many steps; without steps the puzzle goes round once. */
export function momentsOf(steps: number, speed: number): Moment[] {
  if (steps === 0) {
    return Array.from({ length: ROUND }, (_, k) => ({ at: 0, around: (360 * k) / ROUND, milliseconds: FRAME_TIME }));
  }
  const time = STEP_TIME / speed;
  if (steps >= MOST_PICTURES) {
    return Array.from({ length: MOST_PICTURES }, (_, k) => ({
      at: Math.round((k * steps) / (MOST_PICTURES - 1)),
      around: 0,
      milliseconds: time,
    }));
  }
  const each = Math.max(1, Math.min(Math.round(time / FRAME_TIME), Math.floor((MOST_PICTURES - 2) / steps)));
  const moving = Array.from({ length: steps * each }, (_, k) => ({
    at: k / each,
    around: 0,
    milliseconds: time / each,
  }));
  return [{ at: 0, around: 0, milliseconds: REST }, ...moving.slice(1), { at: steps, around: 0, milliseconds: REST }];
}
