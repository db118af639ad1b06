/** Colors for sets of stickers: as many shades as needed, neighbors in the list far apart. */

import type { Ink } from "../../viewer";

/** The golden angle spreads any number of hues evenly (Vogel 1979). */
const GOLDEN = 137.508;

function hex(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (n: number): string => {
    const k = (n + hue / 30) % 12;
    const value = lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

export function manyInks(count: number): Ink[] {
  return Array.from({ length: count }, (_, k) => ({
    shade: hex((205 + k * GOLDEN) % 360, 0.62 - 0.12 * (k % 2), 0.56 + 0.1 * ((k % 3) - 1)),
    pattern: "",
  }));
}

/** For each sticker the number of its set. */
export function labels(sets: readonly (readonly number[])[], degree: number): number[] {
  const found = new Array<number>(degree).fill(-1);
  sets.forEach((set, number) => {
    for (const sticker of set) found[sticker] = number;
  });
  return found;
}
