import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import type { PackingView } from "../../../api/schema";
import { Fill } from "../fill";
import { jointMatrix, joints } from "./bodies";
import { Hand } from "./hand";
import { landing } from "./layout";
import { Perspective } from "./perspective";

const cells = [0, 1, 2].flatMap((layer) =>
  [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) => ({
      spot: [layer, row, column] as const,
      x: column,
      y: row,
      z: layer,
      corners: [],
      label: "",
      optional: false,
    })),
  ),
);
const number = (layer: number, row: number, column: number): number => 9 * layer + 3 * row + column;
/** A single ball that fits everywhere on a box of 3 × 3 × 3. */
const box: PackingView = {
  name: "box",
  lattice: "cubic",
  layers: 3,
  cells,
  pieces: [{ id: "dot", title: "", shades: {}, low: 1, most: 1, orientations: [{ cells: [], turn: 0, flip: 0 }] }],
  options: cells.map((_, cell) => [0, 0, cell]),
};

function seen(): Perspective {
  const perspective = new Perspective(box);
  perspective.resize(800, 600);
  return perspective;
}

describe("a board in space", () => {
  it("has each cell where the ray through its pixel meets it first or behind others", () => {
    const perspective = seen();
    const { middles } = perspective.places();
    cells.forEach((_, cell) => {
      const at = { x: middles[cell]!.x * perspective.unit, y: middles[cell]!.y * perspective.unit };
      expect(perspective.met(at, [cell])).toBe(cell);
    });
    expect(perspective.met({ x: 1, y: 1 }, [...cells.keys()])).toBeNull();
  });

  it("shows the front of the top before what is below it", () => {
    const perspective = seen();
    const { middles } = perspective.places();
    const corner = number(2, 2, 2);
    const at = { x: middles[corner]!.x * perspective.unit, y: middles[corner]!.y * perspective.unit };
    expect(perspective.met(at, [...cells.keys()])).toBe(corner);
  });

  it("lets pieces fall as deep as they can", () => {
    const perspective = seen();
    const places = perspective.places();
    const aim = places.middles[number(0, 1, 1)]!;
    const near = [...cells.keys()].filter(
      (cell) => Math.hypot(places.middles[cell]!.x - aim.x, places.middles[cell]!.y - aim.y) < 0.3,
    );
    const landed = landing([...cells.keys()], (option) => option, places, aim)!;
    expect(cells[landed]!.z).toBe(Math.min(...near.map((cell) => cells[cell]!.z)));
  });

  it("spreads its layers apart and grows no wider", () => {
    const perspective = seen();
    perspective.spread = 1;
    const step = new Vector3().subVectors(perspective.spots[number(1, 0, 0)]!, perspective.spots[number(0, 0, 0)]!);
    expect(step.toArray()).toEqual([0, 2, 0]);
  });

  it("is gone through by keys: arrows within a layer, pages from layer to layer", () => {
    const places = seen().places();
    const hand = new Hand(new Fill(box), 0);
    hand.ghost = number(0, 1, 1);
    for (const way of ["left", "right", "up", "down"] as const) {
      hand.ghost = number(1, 1, 1);
      hand.move(way, places);
      expect(hand.ghost).not.toBe(number(1, 1, 1));
      expect(cells[hand.ghost]!.z).toBe(1);
    }
    hand.ghost = number(0, 1, 1);
    hand.rise(1);
    expect(hand.ghost).toBe(number(1, 1, 1));
    hand.rise(-1);
    hand.rise(-1);
    expect(hand.ghost).toBe(number(0, 1, 1));
  });
});

describe("a piece in the hand", () => {
  it("stays in the layer that it was lifted to while the pointer goes on", () => {
    const places = seen().places();
    const hand = new Hand(new Fill(box), 0);
    hand.over(places.middles[number(0, 1, 1)]!, places);
    expect(cells[hand.ghost!]!.z).toBe(0);
    hand.rise(1);
    hand.over(places.middles[number(1, 1, 0)]!, places);
    expect(hand.ghost).toBe(number(1, 1, 0));
  });

  it("shows what it would cover where it does not fit", () => {
    const places = seen().places();
    const [corner, far] = [number(0, 2, 0), number(2, 0, 2)];
    // Two equal dots, and room for one of them in the corner only.
    const full: PackingView = {
      ...box,
      pieces: [{ ...box.pieces[0]!, most: 2 }],
      options: [
        [0, 0, corner],
        [0, 0, far],
      ],
    };
    const hand = new Hand(new Fill(full, [0]), 0);
    hand.over(places.middles[corner]!, places);
    expect([hand.ghost, hand.barred]).toEqual([null, 0]);
    hand.over(places.middles[far]!, places);
    expect([hand.ghost, hand.barred]).toEqual([1, null]);
  });
});

describe("joints", () => {
  it("are between cells that touch", () => {
    expect(joints([cells[0]!, cells[1]!, cells[3]!, cells[26]!])).toEqual([
      [0, 1],
      [0, 2],
    ]);
  });

  it("reach from one cell to the other", () => {
    const [from, to] = [new Vector3(1, 2, 3), new Vector3(2, 2, 3)];
    const matrix = jointMatrix(from, to);
    expect(new Vector3(0, -0.5, 0).applyMatrix4(matrix).distanceTo(from)).toBeLessThan(1e-9);
    expect(new Vector3(0, 0.5, 0).applyMatrix4(matrix).distanceTo(to)).toBeLessThan(1e-9);
  });
});
