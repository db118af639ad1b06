/** Layout: layers side by side, as large as the room allows, and what lies near a point. */

import type { BoardCell, PackingView } from "../../../api/schema";
import { beside, type Direction, type Point } from "../../../viewer/hand/beside";
import type { DrawnCell } from "../calls";

export type { Direction, Point };

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where cells are on the screen, in units of one cell. */
export interface Places {
  readonly middles: readonly Point[];
  readonly width: number;
  readonly height: number;
  /** How much less likely each cell is meant than one that is seen at the same point. */
  readonly reluctance: readonly number[];
  /** Arrow keys lead among cells of one level. */
  readonly level: readonly number[];
}

const GAP = 0.9;
const MARGIN = 0.25;

/** The rim of a cell: its corners, or those of the square around a ball. */
function rim(cell: DrawnCell): Point[] {
  const corners = cell.corners.length
    ? cell.corners
    : ([
        [-0.5, -0.5],
        [0.5, 0.5],
      ] as const);
  return corners.map(([dx, dy]) => ({ x: cell.x + dx, y: cell.y + dy }));
}

export function boxOf(cells: readonly DrawnCell[]): Box {
  const points = cells.flatMap(rim);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

export class Layout implements Places {
  readonly middles: readonly Point[];
  readonly reluctance: readonly number[];
  readonly level: readonly number[];
  readonly width: number;
  readonly height: number;
  /** Where the name of each layer is written. */
  readonly heads: readonly Point[];

  /** Put the layers of a packing into a room of these proportions. */
  constructor(packing: PackingView, width: number, height: number) {
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
    this.heads = head
      ? boxes.map((box, k) => ({ x: origin(k).x + (box.right - box.left) / 2, y: origin(k).y - 0.2 }))
      : [];
    const place = (cell: BoardCell): Point => {
      const box = boxes[cell.spot[0]]!;
      const { x, y } = origin(cell.spot[0]);
      return { x: x + cell.x - box.left, y: y + cell.y - box.top };
    };
    this.middles = packing.cells.map(place);
    this.reluctance = this.level = packing.cells.map(() => 0);
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
export function landing(
  options: readonly number[],
  cellAt: (option: number) => number,
  places: Places,
  point: Point,
  reach = 1.1,
): number | null {
  let [best, least] = [-1, Infinity];
  for (const option of options) {
    const cell = cellAt(option);
    const middle = places.middles[cell]!;
    const far = Math.hypot(middle.x - point.x, middle.y - point.y);
    const cost = far + places.reluctance[cell]!;
    if (far < reach && cost < least) [best, least] = [option, cost];
  }
  return best < 0 ? null : best;
}

/** Of some cells the nearest in a higher or lower layer. */
export function overOrUnder(from: number, cells: readonly number[], packing: PackingView, way: 1 | -1): number | null {
  const start = packing.cells[from]!;
  let [best, least] = [-1, Infinity];
  cells.forEach((number, k) => {
    const cell = packing.cells[number]!;
    const rise = way * (cell.z - start.z);
    const cost = Math.hypot(cell.x - start.x, cell.y - start.y) + 3 * rise;
    if (rise > 0.01 && cost < least) [best, least] = [k, cost];
  });
  return best < 0 ? null : best;
}

/** The next of some cells, by their number in the list, on the same level in a direction. */
export function nextCell(from: number, cells: readonly number[], places: Places, direction: Direction): number | null {
  const level = [...cells.keys()].filter((k) => places.level[cells[k]!] === places.level[from]);
  const next = beside(
    places.middles[from]!,
    level.map((k) => places.middles[cells[k]!]!),
    direction,
  );
  return next === null ? null : level[next]!;
}
