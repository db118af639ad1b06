/** Motions: how the parts of a move stand when the move is partly made. */

import { Matrix4, Vector3 } from "three";
import type { SceneMove, SceneSpin } from "../scene";

/** A move prepared for drawing: the part that each place belongs to, and the spins of each part. */
export interface Motion {
  readonly move: SceneMove;
  /** For each place the number of its part; part 0 rests. */
  readonly part: Uint16Array;
  readonly spins: readonly (readonly SceneSpin[])[];
  /** How much of the puzzle moves, from 0 to 1. */
  readonly share: number;
}

export function motionOf(move: SceneMove, degree: number): Motion {
  const part = partNumbers(move, degree);
  const spins: SceneSpin[][] = [[]];
  for (let place = 0; place < degree; place++) {
    const number = part[place]!;
    if (number > 0 && spins[number] === undefined) {
      spins[number] = move.spins.filter((spin) => spin.places.includes(place));
    }
  }
  for (let number = 0; number < spins.length; number++) spins[number] ??= [];
  return { move, part, spins, share: part.filter((number) => number > 0).length / degree };
}

const axis = new Vector3();
const step = new Matrix4();
const shift = new Matrix4();

/** The rotation by a part of a spin's angle about its axis through its pivot. */
export function spun(spin: SceneSpin, amount: number, into: Matrix4): Matrix4 {
  axis.set(...spin.axis).normalize();
  const [x, y, z] = spin.pivot;
  into.makeRotationAxis(axis, spin.angle * amount);
  into.multiply(shift.makeTranslation(-x, -y, -z));
  return into.premultiply(shift.makeTranslation(x, y, z));
}

/** Where the parts stand when `amount` of the move is made: one matrix a part. */
export function partMatrices(motion: Motion, amount: number): Matrix4[] {
  return motion.spins.map((spins) => {
    const whole = new Matrix4();
    for (const spin of spins) whole.premultiply(spun(spin, amount, step));
    return whole;
  });
}

/** Where a point of one place goes when `amount` of the move is made. */
export function carriedPoint(motion: Motion, place: number, point: Vector3, amount: number): Vector3 {
  const moved = point.clone();
  for (const spin of motion.spins[motion.part[place]!]!) moved.applyMatrix4(spun(spin, amount, step));
  return moved;
}

/** The largest angle that any part makes in one whole move, in radians. */
export function largestAngle(move: SceneMove): number {
  return move.spins.reduce((largest, spin) => Math.max(largest, Math.abs(spin.angle)), 0);
}

/** For each place the number of the set of spins that it takes part in; 0 for none. */
function partNumbers(move: SceneMove, degree: number): Uint16Array {
  const part = new Uint16Array(degree);
  const known = new Map<string, number>();
  move.spins.forEach((spin, number) => {
    for (const place of spin.places) {
      const key = `${part[place]} ${number}`;
      const next = known.get(key) ?? known.size + 1;
      known.set(key, next);
      part[place] = next;
    }
  });
  return part;
}
