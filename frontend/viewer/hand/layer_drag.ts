/** Dragging a layer: it is chosen by the first pixels, follows the pointer, and ends at a whole step. */

import type { Motion } from "../motion/motion";
import type { SceneMove } from "../scene";
import { type Course, courseOf, type Grab, type Pixel, type Project, type Sight } from "./course";
import { angleAbout, CHOICE, chosenCourse, followedWay, goesAround, landed, unrolled } from "./gesture";

/** How much of a move a blocked layer gives way. */
const GIVE = 0.06;
/** A pointer that rests so long, in milliseconds, before it is released has no speed left. */
const REST_TIME = 80;
/** Back within this many pixels of the start, a drag may choose anew. */
const BACK = 5;

/** What a drag has to know of the puzzle. */
export interface Surroundings {
  /** The moves that carry a place, and that may be made. */
  readonly motions: (place: number) => readonly Motion[];
  readonly isBlocked: (move: SceneMove) => boolean;
  readonly project: Project;
  readonly sight: Sight;
}

export class LayerDrag {
  /** How much of the move is made. */
  amount = 0;
  private course: Course | null = null;
  private courses: readonly Course[] | null = null;
  /** The direction along which the pointer is followed; null where it goes around an axle. */
  private way: Pixel | null = null;
  private turned = 0;
  /** Steps a second, smoothed. */
  private speed = 0;

  constructor(
    readonly grab: Grab,
    private readonly start: Pixel,
    private time: number,
    private readonly around: Surroundings,
  ) {}

  /** The move that was chosen; null before the drag shows a direction. */
  get move(): SceneMove | null {
    return this.course?.motion.move ?? null;
  }

  get isBlocked(): boolean {
    return this.move !== null && this.around.isBlocked(this.move);
  }

  /** Go as far as the pointer has gone; a blocked layer gives way only a little. */
  follow(at: Pixel, time: number): void {
    const drag = { x: at.x - this.start.x, y: at.y - this.start.y };
    const length = Math.hypot(drag.x, drag.y);
    if (this.course === null && length >= CHOICE) this.choose(drag);
    if (this.course === null) return;
    const wanted = this.wanted(this.course, drag, at);
    // After a whole round of a dial the pointer is back, too, but the move is not.
    if (length < BACK && Math.abs(wanted) * this.course.stride < 2 * BACK) return this.forget();
    const amount = this.isBlocked ? GIVE * Math.tanh(wanted / GIVE) : wanted;
    const elapsed = time - this.time;
    // Two events of one moment say nothing about speed.
    if (elapsed > 0) this.speed = 0.5 * this.speed + (0.5 * 1000 * (amount - this.amount)) / elapsed;
    if (elapsed > 0 || amount !== this.amount) this.time = time;
    this.amount = amount;
  }

  /** The whole amount to which the layer goes on when it is released. */
  end(time: number): number {
    if (this.course === null || this.isBlocked) return 0;
    const rested = time - this.time > REST_TIME;
    return landed(this.amount, rested ? 0 : this.speed, this.course.stride);
  }

  private choose(drag: Pixel): void {
    const { motions, isBlocked, project, sight } = this.around;
    this.courses ??= motions(this.grab.place)
      .filter(({ move }) => move.layers > 0)
      .map((motion) => courseOf(motion, this.grab, project, sight))
      .filter((course) => course !== null);
    this.course = chosenCourse(this.courses, drag, ({ motion }) => isBlocked(motion.move));
    if (this.course !== null) this.way = goesAround(this.course, drag) ? null : followedWay(this.course, drag);
  }

  private forget(): void {
    this.course = null;
    this.amount = 0;
    this.turned = 0;
    this.speed = 0;
  }

  private wanted(course: Course, drag: Pixel, at: Pixel): number {
    if (this.way !== null) return unrolled(course, drag, this.way);
    const angle = angleAbout(course, this.grab.point, at, this.around.sight);
    // The angle that is nearest to the last one: a pointer may go around the axle several times.
    this.turned += Math.atan2(Math.sin(angle - this.turned), Math.cos(angle - this.turned));
    return this.turned / course.axle!.angle;
  }
}
