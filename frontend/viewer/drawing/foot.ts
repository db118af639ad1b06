/** The foot of a piece: what is below its rounded sides, up to the cuts without any gap.
 *
 * The feet of neighboring pieces touch, so that a groove ends on plastic and one does not look
 * through it.
 */

import type { Vector3 } from "three";
import type { Detail } from "./detail";
import { clipped, type Plane } from "./hull";
import { triangles } from "./polygon";
import type { Side, Solid } from "./solids";
import { PLASTIC, type Surface, type Vertices } from "./vertices";

/** How much light reaches the ground of a groove, and the inner walls. */
const GROUND = 0.16;
const WALL = 0.7;

/** The outline of a sticker lowered straight down, so that neighbors still touch, within the hull. */
export function loweredOutline(side: Side, depth: number, hull: readonly Plane[]): Vector3[] {
  const low = side.outline.map((corner) => corner.clone().addScaledVector(side.normal, -depth));
  const others = hull.filter(({ normal }) => normal.dot(side.normal) < 0.999);
  return clipped(low, others, depth);
}

function addFlat(into: Vertices, outline: readonly Vector3[], normal: Vector3, surface: Surface, light: number): void {
  if (outline.length < 3) return;
  const rows = outline.map(({ x, y, z }) => into.add(x, y, z, normal, surface, light));
  for (const [a, b, c] of triangles(outline, normal)) into.triangle(rows[a!]!, rows[b!]!, rows[c!]!);
}

/** The ground of the grooves around the stickers of a piece. */
export function addGround(into: Vertices, solid: Solid, depth: number, middle: Vector3, hull: readonly Plane[]): void {
  const surface: Surface = { item: solid.item, kind: PLASTIC, middle, tint: [0, 0, 0] };
  for (const side of solid.sides) {
    if (side.place >= 0) addFlat(into, loweredOutline(side, depth, hull), side.normal, surface, GROUND);
  }
}

/** The inner walls of a piece. Those that face the middle of the puzzle show only from within. */
export function addWalls(
  into: Vertices,
  solid: Solid,
  depth: number,
  middle: Vector3,
  hull: readonly Plane[],
  detail: Detail,
): void {
  const surface: Surface = { item: solid.item, kind: PLASTIC, middle, tint: [0, 0, 0] };
  const stickers = solid.sides.filter(({ place }) => place >= 0);
  const own = stickers.map(({ normal, outline }) => ({ normal, offset: normal.dot(outline[0]!) }));
  const tops = hull.length > 0 ? hull : own;
  const isBottom = ({ normal }: Side): boolean =>
    detail === "flat" && stickers.some((top) => top.normal.dot(normal) < -0.999);
  for (const side of solid.sides) {
    if (side.place < 0 && !isBottom(side))
      addFlat(into, clipped(side.outline, tops, depth), side.normal, surface, WALL);
  }
}
