import { describe, expect, it } from "vitest";
import { scenes } from "../../viewer/testing/scenes";
import { baseOf, definition, glue, gluedOf, nameOf, parsed, range, written } from "./draft";
import {
  EMPTY,
  parsed as sketched,
  withCycle,
  withDot,
  withoutDot,
  withTurn,
  written as writtenSketch,
} from "./sketch";

describe("drafts", () => {
  it("are read from a description and written as it was", () => {
    expect(written(parsed("c f 0.5 v 0.6")!)).toBe("c f 0.5 v 0.6");
    for (const none of ["3x3x3", "c", "c f", "c f x", "c q 1", `c${" f 0.1".repeat(7)}`])
      expect(parsed(none)).toBeNull();
  });

  it("have planes within the solid only", () => {
    expect(range("c", "v").most).toBeLessThan(Math.sqrt(3));
    expect(range("c", "f")).toEqual({ least: 0, most: 0.99 });
  });
});

describe("bandages", () => {
  const { pieces } = scenes.cube;

  it("hold whole pieces, and become one where they meet", () => {
    const other = pieces.findIndex((piece) => piece !== pieces[0]);
    const third = pieces.findIndex((piece) => piece !== pieces[0] && piece !== pieces[other]);
    const one = glue([], pieces, 0, other);
    expect(one.map(({ length }) => length)).toEqual([6]);
    expect(glue(one, pieces, third, third)).toHaveLength(2);
    expect(glue(one, pieces, other, third).map(({ length }) => length)).toEqual([9]);
  });
});

describe("definitions", () => {
  it("tell what they were made of", () => {
    const text = definition('a "b"', "cuts", "c f 0.5", [[0, 1], [4]]);
    expect([baseOf(text), gluedOf(text)]).toEqual([{ key: "cuts", base: "c f 0.5" }, [[0, 1], [4]]]);
    expect(nameOf(definition("mine", "catalog", "3x3x3", []))).toBe("mine");
  });

  it("of points and cycles have no base", () => {
    expect(baseOf('stickers = ["red"]\n[moves]\na = "(0 1)"')).toBeNull();
    expect(gluedOf("")).toEqual([]);
  });
});

describe("sketches", () => {
  const row = [0, 1, 2, 3].reduce((sketch, x) => withDot(sketch, { x, y: 0.1, color: "red" }), EMPTY);

  it("have at most one point in a place of the grid", () => {
    expect(row.dots.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
    expect(withDot(row, { x: 1.05, y: -0.05, color: "blue" })).toBe(row);
  });

  it("let a new cycle of a move take the place of those that it meets", () => {
    const turned = withCycle(withCycle(row, 0, [0, 1]), 0, [1, 2, 3]);
    expect(turned.turns[0]!.cycles).toEqual([[1, 2, 3]]);
    expect(withCycle(row, 0, [2])).toBe(row);
  });

  it("close their cycles over a point that is taken away", () => {
    const turned = withCycle(withCycle(row, 0, [0, 2, 3]), 0, [1, 1]);
    expect(withoutDot(turned, 2).turns[0]!.cycles[0]).toEqual([0, 2]);
    expect(withoutDot(withCycle(row, 0, [0, 1]), 0).turns[0]!.cycles).toEqual([]);
  });

  it("are read from the text that they were written as, and from no other", () => {
    const two = withCycle(withCycle(withTurn(row), 0, [0, 1, 2]), 1, [2, 3]);
    const text = writtenSketch("a row", two);
    expect(sketched(text)).toEqual(two);
    expect(text).toContain('b = "(2 3)"');
    expect(sketched(`${text}glued = [[0, 1]]\n`)).toBeNull();
    expect(sketched('name = "x"\ncuts = "c f 0.5"\n')).toBeNull();
  });
});
