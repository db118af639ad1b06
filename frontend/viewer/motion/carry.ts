/** Carrying: the rigid motion that brings a sticker from one place to another.
 *
 * The spins of the moves link places by motions. Walking along them from one place of each orbit
 * gives every place a motion; the motion between two places is the quotient of theirs. Where two
 * ways to one place differ, as for a center that turns on the spot, the orbit cannot tell how its
 * piece sits, and another sticker of the piece is asked.
 */

import { Matrix4 } from "three";
import type { Scene } from "../scene";
import type { State } from "../state";
import { motionOf, partMatrices } from "./motion";

export interface Carrier {
  /** For each sticker the motion of its piece from home to where it stands. */
  poses(state: State): Matrix4[];
}

interface Link {
  readonly to: number;
  readonly motion: Matrix4;
}

function linksOf(scene: Scene): Link[][] {
  const degree = scene.colors.length;
  const links: Link[][] = Array.from({ length: degree }, () => []);
  for (const move of scene.moves) {
    const motion = motionOf(move, degree);
    const matrices = partMatrices(motion, 1);
    const target = new Map(move.sources.map((source, k) => [source, move.targets[k]!]));
    for (let place = 0; place < degree; place++) {
      const part = motion.part[place]!;
      if (part > 0) links[place]!.push({ to: target.get(place) ?? place, motion: matrices[part]! });
    }
  }
  return links;
}

function differ(a: Matrix4, b: Matrix4): boolean {
  return a.elements.some((value, k) => Math.abs(value - b.elements[k]!) > 1e-3);
}

/** The motion of each place from the first of its orbit, and which places are ambiguous. */
function walked(scene: Scene): { motions: Matrix4[]; vague: boolean[] } {
  const links = linksOf(scene);
  const degree = scene.colors.length;
  const motions: (Matrix4 | undefined)[] = Array.from({ length: degree }, () => undefined);
  const vague = new Array<boolean>(degree).fill(false);
  for (let first = 0; first < degree; first++) {
    if (motions[first] !== undefined) continue;
    motions[first] = new Matrix4();
    const orbit = [first];
    let doubtful = false;
    for (const place of orbit) {
      for (const { to, motion } of links[place]!) {
        const reached = new Matrix4().multiplyMatrices(motion, motions[place]!);
        if (motions[to] === undefined) {
          motions[to] = reached;
          orbit.push(to);
        } else doubtful ||= differ(motions[to], reached);
      }
    }
    if (doubtful) for (const place of orbit) vague[place] = true;
  }
  return { motions: motions as Matrix4[], vague };
}

/** For each sticker the sticker of its piece that tells best how the piece sits. */
function guides(scene: Scene, vague: readonly boolean[]): number[] {
  const best = new Map<number, number>();
  scene.pieces.forEach((piece, sticker) => {
    const known = best.get(piece);
    if (known === undefined || (vague[known] && !vague[sticker])) best.set(piece, sticker);
  });
  return scene.pieces.map((piece) => best.get(piece)!);
}

export function carrier(scene: Scene): Carrier {
  const { motions, vague } = walked(scene);
  const inverses = motions.map((motion) => motion.clone().invert());
  const guide = guides(scene, vague);
  return {
    poses: (state) => guide.map((told) => new Matrix4().multiplyMatrices(motions[state[told]!]!, inverses[told]!)),
  };
}
