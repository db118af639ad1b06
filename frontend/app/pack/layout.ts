/** Layout: layers side by side, as large as the room allows, and what lies near a point. */

import type { BoardCell, Drawn, Packing } from "./calls";

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const GAP = 0.9;
const MARGIN = 0.25;

/** The rim of a cell: its corners, or those of the square around a ball. */
function rim(cell: Drawn): Point[] {
  const corners = cell.corners.length ? cell.corners : ([[-0.5, -0.5], [0.5, 0.5]] as const);
  return corners.map(([dx, dy]) => ({ x: cell.x + dx, y: cell.y + dy }));
}

export function boxOf(cells: readonly Drawn[]): Box {
  const points = cells.flatMap(rim);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

export class Layout {
  readonly middles: readonly Point[];
  readonly width: number;
  readonly height: number;
  /** Where the name of each layer is written. */
  readonly heads: readonly Point[];

  /** Put the layers of a packing into a room of these proportions. */
  constructor(packing: Packing, width: number, height: number) {
    const layers = Array.from({ length: packing.layers }, (_, k) => packing.cells.filter(({ spot }) => spot[0] === k));
    const boxes = layers.map(boxOf);
    const head = packing.layers > 1 ? 0.55 : 0;
    const wide = Math.max(...boxes.map((box) => box.right - box.left));
    const high = Math.max(...boxes.map((box) => box.bottom - box.top)) + head;
    const columns = columnsFor(boxes.length, wide, high, width, height);
    const rows = Math.ceil(boxes.length / columns);
    this.width = columns * wide + (columns - 1) * GAP + 2 * MARGIN;
    this.height = rows * high + (rows - 1) * GAP + 2 * MARGIN;
    const origin = (layer: number): Point => ({
      x: MARGIN + (layer % columns) * (wide + GAP) + (wide - boxes[layer]!.right + boxes[layer]!.left) / 2,
      y: MARGIN + head + Math.floor(layer / columns) * (high + GAP),
    });
    this.heads = head ? boxes.map((box, k) => ({ x: origin(k).x + (box.right - box.left) / 2, y: origin(k).y - 0.2 })) : [];
    const place = (cell: BoardCell): Point => {
      const box = boxes[cell.spot[0]]!;
      const { x, y } = origin(cell.spot[0]);
      return { x: x + cell.x - box.left, y: y + cell.y - box.top };
    };
    this.middles = packing.cells.map(place);
  }

  /** The cell nearest to a point, and how far its middle is from there. */
  nearest(point: Point): { cell: number; distance: number } {
    let [cell, distance] = [-1, Infinity];
    this.middles.forEach((middle, k) => {
      const far = Math.hypot(middle.x - point.x, middle.y - point.y);
      if (far < distance) [cell, distance] = [k, far];
    });
    return { cell, distance };
  }
}

/** The number of columns with which layers come out largest. */
export function columnsFor(count: number, wide: number, high: number, width: number, height: number): number {
  let [best, most] = [1, 0];
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const scale = Math.min(width / (columns * (wide + GAP)), height / (rows * (high + GAP)));
    if (scale > most * 1.001) [best, most] = [columns, scale];
  }
  return best;
}

/**
 * The option that puts the held cell of a piece nearest to a point.
 *
 * A piece that is held too far from every place where it fits lands nowhere.
 */
export function landing(options: readonly number[], cellAt: (option: number) => number, layout: Layout, point: Point, reach = 1.1): number | null {
  let [best, least] = [-1, reach];
  for (const option of options) {
    const middle = layout.middles[cellAt(option)]!;
    const far = Math.hypot(middle.x - point.x, middle.y - point.y);
    if (far < least) [best, least] = [option, far];
  }
  return best < 0 ? null : best;
}

export type Direction = "up" | "down" | "left" | "right";

/** The next of some points in a direction: near ones first, those off to the side later. */
export function beside(from: Point, points: readonly Point[], direction: Direction): number | null {
  const sideways = direction === "left" || direction === "right";
  const sign = direction === "left" || direction === "up" ? -1 : 1;
  let [best, least] = [-1, Infinity];
  points.forEach((point, k) => {
    const along = sign * (sideways ? point.x - from.x : point.y - from.y);
    const aside = Math.abs(sideways ? point.y - from.y : point.x - from.x);
    if (along < 0.2 || aside > 2.5 * along) return;
    const cost = along + 2 * aside;
    if (cost < least) [best, least] = [k, cost];
  });
  return best < 0 ? null : best;
}
