/** Edges of stickers: what lies beyond each side of an outline.
 *
 * Beyond a *cut* another piece begins, and a groove lies between. At a *fold* the same piece goes
 * on around an edge of the solid. At a *joint* it goes on in the same plane, as where pieces are
 * glued or one piece bears several stickers.
 */

import type { Vector3 } from "three";

export const CUT = 0;
export const FOLD = 1;
export const JOINT = 2;

export interface Edge {
  readonly kind: number;
  /** The tangent of half the angle between the two sides of a fold, measured inside. */
  readonly slope: number;
}

const PLAIN: Edge = { kind: CUT, slope: 1 };
const JOINED: Edge = { kind: JOINT, slope: 1 };

/** A sticker as the edges see it. */
export interface Bordered {
  readonly outline: readonly Vector3[];
  readonly normal: Vector3;
  readonly piece: number;
}

function key(point: Vector3, grain: number): string {
  return `${Math.round(point.x / grain)} ${Math.round(point.y / grain)} ${Math.round(point.z / grain)}`;
}

/** For each outline the kinds of its edges; `size` is that of the puzzle. */
export function edgesOf(stickers: readonly Bordered[], size: number): Edge[][] {
  const grain = 1e-4 * size;
  const numbers = new Map<string, number>();
  const corners = stickers.map(({ outline }) =>
    outline.map((corner) => {
      const name = key(corner, grain);
      const known = numbers.get(name) ?? numbers.size;
      numbers.set(name, known);
      return known;
    }),
  );
  const total = numbers.size;
  // An edge runs one way around its own outline, and the other way around its neighbor's.
  const owners = new Map<number, number>();
  corners.forEach((ring, number) => {
    ring.forEach((corner, k) => {
      owners.set(corner * total + ring[(k + 1) % ring.length]!, number);
    });
  });
  return corners.map((ring, number) =>
    ring.map((corner, k) => {
      const other = owners.get(ring[(k + 1) % ring.length]! * total + corner);
      return other === undefined ? PLAIN : between(stickers[number]!, stickers[other]!);
    }),
  );
}

function between(one: Bordered, other: Bordered): Edge {
  if (one.piece !== other.piece) return PLAIN;
  const cosine = one.normal.dot(other.normal);
  if (cosine > 0.9995) return JOINED;
  // The normals of two sides make the angle π − φ, so that tan²(φ/2) = (1 + cos) / (1 − cos).
  return { kind: FOLD, slope: Math.sqrt(Math.max(1 + cosine, 1e-3) / (1 - cosine)) };
}
