/** Speech: moves and states in words, for those who listen instead of looking. */

import type { Scene, SceneMove } from "./scene";
import type { State } from "./state";

/** "R", "R back" or "R 2 times". */
export function spokenMove(move: SceneMove, amount: number): string {
  if (amount === 1) return move.name;
  if (amount === -1) return `${move.name} back`;
  return `${move.name} ${Math.abs(amount)} times${amount < 0 ? " back" : ""}`;
}

/** How many stickers show the color that their place has when solved. */
export function spokenState(scene: Scene, state: State): string {
  const total = state.length;
  const right = state.reduce((sum, place, sticker) => sum + Number(scene.colors[place] === scene.colors[sticker]), 0);
  return right === total ? "solved" : `${right} of ${total} stickers in their color`;
}
