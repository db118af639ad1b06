import { describe, expect, it } from "vitest";
import { Pace } from "./pace";

function sharpnessAfter(...waits: readonly number[]): number {
  const pace = new Pace();
  for (const wait of waits) pace.note(wait);
  return pace.sharpness;
}

const many = (count: number, wait: number): number[] => new Array<number>(count).fill(wait);

describe("the pace of frames", () => {
  it("keeps a picture sharp while frames come in time, and after a single late one", () => {
    expect(sharpnessAfter(...many(500, 17))).toBe(1);
    expect(sharpnessAfter(17, 100, 17, 100, 17)).toBe(1);
  });

  it("draws it as coarse as it may after one frame that is very late", () => {
    expect(sharpnessAfter(17, 600)).toBe(sharpnessAfter(...many(100, 100)));
  });

  it("draws a moving picture coarser while frames are late, down to a limit", () => {
    const levels = [2, 4, 6, 100].map((count) => sharpnessAfter(...many(count, 100)));
    expect(levels[0]).toBeLessThan(1);
    expect(levels[1]).toBeLessThan(levels[0]!);
    expect(levels.slice(2)).toEqual([levels[1], levels[1]]);
    expect(levels[1]).toBeGreaterThanOrEqual(0.4);
  });

  it("draws it sharp again when there is time, and stays where frames are neither late nor soon", () => {
    expect(sharpnessAfter(...many(4, 300), ...many(40, 17))).toBe(1);
    expect(sharpnessAfter(...many(2, 100), ...many(400, 40))).toBe(sharpnessAfter(...many(2, 100)));
  });

  it("begins with the fewest pixels where frames are expected to be late", () => {
    const pace = new Pace();
    pace.expectLate();
    expect(pace.sharpness).toBe(sharpnessAfter(...many(100, 100)));
    for (const wait of many(40, 17)) pace.note(wait);
    expect(pace.sharpness).toBe(1);
  });
});
