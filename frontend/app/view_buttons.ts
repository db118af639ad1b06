/** Buttons for the ways to see hidden faces, each with its key. */

import { HIDDEN_VIEWS, type HiddenView, type Viewer } from "../viewer";
import { button, h, icon } from "./dom";
import { onChange } from "./settings";

const ICONS: Record<HiddenView, () => SVGElement> = {
  // A cube with a loose side; a cube with an arrow around it; six squares as a cross.
  hints: () => icon("M9 9h9v9H9z", "m9 9 0 0", "M4 4v7", "M4 4h7", "M13 4h1", "M4 13v1"),
  back: () => icon("M8 8h8v8H8z", "M4 14c-2-5 2-10 8-10 4 0 6 2 7 4", "M19.500 4v4h-4"),
  net: () => icon("M9 3h5v18H9z", "M4 8h15v5H4z", "M9 13v5h5"),
};

export interface ViewButtons {
  readonly element: HTMLElement;
  /** Stop following the settings. */
  readonly dispose: () => void;
}

export function viewButtons(viewer: Viewer, isShown: (view: HiddenView) => boolean): ViewButtons {
  const names = (Object.keys(HIDDEN_VIEWS) as HiddenView[]).filter((name) => viewer.offers(name));
  const buttons = names.map((name) => {
    const { name: words, key } = HIDDEN_VIEWS[name];
    return button(`${words} (${key.toUpperCase()})`, () => viewer.toggle(name), [ICONS[name]()], { class: "round" });
  });
  const mark = (): void =>
    buttons.forEach((each, k) => {
      each.setAttribute("aria-pressed", String(isShown(names[k]!)));
    });
  mark();
  const element = h("div", { class: "view-buttons", role: "group", "aria-label": "Hidden faces" }, ...buttons);
  return { element, dispose: onChange(mark) };
}
