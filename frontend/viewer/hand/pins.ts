/** Pins: switches that decide which of several nested moves a drag makes, as on a clock.
 *
 * Where the parts that one move spins are among those that another spins, no drag can tell the two
 * apart. The smallest such moves are pins; a larger one is made with several pins up. A press of a
 * pin lifts or lowers it. While none is up, a drag makes the move of the pin nearest to it.
 */

import { Vector3 } from "three";
import { middleOf } from "../drawing/polygon";
import { outlineOf } from "../drawing/solids";
import type { Scene, SceneMove, SceneSpin } from "../scene";
import type { Pixel } from "./course";

export interface Pin {
  readonly name: string;
  /** Where it stands, and the way that its side faces. */
  readonly point: Vector3;
  readonly normal: Vector3;
}

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
  private readonly moves: readonly PinnedMove[];
  private up: ReadonlySet<number> = new Set();

  constructor(scene: Scene) {
    const turns = scene.moves.filter(({ layers }) => layers > 0);
    const parts = turns.map((move) => new Set(move.spins.map(keyOf)));
    const within = (a: number, b: number): boolean => a !== b && isWithin(parts[a]!, parts[b]!);
    const numbers = [...turns.keys()];
    const least = numbers.filter((a) => numbers.some((b) => within(a, b)) && !numbers.some((b) => within(b, a)));
    this.pins = least.map((number) => pinOf(scene, turns[number]!));
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

function pinOf(scene: Scene, move: SceneMove): Pin {
  const normal = new Vector3(...move.spins[0]!.axis).normalize();
  const point = new Vector3();
  for (const { pivot } of move.spins) point.add(new Vector3(...pivot));
  point.divideScalar(move.spins.length);
  const heights = move.spins.flatMap(({ places }) =>
    places.map((place) => middleOf(outlineOf(scene, place)).dot(normal)),
  );
  point.addScaledVector(normal, Math.max(...heights) - point.dot(normal));
  return { name: move.name, point, normal };
}

/** A button for each pin, over the picture. */
export class PinButtons {
  private readonly buttons: readonly HTMLButtonElement[];

  constructor(
    host: HTMLElement,
    private readonly pins: Pins,
    private readonly told: (text: string) => void,
  ) {
    this.buttons = pins.pins.map((pin, number) => this.button(pin, number));
    host.append(...this.buttons);
  }

  /** Stand where the pins are seen, without those on the side that is turned away. */
  place(project: (point: Vector3) => Pixel, eye: Vector3): void {
    this.buttons.forEach((button, number) => {
      const { point, normal } = this.pins.pins[number]!;
      const { x, y } = project(point);
      button.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
      button.hidden = normal.dot(new Vector3().subVectors(eye, point)) <= 0;
    });
  }

  dispose(): void {
    for (const button of this.buttons) button.remove();
  }

  private button(pin: Pin, number: number): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "puzzlery-pin";
    button.title = `Pin ${pin.name}`;
    button.setAttribute("aria-label", button.title);
    button.addEventListener("click", () => {
      this.pins.press(number);
      this.restyle();
      const up = this.pins.pins.filter((_, other) => this.pins.isUp(other)).map(({ name }) => name);
      this.told(up.length > 0 ? `pins up: ${up.join(", ")}` : "no pin is held up");
    });
    style(button, false);
    return button;
  }

  private restyle(): void {
    this.buttons.forEach((button, number) => style(button, this.pins.isUp(number)));
  }
}

/** The viewer stands in pages with other style sheets, so a pin brings its own style. */
function style(button: HTMLButtonElement, isUp: boolean): void {
  button.setAttribute("aria-pressed", String(isUp));
  Object.assign(button.style, {
    position: "absolute",
    left: "0",
    top: "0",
    width: "28px",
    height: "28px",
    minWidth: "0",
    minHeight: "0",
    padding: "0",
    borderRadius: "50%",
    cursor: "pointer",
    border: isUp ? "3px solid #7a5200" : "3px solid #2c2f36",
    background: isUp ? "#ffc531" : "#9aa0ac",
    boxShadow: isUp ? "0 3px 5px rgb(0 0 0 / 55%)" : "inset 0 2px 4px rgb(0 0 0 / 60%)",
  });
}
