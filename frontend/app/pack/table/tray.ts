/** The tray: the pieces that are left, each to be taken by pointer or key. */

import { h, replace } from "../../dom";
import { settings } from "../../settings";
import type { Fill } from "../fill";
import { portrait } from "./draw";
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

  private choice(fill: Fill, hand: Hand | null, piece: number, hopeless: boolean): HTMLElement {
    const left = fill.left(piece);
    const mine = hand?.piece === piece;
    const { orientations } = fill.packing.pieces[piece]!;
    const plain = this.handlers.nameOf(piece);
    const look = { shade: this.handlers.shade(piece), letter: "", kind: "lying" } as const;
    // The room of a piece stays as it is when the piece is turned or placed, so that nothing beside it moves.
    const room = orientations[0] ? portrait(orientations[0].cells, look) : h("span", {}, plain);
    if (left <= 0) return h("span", { class: "pack-choice-room", "aria-hidden": "true" }, room);
    const name = `${plain}${left > 1 ? `, ${left} left` : ""}${hopeless ? ", no place leads to a solution" : ""}`;
    const turned = mine && hand.orientation > 0 ? portrait(orientations[hand.orientation]!.cells, look) : null;
    turned?.classList.add("turned");
    const button = h(
      "button",
      {
        type: "button",
        class: `pack-choice${hopeless ? " hopeless" : ""}${turned ? " replaced" : ""}`,
        "aria-pressed": String(mine),
        "aria-label": name,
        title: name,
        "data-piece": String(piece),
      },
      room,
      turned,
      left > 1 && h("small", {}, `×${left}`),
    );
    button.addEventListener("pointerdown", (event) => this.handlers.press(event, piece));
    button.addEventListener("click", (event) => event.detail === 0 && this.handlers.key(piece));
    return button;
  }
}
