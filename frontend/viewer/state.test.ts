import { describe, expect, it } from "vitest";
import bandages from "../../tests/data/bandages.json";
import { applied, coloring, isBlocked, shortest, solved, standing } from "./state";
import { scenes } from "./testing/scenes";

const all = Object.entries(scenes);
const move = (scene: (typeof scenes)["cube"], name: string) => scene.moves.find((one) => one.name === name)!;

describe("states", () => {
  it.each(all)("come home after as many repetitions as a move's order: %s", (_, scene) => {
    for (const one of scene.moves) {
      expect(applied(solved(scene), one, one.order)).toEqual(solved(scene));
      const once = applied(solved(scene), one, 1);
      let turned = once;
      for (let k = 1; k < one.order; k++) {
        expect(turned).not.toEqual(solved(scene));
        turned = applied(turned, one, 1);
      }
    }
  });

  it.each(all)("are undone by the same amount backwards: %s", (_, scene) => {
    for (const one of scene.moves) {
      expect(applied(applied(solved(scene), one, 3), one, -3)).toEqual(solved(scene));
    }
  });

  it("come home after six times R U R' U'", () => {
    const { cube } = scenes;
    let state = solved(cube);
    for (let k = 0; k < 6; k++) {
      for (const [name, amount] of [
        ["R", 1],
        ["U", 1],
        ["R", -1],
        ["U", -1],
      ] as const) {
        state = applied(state, move(cube, name), amount);
      }
      if (k < 5) expect(state).not.toEqual(solved(cube));
    }
    expect(state).toEqual(solved(cube));
  });

  it("show at each place the color of the sticker that stands there", () => {
    const { cube } = scenes;
    const state = applied(solved(cube), move(cube, "R"), 1);
    const at = standing(state);
    coloring(cube, state).forEach((color, place) => expect(color).toBe(cube.colors[at[place]!]));
  });

  it("let the slice of a Square-1 turn only where no corner lies across it", () => {
    const { square } = scenes;
    const slice = move(square, "/");
    const top = move(square, "U");
    const turned = (amount: number) => isBlocked(square, applied(solved(square), top, amount), slice);
    // Corners and edges take two and one of twelve wedges, so every third cut is free, and the next.
    expect([0, 1, 2, 3].map(turned)).toEqual([false, false, true, false]);
  });
});

describe("glued stickers", () => {
  it.each(bandages)("block a move where geometry says that it would tear them: $name", ({ glued, moves, states }) => {
    for (const { state, allowed } of states) {
      expect(moves.map((move) => !isBlocked({ glued }, Uint16Array.from(state), move))).toEqual(allowed);
    }
  });
});

it("goes the shortest way around", () => {
  expect([3, 2, -3, 5, 4].map((amount) => shortest(amount, 4))).toEqual([-1, 2, 1, 1, 0]);
});
