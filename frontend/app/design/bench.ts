/** The bench: the puzzle that is being designed, every version of it, and drafts that outlive the page. */

import { History } from "../history";

/** Names of saved puzzles begin so; and the puzzle that one begins with. */
export const MINE = "my:";
export const FIRST = "c f 0.4";

/** A name and the definition as text, which holds the name too. */
export interface Version {
  readonly name: string;
  readonly text: string;
}

export class Bench extends History<Version> {
  get version(): Version {
    return this.now;
  }

  set(version: Version, topic = ""): void {
    if (version.name !== this.now.name || version.text !== this.now.text) this.change(version, topic);
  }
}

const KEY = "puzzlery-drafts";
/** Older drafts give way. */
const MOST = 12;

function stored(): Record<string, Version> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Version>;
  } catch {
    return {};
  }
}

/** Drafts by the address at which they were made. */
export const drafts = {
  of: (address: string): Version | null => stored()[address] ?? null,

  keep(address: string, version: Version | null): void {
    const { [address]: _, ...others } = stored();
    const entries = Object.entries(version ? { ...others, [address]: version } : others);
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries.slice(-MOST))));
    } catch {
      // A browser that keeps nothing still designs.
    }
  },
};
