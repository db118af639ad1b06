/** The table: the board in the middle, the pieces beside it, and the hand that moves them. */

import { h, replace } from "../../dom";
import { settings } from "../../settings";
import type { Fill } from "../fill";
import { portrait } from "./draw";
import { Flat } from "./flat";
import { Hand } from "./hand";
import type { Point } from "./layout";
import { Space } from "./space";
import type { MovedPiece, Surface, SurfaceHandlers } from "./surface";
import { TableKeys } from "./table_keys";
import { handState, seenOn, shadeOf } from "./table_sight";
import { Tray } from "./tray";
import { Viewing } from "./viewing";

const STILL = 6;
/** A finger hides what is under it, so a piece hangs above it. */
const ABOVE_FINGER = 56;

/** What the page does when something happens at the table. */
export interface TableEvents {
  readonly changed: () => void;
  readonly say: (text: string) => void;
  /** A cell was pointed at with an empty hand; true if that was meant for the page. */
  readonly picked: (cell: number) => boolean;
}

export class Table {
  readonly element: HTMLElement;
  /** Options that fit but lead to no solution, as far as is known. */
  dead: ReadonlySet<number> = new Set();
  /** Options that are shown instead of what lies there. */
  shown: readonly number[] | null = null;
  /** Pieces on their way out of the board, shown in space instead of what lies there. */
  moved: readonly MovedPiece[] | null = null;
  /** An option that is lit, and a cell that is marked. */
  lit: number | null = null;
  marked: number | null = null;
  hand: Hand | null = null;
  surface: Surface;
  private readonly room = h("div", { class: "pack-room" });
  private readonly viewing: Viewing | null;
  private readonly tray = new Tray({
    press: (event, piece) => this.pressTray(event, piece),
    key: (piece) => this.takeByKey(piece),
    nameOf: (piece) => this.nameOf(piece),
    shade: (piece) => shadeOf(this.fill, piece),
  });
  private readonly floating = h("div", { class: "pack-floating", hidden: true });
  private readonly stop = new AbortController();
  private readonly keys = new TableKeys(this);
  private pressed: { x: number; y: number; moved: boolean; lifted: boolean } | null = null;
  /** Whether the board is to be shown layer by layer, in which case a press always begins a drag. */
  private isFlat = true;

  constructor(
    public fill: Fill,
    readonly events: TableEvents,
    tools: HTMLElement,
  ) {
    const inSpace = fill.packing.layers > 1;
    const keys = h(
      "p",
      { id: "pack-keys", class: "puzzlery-voice" },
      "N and P choose a piece, arrows move it, R turns it, F turns it over, Enter places it, Delete lifts the piece under the cursor, H gives a hint.",
      inSpace && " Page up and page down change the layer; Shift and arrows look from elsewhere.",
    );
    this.element = h("section", { class: "pack-table" }, this.room, tools, this.tray.element, this.floating, keys);
    this.viewing = inSpace ? new Viewing() : null;
    if (this.viewing) this.room.append(this.viewing.element);
    this.surface = this.laid();
    this.rule();
    const { signal } = this.stop;
    this.room.addEventListener("pointerdown", () => this.pressed && this.dropped(), { signal, capture: true });
    this.room.addEventListener("keydown", (event) => this.keyed(event), { signal });
    window.addEventListener("pointermove", (event) => this.pointed(event), { signal });
    window.addEventListener("pointerup", (event) => this.released(event), { signal });
    window.addEventListener("pointercancel", () => this.dropped(), { signal });
  }

  dispose(): void {
    this.stop.abort();
    this.surface.dispose();
    this.element.remove();
  }

  focus(): void {
    this.surface.element.focus({ preventScroll: true });
  }

  draw(): void {
    if (this.isFlat !== this.wantsFlat) this.lay();
    this.drawBoard();
    // While a finger is down, what it touches must stay.
    if (!this.pressed) this.tray.draw(this.fill, this.hand, this.dead);
  }

  private get wantsFlat(): boolean {
    return this.viewing === null || !settings.space;
  }

  /** Lay the board out anew, as it is wished to be seen. */
  private lay(): void {
    const held = document.activeElement === this.surface.element;
    this.surface.dispose();
    this.surface = this.laid();
    this.rule();
    if (held) this.focus();
  }

  private rule(): void {
    this.viewing?.show(this.surface instanceof Space ? this.surface : null);
  }

  private laid(): Surface {
    this.isFlat = this.wantsFlat;
    const handlers = {
      press: (x: number, y: number) => this.pressBoard(x, y),
      moved: () => this.drawBoard(),
      lift: (way: 0 | 1 | -1) => this.liftHand(way),
    };
    const surface = (this.isFlat ? null : spaceIfAny(this.fill, handlers)) ?? new Flat(this.fill, handlers);
    this.room.prepend(surface.element);
    return surface;
  }

  /** Take a piece into the hand; false if no copy is left. */
  take(piece: number, orientation = 0, held = 0): boolean {
    if (this.fill.left(piece) <= 0) return false;
    this.hand = new Hand(this.fill, piece, orientation, held);
    this.draw();
    return true;
  }

  drop(): void {
    this.hand = null;
    this.floating.hidden = true;
    this.draw();
  }

  /** Turn what is in the hand, and keep it where it is as well as it can be. */
  turn(way: "turn" | "flip" | "next"): void {
    const { hand } = this;
    if (!hand) return this.events.say("Take a piece first.");
    const { places } = this.surface;
    const near = hand.ghost === null ? undefined : places.middles[this.fill.cellsOf(hand.ghost)[hand.held]!];
    hand[way]();
    if (this.floating.hidden && !hand.anywhere(places, near))
      this.events.say(`${this.nameOf(hand.piece)} fits nowhere this way round.`);
    else if (this.floating.hidden) this.sayGhost();
    this.float();
    this.draw();
  }

  /** Place what the hand holds where its ghost is. */
  place(): void {
    const option = this.hand?.ghost ?? null;
    if (option === null) return;
    this.hand = null;
    this.floating.hidden = true;
    this.fill.place(option);
    this.events.say(`${this.nameOf(this.fill.pieceOf(option))} placed.`);
    this.events.changed();
  }

  /** Take the next or the previous piece that is left. */
  takeNext(step: 1 | -1): void {
    const { pieces } = this.fill.packing;
    let piece = this.hand?.piece ?? (step > 0 ? -1 : pieces.length);
    for (let tries = 0; tries < pieces.length; tries++) {
      piece = (piece + step + pieces.length) % pieces.length;
      if (this.take(piece)) {
        if (this.hand!.anywhere(this.surface.places)) this.sayGhost();
        else this.events.say(`${this.nameOf(piece)} fits nowhere this way round.`);
        return this.draw();
      }
    }
  }

  nameOf(piece: number): string {
    const { id, title } = this.fill.packing.pieces[piece]!;
    return title ? `${id} (${title})` : id;
  }

  where(cell: number): string {
    const [layer, row, column] = this.fill.packing.cells[cell]!.spot;
    return `${this.fill.packing.layers > 1 ? `layer ${layer + 1}, ` : ""}row ${row + 1}, column ${column + 1}`;
  }

  private drawBoard(): void {
    const isFocused = document.activeElement === this.surface.element;
    this.room.dataset["hand"] = handState(this);
    this.surface.draw(seenOn(this, isFocused ? this.keys.cursor : null));
  }

  /** Lift or lower what the hand holds by a layer, as the wheel does. */
  private liftHand(way: 0 | 1 | -1): boolean {
    if (!this.hand || this.hand.ghost === null) return false;
    if (way !== 0) this.hand.rise(way);
    this.drawBoard();
    return true;
  }

  private takeByKey(piece: number): void {
    this.take(piece);
    this.hand?.anywhere(this.surface.places);
    this.focus();
    this.draw();
    this.sayGhost();
  }

  private pressTray(event: PointerEvent, piece: number): void {
    if (event.button !== 0) return;
    // A captured pointer would keep the board from seeing where it goes.
    (event.target as Element).releasePointerCapture?.(event.pointerId);
    this.pressed = { x: event.clientX, y: event.clientY, moved: false, lifted: false };
    if (this.hand?.piece !== piece) this.take(piece);
  }

  /** Put the hand on a pixel of the board; false if there is nothing to be held or lifted. */
  private pressBoard(x: number, y: number): boolean {
    if (this.moved) return false;
    const pressed = { x, y, moved: false, lifted: false };
    const point = this.surface.pointOf(x, y);
    if (this.hand) {
      this.pressed = pressed;
      this.hang(point);
      if (this.hand.ghost === null && !this.isFlat) this.pressed = null;
      return this.pressed !== null;
    }
    const cell = this.surface.cellAt(x, y);
    if (cell === null) return false;
    this.keys.cursor = cell;
    if (this.events.picked(cell)) return true;
    if (this.shown) return false;
    pressed.lifted = this.lift(cell);
    if (!pressed.lifted) return false;
    this.pressed = pressed;
    this.hang(point);
    return true;
  }

  /** Take the piece on a cell back into the hand, held by that cell. */
  lift(cell: number): boolean {
    const option = this.fill.owners()[cell]!;
    if (option < 0) return false;
    if (this.fill.isGiven(option)) {
      this.events.say("This piece is given; it stays.");
      return false;
    }
    this.fill.lift(option);
    this.take(this.fill.pieceOf(option), this.fill.orientationOf(option), this.fill.cellsOf(option).indexOf(cell));
    this.hand!.ghost = option;
    this.events.changed();
    return true;
  }

  private pointed(event: PointerEvent): void {
    if (!this.hand || (!this.pressed && !this.isOver(event))) return;
    if (this.pressed && Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y) > STILL)
      this.pressed.moved = true;
    const up = event.pointerType === "touch" ? ABOVE_FINGER : 0;
    this.hang(this.surface.pointOf(event.clientX, event.clientY - up));
    if (this.pressed?.moved) this.float(event.clientX, event.clientY - up);
  }

  private released(event: PointerEvent): void {
    const { pressed } = this;
    this.pressed = null;
    if (!pressed || !this.hand) return;
    if (!pressed.moved && pressed.lifted) return this.draw();
    if (this.hand.ghost !== null && (pressed.moved || this.isOver(event))) return this.place();
    if (!pressed.moved) return this.draw();
    this.events.say(`${this.nameOf(this.hand.piece)} is back among the pieces.`);
    this.drop();
  }

  private dropped(): void {
    const { pressed } = this;
    this.pressed = null;
    if (pressed?.moved) this.drop();
  }

  private isOver(event: PointerEvent): boolean {
    return event.target instanceof Node && this.surface.element.contains(event.target);
  }

  private hang(point: Point): void {
    const hand = this.hand!;
    const before = [hand.ghost, hand.barred];
    hand.over(point, this.surface.places);
    if (hand.ghost !== before[0] || hand.barred !== before[1]) this.drawBoard();
  }

  /** Show the piece itself at a pixel, or where it was before. */
  private float(x?: number, y?: number): void {
    if (!this.hand) return;
    const wanted = `${this.hand.piece} ${this.hand.orientation}`;
    if (this.floating.dataset["shape"] !== wanted) {
      this.floating.dataset["shape"] = wanted;
      replace(
        this.floating,
        portrait(this.hand.shape.cells, { shade: shadeOf(this.fill, this.hand.piece), letter: "", kind: "lying" }),
      );
    }
    if (x === undefined || y === undefined) return;
    this.floating.hidden = false;
    // In space the ghost alone tells where the piece is.
    this.floating.classList.toggle("over", !this.isFlat && this.hand.ghost !== null);
    this.floating.style.setProperty("--unit", `${this.surface.unit}px`);
    this.floating.style.translate = `${x}px ${y}px`;
  }

  sayGhost(): void {
    const { hand } = this;
    if (hand && hand.ghost !== null) {
      const hopeless = this.dead.has(hand.ghost) ? "; no solution after this" : "";
      this.events.say(
        `${this.nameOf(hand.piece)} at ${this.where(this.fill.cellsOf(hand.ghost)[hand.held]!)}${hopeless}.`,
      );
    }
  }

  private keyed(event: KeyboardEvent): void {
    if (event.target === this.surface.element && this.keys.press(event)) this.drawBoard();
  }
}

/** The board in space; null in a browser that has no WebGL, where the layers are shown instead. */
function spaceIfAny(fill: Fill, handlers: SurfaceHandlers): Space | null {
  try {
    return new Space(fill, handlers);
  } catch {
    return null;
  }
}
