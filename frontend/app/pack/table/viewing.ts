/** Viewing: whether a board of several layers is shown in space or layer by layer, and how. */

import { h } from "../../dom";
import { explained, lookMenu } from "../../look";
import { change, settings } from "../../settings";
import type { Space } from "./space";

const WAYS = [
  ["Space", true],
  ["Layers", false],
] as const;

export class Viewing {
  readonly element: HTMLElement;
  private readonly ways: HTMLButtonElement[];
  private readonly spread = slider("Spread layers", "Lift the layers apart", 2, () => this.apply());
  private readonly clear = slider("See-through", "Look through the pieces in front", 1, () => this.apply());
  private readonly looks: HTMLElement;
  private space: Space | null = null;

  constructor() {
    this.ways = WAYS.map(([name, space]) =>
      h("button", { type: "button", role: "radio", onclick: () => change({ space }) }, name),
    );
    this.looks = lookMenu(
      "space-menu",
      this.spread.element,
      this.clear.element,
      h("button", { type: "button", class: "soft", onclick: () => this.space?.home() }, "Reset view"),
    );
    this.element = h(
      "div",
      { class: "pack-viewing" },
      h("div", { class: "segments", role: "radiogroup", "aria-label": "How the board is shown" }, ...this.ways),
      this.looks,
    );
  }

  /** Rule over this board in space, or over none. */
  show(space: Space | null): void {
    this.space = space;
    this.looks.hidden = space === null;
    this.ways.forEach((way, k) => way.setAttribute("aria-checked", String(WAYS[k]![1] === settings.space)));
    if (space) this.apply();
  }

  private apply(): void {
    if (!this.space) return;
    this.space.spread = this.spread.value();
    this.space.seeThrough = this.clear.value();
  }
}

interface Slider {
  readonly element: HTMLElement;
  readonly value: () => number;
}

function slider(name: string, sentence: string, most: number, changed: () => void): Slider {
  const input = h("input", { type: "range", min: "0", max: String(most), step: "0.02", value: "0" });
  input.addEventListener("input", changed);
  return { element: explained(name, sentence, input), value: () => Number(input.value) };
}
