/** The move pad: a button for every move, forward and back. */

import type { SceneMove } from "../../viewer";
import { h } from "../dom";
import { writtenMove } from "./line";

/** More moves than this are shown only when asked for. */
const MANY = 24;

export function movePad(moves: readonly SceneMove[], make: (move: SceneMove, amount: number) => void): HTMLElement {
  const one = (move: SceneMove, amount: 1 | -1): HTMLElement =>
    h("button", { type: "button", class: "key", onclick: () => make(move, amount) }, writtenMove(move, amount));
  const pair = (move: SceneMove): HTMLElement =>
    h("div", { class: "pair" }, one(move, 1), move.order > 2 && one(move, -1));
  const turns = moves.filter((move) => move.layers > 0);
  const whole = moves.filter((move) => move.layers === 0);
  const longer = twoInOne(moves);
  return h(
    "details",
    { class: "card pad", open: turns.length <= MANY },
    h("summary", {}, `Moves (${turns.length})`),
    h("div", { class: "keys" }, ...turns.map(pair)),
    whole.length > 0 && h("div", { class: "keys whole" }, ...whole.map(pair)),
    h("p", { class: "quiet" }, "Or click the puzzle and type a move's name; Shift turns it back, arrows look around."),
    longer && h("p", { class: "quiet" }, `${longer} typed at once is one move; with Space in it, two.`),
  );
}

/** A name that is the names of two other moves as well, if there is one. */
function twoInOne(moves: readonly SceneMove[]): string | undefined {
  const names = new Set(moves.map(({ name }) => name));
  return [...names].find((name) => name.length === 2 && names.has(name[0]!) && names.has(name[1]!));
}
