/** Pages: what each of them is given, and what the shell asks of it. */

import type { Scene } from "../viewer";
import type { Choice } from "./chooser";
import type { Route } from "./router";

/** What every page is given. */
export interface PlainContext {
  readonly route: Route;
  /** Where the board goes, and where the panels beside it go. */
  readonly stage: HTMLElement;
  readonly panel: HTMLElement;
  /** A short message that goes away by itself. */
  readonly tell: (text: string) => void;
}

/** What a page about a twisty puzzle is given. */
export interface Context extends PlainContext {
  readonly scene: Scene;
  /** Another puzzle is shown now without opening the page anew. */
  readonly renamed: (route: Route, name: string) => void;
}

export interface Page {
  dispose(): void;
}

export interface TwistyPage {
  readonly id: string;
  readonly title: string;
  readonly open: (context: Context) => Page;
}

/** A page about puzzles of another kind, which it loads by itself. */
export interface OtherPage {
  readonly id: string;
  readonly title: string;
  /** The puzzle that it opens with. */
  readonly first: string;
  /** The puzzles that it can open. */
  readonly choice: Choice;
  readonly openPlain: (context: PlainContext) => Promise<Page>;
}

export type PageKind = TwistyPage | OtherPage;
