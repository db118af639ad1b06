/** What there is to be seen on the table: what lies there, and what the hand is about to do. */

import { settings } from "../../settings";
import type { Fill } from "../fill";
import type { Kind, Seen } from "./surface";
import type { Table } from "./table";

export function shadeOf(fill: Fill, piece: number): string {
  const { shades } = fill.packing.pieces[piece]!;
  return shades[settings.palette] ?? shades["standard"]!;
}

/** Whether the hand is empty, and else the cells to which it would bring its piece, or why to none. */
export function handState({ fill, hand }: Table): string {
  if (!hand) return "empty";
  if (hand.ghost !== null) return fill.cellsOf(hand.ghost).join(".");
  return hand.barred === null ? "away" : "barred";
}

/** `cursor` is the cell that keys are about. */
export function seenOn(table: Table, cursor: number | null): Seen {
  const { fill, hand, dead } = table;
  const alive = hand ? fill.fitting(hand.piece, hand.orientation).filter((option) => !dead.has(option)) : [];
  const open = new Set(alive.flatMap((option) => [...fill.cellsOf(option)]));
  const lying = (table.shown ?? fill.placed).map((option) => ({ option, kind: kindOf(table, option) }));
  return {
    fill,
    bodies: [...lying, ...lights(table)],
    moved: table.moved,
    shut: (cell) => hand !== null && !open.has(cell),
    marked: table.marked,
    cursor: hand ? null : cursor,
    shade: (piece) => shadeOf(fill, piece),
    letter: (piece) => (settings.letters ? fill.packing.pieces[piece]!.id : ""),
  };
}

function kindOf({ fill, shown }: Table, option: number): Kind {
  if (fill.isGiven(option)) return "given";
  return shown && !fill.placed.includes(option) ? "found" : "lying";
}

function lights({ fill, hand, dead, lit }: Table): { option: number; kind: Kind }[] {
  const ghost = hand?.ghost ?? null;
  if (ghost !== null) return [{ option: ghost, kind: dead.has(ghost) ? "ghost dead" : "ghost" }];
  const barred = hand?.barred ?? null;
  if (barred !== null) return [{ option: barred, kind: "ghost barred" }];
  return lit !== null && fill.fits(lit) ? [{ option: lit, kind: "lit" }] : [];
}
