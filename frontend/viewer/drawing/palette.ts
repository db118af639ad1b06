/** Palettes: the shade and the pattern of each color of a scene. */

import type { Scene } from "../scene";

/** How one color is drawn. */
export interface Ink {
  readonly shade: string;
  readonly pattern: string;
}

export const PATTERNS = ["", "stripes", "dots", "checks"] as const;
export const PALETTES = ["standard", "colorblind", "pastel", "gray"] as const;
export type PaletteName = (typeof PALETTES)[number];

/** Okabe and Ito, "Color Universal Design" (2008), with white in the place of black. */
export const OKABE_ITO = [
  "#ffffff",
  "#f0e442",
  "#e69f00",
  "#d55e00",
  "#cc79a7",
  "#56b4e9",
  "#0072b2",
  "#009e73",
] as const;

export function standard(scene: Scene): Ink[] {
  return scene.shades.map((shade, k) => ({ shade, pattern: scene.patterns[k] ?? "" }));
}

export function paletteOf(scene: Scene, name: PaletteName): Ink[] {
  const own = standard(scene);
  if (name === "pastel") return own.map((ink) => ({ ...ink, shade: mixed(ink.shade, "#ffffff", 0.45) }));
  if (name === "gray") return grays(scene.shades);
  return name === "colorblind" ? colorblind(scene.shades) : own;
}

/** A palette with the shades of some colors chosen by hand. */
export function customized(inks: readonly Ink[], chosen: ReadonlyMap<number, string>): Ink[] {
  return inks.map((ink, k) => ({ ...ink, shade: chosen.get(k) ?? ink.shade }));
}

type Rgb = [number, number, number];

export function channels(shade: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(shade.slice(at, at + 2), 16)) as Rgb;
}

function hex(values: readonly number[]): string {
  return `#${values.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

export function mixed(shade: string, other: string, part: number): string {
  const to = channels(other);
  return hex(channels(shade).map((value, k) => value + (to[k]! - value) * part));
}

function linear(shade: string): Rgb {
  return channels(shade).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
}

/** The relative luminance of a shade (WCAG 2). */
export function luminance(shade: string): number {
  const [r, g, b] = linear(shade);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Black or white, whichever is read better on a shade. */
export function contrasting(shade: string): string {
  return luminance(shade) > 0.192 ? "#111111" : "#ffffff";
}

/** A shade in a space where distance is how different it looks (Ottosson's Oklab, 2020). */
export function oklab(shade: string): Rgb {
  const [r, g, b] = linear(shade);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.629978701 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function distance(a: string, b: string): number {
  const other = oklab(b);
  return Math.hypot(...oklab(a).map((value, k) => value - other[k]!));
}

/** The safe inks that look most like the shades; past eight colors they carry patterns. */
function colorblind(shades: readonly string[]): Ink[] {
  const rounds = Math.ceil(shades.length / OKABE_ITO.length);
  const free = Array.from({ length: rounds }, (_, round) =>
    OKABE_ITO.map((shade) => ({ shade, pattern: PATTERNS[round % PATTERNS.length]!, cost: 0.02 * round })),
  ).flat();
  const chosen = new Array<Ink>(shades.length);
  const open = new Set(shades.keys());
  while (open.size > 0) {
    const pairs = [...open].flatMap((k) =>
      free.map((ink) => ({ k, ink, far: distance(shades[k]!, ink.shade) + ink.cost })),
    );
    const best = pairs.reduce((a, b) => (b.far < a.far ? b : a));
    chosen[best.k] = { shade: best.ink.shade, pattern: best.ink.pattern };
    open.delete(best.k);
    free.splice(free.indexOf(best.ink), 1);
  }
  return chosen;
}

/** Grays from dark to light in the order of the shades' own lightness. */
function grays(shades: readonly string[]): Ink[] {
  const order = [...shades.keys()].sort((a, b) => oklab(shades[a]!)[0] - oklab(shades[b]!)[0]);
  const last = Math.max(shades.length - 1, 1);
  return shades.map((_, k) => {
    const level = 70 + (180 * order.indexOf(k)) / last;
    return { shade: hex([level, level, level]), pattern: "" };
  });
}
