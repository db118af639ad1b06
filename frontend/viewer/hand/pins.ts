/** Pins: switches that decide which of several nested moves a drag makes, as on a clock.
 *
 * Where the parts that one move spins are among those that another spins, no drag can tell the two
 * apart. The smallest such moves are pins; a larger one is made with several pins up. A press of a
 * pin lifts or lowers it. While none is up, a drag makes the move of the pin nearest to it.
 */

import { Vector3 } from "three";
import { middleOf, points } from "../drawing/polygon";
import { pinProps } from "../drawing/props";
import { outlineOf } from "../drawing/solids";
import type { Scene, SceneMove, SceneProp, SceneSpin } from "../scene";

export interface Pin {
  readonly name: string;
  /** Where it stands, and the way that its side faces. */
  readonly point: Vector3;
  readonly normal: Vector3;
  /** The prop that is drawn for it: its number among those that are pins, and itself. */
  readonly drawn: { readonly number: number; readonly prop: SceneProp } | null;
}

/** How far a pin that is up stands out, as a part of its depth. */
const LIFT = 0.7;

/** A move and the pins that are up for it. */
interface PinnedMove {
  readonly move: SceneMove;
  readonly pins: readonly number[];
}

function keyOf(spin: SceneSpin): string {
  return `${spin.axis} ${spin.pivot} ${spin.angle} ${spin.places}`;
}

export class Pins {
  readonly pins: readonly Pin[];
  private readonly drawn: readonly SceneProp[];
  private readonly moves: readonly PinnedMove[];
  private up: ReadonlySet<number> = new Set();

  constructor(scene: Scene) {
    const turns = scene.moves.filter(({ layers }) => layers > 0);
    const parts = turns.map((move) => new Set(move.spins.map(keyOf)));
    const within = (a: number, b: number): boolean => a !== b && isWithin(parts[a]!, parts[b]!);
    const numbers = [...turns.keys()];
    const least = numbers.filter((a) => numbers.some((b) => within(a, b)) && !numbers.some((b) => within(b, a)));
    this.drawn = pinProps(scene.props);
    this.pins = least.map((number) => pinOf(scene, turns[number]!, this.drawn));
    this.moves = numbers
      .map((number) => ({
        move: turns[number]!,
        pins: [...least.keys()].filter((pin) => least[pin] === number || within(least[pin]!, number)),
      }))
      .filter(({ pins }) => pins.length > 0);
  }

  isUp(pin: number): boolean {
    return this.up.has(pin);
  }

  /** The names of the pins that are up. */
  get upNames(): string[] {
    return this.pins.filter((_, number) => this.isUp(number)).map(({ name }) => name);
  }

  /** How far each drawn pin is shifted now. */
  lifts(): Vector3[] {
    const shifts = this.drawn.map(() => new Vector3());
    this.pins.forEach(({ drawn, normal }, number) => {
      if (drawn && this.isUp(number)) shifts[drawn.number]!.copy(normal).multiplyScalar(LIFT * drawn.prop.depth);
    });
    return shifts;
  }

  /** Whether a drag may make a move as the pins stand. */
  allows(move: SceneMove): boolean {
    if (this.up.size === 0) return true;
    const found = this.moves.find((other) => other.move === move);
    return found !== undefined && isSame(found.pins, this.up);
  }

  /** Lift or lower a pin; where no move has the pins that are up then, others go with it. */
  press(pin: number): void {
    const lifted = !this.up.has(pin);
    const side = this.pins[pin]!.normal;
    // The other ends of the pins: a pin that is up on one side is down on the other.
    const wanted = new Set([...this.up].filter((other) => this.pins[other]!.normal.dot(side) > 0));
    if (lifted) wanted.add(pin);
    else wanted.delete(pin);
    const known = this.moves.map(({ pins }) => new Set(pins)).sort((a, b) => a.size - b.size);
    this.up = lifted
      ? (known.find((pins) => isWithin(wanted, pins)) ?? wanted)
      : (known.findLast((pins) => isWithin(pins, wanted)) ?? new Set());
  }
}

function isWithin<Value>(part: ReadonlySet<Value>, whole: ReadonlySet<Value>): boolean {
  return [...part].every((value) => whole.has(value));
}

function isSame(pins: readonly number[], up: ReadonlySet<number>): boolean {
  return pins.length === up.size && pins.every((pin) => up.has(pin));
}

/** The drawn pin that stands at a point of a side: the nearest one that faces the same way. */
function drawnPin(props: readonly SceneProp[], point: Vector3, normal: Vector3): Pin["drawn"] {
  const far = (prop: SceneProp): number =>
    normal.dot(new Vector3(...prop.normal)) > 0
      ? middleOf(points(prop.corners, 0, prop.corners.length / 3)).distanceTo(point)
      : Infinity;
  const number = props.reduce((best, prop, k) => (far(prop) < far(props[best]!) ? k : best), 0);
  return props[number] && far(props[number]) < Infinity ? { number, prop: props[number] } : null;
}

function pinOf(scene: Scene, move: SceneMove, props: readonly SceneProp[]): Pin {
  const normal = new Vector3(...move.spins[0]!.axis).normalize();
  const point = new Vector3();
  for (const { pivot } of move.spins) point.add(new Vector3(...pivot));
  point.divideScalar(move.spins.length);
  const heights = move.spins.flatMap(({ places }) =>
    places.map((place) => middleOf(outlineOf(scene, place)).dot(normal)),
  );
  point.addScaledVector(normal, Math.max(...heights) - point.dot(normal));
  return { name: move.name, point, normal, drawn: drawnPin(props, point, normal) };
}
