/** Filling a board: which options lie there, what fits beside them, and the way back. */

import type { PackingView } from "../../api/schema";
import { History } from "../history";

export class Fill extends History<readonly number[]> {
  /** For each piece the numbers of its options. */
  private readonly ofPiece: number[][];

  /** `given` options lie there from the start and cannot be lifted. */
  constructor(
    readonly packing: PackingView,
    readonly given: readonly number[] = [],
    placed: readonly number[] = [],
  ) {
    super([...given, ...placed]);
    this.ofPiece = packing.pieces.map(() => []);
    packing.options.forEach(([piece], option) => this.ofPiece[piece!]!.push(option));
  }

  get placed(): readonly number[] {
    return this.now;
  }

  pieceOf(option: number): number {
    return this.packing.options[option]![0]!;
  }

  orientationOf(option: number): number {
    return this.packing.options[option]![1]!;
  }

  cellsOf(option: number): readonly number[] {
    return this.packing.options[option]!.slice(2);
  }

  isGiven(option: number): boolean {
    return this.given.includes(option);
  }

  /** For each cell the option that covers it, or -1. */
  owners(placed: readonly number[] = this.now): number[] {
    const owners = new Array<number>(this.packing.cells.length).fill(-1);
    for (const option of placed) for (const cell of this.cellsOf(option)) owners[cell] = option;
    return owners;
  }

  /** How many copies of a piece are still to hand. */
  left(piece: number): number {
    return this.packing.pieces[piece]!.most - this.now.filter((option) => this.pieceOf(option) === piece).length;
  }

  /** The options of a piece in an orientation, whatever lies there. */
  anywhere(piece: number, orientation: number): number[] {
    return this.ofPiece[piece]!.filter((option) => this.orientationOf(option) === orientation);
  }

  /** The options of a piece, in one orientation or any, that fit beside what lies there. */
  fitting(piece: number, orientation?: number): number[] {
    if (this.left(piece) <= 0) return [];
    const owners = this.owners();
    return this.ofPiece[piece]!.filter(
      (option) =>
        (orientation === undefined || this.orientationOf(option) === orientation) &&
        this.cellsOf(option).every((cell) => owners[cell] === -1),
    );
  }

  fits(option: number): boolean {
    return this.fitting(this.pieceOf(option)).includes(option);
  }

  place(option: number): void {
    if (this.fits(option)) this.set([...this.now, option]);
  }

  lift(option: number): void {
    if (!this.isGiven(option)) this.set(this.now.filter((other) => other !== option));
  }

  set(placed: readonly number[]): void {
    this.change([...placed]);
  }

  clear(): void {
    if (this.now.length > this.given.length) this.set(this.given);
  }
}

/** Options as they stand in an address: `A.0.1.12_B.4.5.6`, pieces by name and cells by number. */
export function coded(packing: PackingView, options: readonly number[]): string {
  return options
    .map((option) => {
      const [piece, , ...cells] = packing.options[option]!;
      return [packing.pieces[piece!]!.id, ...cells].join(".");
    })
    .join("_");
}

/** The options that an address names; what is no option of this packing is left out. */
export function decoded(packing: PackingView, text: string): number[] {
  const numbers = new Map(packing.options.map((_, option) => [coded(packing, [option]), option]));
  return text
    .split("_")
    .map((word) => numbers.get(word))
    .filter((option) => option !== undefined);
}

/** Of these options those that can lie together, the first ones first. */
export function together(packing: PackingView, options: readonly number[]): number[] {
  const fill = new Fill(packing);
  for (const option of options) fill.place(option);
  return [...fill.placed];
}

/** The board that an address names: what is given, and what lies beside it. */
export function readFill(packing: PackingView, query: URLSearchParams): Fill {
  const given = together(packing, decoded(packing, query.get("given") ?? ""));
  const all = together(packing, [...given, ...decoded(packing, query.get("placed") ?? "")]);
  return new Fill(packing, given, all.slice(given.length));
}

export function queryOf({ packing, given, placed }: Fill): URLSearchParams {
  return new URLSearchParams({ given: coded(packing, given), placed: coded(packing, placed.slice(given.length)) });
}
