/** Gestures: which move a drag means, and how much of it follows the pointer. */

import type { Vector3 } from "three";
import { carriedPoint, type Motion } from "../motion/motion";

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

export type Project = (point: Vector3) => Pixel;

/** Where a drag began: on which place, at which point of space, on a side that faces which way. */
export interface Grab {
  readonly place: number;
  readonly point: Vector3;
  readonly normal: Vector3;
}

/** A turn of the touched face itself moves the sticker in its own plane; a neighbor goes first. */
const OWN_FACE = 0.72;
/** A hand takes a thin layer rather than one that is most of the puzzle, as around a core. */
const BULK = 0.5;
const TINY = 1e-3;

/** How the grabbed point runs over the screen at some amount of a move: pixels a whole move. */
export function velocity(motion: Motion, grab: Grab, amount: number, project: Project): Pixel {
  const before = project(carriedPoint(motion, grab.place, grab.point, amount - TINY));
  const after = project(carriedPoint(motion, grab.place, grab.point, amount + TINY));
  return { x: (after.x - before.x) / (2 * TINY), y: (after.y - before.y) / (2 * TINY) };
}

function axisAlong(motion: Motion, grab: Grab): number {
  const spins = motion.spins[motion.part[grab.place]!]!;
  const last = spins[spins.length - 1];
  if (last === undefined) return 0;
  const [x, y, z] = last.axis;
  const length = Math.hypot(x, y, z);
  return Math.abs(x * grab.normal.x + y * grab.normal.y + z * grab.normal.z) / length;
}

/** How well a move explains a drag: 1 if the point can follow it to its end, 0 if not at all. */
export function fitness(motion: Motion, grab: Grab, drag: Pixel, project: Project): number {
  if (motion.part[grab.place] === 0) return 0;
  const start = project(grab.point);
  const aim = { x: start.x + drag.x, y: start.y + drag.y };
  const amount = followed(motion, grab, aim, 0, project);
  const reached = project(carriedPoint(motion, grab.place, grab.point, amount));
  const miss = Math.hypot(aim.x - reached.x, aim.y - reached.y) / Math.max(Math.hypot(drag.x, drag.y), 1e-6);
  // For a short drag this is the cosine of the angle between it and the way of the point.
  const fit = Math.sqrt(Math.max(0, 1 - miss * miss));
  const light = 1 - BULK * motion.share;
  return (axisAlong(motion, grab) > 0.999 ? OWN_FACE : 1) * light * fit;
}

/** The move that a drag means; null if none moves the point. */
export function chosenMove(motions: readonly Motion[], grab: Grab, drag: Pixel, project: Project): Motion | null {
  let best: Motion | null = null;
  let most = 0.02;
  for (const motion of motions) {
    if (motion.move.layers === 0) continue;
    const fit = fitness(motion, grab, drag, project);
    if (fit > most) [best, most] = [motion, fit];
  }
  return best;
}

/** The amount of a move at which the grabbed point is nearest to the pointer, found from the last. */
export function followed(motion: Motion, grab: Grab, pointer: Pixel, last: number, project: Project): number {
  let amount = last;
  for (let round = 0; round < 6; round++) {
    const at = project(carriedPoint(motion, grab.place, grab.point, amount));
    const run = velocity(motion, grab, amount, project);
    const speed = Math.hypot(run.x, run.y);
    const start = velocity(motion, grab, 0, project);
    // At the limb of the puzzle the point hardly runs: the pace from the start keeps steps small.
    const pace = Math.max(speed, 0.35 * Math.hypot(start.x, start.y), 1e-6);
    const step = ((pointer.x - at.x) * run.x + (pointer.y - at.y) * run.y) / (pace * pace);
    amount += Math.max(-0.25, Math.min(0.25, step));
    if (Math.abs(step) < 1e-4) break;
  }
  return amount;
}

/** Where a move comes to rest after a release: the nearest whole amount, a flick counted in. */
export function snapped(amount: number, speed: number): number {
  return Math.round(amount + Math.max(-0.45, Math.min(0.45, 0.12 * speed)));
}
