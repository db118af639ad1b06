/** Dragging: what the pointers do to the layers of a puzzle, from the press to the release. */

import type { SceneMove } from "../scene";
import type { Grab, Pixel } from "./course";
import { LayerDrag, type Surroundings } from "./layer_drag";

/** What dragging needs from the viewer. */
export interface DragHost extends Surroundings {
  readonly canvas: HTMLCanvasElement;
  /** What is under a pixel, once the moves under way are finished. */
  readonly taken: (at: Pixel) => Grab | null;
  /** Whether drags turn layers at all, or only clicks pick. */
  readonly turns: () => boolean;
  /** Whether no move carries a place anywhere: there one holds the puzzle. */
  readonly isHeld: (place: number) => boolean;
  /** Show a move partly made, or none. */
  readonly show: (move: SceneMove | null, amount: number) => void;
  /** Let a move that is shown go to a whole amount. */
  readonly land: (move: SceneMove, from: number, to: number) => void;
  readonly picked: (place: number) => void;
  readonly refused: (move: SceneMove) => void;
}

export class Dragging {
  private drag: LayerDrag | null = null;

  constructor(private readonly host: DragHost) {}

  get isUnderWay(): boolean {
    return this.drag !== null;
  }

  grab(at: Pixel, time: number): boolean {
    const grab = this.host.taken(at);
    if (grab === null) return false;
    this.drag = new LayerDrag(grab, at, time, this.host);
    if (this.host.turns()) this.host.canvas.style.cursor = "grabbing";
    return true;
  }

  /** Go on to a pixel; false if no layer can be dragged from where the drag began. */
  follow(at: Pixel, time: number): boolean {
    if (this.drag === null) return true;
    if (!this.host.turns() || this.host.isHeld(this.drag.grab.place)) {
      this.ended();
      return false;
    }
    this.drag.follow(at, time);
    this.host.show(this.drag.move, this.drag.amount);
    return true;
  }

  release(time: number, moved: boolean): void {
    const drag = this.ended();
    if (drag === null) return;
    if (!moved) return this.host.picked(drag.grab.place);
    if (drag.move === null) return;
    if (drag.isBlocked) this.host.refused(drag.move);
    this.host.land(drag.move, drag.amount, drag.end(time));
  }

  /** Let a layer that is being dragged go back. */
  cancel(): void {
    const drag = this.ended();
    if (drag?.move) this.host.land(drag.move, drag.amount, 0);
  }

  private ended(): LayerDrag | null {
    const { drag } = this;
    this.drag = null;
    this.host.canvas.style.cursor = "";
    return drag;
  }
}
