/** The turn queue: moves that are being animated, one after the other, each from some amount to a whole one. */

import type { TurnSource } from "../events";
import type { SceneMove } from "../scene";
import { largestAngle } from "./motion";

export interface QueuedTurn {
  readonly move: SceneMove;
  /** How much of the move is made already, and how much shall be. */
  readonly from: number;
  readonly to: number;
  readonly by: TurnSource;
  readonly done: () => void;
}

/** A quarter turn takes this long; larger ones take longer, but not in proportion. */
export const QUARTER_TIME = 240;

export function durationOf(queued: QueuedTurn, speed: number): number {
  const angle = largestAngle(queued.move) * Math.abs(queued.to - queued.from);
  return (QUARTER_TIME * Math.sqrt(angle / (Math.PI / 2))) / speed;
}

export function eased(part: number): number {
  return part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
}

export class TurnQueue {
  private readonly queue: QueuedTurn[] = [];
  private began: number | null = null;
  speed = 1;
  /** With reduced motion every move is made at once. */
  instant = false;

  get busy(): boolean {
    return this.queue.length > 0;
  }

  get waiting(): readonly QueuedTurn[] {
    return this.queue;
  }

  /** A turn begins at the moment when it is asked for: where frames take long, the first shows it well on its way. */
  add(queued: QueuedTurn, now: number): void {
    if (!this.busy) this.began = now;
    this.queue.push(queued);
  }

  /** Go on to a moment: first what is finished, then the turn under way and its amount. */
  advance(now: number): { finished: QueuedTurn[]; current: { queued: QueuedTurn; amount: number } | null } {
    const finished: QueuedTurn[] = [];
    while (this.queue.length > 0) {
      const queued = this.queue[0]!;
      this.began ??= now;
      // Whoever turns faster than the animation is not made to wait for it.
      const hurry = this.speed * Math.max(1, this.queue.length - 1);
      const duration = this.instant ? 0 : durationOf(queued, hurry);
      // The moment of a frame may be a little before the one at which the turn was asked for.
      const part = duration > 0 ? Math.max(0, now - this.began) / duration : 1;
      if (part < 1) {
        const amount = queued.from + (queued.to - queued.from) * eased(part);
        return { finished, current: { queued, amount } };
      }
      this.queue.shift();
      this.began = null;
      finished.push(queued);
    }
    return { finished, current: null };
  }

  /** Take all turns away, as if they had been made at once. */
  flush(): QueuedTurn[] {
    this.began = null;
    return this.queue.splice(0);
  }
}
