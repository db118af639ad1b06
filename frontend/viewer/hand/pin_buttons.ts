/** Pin buttons: the drawn pins of a puzzle as buttons, for pointers, keys and screen readers.
 *
 * A button lies over its pin and shows only a ring, so that there is one thing to see and to press.
 * Where no pin is drawn, the button draws itself.
 */

import { Vector3 } from "three";
import { middleOf, points } from "../drawing/polygon";
import type { Pixel } from "./course";
import type { Pin, Pins } from "./pins";

/** The least size of a button in pixels (WCAG 2.2, target size). */
const LEAST_SIZE = 24;

export class PinButtons {
  private readonly buttons: readonly HTMLButtonElement[];
  private readonly rims: readonly (Vector3 | null)[];

  constructor(
    host: HTMLElement,
    private readonly pins: Pins,
    private readonly told: (text: string) => void,
  ) {
    this.rims = pins.pins.map(rimOf);
    this.buttons = pins.pins.map((pin, number) => this.button(pin, number));
    host.append(...this.buttons);
    this.restyle();
  }

  /** Stand where the pins are seen, without those on the side that is turned away. */
  place(project: (point: Vector3) => Pixel, eye: Vector3): void {
    const lifts = this.pins.lifts();
    this.buttons.forEach((button, number) => {
      const { point, normal, drawn } = this.pins.pins[number]!;
      const top = drawn ? point.clone().add(lifts[drawn.number]!) : point;
      const { x, y } = project(top);
      const size = `${Math.max(LEAST_SIZE, this.width(number, top, project))}px`;
      Object.assign(button.style, {
        width: size,
        height: size,
        transform: `translate(${x}px, ${y}px) translate(-50%, -50%)`,
      });
      button.hidden = normal.dot(new Vector3().subVectors(eye, point)) <= 0;
    });
  }

  dispose(): void {
    for (const button of this.buttons) button.remove();
  }

  /** How many pixels wide a drawn pin seems. */
  private width(number: number, top: Vector3, project: (point: Vector3) => Pixel): number {
    const rim = this.rims[number];
    if (!rim) return LEAST_SIZE;
    const [middle, side] = [project(top), project(top.clone().add(rim))];
    return Math.round(2.2 * Math.hypot(side.x - middle.x, side.y - middle.y));
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
      const up = this.pins.upNames;
      this.told(up.length > 0 ? `pins up: ${up.join(", ")}` : "no pin is held up");
    });
    return button;
  }

  private restyle(): void {
    this.buttons.forEach((button, number) =>
      style(button, this.pins.isUp(number), this.pins.pins[number]!.drawn !== null),
    );
  }
}

/** From the middle of a drawn pin to its rim. */
function rimOf({ drawn }: Pin): Vector3 | null {
  if (drawn === null) return null;
  const outline = points(drawn.prop.corners, 0, drawn.prop.corners.length / 3);
  return outline[0]!.clone().sub(middleOf(outline));
}

/** The viewer stands in pages with other style sheets, so a pin brings its own style. */
function style(button: HTMLButtonElement, isUp: boolean, isDrawn: boolean): void {
  button.setAttribute("aria-pressed", String(isUp));
  Object.assign(button.style, {
    position: "absolute",
    left: "0",
    top: "0",
    minWidth: "0",
    minHeight: "0",
    padding: "0",
    borderRadius: "50%",
    cursor: "pointer",
    border: isUp ? "3px solid #ffb300" : isDrawn ? "0" : "3px solid #2c2f36",
    background: isDrawn ? "transparent" : isUp ? "#ffc531" : "#9aa0ac",
    boxShadow: "none",
  });
}
