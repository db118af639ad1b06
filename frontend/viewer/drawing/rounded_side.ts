/** The rounded side of a piece: a flat top, a rim that bends into the groove, and a sticker on it. */

import type { Vector3 } from "three";
import type { Detail } from "./detail";
import { CUT, type Edge, FOLD, JOINT } from "./edges";
import type { Plane } from "./hull";
import { frame, middleOf, room, triangles } from "./polygon";
import { Rim, type Ring, type RingStep } from "./rings";
import type { Side } from "./solids";
import type { Style } from "./style";
import { PLASTIC, STICKER, type Surface, type Vertices } from "./vertices";

const BLACK = [0, 0, 0] as const;
/** Roundings are no larger than this part of a side's own room. */
const MOST = 0.42;

/** Where a point lies on a side, measured from its middle in units of its room. */
export function spotter(side: Pick<Side, "outline" | "normal">): (point: Vector3) => [number, number] {
  const [right, up] = frame(side.normal);
  const middle = middleOf(side.outline);
  const unit = Math.max(room(side.outline), 1e-6);
  return (point) => {
    const [x, y, z] = [point.x - middle.x, point.y - middle.y, point.z - middle.z];
    return [(x * right.x + y * right.y + z * right.z) / unit, (x * up.x + y * up.y + z * up.z) / unit];
  };
}

interface Measures {
  readonly gap: number;
  readonly bevel: number;
  readonly rounding: number;
  readonly margin: number;
  readonly height: number;
  readonly stickerRounding: number;
  readonly depth: number;
}

/** The style in the units of the scene; small sides get small roundings. */
function measured(style: Style, unit: number, space: number): Measures {
  const total = style.gap + style.bevel + style.margin;
  const scale = Math.min(unit, (MOST * space) / total);
  const own = Math.min(unit, space);
  return {
    gap: style.gap * scale,
    bevel: style.bevel * scale,
    margin: style.margin * scale,
    rounding: style.rounding * own,
    stickerRounding: style.stickerRounding * own,
    height: style.height * unit,
    depth: style.depth * unit,
  };
}

function added(
  into: Vertices,
  ring: Ring,
  surface: Surface,
  light: number,
  spot: ReturnType<typeof spotter>,
): number[] {
  return ring.points.map((point, k) =>
    into.add(point.x, point.y, point.z, ring.normals[k]!, surface, light, spot(point)),
  );
}

function filled(into: Vertices, ring: Ring, rows: readonly number[], normal: Vector3): void {
  for (const [a, b, c] of triangles(ring.points, normal)) into.triangle(rows[a!]!, rows[b!]!, rows[c!]!);
}

export function addRoundedSide(
  into: Vertices,
  side: Side,
  edges: readonly Edge[],
  style: Style,
  unit: number,
  detail: Detail,
  middle: Vector3,
  hull: readonly Plane[],
): void {
  const sizes = measured(style, unit, room(side.outline));
  const spot = spotter(side);
  const colored: Surface = { item: side.place, kind: STICKER, middle, tint: BLACK };
  if (detail === "flat") return addFlatSticker(into, side, edges, sizes, colored, spot);
  const round = detail === "round";
  const stickered = style.height > 0;
  const body: Surface = stickered ? { ...colored, kind: PLASTIC } : colored;
  const others = hull.filter(({ normal }) => normal.dot(side.normal) < 0.999);
  const rim = new Rim(side.outline, side.normal, edges, sizes.rounding, round, others);
  // Around an edge of the solid the rim is seen from both sides.
  const folded = edges.some(({ kind }) => kind !== CUT);
  const bends = folded || (round && !stickered) ? 2 : Number(round);
  addPlateau(into, side, rim, sizes, body, spot, bends);
  if (stickered) addSticker(into, side, edges, sizes, colored, spot, round);
}

/** The top of a piece and its rim, which ends in the groove after so many bends. */
function addPlateau(
  into: Vertices,
  side: Side,
  rim: Rim,
  { gap, bevel, height, depth }: Measures,
  surface: Surface,
  spot: ReturnType<typeof spotter>,
  bends: number,
): void {
  const common = { bevel, lift: height, margin: 0 };
  const flat: RingStep = { ...common, inset: gap + bevel, depth: height, tilt: 0, halfway: false };
  const bent: RingStep = { ...common, inset: gap + 0.3 * bevel, depth: height + 0.3 * bevel, tilt: 0.5, halfway: true };
  const wall: RingStep = { ...common, inset: gap, depth: height + bevel, tilt: 0.85, halfway: true };
  const foot: RingStep = {
    ...common,
    inset: gap,
    depth: Math.max(depth, height + bevel) * 1.05,
    tilt: 1,
    halfway: true,
  };
  const steps: [RingStep, number][] = [
    [flat, 1],
    ...(bends > 1 ? ([[bent, 0.92]] as [RingStep, number][]) : []),
    ...(bends > 0 ? ([[wall, 0.42]] as [RingStep, number][]) : []),
    [foot, 0.06],
  ];
  let above: number[] | null = null;
  for (const [step, light] of steps) {
    const ring = rim.ring(step);
    const rows = added(into, ring, surface, light, spot);
    if (above === null) filled(into, ring, rows, side.normal);
    // Halfway around a fold the neighboring side goes on; a joint has no wall at all.
    else into.band(above, rows, (k) => ring.kinds[k] === JOINT || (ring.kinds[k] === FOLD && step.tilt > 0.5));
    above = rows;
  }
}

/** A thin sticker with rounded corners on the top of a piece. */
function addSticker(
  into: Vertices,
  side: Side,
  edges: readonly Edge[],
  { gap, bevel, margin, height, stickerRounding }: Measures,
  surface: Surface,
  spot: ReturnType<typeof spotter>,
  round: boolean,
): void {
  const rim = new Rim(side.outline, side.normal, edges, stickerRounding, round, [], true);
  const inset = gap + bevel + margin;
  const edge = 0.6 * height;
  const halfway = false;
  // The plastic below both rings begins to bend at the same distance from a fold.
  const wide = { inset: inset + edge, margin: margin + edge };
  const top = rim.ring({ ...wide, depth: 0, bevel: bevel + height, lift: 0, tilt: 0, halfway });
  const low = rim.ring({ inset, margin, depth: height, bevel, lift: height, tilt: 0.6, halfway });
  const rows = added(into, top, surface, 1, spot);
  filled(into, top, rows, side.normal);
  if (round) into.band(rows, added(into, low, surface, 0.9, spot), (k) => top.kinds[k] === JOINT);
}

/** A flat sticker over a groove, for puzzles of thousands of stickers. */
function addFlatSticker(
  into: Vertices,
  side: Side,
  edges: readonly Edge[],
  { gap, bevel, margin }: Measures,
  surface: Surface,
  spot: ReturnType<typeof spotter>,
): void {
  const inset = gap + 0.7 * (bevel + margin);
  const rim = new Rim(side.outline, side.normal, edges, 0);
  const top = rim.ring({ inset, bevel: inset, lift: 0, margin: 0, halfway: false, depth: 0, tilt: 0 });
  filled(into, top, added(into, top, surface, 1, spot), side.normal);
}
