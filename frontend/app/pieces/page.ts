/** Pieces: which stickers belong together, which pieces change places, and why others are apart. */

import type { OrbitPieces, PiecesResponse, PuzzleSummary } from "../../api/schema";
import { api } from "../api";
import { Board } from "../board";
import { h, replace } from "../dom";
import { shortNumber } from "../numbers";
import type { Context, Page, PageKind } from "../page";
import { labels, manyInks } from "./colors";

type By = "colors" | "orbits" | "pieces";
const RULES: Record<number, string> = {
  1: "a move moves just one of them",
  2: "a cycle of a move holds some of the piece, but not all",
  3: "a sequence ends with a move that moves just one",
};

class PiecesPage implements Page {
  private readonly board: Board;
  private readonly figures = h("div", { class: "card figures-card" });
  private readonly table = h("div", { class: "card" });
  private readonly why = h("div", { class: "card", "aria-live": "polite" });
  private readonly rules = new Set<number>();
  private readonly hidden = new Set<string>();
  private by: By = "orbits";
  private found: PiecesResponse | null = null;
  private first: number | null = null;
  private gone = false;

  constructor(private readonly context: Context) {
    const { scene, stage, panel } = context;
    this.board = new Board(scene, stage, { mode: "pick" });
    this.board.viewer.on("pick", ({ sticker }) => void this.picked(sticker));
    panel.append(
      this.figures,
      h("div", { class: "card" }, h("h2", {}, "Color by"), this.segments(), this.switches()),
      this.table,
      this.why,
    );
    this.ask("Click a sticker to light its piece, and a second one to learn why they are apart.");
    void this.load();
    void this.count();
  }

  dispose(): void {
    this.gone = true;
    this.board.dispose();
  }

  private segments(): HTMLElement {
    const group = h("div", { class: "segments", role: "radiogroup", "aria-label": "Color by" });
    const fill = (): void =>
      replace(
        group,
        ...(["orbits", "pieces", "colors"] as const).map((by) =>
          h(
            "button",
            {
              type: "button",
              role: "radio",
              "aria-checked": String(by === this.by),
              onclick: () => {
                this.by = by;
                fill();
                this.show();
              },
            },
            { orbits: "Orbit", pieces: "Piece", colors: "Stickers" }[by],
          ),
        ),
      );
    fill();
    return group;
  }

  private switches(): HTMLElement {
    const one = (rule: number): HTMLElement => {
      const input = h("input", { type: "checkbox", class: "switch", role: "switch" });
      input.addEventListener("change", () => {
        if (input.checked) this.rules.add(rule);
        else this.rules.delete(rule);
        void this.load();
      });
      return h("label", { class: "row" }, h("span", {}, h("b", {}, `Rule ${rule}`), ` ${RULES[rule]}`), input);
    };
    return h(
      "details",
      { class: "rules" },
      h("summary", {}, "Only some rules"),
      h(
        "p",
        { class: "quiet" },
        "Without any, the definition itself: every sequence that leaves one in place leaves the other.",
      ),
      one(1),
      one(2),
      one(3),
    );
  }

  private async load(): Promise<void> {
    try {
      const found = await api.pieces(this.context.route.puzzle, [...this.rules].sort());
      if (this.gone) return;
      this.found = found;
      this.show();
    } catch (fault) {
      replace(this.table, h("p", { role: "alert" }, fault instanceof Error ? fault.message : String(fault)));
    }
  }

  private async count(): Promise<void> {
    const told = await api.summary(this.context.route.puzzle).catch(() => null);
    if (!told || this.gone) return;
    replace(this.figures, ...figureList(told));
  }

  private show(): void {
    const { found } = this;
    const { viewer } = this.board;
    if (!found) return;
    const degree = this.context.scene.colors.length;
    if (this.by === "colors") {
      viewer.setColors(null);
      this.board.paint(null);
    } else {
      const sets = this.by === "pieces" ? found.pieces : found.orbits.map((orbit) => orbit.slots.flat());
      this.board.paint(manyInks(sets.length));
      viewer.setColors(labels(sets, degree));
    }
    this.list(found);
  }

  private list(found: PiecesResponse): void {
    const rows = found.orbits.map((orbit, k) => this.row(orbit, k));
    const sizes = new Map<number, number>();
    for (const piece of found.pieces) sizes.set(piece.length, (sizes.get(piece.length) ?? 0) + 1);
    const said = [...sizes]
      .sort((a, b) => b[0] - a[0])
      .map(([size, count]) => `${count} of ${size}`)
      .join(", ");
    replace(
      this.table,
      h("h2", {}, `${found.pieces.length} pieces`),
      h("p", { class: "quiet" }, `By stickers: ${said}.`),
      h(
        "table",
        { class: "orbits" },
        h(
          "thead",
          {},
          h("tr", {}, h("th", {}, "orbit"), h("th", {}, "pieces"), h("th", {}, "ways to sit"), h("th", {}, "shown")),
        ),
        h("tbody", { onmouseleave: () => this.board.viewer.light([]) }, ...rows),
      ),
    );
  }

  private row(orbit: OrbitPieces, k: number): HTMLElement {
    const light = (): void => this.board.viewer.light(orbit.slots.flat());
    const dot = h("i", { class: "dot" });
    dot.style.background = manyInks(k + 1)[k]!.shade;
    return h(
      "tr",
      { onmouseenter: light },
      h(
        "td",
        {},
        h("button", { type: "button", class: "link", onclick: light, onfocus: light }, dot, orbit.name.toLowerCase()),
      ),
      h("td", {}, String(orbit.slots.length)),
      h("td", {}, String(orbit.orientations)),
      h("td", {}, this.shown(orbit)),
    );
  }

  /** A box that hides the pieces of an orbit, so that one sees what lies behind. */
  private shown(orbit: OrbitPieces): HTMLElement {
    const box = h("input", {
      type: "checkbox",
      checked: !this.hidden.has(orbit.name),
      "aria-label": `Show ${orbit.name.toLowerCase()}`,
    });
    box.addEventListener("change", () => {
      if (box.checked) this.hidden.delete(orbit.name);
      else this.hidden.add(orbit.name);
      const orbits = this.found?.orbits.filter(({ name }) => this.hidden.has(name)) ?? [];
      this.board.viewer.hide(orbits.flatMap(({ slots }) => slots.flat()));
    });
    return box;
  }

  private ask(text: string): void {
    replace(this.why, h("h2", {}, "Why apart?"), h("p", { class: "quiet" }, text));
  }

  private async picked(sticker: number): Promise<void> {
    const { viewer } = this.board;
    const own = this.found?.pieces.find((piece) => piece.includes(sticker)) ?? [sticker];
    if (this.first === null) {
      this.first = sticker;
      viewer.light(own);
      return this.ask(
        `Sticker ${sticker}: its piece has ${own.length} sticker${own.length > 1 ? "s" : ""} (${own.join(", ")}). Click another.`,
      );
    }
    const [p, q] = [this.first, sticker];
    this.first = null;
    viewer.light([p, q]);
    try {
      const told = await api.apart(this.context.route.puzzle, p, q);
      replace(
        this.why,
        h("h2", {}, told.rule === null ? "One piece" : `Apart by rule ${told.rule}`),
        h("p", {}, told.text),
        told.witness !== "" &&
          h(
            "a",
            {
              class: "button",
              href: `#/play/${encodeURIComponent(this.context.route.puzzle)}?${new URLSearchParams({ alg: told.witness })}`,
            },
            `Watch ${told.witness}`,
          ),
      );
    } catch (fault) {
      this.ask(fault instanceof Error ? fault.message : String(fault));
    }
  }
}

export function figureList(summary: PuzzleSummary): HTMLElement[] {
  const one = (name: string, value: string): HTMLElement =>
    h("div", { class: "figure" }, h("b", {}, value), h("span", {}, name));
  return [
    one("stickers", String(summary.stickers)),
    one("pieces", String(summary.pieces)),
    one("moves", String(summary.moves)),
    one(summary.glued > 0 ? "states unglued" : "states", shortNumber(summary.order)),
  ];
}

export const piecesPage: PageKind = { id: "pieces", title: "Pieces", open: (context) => new PiecesPage(context) };
