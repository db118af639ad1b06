/** Gestures: which move a drag means, how far it has gone, and where it ends. */

import { Vector3 } from "three";
import { axisOf, type Course, type Pixel, type Sight } from "./course";

/** A drag is more than a click once it is this long, in pixels; then its direction chooses the move. */
export const CHOICE = 10;
/** Degrees by which the touched face itself must fit better than a neighboring layer to be chosen. */
const OWN_FACE = 2;
/** Courses that differ by less than this many degrees are equally good. */
const TIE = 0.5;
/** A blocked layer is chosen only if no free one is within this many degrees of the drag. */
const FREE = 60;
/** Beyond this many degrees a drag means no move at all: a hand cannot tell the one way from the other. */
const FARTHEST = 87;
/** A drag farther off its course than this many degrees is followed as if it were this far off. */
const SLANTING = 60;

/** Degrees between a drag and a course, whichever way the move is made. */
export function angleTo(course: Course, drag: Pixel): number {
  const length = Math.max(Math.hypot(drag.x, drag.y), 1e-9);
  const cosine = Math.abs(course.way.x * drag.x + course.way.y * drag.y) / length;
  return (Math.acos(Math.min(cosine, 1)) * 180) / Math.PI;
}

/** The course nearest in direction to a drag; of equally near ones the layer a hand would take. */
export function chosenCourse(
  courses: readonly Course[],
  drag: Pixel,
  isBlocked: (course: Course) => boolean,
): Course | null {
  const free = courses.filter((course) => angleTo(course, drag) <= FREE && !isBlocked(course));
  return nearest(free, drag) ?? nearest(courses, drag);
}

function nearest(courses: readonly Course[], drag: Pixel): Course | null {
  const cost = (course: Course): number => angleTo(course, drag) + (course.ownFace ? OWN_FACE : 0);
  const able = courses.filter((course) => angleTo(course, drag) <= FARTHEST);
  const least = Math.min(...able.map(cost));
  const best = able.filter((course) => cost(course) <= least + TIE);
  return best.reduce<Course | null>((a, b) => (a === null || isHandier(b, a) ? b : a), null);
}

/** Of layers that run the same way, a hand takes the thin one, the near one, the one on its side. */
function isHandier(a: Course, b: Course): boolean {
  if (a.ownFace !== b.ownFace) return b.ownFace;
  const thinner = a.motion.share - b.motion.share;
  if (Math.abs(thinner) > 1e-9) return thinner < 0;
  const nearer = a.far - b.far;
  return Math.abs(nearer) > 1e-6 ? nearer < 0 : a.facing > b.facing + 1e-6;
}

/** The direction along which a drag is followed that chose a course: the course's own. Where the hand
 * goes nearly across, this direction is turned toward it, so that the layer keeps half of its pace. */
export function followedWay(course: Course, drag: Pixel): Pixel {
  const { x, y } = course.way;
  const excess = Math.max(0, angleTo(course, drag) - SLANTING);
  const forward = x * drag.x + y * drag.y >= 0;
  const toTheLeft = x * drag.y - y * drag.x >= 0;
  const turn = ((forward === toTheLeft ? 1 : -1) * excess * Math.PI) / 180;
  return { x: x * Math.cos(turn) - y * Math.sin(turn), y: x * Math.sin(turn) + y * Math.cos(turn) };
}

/** How much of a move a pointer asks for that has gone so far along a direction, straight on. */
export function unrolled(course: Course, drag: Pixel, way: Pixel = course.way): number {
  return (drag.x * way.x + drag.y * way.y) / course.stride;
}

/** Whether a drag goes around the axle of its course, rather than toward it or away from it. */
export function goesAround(course: Course, drag: Pixel): boolean {
  return course.axle !== null && angleTo(course, drag) <= SLANTING;
}

/** The angle of a pixel about an axle that is seen face on, in radians by the right-hand rule. */
export function angleAbout(course: Course, point: Vector3, pixel: Pixel, sight: Sight): number {
  const axle = course.axle!;
  const axis = axisOf(axle);
  const { origin, direction } = sight(pixel);
  const slope = direction.dot(axis);
  const along = new Vector3().subVectors(point, origin).dot(axis) / slope;
  const pivot = new Vector3(...axle.pivot);
  const arm = origin.addScaledVector(direction, along).sub(pivot);
  const start = new Vector3().subVectors(point, pivot);
  start.addScaledVector(axis, -start.dot(axis));
  return Math.atan2(axis.dot(new Vector3().crossVectors(start, arm)), start.dot(arm));
}

/** The part of a step at which a release makes it: 25 degrees of a quarter turn. */
const COMMIT = 25 / 90;
/** A drag of this many pixels makes a step in any case, however large the puzzle is drawn. */
const COMMIT_PIXELS = 16;
/** A flick is worth as far as it would go in this many seconds, but not more than these pixels. */
const FLICK_SECONDS = 0.1;
const FLICK_PIXELS = 50;

/** The whole amount to which a move goes on after a release; `speed` in steps a second. */
export function landed(amount: number, speed: number, stride: number): number {
  const sign = Math.sign(amount);
  const most = FLICK_PIXELS / stride;
  const thrown = sign * amount + Math.max(-most, Math.min(most, sign * speed * FLICK_SECONDS));
  if (thrown < Math.min(COMMIT, COMMIT_PIXELS / stride)) return 0;
  return sign * Math.max(1, Math.round(thrown));
}
