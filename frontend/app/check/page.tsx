/** Check: paint what you see, and read at once whether moves lead there. */

import { computed, effect, signal } from "@preact/signals";
import { render } from "preact";
import type { CheckResponse, NetResponse } from "../../api/schema";
import { contrasting, type Ink } from "../../viewer";
import { api } from "../api";
import { Board } from "../board";
import { onReturn } from "../connection";
import { IconButton, Segments } from "../controls";
import { debounced } from "../dom";
import { said } from "../faults";
import { icons } from "../icons";
import type { Context, Page, PageKind } from "../page";
import { go, note } from "../router";
import { onChange } from "../settings";
import { queryOf, readColors } from "../solve/given";
import { Net } from "./net";
import { type Coloring, countsOf, Paint } from "./paint";
import { VerdictView } from "./verdict";

type Tool = "paint" | "fill" | "swap";
const BLANK = -1;
/** The shade of stickers that one cannot see. */
const UNSEEN = "#9a9da3";

class Check implements Page {
  private readonly board: Board;
  private readonly paint: Paint;
  private readonly colors = signal<Coloring>([]);
  private readonly inks = signal<readonly Ink[]>([]);
  private readonly color = signal(0);
  private readonly tool = signal<Tool>("paint");
  private readonly first = signal<number | null>(null);
  private readonly lit = signal<readonly number[]>([]);
  private readonly verdict = signal<CheckResponse | string>("");
  private readonly net = signal<NetResponse | null>(null);
  private readonly voice = signal("");
  private readonly pasted = signal("");
  private readonly wanted: readonly number[];
  private readonly counts = computed(() => countsOf(this.colors.value, this.inks.value.length));
  private readonly ask = debounced(() => void this.judge(), 180);
  private readonly endings: (() => void)[];
  private asking: AbortController | null = null;

  constructor(private readonly context: Context) {
    const { scene, stage, panel, route } = context;
    this.board = new Board(scene, stage, { mode: "pick", goToNet: () => this.goToNet() });
    this.inks.value = this.board.inks();
    this.wanted = countsOf(scene.colors, scene.color_names.length);
    this.paint = new Paint(this.given(route.query.get("colors") ?? ""));
    this.board.viewer.on("pick", ({ place }) => this.picked(place));
    this.endings = [
      onChange(() => (this.inks.value = this.board.inks())),
      onReturn(() => void this.judge()),
      effect(() => this.board.viewer.setColors(this.colors.value)),
      effect(() => this.board.viewer.light([...this.lit.value])),
    ];
    render(<this.Panel />, panel);
    this.colors.value = this.paint.colors;
    void this.judge();
    void api.net(route.puzzle).then(
      (net) => (this.net.value = net),
      () => undefined,
    );
    window.addEventListener("keydown", this.keyed);
  }

  dispose(): void {
    this.asking?.abort();
    window.removeEventListener("keydown", this.keyed);
    for (const end of this.endings) end();
    render(null, this.context.panel);
    this.board.dispose();
  }

  /** The colors that an address holds; those of the solved puzzle where it holds none that fit. */
  private given(text: string): Coloring {
    const { colors, color_names } = this.context.scene;
    const read = readColors(text);
    const fits = read.length === colors.length && read.every((color) => color >= BLANK && color < color_names.length);
    return fits ? read : colors;
  }

  /** The net of this page is the one to paint on; there is no second one. */
  private goToNet(): void {
    const cell = this.context.panel.querySelector<SVGElement>('.net-cell[tabindex="0"]');
    cell?.scrollIntoView({ block: "nearest" });
    cell?.focus();
  }

  private readonly keyed = (event: KeyboardEvent): void => {
    const typing = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    const key = event.key.toLowerCase();
    if (typing || !(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y")) return;
    event.preventDefault();
    const back = key === "z" && !event.shiftKey;
    this.after(() => (back ? this.paint.undo() : this.paint.redo()));
  };

  private picked(place: number): void {
    const { faces } = this.context.scene;
    const tool = this.tool.value;
    if (tool === "paint") return this.dye([place], this.color.value);
    if (tool === "fill") {
      const face = [...faces.keys()].filter((other) => faces[other] === faces[place]);
      return this.dye(face, this.color.value);
    }
    const other = this.first.value;
    this.first.value = other === null ? place : null;
    if (other === null) this.lit.value = [place];
    else this.after(() => this.paint.swap(other, place));
  }

  private dye(places: readonly number[], color: number): void {
    this.after(() => this.paint.color(places, color));
    const cell = this.net.value?.cells.find(({ place }) => place === places[0]);
    const name = this.context.scene.color_names[color] ?? "not painted";
    if (cell) this.voice.value = `${places.length > 1 ? "the whole face" : cell.name}: ${name}`;
  }

  /** Change the coloring, show it, note it in the address, and ask what is to be said of it. */
  private after(change: () => void): void {
    change();
    this.lit.value = [];
    this.colors.value = this.paint.colors;
    const query = new URLSearchParams(queryOf({ kind: "colors", colors: this.paint.colors }));
    note({ ...this.context.route, query });
    this.ask();
  }

  /** What has no name is not seen, and gets the number of no color. */
  private numbers(names: readonly (string | null)[]): number[] {
    return names.map((name) => (name === null ? BLANK : this.context.scene.color_names.indexOf(name)));
  }

  private async scramble(): Promise<void> {
    try {
      await this.paste((await api.scramble(this.context.route.puzzle)).alg);
    } catch (fault) {
      this.context.tell(said(fault));
    }
  }

  private async paste(text: string): Promise<void> {
    try {
      const verdict = await api.check(this.context.route.puzzle, { text });
      this.after(() => this.paint.set(this.numbers(verdict.coloring)));
    } catch (fault) {
      this.context.tell(said(fault));
    }
  }

  private async judge(): Promise<void> {
    this.asking?.abort();
    const { paint, context } = this;
    if (paint.blank === paint.colors.length) {
      this.verdict.value = "Paint what you see. Stickers that you cannot see stay gray.";
      return;
    }
    const asking = new AbortController();
    this.asking = asking;
    const late = window.setTimeout(() => (this.verdict.value = "Judging …"), 400);
    try {
      const colors = paint.colors.map((color) => context.scene.color_names[color] ?? null);
      const verdict = await api.check(context.route.puzzle, { colors }, asking.signal);
      if (!asking.signal.aborted) this.told(verdict);
    } catch (fault) {
      if (!asking.signal.aborted) this.verdict.value = said(fault);
    } finally {
      window.clearTimeout(late);
    }
  }

  private told(verdict: CheckResponse): void {
    this.verdict.value = verdict;
    // What would repair it tells most; a wrong count, which speaks of a whole color, tells least.
    const telling = verdict.repair?.changes ?? verdict.reasons.filter(({ kind }) => kind !== "count");
    if (!verdict.reachable) this.lit.value = telling.flatMap(({ stickers }) => [...stickers]);
  }

  private solve(): void {
    const query = new URLSearchParams(queryOf({ kind: "colors", colors: this.paint.colors }));
    go({ ...this.context.route, page: "solve", query });
  }

  private readonly Panel = () => (
    <>
      <div class="card">
        <div class="swatches" role="radiogroup" aria-label="Color">
          {this.inks.value.map((ink, k) => this.swatch(ink, k))}
          {this.unseen()}
        </div>
        <Segments
          label="Tool"
          value={this.tool.value}
          choose={(tool: Tool) => {
            this.tool.value = tool;
            this.first.value = null;
            this.lit.value = [];
          }}
          segments={[
            { value: "paint", content: "Sticker", title: "Paint the sticker that you press" },
            { value: "fill", content: "Whole face", title: "Paint all stickers of the face that you press" },
            { value: "swap", content: "Swap two", title: "Press two stickers to exchange their colors" },
          ]}
        />
        {this.actions()}
      </div>
      <div class="card net-card">
        <h2>All faces: press a sticker, or move with the arrow keys</h2>
        {this.net.value && (
          <Net
            net={this.net.value}
            colors={this.colors.value}
            inks={this.inks.value}
            colorNames={this.context.scene.color_names}
            letters={this.context.scene.letters}
            lit={this.lit.value}
            pick={(place) => this.picked(place)}
            dye={(place, color) => this.dye([place], color)}
          />
        )}
        <p class="puzzlery-voice" aria-live="polite">
          {this.voice.value}
        </p>
      </div>
      <div class="card verdict-card" aria-live="polite">
        {typeof this.verdict.value === "string" ? (
          <p class="quiet">{this.verdict.value}</p>
        ) : (
          <VerdictView
            verdict={this.verdict.value}
            actions={{
              light: (places) => (this.lit.value = places),
              repair: (coloring) => this.after(() => this.paint.set(this.numbers(coloring))),
              solve: () => this.solve(),
            }}
          />
        )}
      </div>
      {this.pasting()}
    </>
  );

  private swatch(ink: Ink, k: number) {
    const { color_names, letters } = this.context.scene;
    const [count, wanted] = [this.counts.value[k], this.wanted[k]];
    return (
      // biome-ignore lint/a11y/useSemanticElements: a button shows the color that it chooses
      <button
        key={color_names[k]}
        type="button"
        class="swatch"
        role="radio"
        aria-checked={k === this.color.value}
        title={`${color_names[k]} (key ${letters[k]} on the net)`}
        aria-label={`${color_names[k]}, ${count} of ${wanted}`}
        style={{ "--ink": ink.shade, "--on-ink": contrasting(ink.shade) }}
        onClick={() => {
          this.color.value = k;
          if (this.tool.value === "swap") this.tool.value = "paint";
        }}
      >
        <b>{letters[k]}</b>
        <small class={count === wanted ? "" : "off"}>
          {count}/{wanted}
        </small>
      </button>
    );
  }

  /** The swatch for stickers that one cannot see. */
  private unseen() {
    return (
      // biome-ignore lint/a11y/useSemanticElements: it stands among the buttons of the colors
      <button
        type="button"
        class="swatch"
        role="radio"
        aria-checked={this.color.value === BLANK}
        title="A sticker that you cannot see"
        aria-label={`not seen, ${this.colors.value.filter((color) => color === BLANK).length}`}
        style={{ "--ink": UNSEEN, "--on-ink": contrasting(UNSEEN) }}
        onClick={() => {
          this.color.value = BLANK;
          if (this.tool.value === "swap") this.tool.value = "paint";
        }}
      >
        <b>?</b>
        <small>open</small>
      </button>
    );
  }

  private actions() {
    const { colors } = this.context.scene;
    const { paint } = this;
    void this.colors.value;
    return (
      <div class="actions">
        <IconButton
          title="Undo (Ctrl Z)"
          icon={icons.undo}
          disabled={!paint.canUndo}
          press={() => this.after(() => paint.undo())}
        />
        <IconButton
          title="Redo (Ctrl Y)"
          icon={icons.redo}
          disabled={!paint.canRedo}
          press={() => this.after(() => paint.redo())}
        />
        <button type="button" title="The solved colors" onClick={() => this.after(() => paint.set(colors))}>
          Reset
        </button>
        <button
          type="button"
          title="Take all colors off, to paint your own puzzle"
          onClick={() => this.after(() => paint.set(colors.map(() => BLANK)))}
        >
          Clear
        </button>
        <button type="button" title="Show a scrambled state" onClick={() => void this.scramble()}>
          Scramble
        </button>
      </div>
    );
  }

  private pasting() {
    return (
      <details class="card">
        <summary>Paste facelets or an alg</summary>
        <textarea
          rows={3}
          spellcheck={false}
          placeholder="UUUUUUUUURRR… or an alg that leads to the state"
          aria-label="Facelets or an alg"
          value={this.pasted.value}
          onInput={({ currentTarget }) => (this.pasted.value = currentTarget.value)}
        />
        <button type="button" onClick={() => void this.paste(this.pasted.value)}>
          Take it over
        </button>
      </details>
    );
  }
}

export const checkPage: PageKind = { open: (context) => new Check(context) };
