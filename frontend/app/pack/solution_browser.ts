/** Solutions one by one: by number where the server can, else those that a search has found. */

import type { PackingView, SolutionsJob, SolutionsResult } from "../../api/schema";
import { button, h, replace } from "../dom";
import { icons } from "../icons";
import { LongWork } from "../jobs";
import { grouped } from "../numbers";
import { type Filter, type Placed, packings } from "./calls";

export interface BrowserHooks {
  readonly place: () => Placed;
  /** Show a solution on the board; null shows what lies there. */
  readonly show: (solution: readonly number[] | null) => void;
  readonly take: (solution: readonly number[]) => void;
  readonly say: (text: string) => void;
  /** Ask for a cell to be pointed at; with null, no longer. */
  readonly askForCell: (heard: ((cell: number) => void) | null) => void;
  readonly mark: (cell: number | null) => void;
  readonly where: (cell: number) => string;
}

export class SolutionBrowser {
  readonly element = h("div", { class: "card browse" });
  private readonly work = new LongWork("solutions", (job) => this.heard(job));
  private readonly piece = h("select", { "aria-label": "Piece" });
  private readonly status = h("p", { class: "quiet browse-status", role: "status" });
  private readonly body = h("div", { class: "browse-body" });
  private readonly number = h("input", {
    type: "number",
    min: "1",
    value: "1",
    class: "browse-number",
    "aria-label": "Number of the solution",
  });
  private cell: number | null = null;
  private at = 0;
  private count = "0";
  private found: SolutionsResult | null = null;
  private current: readonly number[] | null = null;

  constructor(
    packing: PackingView,
    private readonly hooks: BrowserHooks,
  ) {
    replace(
      this.piece,
      h("option", { value: "" }, "any piece"),
      ...packing.pieces.map(({ id }) => h("option", { value: id }, id)),
    );
    this.piece.addEventListener("change", () => this.filtered());
    this.number.addEventListener("change", () => void this.go(Number(this.number.value) - 1));
    this.close();
  }

  /** The board has changed: what was found before is about another one. */
  close(): void {
    this.work.stop();
    this.found = this.current = null;
    this.hooks.show(null);
    replace(
      this.element,
      h("h2", {}, "Solutions from here"),
      this.filters(),
      h(
        "div",
        { class: "actions" },
        button("Page through all solutions", () => void this.go(0), ["Show solutions"]),
      ),
      this.status,
    );
    this.status.textContent = "";
  }

  dispose(): void {
    this.work.stop();
  }

  private get filter(): Filter | null {
    return this.piece.value && this.cell !== null ? { piece: this.piece.value, cell: this.cell } : null;
  }

  private filters(): HTMLElement {
    const choose = button(
      "Choose a cell on the board",
      () =>
        this.hooks.askForCell((cell) => {
          this.cell = cell;
          this.filtered();
        }),
      [this.cell === null ? "any cell" : this.hooks.where(this.cell)],
    );
    const forget =
      this.cell !== null &&
      button(
        "Any cell",
        () => {
          this.cell = null;
          this.filtered();
        },
        [icons.close()],
        { class: "ghost" },
      );
    return h("div", { class: "browse-filter" }, this.piece, "on", choose, forget);
  }

  private filtered(): void {
    this.hooks.mark(this.cell);
    const open = this.current !== null;
    this.close();
    if (open && (this.filter || (!this.piece.value && this.cell === null))) void this.go(0);
    else if (this.piece.value && this.cell === null) this.status.textContent = "Now choose a cell for it.";
  }

  private async go(at: number): Promise<void> {
    if (this.found) return this.turn(at, this.found.count, this.found.solutions[at] ?? null);
    if (!Number.isSafeInteger(at) || at < 0) return;
    this.status.textContent = "Looking …";
    try {
      const page = await packings.solutions(this.hooks.place(), this.filter, at);
      if (!page.ready) return await this.search();
      this.turn(at, page.count, page.solutions[0] ?? null);
    } catch (fault) {
      this.status.textContent = fault instanceof Error ? fault.message : String(fault);
    }
  }

  private turn(at: number, count: string, solution: readonly number[] | null): void {
    this.count = count;
    if (!solution) {
      const kept = this.found ? `, of which ${this.found.solutions.length} are kept` : "";
      this.status.textContent = count === "0" ? "There is none." : `Only ${grouped(count)}${kept}.`;
      return;
    }
    [this.at, this.current] = [at, solution];
    this.hooks.show(solution);
    this.number.value = String(at + 1);
    this.status.textContent = `Solution ${grouped(String(at + 1))} of ${grouped(count)}`;
    replace(this.element, h("h2", {}, "Solutions from here"), this.filters(), this.pager(), this.status);
  }

  private pager(): HTMLElement {
    const step = (by: number) => (): void => void this.go(this.at + by);
    replace(
      this.body,
      button("Previous solution", step(-1), [icons.back()], { class: "square", disabled: this.at === 0 }),
      this.number,
      button("Next solution", step(1), [icons.next()], {
        class: "square",
        disabled: String(this.at + 1) === this.count,
      }),
      button("Put this solution on the board", () => this.hooks.take(this.current!), ["Take it"]),
      button("Back to my board", () => this.close(), [icons.close()], { class: "ghost" }),
    );
    return this.body;
  }

  /** Too many for numbers: search, with a live count. */
  private async search(): Promise<void> {
    replace(
      this.element,
      h("h2", {}, "Solutions from here"),
      h(
        "div",
        { class: "actions" },
        button("Stop searching", () => this.close(), ["Stop"]),
      ),
      this.status,
    );
    this.status.textContent = "Searching …";
    await this.work.begin({ ...this.hooks.place(), ...this.filter });
  }

  private heard(job: SolutionsJob): void {
    if (job.status === "done" && job.result) {
      this.found = job.result;
      void this.go(0);
    } else if (job.error) {
      this.close();
      this.status.textContent = job.error.message;
    } else if (job.progress) this.status.textContent = `${job.progress.note} so far …`;
  }
}
