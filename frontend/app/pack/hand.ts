/** The hand: a piece that is about to be placed, how it is turned, and where it would land. */

import type { Fill } from "./fill";
import { type Direction, landing, nextCell, overOrUnder, type Places, type Point } from "./layout";

export class Hand {
  /** The option that would be placed now. */
  ghost: number | null = null;

  /** `held` is the number of the cell, among those of the piece, that follows the pointer. */
  constructor(
    private readonly fill: Fill,
    readonly piece: number,
    public orientation = 0,
    public held = 0,
  ) {}

  get shape() {
    return this.fill.packing.pieces[this.piece]!.orientations[this.orientation]!;
  }

  /** Let it hang over a point of the board. */
  over(point: Point, places: Places): void {
    this.ghost = landing(this.options(), (option) => this.cell(option), places, point);
  }

  /** Put it anywhere near the middle, for hands that have no pointer; true if it fits somewhere. */
  anywhere(places: Places, near?: Point): boolean {
    const point = near ?? { x: places.width / 2, y: places.height / 2 };
    this.ghost = landing(this.options(), (option) => this.cell(option), places, point, Infinity);
    return this.ghost !== null;
  }

  move(direction: Direction, places: Places): void {
    if (this.ghost === null) return void this.anywhere(places);
    const options = this.options().filter((option) => option !== this.ghost);
    this.become(
      options,
      nextCell(
        this.cell(this.ghost),
        options.map((option) => this.cell(option)),
        places,
        direction,
      ),
    );
  }

  /** Lift it by a layer, or let it down. */
  rise(way: 1 | -1): void {
    if (this.ghost === null) return;
    const options = this.options();
    this.become(
      options,
      overOrUnder(
        this.cell(this.ghost),
        options.map((option) => this.cell(option)),
        this.fill.packing,
        way,
      ),
    );
  }

  turn(): void {
    this.hold(this.shape.turn);
  }

  flip(): void {
    this.hold(this.shape.flip);
  }

  /** The next orientation of all, however it comes about. */
  next(): void {
    const { orientations } = this.fill.packing.pieces[this.piece]!;
    this.hold((this.orientation + 1) % orientations.length);
  }

  private hold(orientation: number): void {
    this.orientation = orientation;
    this.ghost = null;
  }

  private options(): number[] {
    return this.fill.fitting(this.piece, this.orientation);
  }

  private cell(option: number): number {
    return this.fill.cellsOf(option)[this.held]!;
  }

  private become(options: readonly number[], chosen: number | null): void {
    if (chosen !== null) this.ghost = options[chosen]!;
  }
}
