/** Sliders: a solid, and a few cuts across its faces, corners or edges. */

import { button, h, replace } from "../dom";
import { icons } from "../icons";
import { type Cut, type CutKind, type Draft, KINDS, MOST_CUTS, range, SOLIDS, type SolidKey } from "./draft";

export class Sliders {
  readonly element = h("div", { class: "cuts" });

  constructor(
    private draft: Draft,
    private readonly changed: (draft: Draft) => void,
  ) {
    this.fill();
  }

  private change(draft: Draft, refill: boolean): void {
    this.draft = draft;
    if (refill) this.fill();
    this.changed(draft);
  }

  private fill(): void {
    const { solid, cuts } = this.draft;
    const choose = h(
      "select",
      {},
      ...Object.entries(SOLIDS).map(([key, name]) => h("option", { value: key, selected: key === solid }, name)),
    );
    choose.addEventListener("change", () => this.reshape(choose.value as SolidKey));
    replace(
      this.element,
      h("label", { class: "row" }, "Solid", choose),
      ...cuts.map((cut, k) => this.row(cut, k)),
      cuts.length < MOST_CUTS &&
        button("Another cut", () => this.change({ solid, cuts: [...cuts, { kind: "v", distance: 0.6 }] }, true), [
          "+ Cut",
        ]),
    );
  }

  /** Another solid; its planes stay where they still cut it. */
  private reshape(solid: SolidKey): void {
    const cuts = this.draft.cuts.map((cut) => ({
      ...cut,
      distance: Math.min(cut.distance, range(solid, cut.kind).most),
    }));
    this.change({ solid, cuts }, true);
  }

  private row(cut: Cut, k: number): HTMLElement {
    const { least, most } = range(this.draft.solid, cut.kind);
    const kind = h(
      "select",
      { "aria-label": `Cut ${k + 1} is across` },
      ...Object.entries(KINDS).map(([key, name]) => h("option", { value: key, selected: key === cut.kind }, name)),
    );
    const value = h("output", { class: "distance" }, String(cut.distance));
    const slider = h("input", {
      type: "range",
      min: String(least),
      max: String(most),
      step: "0.01",
      "aria-label": `Distance of cut ${k + 1}`,
    });
    slider.value = String(cut.distance);
    slider.addEventListener("input", () => {
      value.textContent = slider.value;
      this.change(this.with(k, { kind: this.draft.cuts[k]!.kind, distance: Number(slider.value) }), false);
    });
    kind.addEventListener("change", () =>
      this.change(this.with(k, { ...this.draft.cuts[k]!, kind: kind.value as CutKind }), true),
    );
    return h(
      "div",
      { class: "cut" },
      kind,
      slider,
      value,
      this.draft.cuts.length > 1 &&
        button(`Remove cut ${k + 1}`, () => this.change(this.without(k), true), [icons.close()], { class: "ghost" }),
    );
  }

  private with(k: number, cut: Cut): Draft {
    return { ...this.draft, cuts: this.draft.cuts.map((old, at) => (at === k ? cut : old)) };
  }

  private without(k: number): Draft {
    return { ...this.draft, cuts: this.draft.cuts.filter((_, at) => at !== k) };
  }
}
