import { describe, expect, it } from "vitest";
import type { PackingView } from "../../api/schema";
import { coded, decoded, Fill, together } from "./fill";
import { Hand } from "./table/hand";
import { columnsFor, Layout } from "./table/layout";

const square = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
] as const;
const cell = (row: number, column: number, layer = 0) => ({
  spot: [layer, row, column] as const,
  x: column + 0.5,
  y: row + 0.5,
  z: layer,
  corners: square,
  label: "",
  optional: false,
});
const drawn = (...spots: [number, number][]) =>
  spots.map(([row, column]) => ({ x: column, y: row, layer: 0, corners: square }));
const shades = { standard: "#ff0000" };

/** A dot and a domino on a board of 1 × 3, with all ways to place them. */
const packing: PackingView = {
  name: "tiny",
  lattice: "square",
  layers: 1,
  cells: [cell(0, 0), cell(0, 1), cell(0, 2)],
  pieces: [
    { id: "dot", title: "", shades, low: 1, most: 1, orientations: [{ cells: drawn([0, 0]), turn: 0, flip: 0 }] },
    { id: "D", title: "", shades, low: 1, most: 1, orientations: [{ cells: drawn([0, 0], [0, 1]), turn: 0, flip: 0 }] },
  ],
  options: [
    [0, 0, 0],
    [0, 0, 1],
    [0, 0, 2],
    [1, 0, 0, 1],
    [1, 0, 1, 2],
  ],
};

describe("filling", () => {
  it("takes only what fits, and each piece as often as there are copies", () => {
    const fill = new Fill(packing);
    fill.place(0);
    fill.place(3);
    fill.place(2);
    expect(fill.placed).toEqual([0]);
    expect(fill.fitting(1)).toEqual([4]);
    fill.place(4);
    expect(fill.owners()).toEqual([0, 4, 4]);
  });

  it("goes back and forth, and never lifts what is given", () => {
    const fill = new Fill(packing, [0]);
    fill.place(4);
    fill.lift(0);
    fill.lift(4);
    expect(fill.placed).toEqual([0]);
    fill.undo();
    expect(fill.placed).toEqual([0, 4]);
    fill.undo();
    fill.undo();
    expect([fill.placed, fill.canUndo]).toEqual([[0], false]);
    fill.redo();
    expect(fill.placed).toEqual([0, 4]);
  });

  it("survives an address, and drops what that cannot mean", () => {
    expect(decoded(packing, coded(packing, [4, 0]))).toEqual([4, 0]);
    expect(decoded(packing, "dot.7_D.1.2_nonsense")).toEqual([4]);
    expect(together(packing, [4, 3, 0])).toEqual([4, 0]);
  });
});

describe("a hand", () => {
  const layout = new Layout(packing, 300, 100);

  it("lands where the held cell is nearest, and nowhere far off", () => {
    const hand = new Hand(new Fill(packing), 1, 0, 1);
    hand.over(layout.middles[2]!, layout);
    expect(hand.ghost).toBe(4);
    hand.over({ x: 40, y: 40 }, layout);
    expect(hand.ghost).toBeNull();
  });

  it("is led by arrows from place to place", () => {
    const hand = new Hand(new Fill(packing), 0);
    hand.anywhere(layout, layout.middles[0]);
    hand.move("right", layout);
    expect(hand.ghost).toBe(1);
    hand.move("left", layout);
    hand.move("left", layout);
    expect(hand.ghost).toBe(0);
  });
});

it("puts layers in as many columns as makes them largest", () => {
  expect([columnsFor(3, 3, 3, 900, 300), columnsFor(3, 3, 3, 300, 900), columnsFor(4, 3, 3, 500, 500)]).toEqual([
    3, 1, 2,
  ]);
});
