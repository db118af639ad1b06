/** Check: paint what you see, and read at once whether moves lead there. */

import type { CheckResponse } from "../../api/schema";
import { contrasting } from "../../viewer";
import { api } from "../api";
import { Board } from "../board";
import { button, debounced, h, replace } from "../dom";
import { icons } from "../icons";
import type { Context, Page, PageKind } from "../page";
import { go } from "../router";
import { onChange } from "../settings";
import { queryOf } from "../solve/given";
import { Paint } from "./paint";
import { verdictView } from "./verdict";

type Tool = "paint" | "fill" | "swap";

class Check implements Page {
  private readonly board: Board;
  private readonly paint: Paint;
  private readonly swatches = h("div", { class: "swatches", role: "radiogroup", "aria-label": "Color" });
  private readonly tools = h("div", { class: "segments", role: "radiogroup", "aria-label": "Tool" });
  private readonly verdict = h("div", { class: "card", "aria-live": "polite" });
  private readonly forget: () => void;
  private readonly ask = debounced(() => void this.judge(), 180);
  private asking: AbortController | null = null;
  private color = 0;
  private tool: Tool = "paint";
  private first: number | null = null;

  constructor(private readonly context: Context) {
    const { scene, stage, panel } = context;
    this.board = new Board(scene, stage, { mode: "pick" });
    this.paint = new Paint(scene.colors);
    this.board.viewer.on("pick", ({ place }) => this.picked(place));
    panel.append(
      h("div", { class: "card" }, h("h2", {}, "Paint what you see"), this.swatches, this.tools, this.actions()),
      this.verdict,
      this.pasting(),
    );
    this.forget = onChange(() => this.show());
    this.show();
    void this.judge();
  }

  dispose(): void {
    this.asking?.abort();
    this.forget();
    this.board.dispose();
  }

  private actions(): HTMLElement {
    const { scene } = this.context;
    const blank = scene.colors.map(() => -1);
    return h(
      "div",
      { class: "actions" },
      button("Undo", () => this.after(() => this.paint.undo()), [icons.undo()], { class: "square" }),
      button("Redo", () => this.after(() => this.paint.redo()), [icons.redo()], { class: "square" }),
      button("Solved colors", () => this.after(() => this.paint.set(scene.colors)), [icons.reset(), "Reset"]),
      button("Nothing painted", () => this.after(() => this.paint.set(blank)), ["Clear"]),
      button("A scrambled state", () => void this.scramble(), [icons.scramble(), "Scramble"]),
    );
  }

  private pasting(): HTMLElement {
    const field = h("textarea", {
      rows: 3,
      spellcheck: false,
      placeholder: "UUUUUUUUURRR… or an alg that leads to the state",
      "aria-label": "Facelets or an alg",
    });
    return h(
      "details",
      { class: "card" },
      h("summary", {}, "Paste facelets or an alg"),
      field,
      button("Take it over", () => void this.paste(field.value), [icons.paste(), "Take it over"]),
    );
  }

  /** Show the coloring and the palette anew. */
  private show(): void {
    const { scene } = this.context;
    const inks = this.board.inks();
    this.board.viewer.setColors(this.paint.colors);
    const counts = this.paint.counts(inks.length);
    const wanted = new Array<number>(inks.length).fill(0);
    for (const color of scene.colors) wanted[color]! += 1;
    replace(
      this.swatches,
      ...inks.map((ink, k) => {
        const name = scene.color_names[k]!;
        const swatch = h(
          "button",
          {
            type: "button",
            class: "swatch",
            role: "radio",
            "aria-checked": String(k === this.color),
            title: name,
            "aria-label": `${name}, ${counts[k]} of ${wanted[k]}`,
            onclick: () => this.choose(k),
          },
          h("b", {}, scene.letters[k]!),
          h("small", { class: counts[k] === wanted[k] ? "" : "off" }, `${counts[k]}/${wanted[k]}`),
        );
        swatch.style.setProperty("--ink", ink.shade);
        swatch.style.setProperty("--on-ink", contrasting(ink.shade));
        return swatch;
      }),
    );
    const words: [Tool, string, () => Element][] = [
      ["paint", "Click", icons.brush],
      ["fill", "Fill face", icons.fill],
      ["swap", "Swap two", icons.swap],
    ];
    replace(
      this.tools,
      ...words.map(([tool, word, sign]) =>
        h(
          "button",
          { type: "button", role: "radio", "aria-checked": String(tool === this.tool), onclick: () => this.take(tool) },
          sign(),
          word,
        ),
      ),
    );
  }

  private choose(color: number): void {
    this.color = color;
    if (this.tool === "swap") this.tool = "paint";
    this.show();
  }

  private take(tool: Tool): void {
    this.tool = tool;
    this.first = null;
    this.board.viewer.light([]);
    this.show();
  }

  private picked(place: number): void {
    const { scene } = this.context;
    if (this.tool === "paint") return this.after(() => this.paint.color([place], this.color));
    if (this.tool === "fill") {
      const face = [...scene.faces.keys()].filter((other) => scene.faces[other] === scene.faces[place]);
      return this.after(() => this.paint.color(face, this.color));
    }
    if (this.first === null) {
      this.first = place;
      this.board.viewer.light([place]);
      return;
    }
    const other = this.first;
    this.first = null;
    this.after(() => this.paint.swap(other, place));
  }

  private after(change: () => void): void {
    change();
    this.board.viewer.light([]);
    this.show();
    this.ask();
  }

  private takeOver(verdict: CheckResponse): void {
    this.after(() => this.paint.set(this.numbers(verdict.coloring)));
  }

  private numbers(names: readonly string[]): number[] {
    return names.map((name) => this.context.scene.color_names.indexOf(name));
  }

  private async scramble(): Promise<void> {
    const { alg } = await api.scramble(this.context.route.puzzle);
    await this.paste(alg);
  }

  private async paste(text: string): Promise<void> {
    try {
      this.takeOver(await api.check(this.context.route.puzzle, { text }));
    } catch (fault) {
      this.context.tell(fault instanceof Error ? fault.message : String(fault));
    }
  }

  private async judge(): Promise<void> {
    this.asking?.abort();
    const { paint, context } = this;
    if (paint.blank > 0) {
      return replace(
        this.verdict,
        h("p", { class: "quiet" }, `${paint.blank} of ${paint.colors.length} places are not painted yet.`),
      );
    }
    const asking = new AbortController();
    this.asking = asking;
    const late = window.setTimeout(() => replace(this.verdict, h("p", { class: "quiet" }, "Judging …")), 400);
    try {
      const colors = paint.colors.map((color) => context.scene.color_names[color]!);
      this.tell(await api.check(context.route.puzzle, { colors }, asking.signal));
    } catch (fault) {
      if (!asking.signal.aborted)
        replace(this.verdict, h("p", { role: "alert" }, fault instanceof Error ? fault.message : String(fault)));
    } finally {
      window.clearTimeout(late);
    }
  }

  private solve(): void {
    const query = new URLSearchParams(queryOf({ kind: "colors", colors: this.paint.colors }));
    go({ ...this.context.route, page: "solve", query });
  }

  private tell(verdict: CheckResponse): void {
    const light = (places: readonly number[]): void => this.board.viewer.light(places);
    replace(
      this.verdict,
      verdictView(verdict, {
        light,
        repair: (coloring) => this.after(() => this.paint.set(this.numbers(coloring))),
        solve: () => this.solve(),
      }),
    );
    // What would repair it tells most; a wrong count, which speaks of a whole color, tells least.
    const telling = verdict.repair?.changes ?? verdict.reasons.filter(({ kind }) => kind !== "count");
    if (!verdict.reachable) light(telling.flatMap(({ stickers }) => [...stickers]));
  }
}

export const checkPage: PageKind = { open: (context) => new Check(context) };
