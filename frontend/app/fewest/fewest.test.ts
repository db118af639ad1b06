import { describe, expect, it } from "vitest";
import type { Branch } from "../../api/schema";
import { handedIn, lineTo, pathTo, rows, turnsIn, written } from "./tree";

function branch(id: string, parent: string, moves: string, deleted = false): Branch {
  return { id, parent, moves, step: `step ${id}`, comment: "", at: 0, changed: 0, deleted };
}

const TREE = [
  branch("a", "", "R U"),
  branch("b", "a", "(F2 D)"),
  branch("c", "b", "L"),
  branch("d", "a", "U2", true),
  branch("e", "d", "B"),
  branch("f", "", "D"),
];

describe("a tree of branches", () => {
  it("makes a line from the scramble to a branch", () => {
    expect(pathTo(TREE, "c").map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(lineTo(TREE, "c")).toBe("R U (F2 D) L");
    expect(lineTo(TREE, "")).toBe("");
  });

  it("lists what hangs on no deleted branch, each before what continues it", () => {
    expect(rows(TREE).map(({ branch: { id }, depth, isLeaf }) => [id, depth, isLeaf])).toEqual([
      ["a", 0, false],
      ["b", 1, false],
      ["c", 2, true],
      ["f", 0, true],
    ]);
  });

  it("does not run in a circle", () => {
    const circle = [branch("a", "b", "R"), branch("b", "a", "U")];
    expect(pathTo(circle, "a")).toHaveLength(2);
    expect(rows(circle)).toEqual([]);
  });

  it("writes moves on the inverse in parentheses, and sums up turns", () => {
    expect(written("R U", "F")).toBe("R U (F)");
    expect(written("", "F")).toBe("(F)");
    expect(turnsIn("R U' (F2 D)")).toBe(4);
    expect(handedIn(pathTo(TREE, "c"))).toEqual([
      "R U  // step a (2/2)",
      "(F2 D)  // step b (2/4)",
      "L  // step c (1/5)",
    ]);
  });
});
