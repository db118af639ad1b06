/** Surfaces: ways to show a board that is being filled, and where its cells are on the screen. */

import type { Fill } from "../fill";
import type { Places, Point } from "./layout";

/** How a piece is shown: given, lying, part of a solution, a ghost that may be dead or barred, or a hint. */
export type Kind = "given" | "lying" | "found" | "ghost" | "ghost dead" | "ghost barred" | "lit";

/** A piece away from the cells of its option: right, to the front, up; gone is how far it has faded. */
export interface MovedPiece {
  readonly option: number;
  readonly shift: readonly [number, number, number];
  readonly gone: number;
}

/** What there is to be seen of a board. */
export interface Seen {
  readonly fill: Fill;
  readonly bodies: readonly { readonly option: number; readonly kind: Kind }[];
  /** Pieces on their way out of the board, shown in place of the bodies. */
  readonly moved: readonly MovedPiece[] | null;
  /** Whether the piece in the hand can no longer come to a cell. */
  readonly shut: (cell: number) => boolean;
  readonly marked: number | null;
  readonly cursor: number | null;
  readonly shade: (piece: number) => string;
  /** What is written on a piece; nothing if that is not wished. */
  readonly letter: (piece: number) => string;
}

export interface Surface {
  readonly element: HTMLElement | SVGElement;
  /** Where the cells are, in units of one cell. */
  readonly places: Places;
  /** Pixels a cell. */
  readonly unit: number;
  draw(seen: Seen): void;
  /** A pixel of the page in units of one cell. */
  pointOf(x: number, y: number): Point;
  /** The cell that one points at. */
  cellAt(x: number, y: number): number | null;
  /** Look from elsewhere, where that is possible; whether the key meant that. */
  look(key: string): boolean;
  dispose(): void;
}

/** What a surface tells the table. */
export interface SurfaceHandlers {
  /** A finger or the left button goes down; whether a piece was taken or put there. */
  readonly press: (x: number, y: number) => boolean;
  /** The wheel goes up or down, or not far enough yet; whether it is a piece that it moves. */
  readonly lift: (way: 0 | 1 | -1) => boolean;
  /** Cells have come to other places on the screen. */
  readonly moved: () => void;
}

export const KEYS_OF_BOARD = { role: "application", "aria-label": "Board", "aria-describedby": "pack-keys" } as const;
