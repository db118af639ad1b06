/** Pages: what each of them is given, and what the shell asks of it. */

import type { Scene } from "../viewer";
import type { Route } from "./router";

export interface Context {
  readonly route: Route;
  readonly scene: Scene;
  /** Where the board goes, and where the panels beside it go. */
  readonly stage: HTMLElement;
  readonly panel: HTMLElement;
  /** A short message that goes away by itself. */
  readonly tell: (text: string) => void;
}

export interface Page {
  dispose(): void;
}

export interface PageKind {
  readonly id: string;
  readonly title: string;
  readonly open: (context: Context) => Page;
}
