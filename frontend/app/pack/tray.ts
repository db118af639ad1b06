/** The tray: the pieces that are left, each to be taken by pointer or key. */

import { h, replace } from "../dom";
import { settings } from "../settings";
import { portrait } from "./draw";
import type { Fill } from "./fill";
import type { Hand } from "./hand";

/** What the table does when a piece of the tray is touched. */
export interface TrayHandlers {
  readonly press: (event: PointerEvent, piece: number) => void;
  readonly key: (piece: number) => void;
  readonly nameOf: (piece: number) => string;
  readonly shade: (piece: number) => string;
}

export class Tray {
  readonly element = h("div", { class: "pack-tray", role: "group", "aria-label": "Pieces" });
  /** What is shown now, so that it is made anew only when that changes. */
  private shown = "";

  constructor(private readonly handlers: TrayHandlers) {}

  draw(fill: Fill, hand: Hand | null, dead: ReadonlySet<number>): void {
    const hopeless = fill.packing.pieces.map((_, piece) => fill.fitting(piece).every((option) => dead.has(option)));
    const seen = JSON.stringify([
      settings.palette,
      hand?.piece,
      hand?.orientation,
      ...hopeless.map((none, piece) => [fill.left(piece), none]),
    ]);
    if (seen === this.shown) return;
    this.shown = seen;
    const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["piece"] : undefined;
    replace(this.element, ...hopeless.map((none, piece) => this.choice(fill, hand, piece, none)));
    if (held !== undefined)
      this.element.querySelector<HTMLElement>(`[data-piece="${held}"]`)?.focus({ preventScroll: true });
  }

  private choice(fill: Fill, hand: Hand | null, piece: number, hopeless: boolean): HTMLElement | null {
    const left = fill.left(piece);
    if (left <= 0) return null;
    const mine = hand?.piece === piece;
    const shape = fill.packing.pieces[piece]!.orientations[mine ? hand.orientation : 0];
    const plain = this.handlers.nameOf(piece);
    const name = `${plain}${left > 1 ? `, ${left} left` : ""}${hopeless ? ", no place leads to a solution" : ""}`;
    const button = h(
      "button",
      {
        type: "button",
        class: `pack-choice${hopeless ? " hopeless" : ""}`,
        "aria-pressed": String(mine),
        "aria-label": name,
        title: name,
        "data-piece": String(piece),
      },
      shape ? portrait(shape.cells, { shade: this.handlers.shade(piece), letter: "", kind: "lying" }) : plain,
      left > 1 && h("small", {}, `×${left}`),
    );
    button.addEventListener("pointerdown", (event) => this.handlers.press(event, piece));
    button.addEventListener("click", (event) => event.detail === 0 && this.handlers.key(piece));
    return button;
  }
}
