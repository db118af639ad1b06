/** Cards beside the board that need nothing of it: challenges, looks and keys. */

import { button, h } from "../dom";
import { icons } from "../icons";
import { change, settings } from "../settings";

const LEVELS = {
  easy: "Each next piece is forced",
  medium: "Few guesses are needed",
  hard: "Several guesses are needed",
  expert: "Few pieces are given, and many guesses are needed",
} as const;
export type Level = keyof typeof LEVELS;

/** Ask for a start with one completion, of a grade. */
export function challengeCard(make: (level: Level) => void): HTMLElement {
  const level = h(
    "select",
    { "aria-label": "Grade" },
    ...Object.entries(LEVELS).map(([name, title]) => h("option", { value: name, title }, name)),
  );
  return h(
    "div",
    { class: "card" },
    h("h2", {}, "Challenge: a start with one completion"),
    h(
      "div",
      { class: "actions" },
      level,
      button("Make a challenge", () => make(level.value as Level), [icons.scramble(), "New challenge"]),
    ),
  );
}

/** How pieces look, and the keys of the board. */
export function looksCard(layers: number): HTMLElement {
  const letters = h("input", { type: "checkbox", class: "switch", role: "switch", checked: settings.letters });
  letters.addEventListener("change", () => change({ letters: letters.checked }));
  const safe = h("input", {
    type: "checkbox",
    class: "switch",
    role: "switch",
    checked: settings.palette === "colorblind",
  });
  safe.addEventListener("change", () => change({ palette: safe.checked ? "colorblind" : "standard" }));
  return h(
    "div",
    { class: "card" },
    h("label", { class: "row" }, "Letters on pieces", letters),
    h("label", { class: "row" }, "Color-blind safe", safe),
    h(
      "p",
      { class: "quiet" },
      "Keys on the board: N and P choose a piece, arrows move it, R turns, F flips, T takes the next way, Enter places, Delete lifts, H hints.",
      layers > 1 && " Page up and down change the layer; Shift with arrows, plus and minus look from elsewhere.",
    ),
  );
}
