/** Choosing a packing: one of those to begin with, or any set on any board. */

import type { PackingCatalog, PuzzleEntry } from "../../api/schema";
import type { Choice } from "../chooser";
import { button, h } from "../dom";
import { packings } from "./calls";

/** The puzzles to begin with, each under the set of its pieces. */
export function entriesOf({ sets, puzzles }: PackingCatalog): PuzzleEntry[] {
  const words = new Map(sets.map(({ name, words: said }) => [name, said]));
  return puzzles.map(([set, board]) => ({
    name: `${set} ${board}`,
    family: set,
    aliases: [],
    description: words.get(set) ?? "",
  }));
}

export const PACKINGS: Choice = {
  entries: async () => entriesOf(await packings.list()),
  hint: "Search, or type a set and a board like pentominoes 10x6",
};

export function choosing(
  list: PackingCatalog,
  names: { set: string; board: string },
  open: (puzzle: string) => void,
): HTMLElement {
  const now = `${names.set} ${names.board}`;
  const known = list.puzzles.map(([set, board]) => `${set} ${board}`);
  const puzzle = h(
    "select",
    { "aria-label": "Puzzle", class: "pack-puzzle" },
    ...(known.includes(now) ? known : [now, ...known]).map((name) =>
      h("option", { value: name, selected: name === now }, name),
    ),
  );
  puzzle.addEventListener("change", () => open(puzzle.value));
  const sets = h(
    "select",
    { "aria-label": "Set of pieces" },
    ...list.sets.map(({ name, words }) =>
      h("option", { value: name, selected: name === names.set, title: words }, name),
    ),
  );
  const board = h("input", {
    type: "search",
    value: names.board,
    "aria-label": "Board",
    list: "pack-boards",
    spellcheck: false,
  });
  const boards = h("datalist", { id: "pack-boards" }, ...list.boards.map((name) => h("option", { value: name })));
  const any = h(
    "form",
    { class: "pack-any" },
    sets,
    board,
    boards,
    button("Open this puzzle", () => undefined, ["Open"], { type: "submit" }),
  );
  any.addEventListener("submit", (event) => {
    event.preventDefault();
    open(`${sets.value} ${board.value.trim().replace(/\s+/g, "")}`);
  });
  return h(
    "div",
    { class: "card pack-choosing" },
    h("label", { class: "row" }, "Puzzle", puzzle),
    h("details", {}, h("summary", {}, "Any set on any board"), any),
  );
}
