/** Solutions one by one: by number where the server can, else those that a search has found. */

import { computed, signal } from "@preact/signals";
import type { PackingView, SolutionsJob, SolutionsResult } from "../../api/schema";
import { IconButton } from "../controls";
import { said } from "../faults";
import { icons } from "../icons";
import { LongWork } from "../jobs";
import { grouped } from "../numbers";
import { type Filter, type Placed, packings } from "./calls";

export interface BrowserHooks {
  readonly place: () => Placed;
  /** Show a solution on the board; null shows what lies there. */
  readonly show: (solution: readonly number[] | null) => void;
  readonly take: (solution: readonly number[]) => void;
  /** Ask for a cell to be pointed at. */
  readonly askForCell: (heard: (cell: number) => void) => void;
  readonly mark: (cell: number | null) => void;
  readonly where: (cell: number) => string;
}

export class SolutionBrowser {
  private readonly work = new LongWork("solutions", (job) => this.heard(job));
  private readonly piece = signal("");
  private readonly cell = signal<number | null>(null);
  private readonly status = signal("");
  private readonly at = signal(0);
  private readonly count = signal("0");
  private readonly current = signal<readonly number[] | null>(null);
  private readonly isSearching = signal(false);
  private readonly filter = computed<Filter | null>(() =>
    this.piece.value && this.cell.value !== null ? { piece: this.piece.value, cell: this.cell.value } : null,
  );
  private found: SolutionsResult | null = null;

  constructor(
    private readonly packing: PackingView,
    private readonly hooks: BrowserHooks,
  ) {}

  /** The board has changed: what was found before is about another one. */
  close(): void {
    this.work.stop();
    this.found = this.current.value = null;
    this.isSearching.value = false;
    this.status.value = "";
    this.hooks.show(null);
  }

  dispose(): void {
    this.work.stop();
  }

  readonly View = () => (
    <div class="card browse">
      <h2>Solutions from here</h2>
      {!this.isSearching.value && this.filters()}
      {this.current.value ? this.pager(this.current.value) : this.beginning()}
      <p class="quiet browse-status" role="status">
        {this.status.value}
      </p>
    </div>
  );

  private filters() {
    const cell = this.cell.value;
    return (
      <div class="browse-filter">
        <select
          aria-label="Piece"
          value={this.piece.value}
          onChange={({ currentTarget }) => this.filtered(currentTarget.value, cell)}
        >
          <option value="">any piece</option>
          {this.packing.pieces.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
        on
        <button
          type="button"
          title="Choose a cell on the board"
          onClick={() => this.hooks.askForCell((chosen) => this.filtered(this.piece.value, chosen))}
        >
          {cell === null ? "any cell" : this.hooks.where(cell)}
        </button>
        {cell !== null && (
          <IconButton
            title="Any cell"
            icon={icons.close}
            class="ghost"
            press={() => this.filtered(this.piece.value, null)}
          />
        )}
      </div>
    );
  }

  private beginning() {
    const [title, words, press] = this.isSearching.value
      ? (["Stop searching", "Stop", () => this.close()] as const)
      : (["Page through all solutions", "Show solutions", () => void this.go(0)] as const);
    return (
      <div class="actions">
        <button type="button" title={title} onClick={press}>
          {words}
        </button>
      </div>
    );
  }

  private pager(solution: readonly number[]) {
    const at = this.at.value;
    return (
      <div class="browse-body">
        <IconButton
          title="Previous solution"
          icon={icons.back}
          disabled={at === 0}
          press={() => void this.go(at - 1)}
        />
        <input
          type="number"
          class="browse-number"
          min="1"
          aria-label="Number of the solution"
          value={at + 1}
          onChange={({ currentTarget }) => void this.go(Number(currentTarget.value) - 1)}
        />
        <IconButton
          title="Next solution"
          icon={icons.next}
          disabled={String(at + 1) === this.count.value}
          press={() => void this.go(at + 1)}
        />
        <button type="button" title="Put this solution on the board" onClick={() => this.hooks.take(solution)}>
          Take it
        </button>
        <IconButton title="Back to my board" icon={icons.close} class="ghost" press={() => this.close()} />
      </div>
    );
  }

  private filtered(piece: string, cell: number | null): void {
    const isOpen = this.current.value !== null;
    [this.piece.value, this.cell.value] = [piece, cell];
    this.hooks.mark(cell);
    this.close();
    if (isOpen && (this.filter.value || (!piece && cell === null))) void this.go(0);
    else if (piece && cell === null) this.status.value = "Now choose a cell for it.";
  }

  private async go(at: number): Promise<void> {
    if (this.found) return this.turn(at, this.found.count, this.found.solutions[at] ?? null);
    if (!Number.isSafeInteger(at) || at < 0) return;
    this.status.value = "Looking …";
    try {
      const page = await packings.solutions(this.hooks.place(), this.filter.value, at);
      if (page.ready) return this.turn(at, page.count, page.solutions[0] ?? null);
      // There are too many for numbers: search, with a live count.
      this.isSearching.value = true;
      this.status.value = "Searching …";
      await this.work.begin({ ...this.hooks.place(), ...this.filter.value });
    } catch (fault) {
      this.status.value = said(fault);
    }
  }

  private turn(at: number, count: string, solution: readonly number[] | null): void {
    this.isSearching.value = false;
    this.count.value = count;
    if (!solution) {
      const kept = this.found ? `, of which ${this.found.solutions.length} are kept` : "";
      this.status.value = count === "0" ? "There is none." : `Only ${grouped(count)}${kept}.`;
      return;
    }
    [this.at.value, this.current.value] = [at, solution];
    this.hooks.show(solution);
    this.status.value = `Solution ${grouped(String(at + 1))} of ${grouped(count)}`;
  }

  private heard(job: SolutionsJob): void {
    if (job.status === "done" && job.result) {
      this.found = job.result;
      void this.go(0);
    } else if (job.error) {
      this.close();
      this.status.value = job.error.message;
    } else if (job.progress) this.status.value = `${job.progress.note} so far …`;
  }
}
