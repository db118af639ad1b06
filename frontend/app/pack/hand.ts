/** The hand: a piece that is about to be placed, how it is turned, and where it would land. */

import type { Fill } from "./fill";
import { beside, type Direction, landing, type Layout, type Point } from "./layout";

export class Hand {
  /** The option that would be placed now. */
  ghost: number | null = null;

  /** `held` is the number of the cell, among those of the piece, that follows the pointer. */
  constructor(private readonly fill: Fill, readonly piece: number, public orientation = 0, public held = 0) {}

  get shape() {
    return this.fill.packing.pieces[this.piece]!.orientations[this.orientation]!;
  }

  /** Let it hang over a point of the board. */
  over(point: Point, layout: Layout): void {
    this.ghost = landing(this.options(), (option) => this.fill.cellsOf(option)[this.held]!, layout, point);
  }

  /** Put it anywhere near the middle, for hands that have no pointer; true if it fits somewhere. */
  anywhere(layout: Layout, near?: Point): boolean {
    const point = near ?? { x: layout.width / 2, y: layout.height / 2 };
    this.ghost = landing(this.options(), (option) => this.fill.cellsOf(option)[this.held]!, layout, point, Infinity);
    return this.ghost !== null;
  }

  move(direction: Direction, layout: Layout): void {
    if (this.ghost === null) return void this.anywhere(layout);
    const options = this.options().filter((option) => option !== this.ghost);
    const points = options.map((option) => this.middle(option, layout));
    const next = beside(this.middle(this.ghost, layout), points, direction);
    if (next !== null) this.ghost = options[next]!;
  }

  turn(): void {
    this.become(this.shape.turn);
  }

  flip(): void {
    this.become(this.shape.flip);
  }

  /** The next orientation of all, however it comes about. */
  next(): void {
    const { orientations } = this.fill.packing.pieces[this.piece]!;
    this.become((this.orientation + 1) % orientations.length);
  }

  private become(orientation: number): void {
    this.orientation = orientation;
    this.ghost = null;
  }

  private options(): number[] {
    return this.fill.fitting(this.piece, this.orientation);
  }

  private middle(option: number, layout: Layout): Point {
    return layout.middles[this.fill.cellsOf(option)[this.held]!]!;
  }
}
