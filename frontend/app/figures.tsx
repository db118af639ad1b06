/** Figures: a puzzle in four numbers. */

import type { PuzzleSummary } from "../api/schema";
import { shortNumber } from "./numbers";

export function Figures({ summary }: { summary: PuzzleSummary }) {
  const figures: [string, string][] = [
    ["stickers", String(summary.stickers)],
    ["pieces", String(summary.pieces)],
    ["moves", String(summary.moves)],
    [summary.glued > 0 ? "states unglued" : "states", shortNumber(summary.order)],
  ];
  return figures.map(([name, value]) => (
    <div class="figure" key={name}>
      <b>{value}</b>
      <span>{name}</span>
    </div>
  ));
}
