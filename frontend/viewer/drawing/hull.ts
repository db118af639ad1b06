/** The hull of a puzzle: the planes of its faces, below which all of it must stay. */

import { Vector3 } from "three";
import type { Side } from "./solids";

export interface Plane {
  readonly normal: Vector3;
  readonly offset: number;
}

/** More planes than this make a round surface, which has no faces to keep below. */
const MOST = 64;

/** The planes of the faces of a convex solid; none if the stickers do not bound one. */
export function hullOf(sides: readonly Side[], size: number): Plane[] {
  const planes: Plane[] = [];
  for (const { normal, outline } of sides) {
    const offset = normal.dot(outline[0]!);
    const known = planes.some(
      (plane) => plane.normal.dot(normal) > 0.9999 && Math.abs(plane.offset - offset) < 1e-3 * size,
    );
    if (!known) planes.push({ normal, offset });
    if (planes.length > MOST) return [];
  }
  const convex = sides.every(({ outline }) =>
    outline.every((corner) => planes.every(({ normal, offset }) => normal.dot(corner) < offset + 1e-3 * size)),
  );
  return convex ? planes : [];
}

/** A point moved down until it lies so deep below each plane. */
export function tucked(point: Vector3, planes: readonly Plane[], depth: number): Vector3 {
  for (const { normal, offset } of planes) {
    const over = normal.dot(point) - (offset - depth);
    if (over > 0) point.addScaledVector(normal, -over);
  }
  return point;
}

/** The part of a convex outline that lies so deep below some planes. */
export function clipped(outline: readonly Vector3[], planes: readonly Plane[], depth: number): Vector3[] {
  let left = [...outline];
  for (const { normal, offset } of planes) {
    const heights = left.map((corner) => normal.dot(corner) - offset + depth);
    if (heights.every((height) => height <= 1e-9)) continue;
    left = left.flatMap((corner, k) => {
      const next = (k + 1) % left.length;
      const [here, there] = [heights[k]!, heights[next]!];
      const kept = here <= 0 ? [corner] : [];
      if (here <= 0 !== there <= 0) kept.push(new Vector3().lerpVectors(corner, left[next]!, here / (here - there)));
      return kept;
    });
    if (left.length < 3) return [];
  }
  return left;
}
