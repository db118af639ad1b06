/** Paint: a coloring that is being made, with every change that can be taken back. */

import { History } from "../history";

/** −1 stands for a place that is not painted yet. */
export type Coloring = readonly number[];

/** How many places show each color. */
export function countsOf(colors: Coloring, total: number): number[] {
  const found = new Array<number>(total).fill(0);
  for (const color of colors) if (color >= 0) found[color]! += 1;
  return found;
}

export class Paint extends History<Coloring> {
  get colors(): Coloring {
    return this.now;
  }

  get blank(): number {
    return this.now.filter((color) => color < 0).length;
  }

  set(colors: Coloring): void {
    if (colors.every((color, place) => color === this.now[place])) return;
    this.change([...colors]);
  }

  color(places: Iterable<number>, color: number): void {
    const next = [...this.now];
    for (const place of places) next[place] = color;
    this.set(next);
  }

  swap(a: number, b: number): void {
    const next = [...this.now];
    [next[a], next[b]] = [next[b]!, next[a]!];
    this.set(next);
  }
}
