import { describe, expect, it } from "vitest";
import { Remaining } from "./remaining";

/** Reports of a search that goes on to the next length, each of which takes a factor longer. */
function* reports(factor: number, first: number, phases: number, every = 0.25): Generator<[number, number, number]> {
  let [began, takes] = [0, first];
  for (let phase = 0; phase < phases; phase++) {
    for (let at = 0; at < takes; at += every) {
      // Work comes in lumps: the part that is done is not quite even in time.
      const even = at / takes;
      yield [Math.min(1, even + 0.04 * Math.sin(20 * even) * even), began + at, takes - at];
    }
    began += takes;
    takes *= factor;
  }
}

describe("the time that is left", () => {
  it("never leaps by an order, and is right within a factor of two from a fifth to nine tenths", () => {
    const remaining = new Remaining();
    let before: number | null = null;
    let last = 0;
    for (const [part, seconds, left] of reports(13, 0.5, 4)) {
      const anew = part < last - 0.01;
      last = part;
      const told = remaining.hear(part, seconds);
      if (told !== null && before !== null && !anew && Math.max(told, before) > 1) {
        expect(Math.max(told, before) / Math.max(Math.min(told, before), 0.1)).toBeLessThan(10);
      }
      if (told !== null && part > 0.2 && part < 0.9) {
        expect(told / left).toBeGreaterThan(0.5);
        expect(told / left).toBeLessThan(2);
      }
      before = told;
    }
  });

  it("expects the next length to take as much longer as the last one did", () => {
    const remaining = new Remaining();
    for (const [part, seconds] of reports(10, 1, 3)) remaining.hear(part, seconds);
    // 1 + 10 + 100 seconds have passed; the next length takes about 1000.
    const told = remaining.hear(0.0001, 111.5)!;
    expect(told).toBeGreaterThan(300);
    expect(told).toBeLessThan(3000);
  });

  it("is not made up of the first moments", () => {
    const remaining = new Remaining();
    expect(remaining.hear(0.001, 5)).toBeNull();
    expect(remaining.hear(0.5, 0.2)).toBeNull();
    expect(remaining.hear(null, 10)).toBeNull();
  });
});
