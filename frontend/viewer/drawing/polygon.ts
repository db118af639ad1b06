/** Polygons in space: middles, insets and triangles, on arrays of points. */

import { ShapeUtils, Vector2, Vector3 } from "three";

/** The points number `start` up to `end` of a flat list of coordinates. */
export function points(flat: readonly number[], start: number, end: number): Vector3[] {
  const found: Vector3[] = [];
  for (let k = start; k < end; k++) found.push(new Vector3().fromArray(flat as number[], 3 * k));
  return found;
}

export function middleOf(outline: readonly Vector3[]): Vector3 {
  const sum = new Vector3();
  for (const corner of outline) sum.add(corner);
  return sum.divideScalar(Math.max(outline.length, 1));
}

/** The vector normal to a polygon, of length 1 (Newell's formula). */
export function normalOf(outline: readonly Vector3[]): Vector3 {
  const sum = new Vector3();
  const middle = middleOf(outline);
  const a = new Vector3();
  const b = new Vector3();
  outline.forEach((corner, k) => {
    a.subVectors(corner, middle);
    b.subVectors(outline[(k + 1) % outline.length]!, middle);
    sum.add(a.cross(b));
  });
  return sum.normalize();
}

/** How far the middle of a polygon is from its nearest edge. */
export function room(outline: readonly Vector3[]): number {
  const middle = middleOf(outline);
  let least = Infinity;
  const edge = new Vector3();
  const arm = new Vector3();
  outline.forEach((corner, k) => {
    edge.subVectors(outline[(k + 1) % outline.length]!, corner);
    if (edge.lengthSq() < 1e-16) return;
    arm.subVectors(middle, corner).cross(edge.normalize());
    least = Math.min(least, arm.length());
  });
  return Number.isFinite(least) ? least : 0;
}

/** The polygon with every edge moved inward by a distance; counter-clockwise about the normal. */
export function inset(outline: readonly Vector3[], normal: Vector3, distance: number): Vector3[] {
  const count = outline.length;
  const inward = outline.map((corner, k) =>
    new Vector3()
      .subVectors(outline[(k + 1) % count]!, corner)
      .cross(normal)
      .normalize()
      .negate(),
  );
  return outline.map((corner, k) => {
    const before = inward[(k + count - 1) % count]!;
    const after = inward[k]!;
    // At a sharp corner the bisector would run away: it may go twice the distance at most.
    const stretch = Math.max(1 + before.dot(after), 0.5);
    return corner
      .clone()
      .addScaledVector(before, distance / stretch)
      .addScaledVector(after, distance / stretch);
  });
}

/** Two directions in the plane facing a normal: right and up, as one sees it upright. */
export function frame(normal: Vector3): [Vector3, Vector3] {
  const pole = Math.abs(normal.y) < 0.999 ? new Vector3(0, 1, 0) : new Vector3(0, 0, normal.y > 0 ? -1 : 1);
  const up = pole.addScaledVector(normal, -pole.dot(normal)).normalize();
  return [new Vector3().crossVectors(up, normal), up];
}

function isConvex(outline: readonly Vector3[], normal: Vector3): boolean {
  const count = outline.length;
  return outline.every((corner, k) => {
    const a = new Vector3().subVectors(outline[(k + 1) % count]!, corner);
    const b = new Vector3().subVectors(outline[(k + 2) % count]!, outline[(k + 1) % count]!);
    return a.cross(b).dot(normal) >= -1e-9;
  });
}

/** The corners of triangles that fill a polygon, as triples of its corner numbers. */
export function triangles(outline: readonly Vector3[], normal: Vector3): number[][] {
  if (outline.length === 3 || isConvex(outline, normal)) {
    return outline.slice(2).map((_, k) => [0, k + 1, k + 2]);
  }
  const [right, up] = frame(normal);
  const flat = outline.map((corner) => new Vector2(corner.dot(right), corner.dot(up)));
  return ShapeUtils.triangulateShape(flat, []);
}

/** Whether a point of a polygon's plane lies inside it (the winding number is not zero). */
export function contains(outline: readonly Vector3[], normal: Vector3, point: Vector3): boolean {
  const [right, up] = frame(normal);
  const x = point.dot(right);
  const y = point.dot(up);
  let inside = false;
  outline.forEach((corner, k) => {
    const next = outline[(k + 1) % outline.length]!;
    const [ax, ay, bx, by] = [corner.dot(right), corner.dot(up), next.dot(right), next.dot(up)];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}
