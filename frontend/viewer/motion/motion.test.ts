import { Matrix4, type Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { outlineOf } from "../drawing/solids";
import { applied, solved } from "../state";
import { scenes } from "../testing/scenes";
import { carrier } from "./carry";
import { carriedPoint, motionOf, partMatrices } from "./motion";
import { QUARTER_TIME, TurnQueue } from "./turn_queue";

function sameCorners(a: readonly Vector3[], b: readonly Vector3[]): boolean {
  return a.every((corner) => b.some((other) => corner.distanceTo(other) < 1e-4));
}

describe("motions", () => {
  it.each([
    ["cube", scenes.cube],
    ["gears", scenes.gears],
  ] as const)("carry outlines onto outlines: %s", (_, scene) => {
    for (const move of scene.moves) {
      const motion = motionOf(move, scene.colors.length);
      const target = new Map(move.sources.map((source, k) => [source, move.targets[k]!]));
      scene.colors.forEach((__, place) => {
        const turned = outlineOf(scene, place).map((corner) => carriedPoint(motion, place, corner, 1));
        expect(sameCorners(turned, outlineOf(scene, target.get(place) ?? place))).toBe(true);
      });
    }
  });

  it("give each part one matrix that does what its spins do one after the other", () => {
    const { gears } = scenes;
    const motion = motionOf(gears.moves[0]!, gears.colors.length);
    const matrices = partMatrices(motion, 0.37);
    gears.colors.forEach((_, place) => {
      const corner = outlineOf(gears, place)[0]!;
      const by = carriedPoint(motion, place, corner, 0.37);
      expect(corner.applyMatrix4(matrices[motion.part[place]!]!).distanceTo(by)).toBeLessThan(1e-9);
    });
  });

  it("move cogs about axles of their own while the layer turns", () => {
    const motion = motionOf(scenes.gears.moves[0]!, scenes.gears.colors.length);
    expect(Math.max(...motion.spins.map((spins) => spins.length))).toBe(2);
  });
});

describe("carried stickers", () => {
  it.each([
    ["cube", scenes.cube, "R"],
    ["square", scenes.square, "/"],
  ] as const)("stand where the motions brought them one after the other: %s", (_, scene, name) => {
    const { poses } = carrier(scene);
    const other = scene.moves.find((move) => move.name === "U")!;
    const first = scene.moves.find((move) => move.name === name)!;
    let state = solved(scene);
    let stood = scene.colors.map(() => new Matrix4());
    // By three twelfths at a time no corner of a Square-1 comes to lie across the slice.
    for (const move of [first, other, other, other, first, other, other, other, first]) {
      const motion = motionOf(move, scene.colors.length);
      const matrices = partMatrices(motion, 1);
      stood = stood.map((pose, k) => new Matrix4().multiplyMatrices(matrices[motion.part[state[k]!]!]!, pose));
      state = applied(state, move, 1);
    }
    poses(state).forEach((pose, k) => {
      pose.elements.forEach((value, at) => expect(value).toBeCloseTo(stood[k]!.elements[at]!, 4));
    });
  });
});

describe("turns that are shown", () => {
  const turn = (to: number) => ({ move: scenes.cube.moves[0]!, from: 0, to, by: "hand" as const, done: () => {} });

  it("begin when they are asked for, so that a late frame need not show their beginning", () => {
    const queue = new TurnQueue();
    queue.add(turn(1), 1000);
    expect(queue.advance(990).current!.amount).toBe(0);
    expect(queue.advance(1000 + QUARTER_TIME / 2).current!.amount).toBeCloseTo(0.5, 9);
    expect(queue.advance(1000 + QUARTER_TIME).finished.length).toBe(1);
    expect(queue.busy).toBe(false);
    queue.add(turn(1), 5000);
    queue.add(turn(-1), 5001);
    const late = queue.advance(5000 + QUARTER_TIME);
    expect([late.finished.length, late.current!.amount]).toEqual([1, 0]);
  });
});
