import { describe, expect, it } from "vitest";
import type { DisassemblyResponse } from "../../api/schema";
import { moment } from "./apart_moment";

/** Piece 7 goes a step to the right, then 8 leaves upwards; 9 and 7 part after that. */
const found: DisassemblyResponse = {
  verdict: "apart",
  level: "2",
  words: "",
  solution: [7, 8, 9],
  locked: [],
  steps: [
    { words: "one", moving: [7], leaves: false, pieces: at([7, 1, 0], [8, 0, 0], [9, 0, 0]) },
    { words: "two", moving: [8], leaves: true, pieces: at([7, 1, 0], [8, 0, 4], [9, 0, 0]) },
    { words: "three", moving: [9], leaves: true, pieces: at([7, 1, 0], [9, 0, 3]) },
  ],
};

function at(...pieces: [number, number, number][]) {
  return pieces.map(([option, x, z]) => ({ option, shift: [x, 0, z] as [number, number, number] }));
}

describe("a moment of taking apart", () => {
  it("begins with all pieces where they lie", () => {
    expect(moment(found, 0)).toEqual([7, 8, 9].map((option) => ({ option, shift: [0, 0, 0], gone: 0 })));
  });

  it("has after each move the places that the server told", () => {
    for (const [k, step] of found.steps.entries())
      for (const { option, shift } of moment(found, k + 0.999999)) {
        const told = step.pieces.find((piece) => piece.option === option)!;
        told.shift.forEach((part, axis) => {
          expect(shift[axis]).toBeCloseTo(part, 4);
        });
      }
  });

  it("moves only what moves, without a jump", () => {
    for (let place = 0; place < 3; place += 0.05) {
      const now = new Map(moment(found, place).map((piece) => [piece.option, piece]));
      for (const { option, shift } of moment(found, Math.min(3, place + 0.01))) {
        const before = now.get(option);
        if (!before) continue;
        expect(Math.hypot(...shift.map((part, axis) => part - before.shift[axis]!))).toBeLessThan(0.2);
      }
    }
  });

  it("fades what leaves for good, and shows it no more afterwards", () => {
    const gone = (place: number, option: number) => moment(found, place).find((piece) => piece.option === option)?.gone;
    expect(gone(1.2, 8)).toBe(0);
    expect(gone(1.9, 8)).toBeGreaterThan(0.5);
    expect(gone(2.5, 8)).toBeUndefined();
    expect(gone(3, 9)).toBe(1);
    expect(gone(3, 7)).toBe(0);
  });
});
