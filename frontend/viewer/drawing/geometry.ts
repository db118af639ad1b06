/** Geometry: all solids of a scene merged into arrays for one draw call. */

import { BufferAttribute, BufferGeometry, SphereGeometry, Vector3 } from "three";
import { frame, inset, middleOf, room, rounded, triangles } from "./polygon";
import { type Extent, pieceMiddles, type Side, type Solid } from "./solids";

/** Parts of a side's room: the rounded rim, the groove between pieces, the rounding of corners. */
const RIM = 0.13;
const GROOVE = 0.1;
const ROUNDING = 0.3;
/** Outlines with more corners are curves already, and need no rounding. */
const CURVE = 12;
/** So many stickers are too small to see that their corners are sharp. */
const MANY = 1500;

/** Numbers for the vertices of a merged geometry, and its triangles. */
export class Merged {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  readonly items: number[] = [];
  /** Per vertex: how much light reaches it, and whether it is a sticker (1) or plastic (0). */
  readonly looks: number[] = [];
  /** Per vertex: where it lies on its sticker, the inscribed square being −1 … 1. */
  readonly spots: number[] = [];
  readonly middles: number[] = [];
  readonly indices: number[] = [];

  get count(): number {
    return this.items.length;
  }

  add(
    point: Vector3,
    normal: Vector3,
    item: number,
    look: [number, number],
    spot: [number, number],
    middle: Vector3,
  ): number {
    this.positions.push(point.x, point.y, point.z);
    this.normals.push(normal.x, normal.y, normal.z);
    this.items.push(item);
    this.looks.push(...look);
    this.spots.push(...spot);
    this.middles.push(middle.x, middle.y, middle.z);
    return this.items.length - 1;
  }

  geometry(): BufferGeometry {
    const made = new BufferGeometry();
    made.setAttribute("position", new BufferAttribute(new Float32Array(this.positions), 3));
    made.setAttribute("normal", new BufferAttribute(new Float32Array(this.normals), 3));
    made.setAttribute("item", new BufferAttribute(new Float32Array(this.items), 1));
    made.setAttribute("look", new BufferAttribute(new Float32Array(this.looks), 2));
    made.setAttribute("spot", new BufferAttribute(new Float32Array(this.spots), 2));
    made.setAttribute("middle", new BufferAttribute(new Float32Array(this.middles), 3));
    made.setIndex(new BufferAttribute(new Uint32Array(this.indices), 1));
    return made;
  }
}

/** Where a point lies on a side, measured from its middle in units of its room. */
function spotter(side: Side): (point: Vector3) => [number, number] {
  const [right, up] = frame(side.normal);
  const middle = middleOf(side.outline);
  const unit = Math.max(room(side.outline), 1e-6);
  const arm = new Vector3();
  return (point) => {
    arm.subVectors(point, middle).divideScalar(unit);
    return [arm.dot(right), arm.dot(up)];
  };
}

/** A sticker: a flat middle, and a rounded rim down to the corners that all sides of it share. */
function addSticker(into: Merged, solid: Solid, side: Side, bevel: number, round: boolean, middle: Vector3): void {
  const space = room(side.outline);
  const sharp = inset(side.outline, side.normal, Math.min(RIM * space, bevel));
  const soft = round && sharp.length <= CURVE;
  const flat = soft ? rounded(sharp, ROUNDING * space) : sharp;
  const spot = spotter(side);
  const top = flat.map((point) => into.add(point, side.normal, side.place, [1, 1], spot(point), middle));
  for (const [a, b, c] of triangles(flat, side.normal)) into.indices.push(top[a!]!, top[b!]!, top[c!]!);
  const center = middleOf(side.outline);
  const low = side.outline.map((corner) => {
    const point = lowered(corner, solid.middle, bevel);
    const tilted = new Vector3().subVectors(point, center).normalize().add(side.normal).normalize();
    return into.add(point, tilted, side.place, [0.25, 1], spot(point), middle);
  });
  const foot = soft ? low.flatMap((row) => [row, row, row]) : low;
  flat.forEach((_, k) => {
    const next = (k + 1) % flat.length;
    into.indices.push(top[k]!, foot[k]!, foot[next]!, top[k]!, foot[next]!, top[next]!);
  });
}

/** A corner moved toward the middle of its solid, the same for all sides that meet there. */
function lowered(corner: Vector3, middle: Vector3, bevel: number): Vector3 {
  const arm = new Vector3().subVectors(middle, corner);
  return corner.clone().addScaledVector(arm.normalize(), bevel * (GROOVE / RIM));
}

/** Where a point is, to be compared with others. */
function spotOf({ x, y, z }: Vector3): string {
  return [x, y, z].map((value) => Math.round(1e5 * value)).join();
}

/** A side of plain plastic; its groove closes inward, so that one does not look through it. */
function addPlain(
  into: Merged,
  solid: Solid,
  side: Side,
  bevel: number,
  middle: Vector3,
  outer: ReadonlySet<string>,
): void {
  const low = side.outline.map((corner) => (outer.has(spotOf(corner)) ? lowered(corner, solid.middle, bevel) : corner));
  const rows = low.map((point) => into.add(point, side.normal, solid.item, [0.8, 0], [9, 9], middle));
  for (const [a, b, c] of triangles(low, side.normal)) into.indices.push(rows[a!]!, rows[b!]!, rows[c!]!);
}

/** A dark ball inside, so that one does not look through the gaps between low prisms. */
export function addCore(into: Merged, radius: number, item: number): void {
  const ball = new SphereGeometry(radius, 32, 20);
  const first = into.count;
  const { position, normal } = ball.attributes;
  for (let k = 0; k < position!.count; k++) {
    const point = new Vector3().fromBufferAttribute(position!, k);
    const away = new Vector3().fromBufferAttribute(normal!, k);
    into.add(point, away, item, [0.7, 0], [9, 9], new Vector3());
  }
  for (const row of ball.index!.array) into.indices.push(first + row);
}

/** All solids in one: rounded stickers on plastic bodies. */
export function merged(solids: readonly Solid[], extent: Extent, core: number): Merged {
  const into = new Merged();
  const middles = pieceMiddles(solids);
  const round = solids.length < MANY;
  for (const solid of solids) {
    const middle = middles.get(solid.piece)!.clone().sub(extent.middle);
    const stickers = solid.sides.filter((side) => side.place >= 0);
    const rooms = stickers.map((side) => room(side.outline));
    const outer = new Set(stickers.flatMap((side) => side.outline.map(spotOf)));
    const bevel = solid.groove * RIM * Math.min(extent.usualRoom, Math.max(Math.min(...rooms), 0.3 * extent.usualRoom));
    for (const side of solid.sides) {
      if (side.place >= 0) addSticker(into, solid, side, bevel, round, middle);
      else addPlain(into, solid, side, bevel, middle, outer);
    }
  }
  // The item after the last sticker belongs to what never moves.
  if (core > 0) addCore(into, core, 1 + Math.max(...solids.flatMap((solid) => solid.sides.map((side) => side.place))));
  return into;
}

/** Flat copies of the stickers, some way out, that show the far side when seen from within. */
export function hintGeometry(solids: readonly Solid[], extent: Extent): Merged {
  const into = new Merged();
  const out = 0.6 * extent.radius;
  for (const solid of solids) {
    for (const side of solid.sides) {
      if (side.place < 0) continue;
      const flat = inset(side.outline, side.normal, 0.14 * room(side.outline));
      const spot = spotter(side);
      const rows = flat.map((point) => {
        const far = point.clone().addScaledVector(side.normal, out);
        return into.add(far, side.normal, side.place, [1, 1], spot(point), new Vector3());
      });
      for (const [a, b, c] of triangles(flat, side.normal)) into.indices.push(rows[a!]!, rows[b!]!, rows[c!]!);
    }
  }
  return into;
}
