/** Known puzzles: those that were opened last, and those that a person likes best. */

import { change, type Known, settings } from "./settings";

const MOST_RECENT = 8;

/** Pack shows packings; all other pages show twisty puzzles, so that Play can open them. */
export const shelfOf = (page: string): string => (page === "pack" ? "pack" : "play");

const isSame = (one: Known, other: Known): boolean => one.page === other.page && one.puzzle === other.puzzle;

export function isFavorite(known: Known): boolean {
  return settings.favorites.some((one) => isSame(one, known));
}

export function toggleFavorite(known: Known): void {
  const others = settings.favorites.filter((one) => !isSame(one, known));
  change({ favorites: others.length < settings.favorites.length ? others : [...others, known] });
}

/** Note that a puzzle was opened. */
export function opened(known: Known): void {
  const others = settings.recent.filter((one) => !isSame(one, known));
  change({ recent: [known, ...others].slice(0, MOST_RECENT) });
}
