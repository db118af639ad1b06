/** What the server knows about packings; rules live there, not here. */

import type { BoardCell, BoardRequest } from "../../api/schema";
import { call } from "../client";

/** A cell of a piece or of the board, drawn about its middle; a ball has no corners. */
export type DrawnCell = Pick<BoardCell, "x" | "y" | "corners">;

/** A set, a board, and the options that lie on it. */
export type Placed = Required<BoardRequest>;

export interface Filter {
  readonly piece: string;
  readonly cell: number;
}

export const packings = {
  list: () => call("get", "/api/packings", {}),
  puzzle: (set: string, board: string) => call("get", "/api/packings/puzzle", { query: { set, board } }),
  status: (body: Placed, signal: AbortSignal) => call("post", "/api/packings/board", { body, signal }),
  hint: (body: Placed) => call("post", "/api/packings/hint", { body }),
  undo: (body: Placed) => call("post", "/api/packings/undo", { body }),
  complete: (body: Placed) => call("post", "/api/packings/complete", { body }),
  apart: (body: Placed) => call("post", "/api/packings/apart", { body }),
  solutions: (placed: Placed, filter: Filter | null, start: number) =>
    call("post", "/api/packings/solutions", { body: { ...placed, ...filter, start, size: 1 } }),
};
