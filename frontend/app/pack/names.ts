/** Names of packings: a set of pieces and a board. */

/** The set and the board that an address names: the board is its last word. */
export function named(puzzle: string): { set: string; board: string } {
  const words = puzzle.trim().split(/\s+/);
  return { set: words.slice(0, -1).join(" "), board: words.at(-1) ?? "" };
}
