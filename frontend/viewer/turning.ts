/** Turning: moves in the making, one after the other, each from some amount to a whole one. */

import type { Maker } from "./events";
import { largestAngle } from "./motion";
import type { SceneMove } from "./scene";

export interface Errand {
  readonly move: SceneMove;
  /** How much of the move is made already, and how much shall be. */
  readonly from: number;
  readonly to: number;
  readonly by: Maker;
  readonly done: () => void;
}

/** A quarter turn takes this long; larger ones take longer, but not in proportion. */
export const QUARTER_TIME = 240;

export function durationOf(errand: Errand, speed: number): number {
  const angle = largestAngle(errand.move) * Math.abs(errand.to - errand.from);
  return (QUARTER_TIME * Math.sqrt(angle / (Math.PI / 2))) / speed;
}

export function eased(part: number): number {
  return part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
}

export class Turning {
  private readonly queue: Errand[] = [];
  private began: number | null = null;
  speed = 1;
  /** With reduced motion every move is made at once. */
  instant = false;

  get busy(): boolean {
    return this.queue.length > 0;
  }

  get waiting(): readonly Errand[] {
    return this.queue;
  }

  add(errand: Errand): void {
    this.queue.push(errand);
  }

  /** Go on to a moment: first what is finished, then the errand under way and its amount. */
  advance(now: number): { finished: Errand[]; current: { errand: Errand; amount: number } | null } {
    const finished: Errand[] = [];
    while (this.queue.length > 0) {
      const errand = this.queue[0]!;
      this.began ??= now;
      // Whoever turns faster than the animation is not made to wait for it.
      const hurry = this.speed * Math.max(1, this.queue.length - 1);
      const duration = this.instant ? 0 : durationOf(errand, hurry);
      const part = duration > 0 ? (now - this.began) / duration : 1;
      if (part < 1) {
        const amount = errand.from + (errand.to - errand.from) * eased(part);
        return { finished, current: { errand, amount } };
      }
      this.queue.shift();
      this.began = null;
      finished.push(errand);
    }
    return { finished, current: null };
  }

  /** Take all errands away, as if they had been made at once. */
  flush(): Errand[] {
    this.began = null;
    return this.queue.splice(0);
  }
}
