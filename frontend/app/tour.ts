/** The tour: a few words about the parts of a page, one after the other, which can be left at any time. */

import { button, h, replace } from "./dom";
import { icons } from "./icons";
import type { TourStop } from "./page";

export class Tour {
  private readonly words = h("p", { "aria-live": "polite" });
  private readonly count = h("span", { class: "quiet" });
  private readonly next = button("Next", () => this.go(this.at + 1), ["Next"], { class: "primary" });
  readonly element = h(
    "section",
    { class: "tour card", "aria-label": "Tour", hidden: true },
    this.words,
    h(
      "div",
      { class: "tour-row" },
      this.count,
      button("Previous", () => this.go(this.at - 1), [icons.back()], { class: "square" }),
      this.next,
      button("End the tour", () => this.close(), [icons.close()], { class: "ghost" }),
    ),
  );
  private stops: readonly TourStop[] = [];
  private at = 0;
  private returnTo: Element | null = null;

  constructor() {
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
  }

  start(stops: readonly TourStop[]): void {
    this.stops = stops;
    this.returnTo = document.activeElement;
    this.element.hidden = false;
    this.go(0);
    this.next.focus();
  }

  close(): void {
    this.unmark();
    if (this.element.hidden) return;
    this.element.hidden = true;
    if (this.returnTo instanceof HTMLElement) this.returnTo.focus();
  }

  private go(to: number): void {
    if (to >= this.stops.length) return this.close();
    this.at = Math.max(0, to);
    this.unmark();
    const { text, at } = this.stops[this.at]!;
    this.words.textContent = text;
    this.count.textContent = `${this.at + 1} of ${this.stops.length}`;
    replace(this.next, this.at + 1 === this.stops.length ? "Done" : "Next");
    const part = document.querySelector(at);
    part?.classList.add("tour-part");
    part?.scrollIntoView({ block: "nearest" });
  }

  private unmark(): void {
    for (const part of document.querySelectorAll(".tour-part")) part.classList.remove("tour-part");
  }
}
