/** The hand: a piece that is about to be placed, how it is turned, and where it would land. */

import type { Fill } from "../fill";
import { type Direction, landing, nextCell, overOrUnder, type Places, type Point } from "./layout";

export class Hand {
  /** The option that would be placed now. */
  ghost: number | null = null;
  /** Where nothing would be placed: an option at the pointer that does not fit beside what lies there. */
  barred: number | null = null;
  /** The layer that the held cell was lifted to by hand; it stays there as long as it fits. */
  private level: number | null = null;

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
    const land = (options: readonly number[]): number | null =>
      landing(options, (option) => this.cell(option), places, point);
    const options = this.options();
    const inLayer = options.filter((option) => this.layer(option) === this.level);
    this.ghost = land(inLayer) ?? land(options);
    this.barred = this.ghost === null ? land(this.fill.anywhere(this.piece, this.orientation)) : null;
  }

  /** Put it anywhere near the middle, for hands that have no pointer; true if it fits somewhere. */
  anywhere(places: Places, near?: Point): boolean {
    this.barred = null;
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
    this.level = this.layer(this.ghost);
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
    this.ghost = this.barred = null;
  }

  private options(): number[] {
    return this.fill.fitting(this.piece, this.orientation);
  }

  private cell(option: number): number {
    return this.fill.cellsOf(option)[this.held]!;
  }

  private layer(option: number): number {
    return this.fill.packing.cells[this.cell(option)]!.spot[0];
  }

  private become(options: readonly number[], chosen: number | null): void {
    if (chosen !== null) this.ghost = options[chosen]!;
  }
}
