import { describe, expect, it } from "vitest";
import { applied, solved } from "../viewer";
import { scenes } from "../viewer/testing/scenes";
import { between, type MoveRecord, reached, withoutLast, withStep, written } from "./record";

const { cube } = scenes;
const fresh: MoveRecord = { edition: 0, start: [...solved(cube)], turns: [], steps: [] };
const [u, d] = cube.moves as [(typeof cube.moves)[0], (typeof cube.moves)[0]];
const turned = withStep(cube, withStep(cube, fresh, u, 1, "U"), d, -1, "D'");

describe("the moves made in a notebook", () => {
  it("are written as an alg and lead to a state", () => {
    expect(written(turned)).toBe("U D'");
    expect(reached(cube, turned)).toEqual(applied(applied(solved(cube), u, 1), d, -1));
  });

  it("count the turns that Python sent after those of the scene", () => {
    const half = {
      ...u,
      name: "U2",
      sources: u.sources,
      targets: u.sources.map((_, k) => u.targets[u.sources.indexOf(u.targets[k]!)]!),
    };
    const record: MoveRecord = { ...fresh, turns: [half], steps: [{ text: "U2", turn: cube.moves.length, amount: 1 }] };
    expect(reached(cube, record)).toEqual(applied(solved(cube), u, 2));
  });

  it("are shown forth and back move by move, if one begins as the other does", () => {
    expect(between(cube, fresh, turned)).toEqual([
      { move: u, amount: 1 },
      { move: d, amount: -1 },
    ]);
    expect(between(cube, turned, withoutLast(turned))).toEqual([{ move: d, amount: 1 }]);
    const other = withStep(cube, fresh, d, 1, "D");
    expect(between(cube, turned, other)).toBeNull();
    expect(between(cube, fresh, { ...turned, start: [...reached(cube, other)] })).toBeNull();
  });

  it("do not make up a turn that nobody sent", () => {
    expect(() => reached(cube, { ...fresh, steps: [{ text: "Q", turn: 99, amount: 1 }] })).toThrow(
      'no turn 99 for "Q"',
    );
  });
});
