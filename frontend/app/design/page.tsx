/** Design: cut a solid with planes, glue pieces, or write points and cycles; keep what comes of it. */

import { computed, effect, signal } from "@preact/signals";
import { render } from "preact";
import type { PuzzleSummary, SavedItem } from "../../api/schema";
import type { Scene } from "../../viewer";
import { api } from "../api";
import { Board } from "../board";
import { onReturn } from "../connection";
import { debounced, download } from "../dom";
import { said } from "../faults";
import type { Context, Page, PageKind } from "../page";
import { parsed as addressed, go } from "../router";
import { Bench, drafts, FIRST, MINE, type Version } from "./bench";
import { baseOf, type Draft, definition, glue, gluedOf, nameOf, parsed, written } from "./draft";
import { Drawing } from "./drawing";
import { DesignPanel } from "./panel";
import { EMPTY, type Sketch, parsed as sketched, written as writtenSketch } from "./sketch";

/** What a pointer does: turn layers, glue pieces, or set points. */
export type Mode = "turn" | "pick" | "draw";
/** With more stickers than this, counting the group would not keep up with a slider. */
const MOST_LIVE = 1500;
const EXAMPLE: Version = {
  name: "two small rings",
  text: 'name = "two small rings"\nstickers = ["red", "red", "gold", "blue", "blue"]\n\n[moves]\nl = "(0 1 2)"\nr = "(2 3 4)"\n',
};

/** What is being designed, and all that can be done with it. */
export class Design implements Page {
  private board: Board;
  private scene: Scene;
  bench = new Bench({ name: "", text: "" });
  readonly version = signal<Version>({ name: "", text: "" });
  /** The version that is saved, or was opened. */
  private readonly original = signal<Version>({ name: "", text: "" });
  readonly base = computed(() => baseOf(this.version.value.text));
  readonly draft = computed(() => parsed(this.base.value?.base ?? ""));
  readonly glued = computed(() => gluedOf(this.version.value.text));
  readonly changed = computed(() => this.version.value.text !== this.original.value.text);
  readonly mode = signal<Mode>("pick");
  readonly first = signal<number | null>(null);
  readonly summary = signal<PuzzleSummary | null>(null);
  readonly counting = signal("Counting …");
  readonly fault = signal("");
  readonly things = signal<readonly SavedItem[]>([]);
  readonly kept = signal<string | null>(null);
  readonly drawing = new Drawing((sketch) => this.drawn(sketch));
  private readonly preview = debounced(() => void this.show(), 180);
  private readonly endings: (() => void)[];
  /** The name in the address of the page, which follows what is shown. */
  private shown: string;
  private turn = 0;
  private gone = false;

  constructor(private readonly context: Context) {
    const { scene, stage, panel, route } = context;
    this.scene = scene;
    this.shown = route.puzzle;
    if (route.puzzle.startsWith(MINE)) this.kept.value = route.puzzle.slice(MINE.length);
    this.board = this.boardOf(scene, stage);
    stage.append(this.drawing.sheet);
    this.endings = [
      effect(() => this.setMode(this.mode.value)),
      effect(() => this.lightUp()),
      onReturn(() => void this.show()),
    ];
    render(<DesignPanel design={this} />, panel);
    window.addEventListener("keydown", this.keyed);
    void this.begin().catch((fault: unknown) => this.complain(fault));
  }

  dispose(): void {
    this.gone = true;
    window.removeEventListener("keydown", this.keyed);
    for (const end of this.endings) end();
    render(null, this.context.panel);
    this.drawing.sheet.remove();
    this.board.dispose();
  }

  private boardOf(scene: Scene, stage: HTMLElement): Board {
    const board = new Board(scene, stage, { mode: this.mode.peek() === "turn" ? "turn" : "pick" });
    board.viewer.on("pick", ({ sticker }) => this.picked(sticker));
    board.viewer.on("blocked", ({ move }) =>
      this.context.tell(`${move.name} is blocked: it would tear pieces that are joined.`),
    );
    return board;
  }

  /** Begin with what the address names, or with the draft that was made there. */
  private async begin(): Promise<void> {
    const { puzzle } = this.context.route;
    const text = await api.definition(puzzle);
    if (this.gone) return;
    const opened = { name: nameOf(text) || this.scene.name, text };
    this.original.value = opened;
    this.bench = new Bench(opened);
    this.version.value = opened;
    const draft = drafts.of(puzzle);
    if (draft && draft.text !== text) {
      this.change(draft);
      this.context.tell("Your changes are back; Undo or Begin anew drops them.");
    }
    await Promise.all([this.count(), this.list()]);
  }

  /** Take a new version, show what it makes, and keep it as a draft until it is saved. */
  private change(version: Version, topic = ""): void {
    this.bench.set(version, topic);
    this.moved();
  }

  private moved(): void {
    this.version.value = this.bench.version;
    this.first.value = null;
    this.counting.value = "Counting …";
    const draft = this.changed.value ? this.version.value : null;
    drafts.keep(this.address, draft);
    // Until the server has answered, a reload opens what was shown before.
    if (this.shown !== this.address) drafts.keep(this.shown, draft);
    this.preview();
  }

  private readonly keyed = (event: KeyboardEvent): void => {
    const typing = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    const key = event.key.toLowerCase();
    const text = typing && (event.target as HTMLInputElement).type !== "range";
    if (text || !(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y")) return;
    event.preventDefault();
    this.step(key === "z" && !event.shiftKey ? -1 : 1);
  };

  step(way: 1 | -1): void {
    if (way < 0) this.bench.undo();
    else this.bench.redo();
    this.moved();
    this.redraw();
  }

  /** Let a drag turn a layer, to try the puzzle, or a click glue pieces or set points. */
  private setMode(mode: Mode): void {
    this.board.viewer.mode = mode === "turn" ? "turn" : "pick";
    this.first.value = null;
    this.drawing.sheet.toggleAttribute("hidden", mode !== "draw");
    this.drawing.element.hidden = mode !== "draw";
    this.redraw();
  }

  private redraw(): void {
    if (this.mode.peek() === "draw") this.drawing.show(sketched(this.version.peek().text) ?? EMPTY);
  }

  cut(draft: Draft, topic: string): void {
    const description = written(draft);
    const before = this.version.value.name;
    const own = before !== this.scene.name && before !== this.base.value?.base;
    const name = own ? before : description;
    this.change({ name, text: definition(name, "cuts", description, []) }, topic);
  }

  /** Points and cycles were drawn: they are the definition now. */
  private drawn(sketch: Sketch): void {
    const again = sketched(this.version.value.text) !== null;
    const name = again ? this.version.value.name : "my points";
    if (!again) this.kept.value = null;
    this.change({ name, text: writtenSketch(name, sketch) });
  }

  rename(name: string): void {
    const { text } = this.version.value;
    const sketch = sketched(text);
    const base = this.base.value;
    const renamed = sketch
      ? writtenSketch(name, sketch)
      : base
        ? definition(name, base.key, base.base, this.glued.value)
        : text.replace(/^name *=.*$/m, `name = ${JSON.stringify(name)}`);
    this.change({ name, text: renamed }, "name");
  }

  retype(text: string): void {
    this.change({ name: nameOf(text) || this.version.value.name, text }, "text");
  }

  private picked(sticker: number): void {
    if (this.mode.value !== "pick") return;
    if (!this.base.value) return this.context.tell("Pieces of a text of points and cycles are glued in the text.");
    const other = this.first.value;
    if (other === null) {
      this.first.value = sticker;
      this.board.viewer.say("chosen; now choose a sticker of another piece");
    } else if (this.scene.pieces[other] === this.scene.pieces[sticker]) {
      this.first.value = null;
      this.context.tell("Both stickers are on one piece; there is nothing to glue.");
    } else this.glueAs(glue(this.glued.value, this.scene.pieces, other, sticker));
  }

  glueAs(groups: number[][]): void {
    const { name } = this.version.value;
    const { key, base } = this.base.value ?? { key: "cuts", base: FIRST };
    this.change({ name, text: definition(name, key, base, groups) });
  }

  /** Light what is glued, or about to be, while one glues. */
  private lightUp(): void {
    const first = this.first.value === null ? [] : [this.first.value];
    const shown = this.mode.value === "pick" ? [...this.glued.value.flat(), ...first] : [];
    this.board.viewer.light(shown);
  }

  /** Show what the definition makes now; a newer one overtakes it. */
  private async show(): Promise<void> {
    const turn = ++this.turn;
    const { text } = this.version.value;
    const { address } = this;
    const sketch = sketched(text);
    // Points without a cycle are no puzzle yet.
    if (sketch && !sketch.turns.some(({ cycles }) => cycles.length > 0)) return;
    try {
      const scene = await api.designScene(text);
      if (this.gone || turn !== this.turn || this.isLeft) return;
      const { view, camera, focusedPlace } = this.board.viewer;
      this.board.dispose();
      this.scene = scene;
      this.board = this.boardOf(scene, this.context.stage);
      // A flat puzzle is first seen straight on, whatever it takes the place of.
      if (JSON.stringify(view) !== JSON.stringify(camera.home)) this.board.viewer.view = view;
      this.board.viewer.focusedPlace = focusedPlace;
      this.lightUp();
      if (this.shown !== address) drafts.keep(this.shown, null);
      this.shown = address;
      this.context.renamed({ ...this.context.route, puzzle: address, query: new URLSearchParams() }, scene.name);
      this.fault.value = "";
      await this.count();
    } catch (fault) {
      if (turn !== this.turn) return;
      this.fault.value = said(fault);
      this.counting.value = "";
    }
  }

  /** Whether the address leads elsewhere already, to a page that is not open yet. */
  private get isLeft(): boolean {
    const { page, puzzle } = addressed(location.hash);
    return page !== this.context.route.page || puzzle !== this.shown;
  }

  /** The name by which this puzzle, or what it is made of, can be opened again. */
  private get address(): string {
    return this.kept.value ? MINE + this.kept.value : (this.base.value?.base ?? FIRST);
  }

  private async count(): Promise<void> {
    const { turn } = this;
    const { length } = this.scene.colors;
    if (length > MOST_LIVE) {
      this.summary.value = null;
      this.counting.value = `${length.toLocaleString("en")} stickers: too many to count while one designs.`;
      return;
    }
    this.counting.value = "Counting …";
    const told = await api.designSummary(this.version.value.text);
    if (this.gone || turn !== this.turn) return;
    this.summary.value = told;
    this.counting.value = "";
  }

  /** Go back to what was saved or opened. */
  beginAnew(): void {
    this.change(this.original.value);
    this.redraw();
  }

  /** Play what is shown; what no name stands for is saved first. */
  async play(): Promise<void> {
    const base = this.base.value;
    const plain = base !== null && this.glued.value.length === 0;
    if (!plain && this.changed.value && !(await this.save())) return;
    go({ page: "play", puzzle: plain ? base.base : this.address, query: new URLSearchParams() });
  }

  /** Keep it; whether that went well. */
  async save(): Promise<boolean> {
    const name = this.version.value.name.trim() || this.scene.name;
    const { text } = this.version.value;
    try {
      const thing = this.kept.value
        ? await api.changePuzzle(this.kept.value, name, text)
        : await api.savePuzzle(name, text);
      drafts.keep(this.address, null);
      this.kept.value = thing.id;
      drafts.keep(this.address, null);
      this.original.value = this.version.value;
      await this.show();
      this.context.tell(`${name} is saved.`);
      await this.list();
      return true;
    } catch (fault) {
      this.fault.value = said(fault);
      return false;
    }
  }

  private async list(): Promise<void> {
    const things = await api.savedPuzzles();
    if (!this.gone) this.things.value = things;
  }

  async forget(thing: SavedItem): Promise<void> {
    try {
      await api.forgetItem(thing.id);
      drafts.keep(MINE + thing.id, null);
      if (thing.id === this.kept.value) return go({ page: "design", puzzle: FIRST, query: new URLSearchParams() });
      await this.list();
    } catch (fault) {
      this.complain(fault);
    }
  }

  private complain(fault: unknown): void {
    if (!this.gone) this.context.tell(said(fault));
  }

  example(): void {
    this.kept.value = null;
    this.change(EXAMPLE);
  }

  download(): void {
    const { name, text } = this.version.value;
    const file = `${(name || "puzzle").replace(/[^\w.-]+/g, "-")}.toml`;
    download(new Blob([text], { type: "application/toml" }), file);
  }
}

export const designPage: PageKind = { open: (context) => new Design(context) };
