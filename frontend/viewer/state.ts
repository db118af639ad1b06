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

/** Whether a move would tear stickers apart that the scene says are glued. */
export function isBlocked(scene: Scene, state: State, move: SceneMove): boolean {
  if (scene.glued.length === 0 || move.layers === 0) return false;
  const part = partNumbers(move, state.length);
  return scene.glued.some((group) => {
    const first = part[state[group[0]!]!];
    return group.some((sticker) => part[state[sticker]!] !== first);
  });
}

/** For each place the number of the set of spins that it takes part in; 0 for none. */
export function partNumbers(move: SceneMove, degree: number): Uint16Array {
  const part = new Uint16Array(degree);
  const known = new Map<string, number>();
  move.spins.forEach((spin, number) => {
    for (const place of spin.places) {
      const key = `${part[place]} ${number}`;
      const next = known.get(key) ?? known.size + 1;
      known.set(key, next);
      part[place] = next;
    }
  });
  return part;
}
