/** Design: cut a solid with planes, glue pieces, or write points and cycles; keep what comes of it. */

import { createElement, render } from "preact";
import type { SavedItem } from "../../api/schema";
import type { Scene } from "../../viewer";
import { api } from "../api";
import { Board } from "../board";
import { button, debounced, download, h, replace } from "../dom";
import { Figures } from "../figures";
import { icons } from "../icons";
import type { Context, Page, PageKind } from "../page";
import { go } from "../router";
import { baseOf, type Draft, definition, glue, gluedOf, nameOf, parsed, written } from "./draft";
import { Drawing } from "./drawing";
import { EMPTY, type Sketch, parsed as sketched, written as writtenSketch } from "./sketch";
import { Sliders } from "./sliders";

const MINE = "my:";
const MODES = { turn: "Turn", pick: "Glue", draw: "Draw" } as const;
type Mode = keyof typeof MODES;
const FIRST = "c f 0.4";
/** With more stickers than this, counting the group would not keep up with a slider. */
const MOST_LIVE = 1500;

class Design implements Page {
  private board: Board;
  private scene: Scene;
  private readonly cuts = h("div", { class: "card" });
  private readonly figures = h("div", { class: "card figures-card" });
  private readonly orbits = h("p", { class: "quiet" });
  private readonly bandages = h("p", { class: "quiet" });
  private readonly name = h("input", { type: "text", class: "name-field", maxLength: 100, "aria-label": "Name" });
  private readonly text = h("textarea", { rows: 6, spellcheck: false, "aria-label": "Definition" });
  private readonly fault = h("p", { class: "design-fault", role: "alert", hidden: true });
  private readonly mine = h("div", { class: "card" });
  private readonly preview = debounced(() => void this.show(), 180);
  private readonly modes = (Object.keys(MODES) as Mode[]).map((mode) =>
    h("button", { type: "button", role: "radio", onclick: () => this.setMode(mode) }, MODES[mode]),
  );
  private mode: Mode = "pick";
  private readonly drawing = new Drawing((sketch) => this.drawn(sketch));
  private kept: string | null;
  private glued: number[][] = [];
  private first: number | null = null;
  private turn = 0;
  private gone = false;

  constructor(private readonly context: Context) {
    const { scene, stage, panel, route } = context;
    this.scene = scene;
    this.kept = route.puzzle.startsWith(MINE) ? route.puzzle.slice(MINE.length) : null;
    this.board = this.boardOf(scene, stage);
    this.name.addEventListener("input", () => this.rewrite());
    this.text.addEventListener("input", () => this.preview());
    stage.append(this.drawing.sheet);
    panel.append(this.cuts, this.figures, this.gluing(), this.keeping(), this.mine);
    void this.begin().catch((fault: unknown) => this.complain(fault));
  }

  dispose(): void {
    this.gone = true;
    this.drawing.sheet.remove();
    this.board.dispose();
  }

  private boardOf(scene: Scene, stage: HTMLElement): Board {
    const board = new Board(scene, stage, { mode: this.mode === "turn" ? "turn" : "pick" });
    board.viewer.on("pick", ({ sticker }) => this.picked(sticker));
    board.viewer.on("blocked", ({ move }) =>
      this.context.tell(`${move.name} is blocked: it would tear pieces that are joined.`),
    );
    return board;
  }

  /** Let a drag turn a layer, to try the puzzle, or a click glue pieces or set points. */
  private setMode(mode: Mode): void {
    this.mode = mode;
    this.board.viewer.mode = mode === "turn" ? "turn" : "pick";
    this.first = null;
    this.drawing.sheet.toggleAttribute("hidden", mode !== "draw");
    this.drawing.element.hidden = mode !== "draw";
    this.bandages.hidden = mode === "draw";
    if (mode === "draw") this.drawing.show(sketched(this.text.value) ?? EMPTY);
    this.modes.forEach((button) => button.setAttribute("aria-checked", String(button.textContent === MODES[mode])));
    this.lightUp();
  }

  private async begin(): Promise<void> {
    const text = await api.definition(this.context.route.puzzle);
    if (this.gone) return;
    this.text.value = text;
    this.name.value = nameOf(text) || this.scene.name;
    this.glued = gluedOf(text);
    this.fillCuts(parsed(this.base?.base ?? ""));
    this.tellGlued();
    this.setMode(this.mode);
    await Promise.all([this.count(), this.list()]);
  }

  /** What the puzzle is made of, where it is no text of points and cycles. */
  private get base(): ReturnType<typeof baseOf> {
    return baseOf(this.text.value);
  }

  private fillCuts(draft: Draft | null): void {
    const begin = button("Begin with a cube", () => go({ ...this.context.route, puzzle: FIRST }), ["Cut a solid"]);
    const sliders = draft && new Sliders(draft, (now) => this.cut(now));
    replace(
      this.cuts,
      h("h2", {}, "Cuts"),
      sliders ? sliders.element : h("p", { class: "quiet" }, "This puzzle is not made of a few cuts."),
      !sliders && begin,
    );
  }

  private cut(draft: Draft): void {
    this.glued = [];
    this.first = null;
    const description = written(draft);
    if (this.name.value === this.scene.name) this.name.value = description;
    this.text.value = definition(this.name.value, "cuts", description, []);
    this.tellGlued();
    this.preview();
  }

  /** Points and cycles were drawn: they are the definition now. */
  private drawn(sketch: Sketch): void {
    if (!sketched(this.text.value)) {
      this.name.value = "my points";
      this.kept = null;
    }
    this.text.value = writtenSketch(this.name.value, sketch);
    this.fillCuts(null);
    if (sketch.turns.some(({ cycles }) => cycles.length > 0)) this.preview();
  }

  /** Show what the definition makes now; a newer one overtakes it. */
  private async show(): Promise<void> {
    const turn = ++this.turn;
    try {
      const scene = await api.designScene(this.text.value);
      if (this.gone || turn !== this.turn) return;
      const { view, camera } = this.board.viewer;
      this.board.dispose();
      this.scene = scene;
      this.board = this.boardOf(scene, this.context.stage);
      // A flat puzzle is first seen straight on, whatever it takes the place of.
      if (JSON.stringify(view) !== JSON.stringify(camera.home)) this.board.viewer.view = view;
      this.glued = gluedOf(this.text.value);
      this.tellGlued();
      this.context.renamed({ ...this.context.route, puzzle: this.address, query: new URLSearchParams() }, scene.name);
      this.blame(null);
      await this.count();
    } catch (fault) {
      if (turn === this.turn) this.blame(fault);
    }
  }

  /** The name by which this puzzle, or what it is made of, can be opened again. */
  private get address(): string {
    return this.kept ? MINE + this.kept : (this.base?.base ?? FIRST);
  }

  private async count(): Promise<void> {
    const { turn } = this;
    const many = this.scene.colors.length > MOST_LIVE;
    if (many) {
      this.orbits.textContent = "";
      return replace(
        this.figures,
        h(
          "p",
          { class: "quiet" },
          `${this.scene.colors.length.toLocaleString("en")} stickers: too many to count while one designs.`,
        ),
      );
    }
    if (!this.figures.hasChildNodes()) replace(this.figures, h("p", { class: "quiet" }, "Counting …"));
    this.figures.setAttribute("aria-busy", "true");
    const told = await api.designSummary(this.text.value);
    if (this.gone || turn !== this.turn) return;
    this.figures.removeAttribute("aria-busy");
    render(createElement(Figures, { summary: told }), this.figures);
    this.orbits.textContent = told.orbits.map(({ name, pieces }) => `${pieces} ${name.toLowerCase()}`).join(", ");
  }

  private gluing(): HTMLElement {
    return h(
      "div",
      { class: "card design" },
      h("h2", {}, "Orbits, bandages, points and cycles"),
      this.orbits,
      h("div", { class: "segments", role: "radiogroup", "aria-label": "What a pointer does" }, ...this.modes),
      this.drawing.element,
      this.bandages,
      button("Take all bandages off", () => this.glueAs([]), ["No bandages"]),
    );
  }

  private picked(sticker: number): void {
    if (this.mode !== "pick") return;
    if (!this.base) return this.context.tell("Pieces of a text of points and cycles are glued in the text.");
    if (this.first === null) {
      this.first = sticker;
      this.lightUp();
      return;
    }
    const other = this.first;
    this.first = null;
    this.glueAs(glue(this.glued, this.scene.pieces, other, sticker));
  }

  private glueAs(groups: number[][]): void {
    this.glued = groups;
    this.rewrite();
    this.tellGlued();
    void this.show();
  }

  /** Light what is glued, or about to be, while one glues. */
  private lightUp(): void {
    const first = this.first === null ? [] : [this.first];
    this.board.viewer.light(this.mode !== "pick" ? [] : [...this.glued.flat(), ...first]);
  }

  private tellGlued(): void {
    this.lightUp();
    const { length } = this.glued;
    this.bandages.textContent =
      length === 0
        ? "Click a sticker of one piece and then one of another to glue them."
        : `${length} ${length === 1 ? "bandage" : "bandages"}; turn a layer to see what they block.`;
  }

  /** The definition anew, after its name or its bandages were changed; a text of cycles stays as it is written. */
  private rewrite(): void {
    const { base } = this;
    const sketch = sketched(this.text.value);
    if (sketch) this.text.value = writtenSketch(this.name.value, sketch);
    else if (base) this.text.value = definition(this.name.value, base.key, base.base, this.glued);
  }

  private keeping(): HTMLElement {
    return h(
      "div",
      { class: "card design" },
      h("h2", {}, "Keep it"),
      this.name,
      h(
        "details",
        {},
        h("summary", {}, "Definition: cuts, or points and cycles"),
        this.text,
        button("An example of points and cycles", () => this.example(), ["Example"]),
      ),
      h(
        "div",
        { class: "actions" },
        button("Save to my puzzles", () => void this.save(), ["Save"], { class: "primary" }),
        button("Download the definition as TOML", () => this.download(), [icons.save(), "TOML"]),
        button("Play it", () => void this.play(), ["Play"]),
      ),
      this.fault,
    );
  }

  private example(): void {
    this.name.value = "two small rings";
    this.kept = null;
    this.text.value =
      'name = "two small rings"\nstickers = ["red", "red", "gold", "blue", "blue"]\n\n[moves]\nl = "(0 1 2)"\nr = "(2 3 4)"\n';
    void this.show();
  }

  /** Play what is shown; what no name stands for is saved first. */
  private async play(): Promise<void> {
    const plain = this.base !== null && this.glued.length === 0;
    if (!plain && !(await this.save())) return;
    go({ page: "play", puzzle: plain ? this.base!.base : this.address, query: new URLSearchParams() });
  }

  /** Keep it; whether that went well. */
  private async save(): Promise<boolean> {
    const name = this.name.value.trim() || this.scene.name;
    try {
      const thing = this.kept
        ? await api.changePuzzle(this.kept, name, this.text.value)
        : await api.savePuzzle(name, this.text.value);
      this.kept = thing.id;
      await this.show();
      this.fillCuts(parsed(this.base?.base ?? ""));
      this.context.tell(`${name} is saved.`);
      await this.list();
      return true;
    } catch (fault) {
      this.blame(fault);
      return false;
    }
  }

  private download(): void {
    download(
      new Blob([this.text.value], { type: "application/toml" }),
      `${(this.name.value || "puzzle").replace(/[^\w.-]+/g, "-")}.toml`,
    );
  }

  private async list(): Promise<void> {
    const things = await api.savedPuzzles();
    if (this.gone) return;
    replace(
      this.mine,
      h("h2", {}, "My puzzles"),
      things.length > 0
        ? h("ul", { class: "plain" }, ...things.map((thing) => this.item(thing)))
        : h("p", { class: "quiet" }, "None yet."),
    );
  }

  private item(thing: SavedItem): HTMLElement {
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "reason",
          "aria-current": String(thing.id === this.kept),
          onclick: () => go({ page: "design", puzzle: MINE + thing.id, query: new URLSearchParams() }),
        },
        h("b", {}, thing.name),
        h("span", { class: "kind" }, new Date(thing.changed * 1000).toLocaleString()),
      ),
      button(`Delete ${thing.name}`, () => void this.forget(thing), [icons.close()], { class: "ghost" }),
    );
  }

  private async forget(thing: SavedItem): Promise<void> {
    try {
      await api.forgetItem(thing.id);
      if (thing.id === this.kept) return go({ page: "design", puzzle: FIRST, query: new URLSearchParams() });
      await this.list();
    } catch (fault) {
      this.complain(fault);
    }
  }

  private blame(fault: unknown): void {
    this.fault.hidden = fault === null;
    this.fault.textContent = fault instanceof Error ? fault.message : "";
  }

  private complain(fault: unknown): void {
    if (!this.gone) this.context.tell(fault instanceof Error ? fault.message : String(fault));
  }
}

export const designPage: PageKind = { open: (context) => new Design(context) };
