/** Settings: how a person likes to see puzzles, kept in the browser. */

import type { PaletteName, StyleName } from "../viewer";

export interface Settings {
  theme: "auto" | "light" | "dark";
  palette: PaletteName;
  letters: boolean;
  /** Ways to see hidden faces. */
  hints: boolean;
  back: boolean;
  net: boolean;
  /** Whether pieces bear stickers or are colored through. */
  style: StyleName;
  speed: number;
  /** Whether boards of several layers are shown in space, or layer by layer. */
  space: boolean;
  /** Puzzles that were opened last, the latest first, and those that a person likes best. */
  recent: readonly Known[];
  favorites: readonly Known[];
  /** Whether the offer of a tour was answered. */
  toured: boolean;
  /** Whether a solve that is timed begins with an inspection. */
  inspection: boolean;
  /** Shades chosen by hand, by the name of the color. */
  shades: Record<string, string>;
}

/** A puzzle that a person has met: the page that shows it, its name in addresses, and in words. */
export interface Known {
  readonly page: string;
  readonly puzzle: string;
  readonly title: string;
}

const KEY = "puzzlery";
const DEFAULTS: Settings = {
  theme: "auto",
  palette: "standard",
  letters: false,
  hints: false,
  back: false,
  net: false,
  style: "stickers",
  speed: 1,
  space: true,
  recent: [],
  favorites: [],
  toured: false,
  inspection: true,
  shades: {},
};
const listeners = new Set<() => void>();

function read(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Readonly<Settings> = read();

export function change(wanted: Partial<Settings>): void {
  Object.assign(settings as Settings, wanted);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still shows what was chosen until the page is closed.
  }
  for (const listener of listeners) listener();
}

export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const dark = window.matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", () => change({}));

export function theme(): "light" | "dark" {
  if (settings.theme !== "auto") return settings.theme;
  return dark.matches ? "dark" : "light";
}
