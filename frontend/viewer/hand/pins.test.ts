import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import type { Scene, SceneMove, SceneSpin } from "../scene";
import { scenes } from "../testing/scenes";
import { Pins } from "./pins";

/** Four dials in a row, with a pin between each two neighbors: one, two neighboring or all three are up. */
function row(): Scene {
  const dials: SceneSpin[] = [0, 1, 2, 3].map((x) => ({ places: [x], axis: [0, 0, 1], pivot: [x, 0, 0], angle: 0.5 }));
  const move = (name: string, first: number, last: number) =>
    ({ name, layers: 1, order: 12, spins: dials.slice(first, last + 1) }) as unknown as SceneMove;
  const corners = [0, 1, 2, 3].flatMap((x) => [x - 0.1, -0.1, 0.3, x + 0.1, -0.1, 0.3, x, 0.2, 0.3]);
  const moves = [
    move("a", 0, 1),
    move("b", 1, 2),
    move("c", 2, 3),
    move("ab", 0, 2),
    move("bc", 1, 3),
    move("abc", 0, 3),
  ];
  return { ...scenes.cube, moves, corners, starts: [0, 3, 6, 9, 12] } as Scene;
}

function allowed(pins: Pins, scene: Scene): string[] {
  return scene.moves.filter((move) => pins.allows(move)).map(({ name }) => name);
}

describe("pins", () => {
  it("are the smallest of nested moves, in the middle of what they turn, on the surface", () => {
    const { pins } = new Pins(row());
    expect(pins.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    pins.forEach(({ point }, k) => expect(point.distanceTo(new Vector3(k + 0.5, 0, 0.3))).toBeLessThan(1e-9));
  });

  it("are found on no puzzle whose moves are not nested", () => {
    for (const scene of Object.values(scenes)) expect(new Pins(scene).pins).toEqual([]);
  });

  it("allow every move at first, and then the one for which they are up", () => {
    const scene = row();
    const pins = new Pins(scene);
    expect(allowed(pins, scene)).toHaveLength(6);
    pins.press(1);
    expect(allowed(pins, scene)).toEqual(["b"]);
    pins.press(2);
    expect(allowed(pins, scene)).toEqual(["bc"]);
    pins.press(2);
    pins.press(1);
    expect(allowed(pins, scene)).toHaveLength(6);
  });

  it("take others along where no move has just these up", () => {
    const scene = row();
    const pins = new Pins(scene);
    pins.press(0);
    pins.press(2);
    expect(allowed(pins, scene)).toEqual(["abc"]);
    pins.press(1);
    expect([0, 1, 2].filter((pin) => pins.isUp(pin))).toHaveLength(1);
  });

  it("lift the drawn pins that stand where they are, by less than their depth", () => {
    const scene = row();
    const square = (x: number) => [x, -0.1, 0.4, x + 0.1, 0, 0.4, x, 0.1, 0.4, x - 0.1, 0, 0.4];
    const drawn = [2.5, 0.5, 1.5].map((x) => ({
      ...{ kind: "pin", places: [], follows: -1, piece: -1, shade: "#d8b24a", depth: 0.2, bevel: 0 },
      ...{ normal: [0, 0, 1], corners: square(x) },
    }));
    const pins = new Pins({ ...scene, props: drawn } as unknown as Scene);
    expect(pins.lifts().every((shift) => shift.length() === 0)).toBe(true);
    pins.press(0);
    const heights = pins.lifts().map(({ z }) => z);
    expect(heights.map((height) => height > 0)).toEqual([false, true, false]);
    expect(heights[1]).toBeLessThan(0.2);
    expect(pins.upNames).toEqual(["a"]);
  });
});
