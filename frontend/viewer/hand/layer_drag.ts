/** Dragging a layer: which move a drag chooses, how far it has gone, and where it snaps. */

import type { Motion } from "../motion/motion";
import type { SceneMove } from "../scene";
import { chosenMove, followed, type Grab, type Pixel, type Project, snapped } from "./gesture";

/** How much of a move a blocked layer gives way. */
const GIVE = 0.06;
/** A pointer that rests so long, in milliseconds, before it is released has no speed left. */
const REST_TIME = 80;

export class LayerDrag {
  /** How much of the move is made. */
  amount = 0;
  private motion: Motion | null = null;
  /** Moves a second, smoothed. */
  private speed = 0;
  private time = performance.now();

  constructor(readonly grab: Grab) {}

  /** The move that was chosen; null before the drag shows a direction. */
  get move(): SceneMove | null {
    return this.motion?.move ?? null;
  }

  choose(motions: readonly Motion[], way: Pixel, project: Project): SceneMove | null {
    this.motion = chosenMove(motions, this.grab, way, project);
    return this.move;
  }

  /** Go as far as the pointer has gone; a blocked layer gives way only a little. */
  follow(at: Pixel, project: Project, blocked: boolean): void {
    const now = performance.now();
    const wanted = followed(this.motion!, this.grab, at, this.amount, project);
    const amount = blocked ? Math.max(-GIVE, Math.min(GIVE, wanted)) : wanted;
    const pace = (amount - this.amount) / Math.max(now - this.time, 1);
    this.speed = 0.6 * this.speed + 0.4 * 1000 * pace;
    this.amount = amount;
    this.time = now;
  }

  /** The whole amount to which the layer goes on when it is released. */
  end(): number {
    const rested = performance.now() - this.time > REST_TIME;
    return snapped(this.amount, rested ? 0 : this.speed);
  }
}
