/** The menu of looks: what can be changed about how a board is drawn, behind one round button. */

import { button, h } from "./dom";
import { icons } from "./icons";

export function lookMenu(id: string, ...controls: HTMLElement[]): HTMLElement {
  const menu = h("div", { class: "look-menu card", id, hidden: true }, ...controls);
  const toggle = button(
    "How it looks",
    () => {
      menu.hidden = !menu.hidden;
      toggle.setAttribute("aria-expanded", String(!menu.hidden));
    },
    [icons.look()],
    { class: "round", "aria-expanded": "false", "aria-controls": id },
  );
  return h("div", { class: "board-tools" }, menu, toggle);
}

/** A control with its name and a sentence, which screen readers hear as its description. */
export function explained(name: string, sentence: string, control: HTMLElement): HTMLElement {
  control.title = sentence;
  const words = h("span", {}, name, h("small", { class: "quiet", "aria-hidden": "true" }, sentence));
  return h("label", { class: "row" }, words, control);
}
