/** Sketches: points in a plane and the cycles that moves make of them, and the text that says so. */

export interface Dot {
  readonly x: number;
  readonly y: number;
  readonly color: string;
}

/** A move: its cycles, each a list of the numbers of points. */
export interface Turn {
  readonly name: string;
  readonly cycles: readonly (readonly number[])[];
}

export interface Sketch {
  readonly dots: readonly Dot[];
  readonly turns: readonly Turn[];
}

export const EMPTY: Sketch = { dots: [], turns: [{ name: "a", cycles: [] }] };
/** Points come to lie on a grid, so that they line up. */
const STEP = 0.25;
const NAMES = "abcdefghijklmnopqrstuvw";

export function snapped(value: number): number {
  return Math.round(value / STEP) * STEP;
}

/** A sketch with one more point; none where one is already. */
export function withDot(sketch: Sketch, dot: Dot): Sketch {
  const [x, y] = [snapped(dot.x), snapped(dot.y)];
  if (sketch.dots.some((other) => other.x === x && other.y === y)) return sketch;
  return { ...sketch, dots: [...sketch.dots, { x, y, color: dot.color }] };
}

export function moved(sketch: Sketch, number: number, x: number, y: number): Sketch {
  return {
    ...sketch,
    dots: sketch.dots.map((dot, k) => (k === number ? { ...dot, x: snapped(x), y: snapped(y) } : dot)),
  };
}

/** A sketch without a point; the cycles through it close over the gap. */
export function withoutDot({ dots, turns }: Sketch, number: number): Sketch {
  const kept = (cycle: readonly number[]): number[] =>
    cycle.filter((dot) => dot !== number).map((dot) => (dot > number ? dot - 1 : dot));
  return {
    dots: dots.filter((_, k) => k !== number),
    turns: turns.map((turn) => ({ ...turn, cycles: turn.cycles.map(kept).filter(({ length }) => length > 1) })),
  };
}

/** A sketch in which a move makes one more cycle; the move's earlier cycles through its points give way. */
export function withCycle(sketch: Sketch, turn: number, cycle: readonly number[]): Sketch {
  if (cycle.length < 2) return sketch;
  const turns = sketch.turns.map((old, k) =>
    k === turn
      ? { ...old, cycles: [...old.cycles.filter((other) => !other.some((dot) => cycle.includes(dot))), cycle] }
      : old,
  );
  return { ...sketch, turns };
}

/** A sketch with another move, under the first letter that is free. */
export function withTurn(sketch: Sketch): Sketch {
  const name = [...NAMES].find((letter) => !sketch.turns.some((turn) => turn.name === letter));
  return name ? { ...sketch, turns: [...sketch.turns, { name, cycles: [] }] } : sketch;
}

export function withoutCycles(sketch: Sketch, turn: number): Sketch {
  return { ...sketch, turns: sketch.turns.map((old, k) => (k === turn ? { ...old, cycles: [] } : old)) };
}

/** The sketch as TOML; moves without cycles are left out. */
export function written(name: string, { dots, turns }: Sketch): string {
  const stickers = dots.map(({ x, y, color }) => `  { color = ${JSON.stringify(color)}, at = [${x}, ${y}, 0] },`);
  const moves = turns
    .filter(({ cycles }) => cycles.length > 0)
    .map((turn) => `${turn.name} = "${turn.cycles.map((cycle) => `(${cycle.join(" ")})`).join("")}"`);
  return [`name = ${JSON.stringify(name)}`, "stickers = [", ...stickers, "]", "", "[moves]", ...moves, ""].join("\n");
}

/** The sketch that a text was written from; null if it was not. */
export function parsed(text: string): Sketch | null {
  const dots = [...text.matchAll(/^ {2}\{ color = "([^"\\]+)", at = \[(-?[\d.]+), (-?[\d.]+), 0\] \},$/gm)].map(
    ([, color, x, y]) => ({ color: color!, x: Number(x), y: Number(y) }),
  );
  const [, moves = ""] = text.split("\n[moves]\n");
  const turns = [...moves.matchAll(/^([a-w]) = "((?:\([\d ]+\))+)"$/gm)].map(([, name, cycles]) => ({
    name: name!,
    cycles: [...cycles!.matchAll(/\(([\d ]+)\)/g)].map(([, inner]) => inner!.split(" ").map(Number)),
  }));
  const sketch = { dots, turns: turns.length > 0 ? turns : EMPTY.turns };
  const name = /^name = "([^"\\]*)"/.exec(text)?.[1] ?? "";
  return dots.length > 0 && written(name, sketch) === text ? sketch : null;
}
