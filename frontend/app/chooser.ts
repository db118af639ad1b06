/** The chooser: every puzzle of the catalogue, found by a few letters. */

import type { PuzzleEntry } from "../api/schema";
import { api } from "./api";
import { button, h, replace } from "./dom";
import { icons } from "./icons";

let catalogue: Promise<readonly PuzzleEntry[]> | null = null;

/** A list to choose from, and what may be typed besides. */
export interface Choice {
  readonly entries: () => Promise<readonly PuzzleEntry[]>;
  readonly hint: string;
}

export function entries(): Promise<readonly PuzzleEntry[]> {
  catalogue ??= api.puzzles().catch((fault: unknown) => {
    catalogue = null;
    throw fault;
  });
  return catalogue;
}

export const TWISTY: Choice = { entries, hint: "Search, or type a size like 17x17x17 or cuts like c f 0.3" };

function prose(entry: PuzzleEntry): string {
  return [entry.name, ...entry.aliases, entry.family, entry.description].join(" ").toLowerCase();
}

/** The entries in which every word occurs, those named so first. */
export function found(all: readonly PuzzleEntry[], text: string): PuzzleEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = all.filter((entry) => words.every((word) => prose(entry).includes(word)));
  const named = (entry: PuzzleEntry): boolean =>
    words.every((word) => [entry.name, ...entry.aliases].join(" ").toLowerCase().includes(word));
  return [...fitting.filter(named), ...fitting.filter((entry) => !named(entry))];
}

/** Let a person choose; sizes and cuts that no entry names may be typed. */
export class Chooser {
  private readonly list = h("div", { class: "chooser-list" });
  private readonly field = h("input", {
    type: "search",
    "aria-label": "Search puzzles",
    autocomplete: "off",
    spellcheck: false,
  });
  private readonly dialog: HTMLDialogElement;
  private choice: Choice = TWISTY;
  private filled: Promise<void> = Promise.resolve();

  constructor(private readonly chosen: (name: string) => void) {
    this.field.addEventListener("input", () => {
      this.filled = this.fill();
    });
    this.field.addEventListener("keydown", (event) => void this.keyed(event));
    this.dialog = h(
      "dialog",
      { class: "chooser", "aria-label": "Choose a puzzle" },
      h(
        "div",
        { class: "chooser-head" },
        icons.search(),
        this.field,
        button("Close", () => this.dialog.close(), [icons.close()], { class: "ghost" }),
      ),
      this.list,
    );
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    document.body.append(this.dialog);
  }

  async open(choice: Choice): Promise<void> {
    this.choice = choice;
    this.field.placeholder = choice.hint;
    this.field.value = "";
    this.dialog.showModal();
    this.field.focus();
    this.filled = this.fill();
    await this.filled;
  }

  private async fill(): Promise<void> {
    let all: readonly PuzzleEntry[];
    try {
      all = await this.choice.entries();
    } catch {
      return replace(this.list, h("p", { class: "quiet" }, "The list of puzzles cannot be loaded."));
    }
    // Read only now: answers may come in another order than they were asked for.
    const text = this.field.value.trim();
    const fitting = found(all, text);
    const groups = grouped(fitting);
    const own = text && !fitting.some((entry) => entry.name.toLowerCase() === text.toLowerCase());
    replace(
      this.list,
      ...[...groups].map(([family, members]) =>
        h(
          "section",
          {},
          h("h3", {}, family),
          h("div", { class: "tiles" }, ...members.map((entry) => this.tile(entry))),
        ),
      ),
      own && h("section", {}, h("h3", {}, "as typed"), h("div", { class: "tiles" }, this.typed(text))),
    );
  }

  private tile(entry: PuzzleEntry): HTMLElement {
    return h(
      "button",
      { type: "button", class: "tile", title: entry.description, onclick: () => this.choose(entry.name) },
      h("b", {}, entry.name),
      h("span", {}, entry.description),
    );
  }

  private typed(text: string): HTMLElement {
    return h(
      "button",
      { type: "button", class: "tile", onclick: () => this.choose(text) },
      h("b", {}, text),
      h("span", {}, "Try this name or description"),
    );
  }

  /** Take or go to the first entry; one who types quickly may do so before the list has come. */
  private async keyed(event: KeyboardEvent): Promise<void> {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    await this.filled;
    const first = this.dialog.open ? this.list.querySelector<HTMLButtonElement>(".tile") : null;
    if (event.key === "Enter") first?.click();
    else first?.focus();
  }

  private choose(name: string): void {
    this.dialog.close();
    this.chosen(name);
  }
}

function grouped(entries: readonly PuzzleEntry[]): Map<string, PuzzleEntry[]> {
  const groups = new Map<string, PuzzleEntry[]>();
  for (const entry of entries) groups.set(entry.family, [...(groups.get(entry.family) ?? []), entry]);
  return groups;
}
