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
  /** Another puzzle is shown now without opening the page anew. */
  readonly renamed: (route: Route, name: string) => void;
}

/** What a page about a twisty puzzle is given. */
export interface Context extends PlainContext {
  readonly scene: Scene;
}

export interface Page {
  dispose(): void;
}

/** A page about a twisty puzzle, whose scene the shell loads. */
export interface TwistyPage {
  readonly open: (context: Context) => Page;
}

/** A page that loads by itself what it shows. */
export interface OtherPage {
  readonly openPlain: (context: PlainContext) => Promise<Page>;
}

export type PageKind = TwistyPage | OtherPage;

/** What there is to know of a page before it is loaded. */
export interface PageEntry {
  readonly id: string;
  readonly title: string;
  /** What it is for and what to do first, in a line. */
  readonly purpose: string;
  /** The puzzle that it opens with; the empty one for a page about none. */
  readonly first: string;
  /** The puzzles that it can open. */
  readonly choice: Choice | null;
  /** What the tour says of it, one thing after the other, and the part of the page that is meant. */
  readonly tour: readonly TourStop[];
  readonly load: () => Promise<PageKind>;
}

export interface TourStop {
  readonly text: string;
  readonly at: string;
}
