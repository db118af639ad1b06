import { describe, expect, it } from "vitest";
import type { SolveJob } from "../../api/schema";
import { scenes } from "../../viewer/testing/scenes";
import { secondsText } from "./duration";
import { givenBy, givenTo, isSame, queryOf, readColors, writtenColors } from "./given";
import { summary, told } from "./jobs";
import { laid } from "./parts";
import { proof } from "./results";
import { written } from "./solve_form";

const NAMES = ["white", "red", "green"];
const job = (change: Partial<SolveJob>): SolveJob => ({
  id: "1",
  kind: "solve",
  status: "done",
  request: { puzzle: "2x2x2", alg: "R U" },
  progress: null,
  result: null,
  error: null,
  created: 0,
  started: 0,
  finished: 1,
  ...change,
});
const solution = (length: number) => ({
  alg: "",
  length,
  metric: "OBTM",
  optimal: false,
  method: "m",
  nodes: 0,
  reads: 0,
  seconds: 0,
  parts: [],
  history: [],
  note: "",
});

describe("given states", () => {
  it("survive being written into an address", () => {
    for (const colors of [
      [0, 5, 35],
      [0, 36, 7],
    ]) {
      expect(readColors(writtenColors(colors))).toEqual(colors);
      const given = { kind: "colors", colors } as const;
      expect(givenBy(new URLSearchParams(queryOf(given)))).toEqual(given);
    }
    expect(writtenColors([0, 5, 35])).toBe("05z");
  });

  it("are what the play page made: the scramble, then the moves", () => {
    expect(givenBy(new URLSearchParams({ setup: "R U ", alg: "F" }))).toEqual({ kind: "alg", alg: "R U F" });
  });

  it("are known again in the job that solved them", () => {
    const painted = job({ request: { puzzle: "p", alg: "", coloring: ["green", "white"] } });
    expect(isSame(givenTo(painted, NAMES), { kind: "colors", colors: [2, 0] })).toBe(true);
    expect(isSame(givenTo(job({}), NAMES), { kind: "alg", alg: "R U" })).toBe(true);
    expect(isSame(givenTo(job({}), NAMES), { kind: "alg", alg: "R" })).toBe(false);
  });
});

it("lays parts end to end on the timeline", () => {
  const turn = scenes.cube.moves[0]!;
  const read = (...texts: string[]) => ({
    alg: "",
    length: 0,
    metric: "",
    error: null,
    turns: [turn],
    moves: texts.map((text) => ({ text, turn: 0 })),
  });
  const part = (name: string, ...texts: string[]) => ({ name, note: "", read: read(...texts) });
  const { steps, stretches } = laid([part("one", "U"), part("none"), part("two", "U", "U")]);
  expect(stretches.map(({ name, from, to }) => [name, from, to])).toEqual([
    ["one", 0, 1],
    ["none", 1, 1],
    ["two", 1, 3],
  ]);
  expect(steps.map(({ move }) => move)).toEqual([turn, turn, turn]);
});

it("tells what came of a job", () => {
  expect(summary(job({ result: { solutions: [solution(7), solution(6)] } }))).toBe("6 moves, 2 solutions");
  expect(summary(job({ status: "cancelled" }))).toBe("cancelled");
  expect(proof({ ...solution(1), optimal: true })).toBe("no shorter one exists");
});

it("tells times in words that fit their size", () => {
  expect([0.001, 0.123, 4.56, 12.3, 185, 7500, 1e6].map(secondsText)).toEqual([
    "under 0.01 s",
    "0.12 s",
    "4.6 s",
    "12 s",
    "3 min 5 s",
    "2 h 5 min",
    "11 d 13 h",
  ]);
});

it("tells the time left as the server estimates it, and none where there is no estimate", () => {
  const progress = { done: 1, total: 9, note: "length 17", seconds: 12, fraction: 1 / 9, seconds_left: 185.4 };
  expect(told(job({ progress }))).toBe("length 17 · 12 s, about 3 min 5 s left");
  expect(told(job({ progress: { ...progress, seconds_left: null } }))).toBe("length 17 · 12 s");
  expect(told(job({ progress: { ...progress, seconds_left: 0 } }))).toBe("length 17 · 12 s, about 1 s left");
});

it("takes an empty field for no limit", () => {
  expect([written(""), written(" "), written("x"), written("2.5"), written("0")]).toEqual([null, null, null, 2.5, 0]);
});
