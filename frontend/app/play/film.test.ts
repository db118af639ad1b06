import { describe, expect, it } from "vitest";
import { apng, chunks } from "../../viewer/exports/apng";
import { MOST_PICTURES, momentsOf } from "./moments";

describe("films", () => {
  it("go through all steps in order, and rest at both ends", () => {
    const moments = momentsOf(3, 1);
    expect([moments[0]!.at, moments.at(-1)!.at]).toEqual([0, 3]);
    for (let k = 1; k < moments.length; k++) expect(moments[k]!.at).toBeGreaterThan(moments[k - 1]!.at);
    expect(moments[0]!.milliseconds).toBeGreaterThan(moments[1]!.milliseconds);
  });

  it("have no more pictures than can be shared, however long the line", () => {
    for (const steps of [1, 30, 200, 239, 5000]) {
      const moments = momentsOf(steps, 0.25);
      expect(moments.length).toBeLessThanOrEqual(MOST_PICTURES);
      expect([moments[0]!.at, moments.at(-1)!.at]).toEqual([0, steps]);
    }
  });

  it("go round once without steps", () => {
    const around = momentsOf(0, 1).map((moment) => moment.around);
    expect([around[0], Math.max(...around) < 360]).toEqual([0, true]);
  });
});

/** A PNG of one white pixel, written by another program (zlib). */
const PIXEL = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="),
  (c) => c.charCodeAt(0),
);

describe("animated PNG", () => {
  it("keeps every picture, numbers them on, and loops for ever", () => {
    const made = chunks(apng([1, 2, 3].map((k) => ({ png: PIXEL, milliseconds: 10 * k }))));
    expect(made.map(({ type }) => type)).toEqual([
      "IHDR",
      "acTL",
      "fcTL",
      "IDAT",
      "fcTL",
      "fdAT",
      "fcTL",
      "fdAT",
      "IEND",
    ]);
    expect([...made[1]!.data]).toEqual([0, 0, 0, 3, 0, 0, 0, 0]);
    const numbers = made.filter(({ type }) => type === "fcTL" || type === "fdAT").map(({ data }) => data[3]);
    expect(numbers).toEqual([0, 1, 2, 3, 4]);
  });

  it("refuses what is no PNG", () => {
    expect(() => apng([{ png: Uint8Array.of(1, 2, 3), milliseconds: 1 }])).toThrow("no PNG");
  });
});
