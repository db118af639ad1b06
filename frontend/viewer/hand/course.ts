/** Courses: the way on which a move sends the pressed point over the screen. */

import { Vector3 } from "three";
import { carriedPoint, type Motion } from "../motion/motion";
import type { SceneSpin } from "../scene";

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

export type Project = (point: Vector3) => Pixel;
/** From the camera through a pixel: where the line begins, and a direction of length 1. */
export type Sight = (pixel: Pixel) => { readonly origin: Vector3; readonly direction: Vector3 };

/** What was pressed: a place, a point on it, where it faces, and its sticker's middle and reach. */
export interface Grab {
  readonly place: number;
  readonly point: Vector3;
  readonly normal: Vector3;
  readonly middle: Vector3;
  /** How far the sticker's farthest corner is from its middle. */
  readonly reach: number;
}

export interface Course {
  readonly motion: Motion;
  /** The direction on the screen in which the point sets out, of length 1. */
  readonly way: Pixel;
  /** Pixels that a whole step takes. */
  readonly stride: number;
  /** The axle, if the point goes around it in plain sight: then a pointer may go around it too. */
  readonly axle: SceneSpin | null;
  /** Whether the face that was pressed turns in its own plane. */
  readonly ownFace: boolean;
  /** How far the middle of all that turns is from the point. */
  readonly far: number;
  /** The cosine between the axis and the way that the pressed sticker faces. */
  readonly facing: number;
}

const TINY = 1e-4;
/** A sticker that stays at its place turns on the spot if its middle is nearer to the axle than this
 * part of its reach. */
const ON_THE_SPOT = 0.5;
/** Seen this much shorter than it is, a motion goes almost straight to the eye: no drag can mean it. */
const HARDLY_SEEN = 0.08;
/** A foreshortened way counts as no shorter than this part of its true length, so nothing spins wildly. */
const SHORTEST = 0.35;
/** A cog may set out slowly while its layer is fast: its step takes this part of its whole way at least. */
const USUAL = 0.7;
/** A step takes this many pixels at least. */
const LEAST_STRIDE = 24;
/** An axle within this cosine of the line of sight shows the circle as a circle. */
const FACE_ON = 0.8;

/** The course of a pressed point under a move; null if the move leaves it, or hardly seems to move it. */
export function courseOf(motion: Motion, grab: Grab, project: Project, sight: Sight): Course | null {
  const spins = motion.spins[motion.part[grab.place]!]!;
  const last = spins[spins.length - 1];
  if (last === undefined || turnsOnTheSpot(motion, spins, grab)) return null;
  const before = carriedPoint(motion, grab.place, grab.point, -TINY);
  const after = carriedPoint(motion, grab.place, grab.point, TINY);
  const [from, to] = [project(before), project(after)];
  const run = { x: (to.x - from.x) / (2 * TINY), y: (to.y - from.y) / (2 * TINY) };
  const seen = Math.hypot(run.x, run.y);
  const scale = scaleAt(grab.point, project);
  const full = (after.distanceTo(before) / (2 * TINY)) * scale;
  if (seen <= HARDLY_SEEN * full || seen === 0) return null;
  const facing = axisOf(last).dot(grab.normal);
  return {
    motion,
    way: { x: run.x / seen, y: run.y / seen },
    stride: Math.max(
      seen,
      SHORTEST * full,
      spins.length > 1 ? USUAL * wayLength(motion, grab) * scale : 0,
      LEAST_STRIDE,
    ),
    axle: spins.length === 1 && isFaceOn(last, sight(project(grab.point)).direction) ? last : null,
    ownFace: Math.abs(facing) > 0.999,
    facing,
    far: middleOfTurning(motion).distanceTo(grab.point),
  };
}

export function axisOf(spin: SceneSpin): Vector3 {
  return new Vector3(...spin.axis).normalize();
}

/** Whether a move only turns a sticker about its own middle. The corner of an ivy cube is as near to
 * its axle, but comes to another face. */
function turnsOnTheSpot({ move }: Motion, spins: readonly SceneSpin[], grab: Grab): boolean {
  if (move.sources.includes(grab.place)) return false;
  const levers = spins.map((spin) => {
    const arm = new Vector3().subVectors(grab.middle, new Vector3(...spin.pivot));
    return arm.cross(axisOf(spin)).length();
  });
  return Math.max(...levers) < ON_THE_SPOT * grab.reach;
}

/** Pixels a unit of length at a point, square to the line of sight. */
function scaleAt(point: Vector3, project: Project): number {
  const here = project(point);
  const squares = [0, 1, 2].map((axis) => {
    const there = project(point.clone().setComponent(axis, point.getComponent(axis) + TINY));
    return ((there.x - here.x) / TINY) ** 2 + ((there.y - here.y) / TINY) ** 2;
  });
  // The two rows of a projection's derivative are orthogonal and equally long.
  return Math.sqrt((squares[0]! + squares[1]! + squares[2]!) / 2);
}

/** How far the pressed point goes in one step. */
function wayLength(motion: Motion, grab: Grab): number {
  const stops = 12;
  let length = 0;
  let last = grab.point;
  for (let stop = 1; stop <= stops; stop++) {
    const next = carriedPoint(motion, grab.place, grab.point, stop / stops);
    length += next.distanceTo(last);
    last = next;
  }
  return length;
}

function isFaceOn(spin: SceneSpin, direction: Vector3): boolean {
  return Math.abs(axisOf(spin).dot(direction)) > FACE_ON;
}

/** The mean of the pivots' places: where the moving parts are, roughly. */
function middleOfTurning(motion: Motion): Vector3 {
  const sum = new Vector3();
  for (const spin of motion.move.spins) sum.add(new Vector3(...spin.pivot));
  return sum.divideScalar(Math.max(motion.move.spins.length, 1));
}
