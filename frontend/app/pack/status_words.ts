/** What is known of a board, in words. */

import type { BoardStatus, NextPiece } from "../../api/schema";
import { grouped } from "../numbers";

/** A placement and why it comes next. */
export const sentence = (hint: NextPiece): string => `${hint.piece}: ${hint.reason}.`;

/** How many solutions are left, as far as that is known. */
export function leftOver({ exact, count, about }: BoardStatus): string {
  if (exact) return grouped(count);
  // A sample is not worth more than two digits.
  if (about !== null) return `about ${Number(about.toPrecision(2)).toLocaleString("en")}`;
  return count === "0" ? "?" : `≥ ${grouped(count)}`;
}

/** What is known of a board, in a sentence. */
export function words(told: BoardStatus): string {
  if (told.done) return "Solved.";
  if (told.solvable === false) return `It cannot be completed${told.dead_end ? `: ${told.dead_end}` : ""}.`;
  if (told.forced) return `It can be completed. Forced next: ${sentence(told.forced)}`;
  if (told.solvable) return told.exact || told.settled ? "It can be completed." : "It can be completed. Counting …";
  return told.settled ? "Too many ways to tell yet; place a few pieces." : "Finding out …";
}
