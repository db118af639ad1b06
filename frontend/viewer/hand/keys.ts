/** Keys: typed letters become moves; Shift turns a move back, digits come before a layer's name. */

import type { SceneMove } from "../scene";
import type { View } from "./camera";

/** Milliseconds that a name which is a move already (U) waits for the rest of a longer one (UR). */
export const PAUSE = 350;
/** Milliseconds that the beginning of a name waits for the rest. */
const PATIENCE = 900;

export class MoveKeys {
  private readonly byKeys = new Map<string, SceneMove>();
  private typed = "";
  private backward = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `make` is called with each move, as soon as no longer name can be meant. */
  constructor(
    moves: readonly SceneMove[],
    private readonly make: (move: SceneMove, amount: 1 | -1) => void,
  ) {
    for (const move of moves) {
      const keys = move.name.toLowerCase();
      // Where only the case differs (R and r), the capital is the outer layer and goes first.
      if (!this.byKeys.has(keys)) this.byKeys.set(keys, move);
    }
  }

  /** Read one more key; false if it says nothing about moves. Space ends a name at once. */
  press(key: string, backward: boolean): boolean {
    if ([...key].length !== 1) return false;
    // U and then R back are two moves: a longer name has the same sign from its first move on.
    if (this.byKeys.has(this.typed) && backward !== this.backward) this.finish();
    const before = this.typed;
    const sign = key.toLowerCase();
    if (!this.begins(before + sign)) this.finish();
    if (!this.begins(this.typed + sign)) return key === " " && before !== "";
    this.typed += sign;
    this.backward = backward;
    clearTimeout(this.timer);
    if (!this.goesOn(this.typed)) this.finish();
    else this.timer = setTimeout(() => this.finish(), this.byKeys.has(this.typed) ? PAUSE : PATIENCE);
    return true;
  }

  /** Make what was typed so far: the longest names that it consists of. */
  finish(): void {
    let rest = this.typed;
    this.forget();
    while (rest !== "") {
      const lengths = Array.from(rest, (_, k) => rest.length - k);
      const length = lengths.find((count) => this.byKeys.has(rest.slice(0, count)));
      if (length !== undefined) this.make(this.byKeys.get(rest.slice(0, length))!, this.backward ? -1 : 1);
      rest = rest.slice(length ?? 1);
    }
  }

  /** Forget what was typed and not made yet. */
  forget(): void {
    clearTimeout(this.timer);
    this.typed = "";
  }

  private begins(typed: string): boolean {
    return this.byKeys.has(typed) || this.goesOn(typed);
  }

  private goesOn(typed: string): boolean {
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
