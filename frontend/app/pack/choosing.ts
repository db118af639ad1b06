/** The packings that one can choose, and the one that is opened where an address names no board. */

import type { PackingCatalog, PuzzleEntry } from "../../api/schema";
import type { Choice } from "../chooser";
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

/** The first board to begin with that has these pieces, where an address names no board. */
export async function boardFor(set: string): Promise<string> {
  const { puzzles, sets } = await packings.list();
  const [, board] = puzzles.find(([pieces]) => pieces === set) ?? [];
  if (board) return `${set} ${board}`;
  const known = sets.map(({ name }) => name).join(", ");
  throw new Error(`Choose a set of pieces and a board, such as pentominoes 6x10. The sets are ${known}.`);
}
