/** The keys of the table: pieces are taken, moved, turned, placed and lifted without a pointer. */

import { ARROWS } from "../../../viewer/hand/beside";
import { type Direction, nextCell, overOrUnder } from "./layout";
import type { Table } from "./table";

export class TableKeys {
  /** The cell that keys act on while no piece is in the hand. */
  cursor = 0;

  constructor(private readonly table: Table) {}

  /** Do what a key stands for; false if the board need not be drawn for it. */
  press(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const isLook = event.shiftKey || ["+", "-", "Home"].includes(event.key);
    if (isLook && this.table.surface.look(event.key)) {
      event.preventDefault();
      return false;
    }
    const direction = ARROWS[event.key];
    const act = direction ? () => this.go(direction) : this.actions()[event.key.toLowerCase()];
    if (!act) return false;
    event.preventDefault();
    act();
    return true;
  }

  private actions(): Record<string, () => void> {
    const { table } = this;
    const enter = (): void =>
      table.hand ? table.place() : void (table.events.picked(this.cursor) || table.lift(this.cursor));
    const remove = (): void => (table.hand ? table.drop() : this.remove());
    return {
      n: () => table.takeNext(1),
      p: () => table.takeNext(-1),
      r: () => table.turn("turn"),
      f: () => table.turn("flip"),
      t: () => table.turn("next"),
      pageup: () => this.rise(1),
      pagedown: () => this.rise(-1),
      enter,
      " ": enter,
      delete: remove,
      backspace: remove,
      escape: () => table.drop(),
    };
  }

  private remove(): void {
    const { fill, events } = this.table;
    const option = fill.owners()[this.cursor]!;
    if (option < 0) return;
    fill.lift(option);
    events.changed();
  }

  private go(direction: Direction): void {
    const { table } = this;
    if (table.hand) {
      table.hand.move(direction, table.surface.places);
      return table.sayGhost();
    }
    this.put(nextCell(this.cursor, [...table.fill.packing.cells.keys()], table.surface.places, direction));
  }

  /** Go to a higher or lower layer. */
  private rise(way: 1 | -1): void {
    const { table } = this;
    if (table.hand) {
      table.hand.rise(way);
      return table.sayGhost();
    }
    const { packing } = table.fill;
    this.put(overOrUnder(this.cursor, [...packing.cells.keys()], packing, way));
  }

  private put(next: number | null): void {
    if (next === null) return;
    const { table } = this;
    this.cursor = next;
    const owner = table.fill.owners()[next]!;
    table.events.say(`${table.where(next)}: ${owner < 0 ? "empty" : table.nameOf(table.fill.pieceOf(owner))}`);
  }
}
