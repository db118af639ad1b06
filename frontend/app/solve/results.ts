/** Results: the solutions of a state, which of them is shown, and some of them side by side. */

import type { TwistySolution } from "../../api/schema";
import { button, h, replace } from "../dom";
import { icons } from "../icons";
import { secondsText } from "./duration";
import type { Stretch } from "./parts";

export interface FoundSolution {
  readonly job: string;
  readonly solution: TwistySolution;
}

/** What is proven about a solution, in a few words. */
export function proof({ optimal, note }: TwistySolution): string {
  return note || (optimal ? "no shorter one exists" : "a shorter one may exist");
}

export function lengthText({ length, metric }: TwistySolution): string {
  return `${length} ${length === 1 ? "move" : "moves"} (${metric})`;
}

function facts({ method, seconds, nodes }: TwistySolution): string {
  return [method, secondsText(seconds), nodes > 0 && `${nodes.toLocaleString("en")} nodes`].filter(Boolean).join(" · ");
}

export interface ResultChoices {
  readonly choose: (solution: TwistySolution) => void;
  readonly copy: (alg: string) => void;
}

export class Results {
  readonly element = h("div", { class: "card results", hidden: true });
  private readonly compared = new Set<TwistySolution>();
  private readonly beside = h("div", { class: "beside" });
  private chosen: TwistySolution | null = null;
  private found: readonly FoundSolution[] = [];

  constructor(private readonly choices: ResultChoices) {}

  /** Show these solutions; those that are gone are no longer compared. */
  show(found: readonly FoundSolution[], chosen: TwistySolution | null): void {
    this.found = found;
    this.chosen = chosen;
    for (const one of this.compared) if (!found.some(({ solution }) => solution === one)) this.compared.delete(one);
    this.element.hidden = found.length === 0;
    replace(
      this.element,
      h("h2", {}, found.length === 1 ? "Solution" : `${found.length} solutions`),
      h("ol", { class: "plain solutions" }, ...found.map(({ solution }) => this.item(solution))),
      this.beside,
    );
    this.compare();
  }

  private item(solution: TwistySolution): HTMLElement {
    const box = h("input", {
      type: "checkbox",
      checked: this.compared.has(solution),
      "aria-label": `Compare ${lengthText(solution)} by ${solution.method}`,
    });
    box.addEventListener("change", () => {
      if (box.checked) this.compared.add(solution);
      else this.compared.delete(solution);
      this.compare();
    });
    const shown = solution === this.chosen;
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "reason",
          "aria-pressed": String(shown),
          onclick: () => this.choices.choose(solution),
        },
        h("b", {}, lengthText(solution)),
        h("code", { class: "alg" }, solution.alg || "(nothing to do)"),
        h("span", { class: "kind" }, `${facts(solution)} · ${proof(solution)}`),
      ),
      h(
        "div",
        { class: "side" },
        button("Copy the moves", () => this.choices.copy(solution.alg), [icons.paste()], { class: "ghost" }),
        this.found.length > 1 && box,
      ),
    );
  }

  private compare(): void {
    const columns = this.found.map(({ solution }) => solution).filter((solution) => this.compared.has(solution));
    const line = (name: string, value: (solution: TwistySolution) => string): HTMLElement =>
      h("tr", {}, h("th", { scope: "row" }, name), ...columns.map((solution) => h("td", {}, value(solution))));
    replace(
      this.beside,
      columns.length > 1 &&
        h(
          "table",
          { class: "compared" },
          h("caption", {}, "Side by side"),
          h(
            "tbody",
            {},
            line("method", ({ method }) => method),
            line("moves", lengthText),
            line("proof", proof),
            line("time", ({ seconds }) => secondsText(seconds)),
            line("parts", ({ parts }) => parts.map(({ name }) => name).join(", ") || "–"),
            line("alg", ({ alg }) => alg),
          ),
        ),
    );
  }
}

/** The parts of the solution that is played; each can be watched alone. */
export function partList(parts: readonly Stretch[], at: number, play: (part: Stretch) => void): HTMLElement[] {
  return parts.map((part) => {
    const here = at >= part.from && at < part.to;
    return h(
      "button",
      { type: "button", class: "reason", "aria-current": here ? "step" : "false", onclick: () => play(part) },
      h("span", {}, h("b", {}, part.name), ` ${part.to - part.from} moves`),
      part.note && h("span", { class: "kind" }, part.note),
    );
  });
}
