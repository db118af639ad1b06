/** Where the pieces are while a board comes apart, at any moment between two moves. */

import type { DisassemblyResponse } from "../../api/schema";
import type { MovedPiece } from "./table/surface";

/** From this part of its last move on a piece fades. */
const FADES_FROM = 0.5;

/** Where the pieces are at a place between two moves, from 0 to the number of moves. */
export function moment({ solution, steps }: DisassemblyResponse, at: number): MovedPiece[] {
  const done = Math.min(Math.floor(at), steps.length);
  const next = steps[done];
  const last = steps[done - 1];
  if (!next)
    return (last?.pieces ?? []).map((piece) => ({ ...piece, gone: last!.moving.includes(piece.option) ? 1 : 0 }));
  const before = placesBefore({ solution, steps }, done);
  const part = smooth(at - done);
  const fading = next.leaves ? Math.max(0, (part - FADES_FROM) / (1 - FADES_FROM)) : 0;
  return next.pieces.map(({ option, shift }) => {
    const [x, y, z] = before.get(option)!;
    return {
      option,
      shift: [x + part * (shift[0] - x), y + part * (shift[1] - y), z + part * (shift[2] - z)],
      gone: next.moving.includes(option) ? fading : 0,
    };
  });
}

/** Where each piece is before a move: where it was last seen, which may be long ago. */
function placesBefore({ solution, steps }: Pick<DisassemblyResponse, "solution" | "steps">, move: number) {
  const places = new Map<number, readonly [number, number, number]>(solution.map((option) => [option, [0, 0, 0]]));
  for (const step of steps.slice(0, move))
    for (const { option, shift } of step.pieces)
      if (!(step.leaves && step.moving.includes(option))) places.set(option, shift);
  return places;
}

function smooth(part: number): number {
  return part * part * (3 - 2 * part);
}
