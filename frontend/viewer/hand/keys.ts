/** Keys: typed letters become moves; Shift turns a move back, digits come before a layer's name. */

import type { SceneMove } from "../scene";
import type { View } from "./camera";

/** What a key press means: a move, a name not yet complete, or nothing. */
export type Meaning =
  | { readonly kind: "move"; readonly move: SceneMove; readonly amount: 1 | -1 }
  | { readonly kind: "partial" }
  | { readonly kind: "none" };

const PATIENCE = 900;

export class MoveKeys {
  private readonly byKeys = new Map<string, SceneMove>();
  private typed = "";
  private since = 0;

  constructor(moves: readonly SceneMove[]) {
    for (const move of moves) {
      const keys = move.name.toLowerCase();
      // Where only the case differs (R and r), the capital is the outer layer and goes first.
      if (!this.byKeys.has(keys)) this.byKeys.set(keys, move);
    }
  }

  /** Read one more key; a pause begins a new name. */
  press(key: string, backward: boolean, now: number): Meaning {
    if ([...key].length !== 1) return { kind: "none" };
    const fresh = now - this.since > PATIENCE ? "" : this.typed;
    this.since = now;
    const sign = key.toLowerCase();
    for (const typed of fresh === "" ? [sign] : [fresh + sign, sign]) {
      const move = this.byKeys.get(typed);
      if (move !== undefined) {
        // The name may go on (B, BL): the next key is read as a longer name first.
        this.typed = this.isPrefix(typed) ? typed : "";
        return { kind: "move", move, amount: backward ? -1 : 1 };
      }
      if (this.isPrefix(typed)) {
        this.typed = typed;
        return { kind: "partial" };
      }
    }
    this.typed = "";
    return { kind: "none" };
  }

  private isPrefix(typed: string): boolean {
    return [...this.byKeys.keys()].some((keys) => keys.length > typed.length && keys.startsWith(typed));
  }
}

/** Degrees a press of an arrow key, and the factor of a press of plus. */
const ARROW = 10;
const CLOSER = 1.15;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-ARROW, 0],
  ArrowRight: [ARROW, 0],
  ArrowUp: [0, ARROW],
  ArrowDown: [0, -ARROW],
};

/** Where a key leads the camera: arrows around, plus and minus nearer and farther, Home back. */
export function lookedFrom(view: View, home: View, key: string): View | null {
  const way = ARROWS[key];
  if (way) return { ...view, azimuth: view.azimuth + way[0], elevation: view.elevation + way[1] };
  if (key === "+" || key === "=") return { ...view, zoom: view.zoom * CLOSER };
  if (key === "-") return { ...view, zoom: view.zoom / CLOSER };
  return key === "Home" ? home : null;
}
