/** States: where each sticker stands, and what the permutations sent with a scene do to that. */

import type { Scene, SceneMove } from "./scene";

/** `state[sticker]` is the place where the sticker stands. */
export type State = Uint16Array;

export function solved(scene: Scene): State {
  return Uint16Array.from(scene.colors, (_, sticker) => sticker);
}

export function startOf(scene: Scene): State {
  return scene.state.length > 0 ? Uint16Array.from(scene.state) : solved(scene);
}

/** An amount brought to the shortest way around: −1 rather than 3 of 4, but 2 rather than −2. */
export function shortest(amount: number, order: number): number {
  const least = ((amount % order) + order) % order;
  return least > order / 2 ? least - order : least;
}

function images(move: SceneMove, degree: number): Uint16Array {
  const found = Uint16Array.from({ length: degree }, (_, place) => place);
  move.sources.forEach((source, k) => {
    found[source] = move.targets[k]!;
  });
  return found;
}

/** The state after a move is made so many times, or backwards. */
export function applied(state: State, move: SceneMove, amount: number): State {
  const times = ((amount % move.order) + move.order) % move.order;
  const step = images(move, state.length);
  const next = state.slice();
  for (let round = 0; round < times; round++) {
    for (let sticker = 0; sticker < next.length; sticker++) next[sticker] = step[next[sticker]!]!;
  }
  return next;
}

/** Which sticker stands at each place. */
export function standing(state: State): Uint16Array {
  const found = new Uint16Array(state.length);
  state.forEach((place, sticker) => {
    found[place] = sticker;
  });
  return found;
}

/** The color number seen at each place. */
export function coloring(scene: Scene, state: State): number[] {
  return Array.from(standing(state), (sticker) => scene.colors[sticker]!);
}

/** Whether glued stickers block a move: some of them, but not all, stand in its turning part. */
export function isBlocked(scene: Pick<Scene, "glued">, state: State, move: Pick<SceneMove, "moving">): boolean {
  const moving = new Set(move.moving);
  return scene.glued.some((group) => {
    const inside = group.filter((sticker) => moving.has(state[sticker]!)).length;
    return inside > 0 && inside < group.length;
  });
}
