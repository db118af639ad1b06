import { Line3, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import type { Scene } from "../scene";
import { scenes } from "../testing/scenes";
import { MANY, SEVERAL } from "./detail";
import { CUT, edgesOf, FOLD, JOINT } from "./edges";
import { loweredOutline } from "./foot";
import { merged } from "./geometry";
import { hullOf } from "./hull";
import { netOutlines } from "./net";
import { contains, inset, middleOf, normalOf, room, triangles } from "./polygon";
import { usualColor } from "./props";
import { DIRECTIONS, footprintOf } from "./shadow";
import { extentOf, outlineOf, solidsOf } from "./solids";
import type { StyleName } from "./style";
import { STICKER, Vertices } from "./vertices";

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
  const made = (scene: Scene, style: StyleName = "stickers") => {
    const extent = extentOf(scene);
    return merged(solidsOf(scene, extent), scene.props, extent, 0, style);
  };
  const at = (vertices: Vertices, row: number): Vector3 => new Vector3(...vertices.position(row));
  const rowsOf = (vertices: Vertices): number[] => Array.from({ length: vertices.count }, (_, row) => row);
  const cases = Object.entries(scenes).flatMap(([name, scene]) =>
    (["stickers", "stickerless"] as const).map((style) => [`${name} ${style}`, scene, style] as const),
  );

  it.each(cases)("holds every sticker, in one set of finite arrays: %s", (_, scene, style) => {
    const vertices = made(scene, style);
    const rows = rowsOf(vertices);
    const stickers = new Set(rows.filter((row) => vertices.kind(row) === STICKER).map((row) => vertices.item(row)));
    expect([...stickers].sort((a, b) => a - b)).toEqual(scene.colors.map((__, place) => place));
    expect(vertices.indices.every((row) => row < vertices.count)).toBe(true);
    expect(rows.every((row) => [...vertices.position(row), ...vertices.normal(row)].every(Number.isFinite))).toBe(true);
  });

  it.each(cases)("faces the way of its normals, but for slivers: %s", (_, scene, style) => {
    const vertices = made(scene, style);
    let wrong = 0;
    let whole = 0;
    for (let k = 0; k < vertices.indices.length; k += 3) {
      const [a, b, c] = [0, 1, 2].map((step) => vertices.indices[k + step]!) as [number, number, number];
      const across = at(vertices, b)
        .sub(at(vertices, a))
        .cross(at(vertices, c).sub(at(vertices, a)));
      whole += across.length();
      if (across.dot(new Vector3(...vertices.normal(a))) < 0) wrong += across.length();
    }
    expect(wrong / whole).toBeLessThan(0.005);
  });

  it.each(cases)("lies within the solid that it draws: %s", (_, scene, style) => {
    const vertices = made({ ...scene, props: [] }, style);
    const planes = hullOf(
      scene.colors.map((__, place) => {
        const outline = outlineOf(scene, place);
        return { outline, normal: normalOf(outline), place };
      }),
      1,
    );
    let most = -Infinity;
    for (const row of rowsOf(vertices)) {
      const point = at(vertices, row);
      for (const { normal, offset } of planes) most = Math.max(most, normal.dot(point) - offset);
    }
    expect(most).toBeLessThan(1e-5);
  });

  it("leaves plastic around stickers with round corners, also where a piece bends around an edge", () => {
    const vertices = made(scenes.cube);
    const rows = rowsOf(vertices).filter((row) => vertices.kind(row) === STICKER);
    for (const place of [0, 5, 10]) {
      const outline = outlineOf(scenes.cube, place);
      const corners = rows.filter((row) => vertices.item(row) === place).map((row) => at(vertices, row));
      const away = (point: Vector3, k: number): number => {
        const [from, to] = [outline[k]!, outline[(k + 1) % outline.length]!];
        return new Line3(from, to).closestPointToPoint(point, true, new Vector3()).distanceTo(point);
      };
      const margins = outline.map((__, k) => Math.min(...corners.map((corner) => away(corner, k))));
      expect(Math.min(...margins)).toBeGreaterThan(0.05 * room(outline));
      for (const corner of outline) {
        const nearest = Math.min(...corners.map((point) => point.distanceTo(corner)));
        // A sharp corner would be √2 margins away.
        expect(nearest).toBeGreaterThan(1.7 * Math.max(...margins));
      }
    }
  });

  it("seals the grooves: below them the feet of neighbors share their corners", () => {
    const extent = extentOf(scenes.cube);
    const solids = solidsOf(scenes.cube, extent);
    const depth = 0.1;
    const sides = solids.flatMap((solid) => solid.sides.filter(({ place }) => place >= 0));
    const hull = hullOf(sides, extent.radius);
    const top = sides.filter(({ normal }) => normal.y > 0.9);
    const corners = top.flatMap((side) => loweredOutline(side, depth, hull));
    // Four feet tile the top of a cube of half side 1, lowered by the depth on all sides.
    const spots = new Set(corners.map(({ x, y, z }) => [x, y, z].map((value) => value.toFixed(4)).join()));
    expect(spots.size).toBe(9);
    for (const { x, y, z } of corners) {
      expect(y).toBeCloseTo(0.9);
      for (const value of [x, z])
        expect([0, 0.9].some((wanted) => Math.abs(Math.abs(value) - wanted) < 1e-6)).toBe(true);
    }
  });

  it("leaves details out the more stickers there are, and inner walls while nothing is open", () => {
    const extent = extentOf(scenes.cube);
    const solids = solidsOf(scenes.cube, extent);
    const [few, several, many] = [24, SEVERAL + 1, MANY + 1].map((count) => {
      const list = Array.from({ length: Math.ceil(count / 24) }, () => solids).flat();
      const { triangles: all, closed } = merged(list, [], extent, 0);
      return { all: all / (3 * list.length), closed: closed / (3 * list.length) };
    });
    expect(several!.all).toBeLessThan(0.6 * few!.all);
    expect(many!.all).toBeLessThan(0.3 * several!.all);
    // Two triangles of a sticker and two of the ground below it.
    expect(many!.closed).toBe(4);
    expect(several!.closed).toBeLessThan(several!.all);
    expect(few!.closed).toBe(few!.all);
  });
});

describe("edges", () => {
  it("are folds within a piece, cuts between pieces, and joints within one side of a piece", () => {
    const extent = extentOf(scenes.cube);
    const kinds = (scene: Scene): number[][] =>
      edgesOf(
        scene.colors.map((_, place) => ({
          outline: outlineOf(scene, place),
          normal: normalOf(outlineOf(scene, place)),
          piece: scene.pieces[place]!,
        })),
        extent.radius,
      ).map((edges) => edges.map(({ kind }) => kind).sort());
    // Each sticker of a 2x2x2 has two sides on its own corner, and two toward other corners.
    expect(kinds(scenes.cube)).toEqual(Array.from({ length: 24 }, () => [CUT, CUT, FOLD, FOLD]));
    const one = { ...scenes.cube, pieces: scenes.cube.pieces.map(() => 0) };
    expect(kinds(one)).toEqual(Array.from({ length: 24 }, () => [FOLD, FOLD, JOINT, JOINT]));
  });

  it("know the angle of a fold: tan 45° at the edges of a cube", () => {
    const place = (outline: number[][]) => outline.map((corner) => new Vector3(...corner));
    const top = {
      outline: place([
        [0, 0, 0],
        [1, 0, 0],
        [1, 0, -1],
        [0, 0, -1],
      ]),
      normal: new Vector3(0, 1, 0),
      piece: 0,
    };
    const front = {
      outline: place([
        [1, 0, 0],
        [0, 0, 0],
        [0, -1, 0],
        [1, -1, 0],
      ]),
      normal: new Vector3(0, 0, 1),
      piece: 0,
    };
    expect(edgesOf([top, front], 1)[0]![0]).toEqual({ kind: FOLD, slope: 1 });
  });
});

describe("the shadow", () => {
  it("has the outline of what stands above it, and of what touches the floor", () => {
    const vertices = new Vertices();
    const surface = { item: 0, kind: 0, middle: new Vector3(), tint: [0, 0, 0] as const };
    for (const [x, y, z] of [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 0, 1],
      [0, 0, -1],
      [3, 2, 0],
    ]) {
      vertices.add(x!, y!, z!, new Vector3(0, 1, 0), surface, 1);
    }
    const { floor, reach, touch } = footprintOf(vertices, new Vector3());
    expect(floor).toBe(0);
    expect(reach[0]).toBeCloseTo(3);
    expect(touch[0]).toBeCloseTo(1);
    expect(touch).toHaveLength(DIRECTIONS);
  });
});

describe("props", () => {
  it("of several places have the color that most of them show", () => {
    const colors = [4, 2, 2, 2, 5];
    expect(usualColor([0, 1, 2, 3, 4], (place) => colors[place]!)).toBe(2);
  });
});

describe("the net", () => {
  it("lays every sticker somewhere else, and a face in one square", () => {
    const outlines = netOutlines(scenes.cube);
    const middles = outlines.map((outline) => {
      const sum = outline.reduce(([x, y], [a, b]) => [x + a, y + b] as const, [0, 0] as const);
      return [sum[0] / outline.length, sum[1] / outline.length] as const;
    });
    const spots = new Set(middles.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`));
    expect(spots.size).toBe(24);
    // A cross of four by three faces of side 2, whose stickers have side 1.
    const across = middles.map(([x]) => x);
    expect(Math.max(...across) - Math.min(...across)).toBeCloseTo(7);
  });
});
