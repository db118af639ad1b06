import { describe, expect, it, vi } from "vitest";
import { applied, solved } from "../viewer/state";
import { scenes } from "../viewer/testing/scenes";
import { countsOf, Paint } from "./check/paint";
import { found } from "./chooser";
import { labels, manyInks } from "./pieces/colors";
import { Line, writtenMove } from "./play/line";
import { pointed } from "./play/notation";
import { clockText } from "./play/timer";
import { note, parsed, written } from "./router";

const { cube } = scenes;
const turn = (name: string) => cube.moves.find((move) => move.name === name)!;
const step = (name: string, amount = 1) => ({ text: writtenMove(turn(name), amount), move: turn(name), amount });

describe("lines", () => {
  it("remember every state, and forget what was undone when a new step comes", () => {
    const line = new Line(solved(cube));
    for (const name of ["R", "U", "F"]) line.add(step(name));
    line.at = 1;
    expect(line.state).toEqual(applied(solved(cube), turn("R"), 1));
    line.add(step("L", -1));
    expect(line.text).toBe("R L'");
    expect(line.at).toBe(2);
  });

  it("do not count rotations of the whole puzzle", () => {
    const line = new Line(solved(cube));
    for (const name of ["x", "R", "y"]) line.add(step(name));
    expect(line.count).toBe(1);
  });

  it("write moves as people do", () => {
    const half = { ...turn("R"), name: "R2", order: 2 };
    expect(writtenMove({ ...turn("R"), name: "UR", mark: "+" }, -3)).toBe("UR3-");
    expect([
      writtenMove(turn("R"), 1),
      writtenMove(turn("R"), -1),
      writtenMove(turn("R"), -2),
      writtenMove(half, -1),
    ]).toEqual(["R", "R'", "R2'", "R2"]);
  });
});

describe("addresses", () => {
  it("are not led back by a late note about the puzzle that was left", () => {
    const noted: string[] = [];
    vi.stubGlobal("location", { hash: "#/play/skewb" });
    vi.stubGlobal("history", { replaceState: (_: unknown, __: string, address: string) => noted.push(address) });
    const query = new URLSearchParams({ alg: "R" });
    note({ page: "play", puzzle: "2x2x2", query });
    note({ page: "solve", puzzle: "skewb", query });
    note({ page: "play", puzzle: "skewb", query });
    vi.unstubAllGlobals();
    expect(noted).toEqual(["#/play/skewb?alg=R"]);
  });

  it("survive being written and read", () => {
    const route = {
      page: "play",
      puzzle: "2x2x2 + dino",
      query: new URLSearchParams({ alg: "R U' (F, 3)", view: "1,2,3" }),
    };
    const again = parsed(written(route));
    expect([again.page, again.puzzle, again.query.toString()]).toEqual([
      route.page,
      route.puzzle,
      route.query.toString(),
    ]);
  });

  it("lead to the start when they say nothing", () => {
    expect(parsed("")).toMatchObject({ page: "home", puzzle: "" });
    expect(written(parsed("#/pack"))).toBe("#/pack");
    expect(parsed("#/check/%E0%A4%A")).toMatchObject({ page: "check", puzzle: "%E0%A4%A" });
  });
});

it("points at the fault of a long text", () => {
  expect(pointed("R U Q F", 4)).toEqual({ line: "R U Q F", caret: "    ^" });
  const { line, caret } = pointed(`${"R ".repeat(40)}Q`, 80);
  expect(line[caret.length - 1]).toBe("Q");
});

it("finds puzzles by any word, those named so first", () => {
  const entry = (name: string, description: string) => ({ name, family: "f", aliases: [], description });
  const all = [entry("gear cube", "cogs"), entry("cogwheel", "x"), entry("skewb", "corners")];
  expect(found(all, "COG").map(({ name }) => name)).toEqual(["cogwheel", "gear cube"]);
  expect(found(all, "")).toHaveLength(3);
});

it("tells time in minutes, seconds and hundredths", () => {
  expect([clockText(0), clockText(9_994), clockText(61_234)]).toEqual(["0.00", "9.99", "1:01.23"]);
});

describe("paint", () => {
  it("can be taken back and made again", () => {
    const paint = new Paint([0, 1, 2]);
    paint.swap(0, 2);
    paint.color([1], 2);
    expect(paint.colors).toEqual([2, 2, 0]);
    expect(countsOf(paint.colors, 3)).toEqual([1, 0, 2]);
    paint.undo();
    paint.undo();
    paint.undo();
    expect(paint.colors).toEqual([0, 1, 2]);
    paint.redo();
    expect(paint.colors).toEqual([2, 1, 0]);
  });
});

it("gives every set of stickers a shade of its own", () => {
  expect(new Set(manyInks(60).map(({ shade }) => shade)).size).toBe(60);
  expect(labels([[0, 2], [1]], 4)).toEqual([0, 1, 0, -1]);
});
