/** The foot of a piece: what is below its rounded sides, up to the cuts without any gap.
 *
 * The feet of neighboring pieces touch, so that a groove ends on plastic and one does not look
 * through it.
 */

import { Matrix3, Vector3 } from "three";
import { clipped, type Plane } from "./hull";
import { triangles } from "./polygon";
import type { Extent, Side, Solid } from "./solids";
import { PLASTIC, type Surface, type Vertices } from "./vertices";

/** How much light reaches the ground of a groove, and the inner walls. */
const GROUND = 0.16;
const WALL = 0.7;

function planeOf(side: Side, depth: number): Plane {
  return { normal: side.normal, offset: side.normal.dot(side.outline[0]!) - depth };
}

/** The plane through an edge and the middle of the puzzle. */
function radialPlane(a: Vector3, b: Vector3, outer: Side, about: Vector3): Plane {
  const normal = new Vector3().subVectors(b, a).cross(new Vector3().subVectors(about, a));
  if (normal.lengthSq() < 1e-12) normal.subVectors(b, a).cross(outer.normal);
  normal.normalize();
  return { normal, offset: normal.dot(a) };
}

/** The plane through an edge at right angles to a side. */
function uprightPlane(a: Vector3, b: Vector3, outer: Side): Plane {
  const normal = new Vector3().subVectors(b, a).cross(outer.normal).normalize();
  return { normal, offset: normal.dot(a) };
}

/** The point that three planes share; null if they have no single one. */
function meeting(a: Plane, b: Plane, c: Plane): Vector3 | null {
  const rows = new Matrix3().set(
    ...(a.normal.toArray() as [number, number, number]),
    ...(b.normal.toArray() as [number, number, number]),
    ...(c.normal.toArray() as [number, number, number]),
  );
  if (Math.abs(rows.determinant()) < 1e-2) return null;
  return new Vector3(a.offset, b.offset, c.offset).applyMatrix3(rows.invert());
}

const near = (a: Vector3, b: Vector3, slack: number): boolean => a.distanceToSquared(b) < slack * slack;

/** The side of the solid beyond an edge. */
function beyond(solid: Solid, own: Side, a: Vector3, b: Vector3, slack: number): Side | null {
  for (const side of solid.sides) {
    if (side === own) continue;
    const { outline } = side;
    for (let k = 0; k < outline.length; k++) {
      if (near(outline[k]!, b, slack) && near(outline[(k + 1) % outline.length]!, a, slack)) return side;
    }
  }
  return null;
}

/** The outline of a sticker's side, lowered within the walls of its piece. */
export function loweredOutline(solid: Solid, side: Side, depth: number, extent: Extent): Vector3[] {
  const { outline } = side;
  const slack = 1e-4 * extent.radius;
  const own = planeOf(side, depth);
  const walls = outline.map((corner, k) => {
    const next = outline[(k + 1) % outline.length]!;
    const other = beyond(solid, side, corner, next, slack);
    if (other) return planeOf(other, other.place >= 0 ? depth : 0);
    return solid.upright ? uprightPlane(corner, next, side) : radialPlane(corner, next, side, extent.middle);
  });
  return outline.map((corner, k) => {
    const before = walls[(k + outline.length - 1) % outline.length]!;
    const found = meeting(own, before, walls[k]!);
    const plain = corner.clone().addScaledVector(side.normal, -depth);
    return found && found.distanceTo(plain) < 4 * depth ? found : plain;
  });
}

function addFlat(into: Vertices, outline: readonly Vector3[], normal: Vector3, surface: Surface, light: number): void {
  if (outline.length < 3) return;
  const rows = outline.map(({ x, y, z }) => into.add(x, y, z, normal, surface, light));
  for (const [a, b, c] of triangles(outline, normal)) into.triangle(rows[a!]!, rows[b!]!, rows[c!]!);
}

export function addFoot(
  into: Vertices,
  solid: Solid,
  depth: number,
  middle: Vector3,
  extent: Extent,
  hull: readonly Plane[],
): void {
  const surface: Surface = { item: solid.item, kind: PLASTIC, middle, tint: [0, 0, 0] };
  const stickers = solid.sides.filter(({ place }) => place >= 0);
  const tops = hull.length > 0 ? hull : stickers.map((side) => planeOf(side, 0));
  for (const side of stickers) {
    const low = loweredOutline(solid, side, depth, extent);
    const others = hull.filter(({ normal }) => normal.dot(side.normal) < 0.999);
    addFlat(into, clipped(low, others, depth), side.normal, surface, GROUND);
  }
  for (const side of solid.sides) {
    if (side.place < 0) addFlat(into, clipped(side.outline, tops, depth), side.normal, surface, WALL);
  }
}
