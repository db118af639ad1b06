import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { scenes } from "../testing/scenes";
import { merged } from "./geometry";
import { contains, inset, middleOf, normalOf, room, rounded, triangles } from "./polygon";
import { coreRadius, extentOf, solidsOf } from "./solids";

const square = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
].map(([x, y]) => new Vector3(x, y, 0));
const up = new Vector3(0, 0, 1);

describe("polygons", () => {
  it("have a normal by the right-hand rule and a room up to the nearest edge", () => {
    expect(normalOf(square).toArray()).toEqual([0, 0, 1]);
    expect(room(square)).toBeCloseTo(1);
  });

  it("keep every edge of an inset at the distance asked for", () => {
    const small = inset(square, up, 0.25);
    expect(room(small)).toBeCloseTo(0.75);
    expect(middleOf(small).distanceTo(middleOf(square))).toBeLessThan(1e-9);
  });

  it("stay inside themselves when rounded", () => {
    const soft = rounded(square, 0.5);
    expect(soft).toHaveLength(12);
    for (const point of soft) expect(point.x >= 0 && point.x <= 2 && point.y >= 0 && point.y <= 2).toBe(true);
  });

  it("are filled by triangles of the same area, convex or not", () => {
    const arrow = [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 1],
    ].map(([x, y]) => new Vector3(x, y, 0));
    for (const [outline, area] of [
      [square, 4],
      [arrow, 6],
    ] as const) {
      const sum = triangles(outline, up).reduce((total, corners) => {
        const [a, b, c] = corners.map((k) => outline[k]!);
        const across = new Vector3().subVectors(b!, a!).cross(new Vector3().subVectors(c!, a!));
        expect(across.z).toBeGreaterThanOrEqual(0);
        return total + across.z / 2;
      }, 0);
      expect(sum).toBeCloseTo(area);
    }
  });

  it("tell what lies inside", () => {
    expect(contains(square, up, new Vector3(1, 1, 0))).toBe(true);
    expect(contains(square, up, new Vector3(3, 1, 0))).toBe(false);
  });
});

describe("merged geometry", () => {
  it.each(Object.entries(scenes))("holds every sticker once, in one set of arrays: %s", (_, scene) => {
    const extent = extentOf(scene);
    const made = merged(solidsOf(scene, extent), extent, coreRadius(scene, extent));
    const stickers = new Set(made.items.filter((__, row) => made.looks[2 * row + 1] === 1));
    expect([...stickers].sort((a, b) => a - b)).toEqual(scene.colors.map((__, place) => place));
    expect(made.positions.length).toBe(3 * made.count);
    expect(made.indices.every((row) => row < made.count)).toBe(true);
    expect(made.positions.every(Number.isFinite)).toBe(true);
  });

  it.each(Object.entries(scenes))("faces outward: %s", (_, scene) => {
    const extent = extentOf(scene);
    const made = merged(solidsOf(scene, extent), extent, 0);
    const corner = (row: number): Vector3 => new Vector3().fromArray(made.positions, 3 * row);
    for (let k = 0; k < made.indices.length; k += 3) {
      const [a, b, c] = [0, 1, 2].map((step) => made.indices[k + step]!);
      const across = corner(b!)
        .sub(corner(a!))
        .cross(corner(c!).sub(corner(a!)));
      const normal = new Vector3().fromArray(made.normals, 3 * a!);
      expect(across.dot(normal)).toBeGreaterThan(-1e-6);
    }
  });

  it("has grooves that close inward: the sides of neighbors meet where no sticker is", () => {
    const extent = extentOf(scenes.cube);
    const made = merged(solidsOf(scenes.cube, extent), extent, 0);
    const inner = [...made.items.keys()]
      .filter((row) => made.looks[2 * row + 1] === 0)
      .map((row) => new Vector3().fromArray(made.positions, 3 * row))
      .filter((point) => point.length() < 1e-9);
    // Eight cubes come together in the middle, each with three sides.
    expect(inner).toHaveLength(24);
  });

  it("lies within the bodies that it draws", () => {
    const extent = extentOf(scenes.cube);
    const made = merged(solidsOf(scenes.cube, extent), extent, 0);
    expect(Math.max(...made.positions.map(Math.abs))).toBeLessThanOrEqual(1 + 1e-6);
  });
});
