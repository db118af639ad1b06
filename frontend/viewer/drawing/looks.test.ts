import { describe, expect, it, vi } from "vitest";
import { lookedFrom, MoveKeys, PAUSE } from "../hand/keys";
import type { Scene, SceneMove } from "../scene";
import { spokenMove, spokenState } from "../speech";
import { applied, solved } from "../state";
import { scenes } from "../testing/scenes";
import { channels, contrasting, customized, luminance, mixed, oklab, paletteOf } from "./palette";

const { cube } = scenes;

describe("palettes", () => {
  it("for the color-blind keep twelve colors apart by shade or pattern", () => {
    const hues = Array.from({ length: 12 }, (_, k) => mixed("#ff0000", "#0000ff", k / 11));
    const inks = paletteOf({ ...cube, shades: hues, patterns: hues.map(() => "") } as Scene, "colorblind");
    expect(new Set(inks.map(({ shade, pattern }) => shade + pattern)).size).toBe(12);
  });

  it("for the color-blind give a cube six plain inks", () => {
    const inks = paletteOf(cube, "colorblind");
    expect(inks.every(({ pattern }) => pattern === "")).toBe(true);
    expect(new Set(inks.map(({ shade }) => shade)).size).toBe(6);
  });

  it("in gray keep the order of lightness", () => {
    const inks = paletteOf(cube, "gray");
    const light = (shade: string) => oklab(shade)[0];
    const order = [...cube.shades.keys()].sort((a, b) => light(cube.shades[a]!) - light(cube.shades[b]!));
    for (let k = 1; k < order.length; k++) {
      expect(light(inks[order[k]!]!.shade)).toBeGreaterThan(light(inks[order[k - 1]!]!.shade));
    }
  });

  it("take shades chosen by hand", () => {
    const inks = customized(paletteOf(cube, "standard"), new Map([[0, "#123456"]]));
    expect(inks[0]!.shade).toBe("#123456");
    expect(inks[1]!.shade).toBe(cube.shades[1]);
  });

  it("write on shades in whichever of black and white has more contrast (WCAG 2)", () => {
    const contrast = (one: string, other: string): number => {
      const [a, b] = [luminance(one), luminance(other)].sort((x, y) => y - x) as [number, number];
      return (a + 0.05) / (b + 0.05);
    };
    for (const shade of ["#ffffff", "#000000", "#d55e00", "#777777", "#0072b2", "#ffd500", "#808080"]) {
      const best = Math.max(contrast(shade, "#111111"), contrast(shade, "#ffffff"));
      expect(contrast(shade, contrasting(shade))).toBe(best);
    }
  });

  it("know white and black (Oklab's published values)", () => {
    expect(oklab("#ffffff")[0]).toBeCloseTo(1, 3);
    expect(oklab("#000000")[0]).toBeCloseTo(0, 6);
    expect(oklab("#ff0000").map((value) => Number(value.toFixed(3)))).toEqual([0.628, 0.225, 0.126]);
    expect(channels("#0a0b0c")).toEqual([10, 11, 12]);
  });
});

describe("keys", () => {
  const named = (name: string): SceneMove => ({
    name,
    sources: [],
    targets: [],
    order: 4,
    layers: 1,
    spins: [],
    moving: [],
    mark: "",
  });
  const board = () => {
    const made: string[] = [];
    const names = ["R", "B", "BL", "2R", "x", "UFREG", "U_B", "D", "DRF"];
    const keys = new MoveKeys(names.map(named), ({ name }, amount) => made.push(amount < 0 ? `${name}'` : name));
    return { keys, made, type: (text: string) => [...text].map((key) => keys.press(key, /[A-Z]/.test(key))) };
  };
  const made = (text: string) => {
    const { keys, made, type } = board();
    type(text);
    keys.forget();
    return made;
  };

  it("make moves of one letter at once, back with Shift", () => {
    expect(made("rR")).toEqual(["R", "R'"]);
  });

  it("wait for the rest of longer names", () => {
    expect(made("2")).toEqual([]);
    expect(made("2r2Rufregu_b")).toEqual(["2R", "2R'", "UFREG", "U_B"]);
  });

  it("make a longer name instead of the name that it begins with", () => {
    expect(made("bl")).toEqual(["BL"]);
    expect(made("BL")).toEqual(["BL'"]);
    expect(made("br")).toEqual(["B", "R"]);
  });

  it("make a name that may go on after a pause, or at Space, or with another sign", () => {
    vi.useFakeTimers();
    try {
      const { made, type } = board();
      type("b");
      vi.advanceTimersByTime(PAUSE);
      expect(made).toEqual(["B"]);
      expect(type("b ")).toEqual([true, true]);
      expect(made).toEqual(["B", "B"]);
      type("dr");
      vi.runAllTimers();
      expect(made).toEqual(["B", "B", "D", "R"]);
      type("bR");
      expect(made).toEqual(["B", "B", "D", "R", "B", "R'"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("reach every move of a scene", () => {
    for (const scene of Object.values(scenes)) {
      for (const move of scene.moves) {
        const reached: string[] = [];
        const keys = new MoveKeys(scene.moves, ({ name }) => reached.push(name));
        for (const key of move.name) keys.press(key, false);
        keys.finish();
        expect(reached).toEqual([move.name]);
      }
    }
  });

  it("lead the camera around, nearer and home", () => {
    const home = { azimuth: 1, elevation: 2, zoom: 1 };
    const view = lookedFrom(home, home, "ArrowUp")!;
    expect(view).toEqual({ azimuth: 1, elevation: 12, zoom: 1 });
    expect(lookedFrom(view, home, "+")!.zoom).toBeGreaterThan(1);
    expect(lookedFrom(view, home, "Home")).toEqual(home);
    expect(lookedFrom(view, home, "r")).toBeNull();
  });

  it("ignore keys that are no letters", () => {
    const { keys, type } = board();
    expect(keys.press("Enter", false)).toBe(false);
    expect(type(" !")).toEqual([false, false]);
  });
});

describe("speech", () => {
  it("tells moves and how much is solved", () => {
    const turn = cube.moves.find(({ name }) => name === "R")!;
    expect(spokenMove(turn, 2)).toBe("R 2 times");
    expect(spokenMove(turn, -1)).toBe("R back");
    expect(spokenState(cube, solved(cube))).toBe("solved");
    // A quarter turn of a 2x2x2 takes eight stickers to other faces.
    expect(spokenState(cube, applied(solved(cube), turn, 1))).toBe("16 of 24 stickers in their color");
  });
});
