/** The verdict in words: whether moves lead there, every reason why not, and how to repair it. */

import type { Change, CheckResponse, Reason } from "../../api/schema";
import { h } from "../dom";
import { grouped } from "../numbers";

export interface VerdictActions {
  /** Light the stickers that a reason speaks of; none for all. */
  readonly light: (stickers: readonly number[]) => void;
  readonly repair: (coloring: readonly string[]) => void;
  readonly solve: () => void;
}

function counted(verdict: CheckResponse): string {
  if (verdict.explanations === "1") return "Exactly one arrangement of the pieces looks like this.";
  if (verdict.explanations === null) return "Very many arrangements of the pieces look like this.";
  return `${grouped(verdict.explanations)} arrangements of the pieces look like this.`;
}

function reason(said: Reason | Change, actions: VerdictActions): HTMLElement {
  const light = (): void => actions.light(said.stickers);
  return h(
    "button",
    { type: "button", class: "reason", onclick: light, onmouseenter: light, onfocus: light },
    h("span", { class: "kind" }, said.kind),
    h("span", {}, said.text),
  );
}

export function verdictView(verdict: CheckResponse, actions: VerdictActions): HTMLElement {
  const word = verdict.reachable ? "Reachable" : verdict.decided ? "Not reachable" : "Undecided";
  const mood = verdict.reachable ? "good" : verdict.decided ? "bad" : "unsure";
  const { repair } = verdict;
  return h(
    "div",
    { class: `verdict ${mood}` },
    h("h2", { class: "badge" }, word),
    verdict.reachable && h("p", {}, counted(verdict)),
    verdict.rotation && h("p", { class: "quiet" }, `Held differently: after the rotation ${verdict.rotation}.`),
    verdict.reachable && h("button", { type: "button", class: "primary", onclick: actions.solve }, "Solve it"),
    verdict.reasons.length > 0 &&
      h(
        "div",
        { class: "reasons", onmouseleave: () => actions.light([]) },
        ...verdict.reasons.map((said) => reason(said, actions)),
      ),
    repair &&
      h(
        "div",
        { class: "repair" },
        h("p", {}, h("b", {}, "Repair: "), repair.text),
        h("button", { type: "button", class: "primary", onclick: () => actions.repair(repair.coloring) }, "Repair it"),
      ),
    h(
      "details",
      { class: "stages" },
      h("summary", {}, "How it was judged"),
      h(
        "ul",
        {},
        ...verdict.stages.map((stage) =>
          h("li", { class: stage.passed ? "passed" : "failed" }, h("b", {}, stage.name), ` ${stage.text}`),
        ),
      ),
    ),
  );
}
