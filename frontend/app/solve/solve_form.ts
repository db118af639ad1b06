/** The question: by which method, toward which goal, and within which limits. */

import type { SolveLimits, SolveOptions, SolveRequest } from "../../api/schema";
import { button, h, replace } from "../dom";
import { icons } from "../icons";

export type SolveSettings = Pick<SolveRequest, "method" | "limits">;

/** A number that a person wrote, or null where the field is empty. */
export function written(text: string): number | null {
  const value = Number(text);
  return text.trim() === "" || !Number.isFinite(value) ? null : value;
}

function field(least: string, most: string, step: string, hint: string): HTMLInputElement {
  return h("input", { type: "number", class: "number", min: least, max: most, step, placeholder: hint });
}

function row(name: string, title: string, input: HTMLElement): HTMLElement {
  return h("label", { class: "row", title }, name, input);
}

export class SolveForm {
  readonly element: HTMLFormElement;
  private readonly method: HTMLSelectElement;
  private readonly metric: HTMLSelectElement;
  private readonly meaning = h("p", { class: "quiet" });
  private readonly goal = h(
    "select",
    {},
    h("option", { value: "colors" }, "Every color in place"),
    h("option", { value: "stickers" }, "Every sticker at home"),
  );
  private readonly timeout = field("0.01", "3600", "any", "as needed");
  private readonly count = field("1", "1000", "1", "1");
  private readonly longest = field("0", "100000", "1", "any");

  constructor(
    private readonly solvers: SolveOptions,
    start: (settings: SolveSettings) => void,
  ) {
    this.method = this.methods();
    this.metric = h(
      "select",
      {},
      ...solvers.metrics.map(({ name, meaning }) =>
        h("option", { value: name, title: meaning, selected: name === solvers.metric }, name),
      ),
    );
    this.method.addEventListener("change", () => this.explain());
    this.element = h(
      "form",
      {
        class: "card ask",
        onsubmit: (event: Event) => {
          event.preventDefault();
          start(this.settings);
        },
      },
      row("Method", "How the solution is found", this.method),
      this.meaning,
      this.limits(),
      this.unfit(),
      button("Solve", () => undefined, [icons.play(), "Solve"], { type: "submit", class: "primary wide" }),
    );
    this.explain();
  }

  /** What is asked now. */
  get settings(): SolveSettings {
    return {
      method: this.method.value || null,
      limits: {
        metric: this.metric.value,
        goal: this.goal.value as NonNullable<SolveLimits["goal"]>,
        count: written(this.count.value) ?? 1,
        max_length: written(this.longest.value),
        timeout: written(this.timeout.value),
      },
    };
  }

  /** Fill in what an earlier job was asked. */
  take({ method, limits }: SolveSettings): void {
    this.method.value = method ?? "";
    if (limits?.metric) this.metric.value = limits.metric;
    if (limits?.goal) this.goal.value = limits.goal;
    this.count.value = limits?.count && limits.count > 1 ? String(limits.count) : "";
    this.longest.value = String(limits?.max_length ?? "");
    this.timeout.value = String(limits?.timeout ?? "");
    this.explain();
  }

  private methods(): HTMLSelectElement {
    const fitting = this.solvers.methods.filter(({ unfit }) => unfit === null);
    return h(
      "select",
      {},
      h("option", { value: "" }, "automatic"),
      ...fitting.map(({ name, meaning }) => h("option", { value: name, title: meaning }, name)),
    );
  }

  private explain(): void {
    const chosen = this.solvers.methods.find(({ name }) => name === this.method.value);
    replace(this.meaning, chosen?.meaning ?? "The best method that is quick for this puzzle.");
  }

  private limits(): HTMLElement {
    return h(
      "details",
      {},
      h("summary", {}, "Goal and limits"),
      row("Goal", "Whether centers and equal stickers must come home, too", this.goal),
      row("Count moves in", "What counts as one move", this.metric),
      row("Solutions", "How many solutions to look for", this.count),
      row("Moves at most", "Longer solutions are not given", this.longest),
      row("Seconds at most", "When to stop and give the best that was found", this.timeout),
    );
  }

  private unfit(): HTMLElement | false {
    const others = this.solvers.methods.filter(({ unfit }) => unfit !== null);
    return (
      others.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, `Methods that do not fit (${others.length})`),
        h("ul", { class: "plain" }, ...others.map(({ name, unfit }) => h("li", {}, h("b", {}, name), ` ${unfit}`))),
      )
    );
  }
}
