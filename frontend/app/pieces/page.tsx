/** Pieces: which stickers belong together, which pieces change places, and why others are apart. */

import { effect, signal } from "@preact/signals";
import { render } from "preact";
import type { ApartResponse, NetPlace, OrbitPieces, PiecesResponse, PuzzleSummary } from "../../api/schema";
import { api } from "../api";
import { Board } from "../board";
import { Segments, Switch } from "../controls";
import { said } from "../faults";
import { Figures } from "../figures";
import type { Context, Page, PageKind } from "../page";
import { written } from "../router";
import { labels, manyInks } from "./colors";

const BY = [
  { value: "orbits", content: "Orbit", title: "One color for all pieces that can change places" },
  { value: "pieces", content: "Piece", title: "One color for each piece" },
  { value: "colors", content: "Stickers", title: "The colors of the stickers" },
] as const;
const RULES: Record<number, string> = {
  1: "a move moves just one of them",
  2: "a cycle of a move holds some of the piece, but not all",
  3: "a sequence ends with a move that moves just one",
};
const ASK = "Click a sticker to light its piece, and a second one to learn why they are apart.";

/** A list without a value, or with it if it was not there. */
function toggled<T>(list: readonly T[], value: T): T[] {
  return list.includes(value) ? list.filter((other) => other !== value) : [...list, value];
}

/** What each sticker is called. */
function namesOf(cells: readonly NetPlace[]): string[] {
  const names: string[] = [];
  for (const { place, name } of cells) names[place] = name;
  return names;
}

type Why = { readonly text: string } | ApartResponse;

class PiecesPage implements Page {
  private readonly board: Board;
  private readonly by = signal<(typeof BY)[number]["value"]>("orbits");
  private readonly rules = signal<readonly number[]>([]);
  private readonly hidden = signal<readonly string[]>([]);
  private readonly found = signal<PiecesResponse | null>(null);
  private readonly fault = signal("");
  private readonly summary = signal<PuzzleSummary | null>(null);
  private readonly names = signal<readonly string[]>([]);
  private readonly why = signal<Why>({ text: ASK });
  private first: number | null = null;
  private readonly endings: (() => void)[];

  constructor(private readonly context: Context) {
    const { scene, stage, panel, route } = context;
    this.board = new Board(scene, stage, { mode: "pick", explode: Number(route.query.get("explode")) || 0 });
    this.board.viewer.on("pick", ({ sticker }) => void this.picked(sticker));
    this.endings = [effect(() => this.color()), effect(() => this.hide()), effect(() => void this.load())];
    void api
      .summary(route.puzzle)
      .then((told) => (this.summary.value = told))
      .catch(() => undefined);
    void api
      .net(route.puzzle)
      .then(({ cells }) => (this.names.value = namesOf(cells)))
      .catch(() => undefined);
    render(<this.Panel />, panel);
  }

  dispose(): void {
    for (const end of this.endings) end();
    render(null, this.context.panel);
    this.board.dispose();
  }

  private async load(): Promise<void> {
    const rules = this.rules.value;
    try {
      const found = await api.pieces(this.context.route.puzzle, rules);
      if (rules === this.rules.value) this.found.value = found;
    } catch (fault) {
      this.fault.value = said(fault);
    }
  }

  private color(): void {
    const found = this.found.value;
    const by = this.by.value;
    if (!found) return;
    const sets = by === "pieces" ? found.pieces : found.orbits.map((orbit) => orbit.slots.flat());
    this.board.paint(by === "colors" ? null : manyInks(sets.length));
    this.board.viewer.setColors(by === "colors" ? null : labels(sets, this.context.scene.colors.length));
  }

  private hide(): void {
    const orbits = this.found.value?.orbits.filter(({ name }) => this.hidden.value.includes(name)) ?? [];
    this.board.viewer.hide(orbits.flatMap(({ slots }) => slots.flat()));
  }

  private async picked(sticker: number): Promise<void> {
    const own = this.found.value?.pieces.find((piece) => piece.includes(sticker)) ?? [sticker];
    const { first } = this;
    this.first = first === null ? sticker : null;
    this.board.viewer.light(first === null ? own : [first, sticker]);
    if (first === null) {
      const many = own.length > 1 ? "s" : "";
      const name = this.names.value[sticker] ?? `sticker ${sticker}`;
      this.why.value = { text: `“${name}”: its piece has ${own.length} sticker${many}. Click another sticker.` };
      return;
    }
    try {
      this.why.value = await api.apart(this.context.route.puzzle, first, sticker);
    } catch (fault) {
      this.why.value = { text: said(fault) };
    }
  }

  private readonly Panel = () => (
    <>
      {this.summary.value && (
        <div class="card figures-card">
          <Figures summary={this.summary.value} />
        </div>
      )}
      <div class="card">
        <h2>Color by</h2>
        <Segments label="Color by" segments={BY} value={this.by.value} choose={(by) => (this.by.value = by)} />
        <details class="rules">
          <summary>Only some rules</summary>
          <p class="quiet">
            Without any, the definition itself: every sequence that leaves one in place leaves the other.
          </p>
          {[1, 2, 3].map(this.ruleRow)}
        </details>
      </div>
      <div class="card">
        {this.found.value && this.table(this.found.value)}
        {this.fault.value && <p role="alert">{this.fault.value}</p>}
      </div>
      <div class="card" aria-live="polite">
        {this.reason(this.why.value)}
      </div>
    </>
  );

  private readonly ruleRow = (rule: number) => (
    <Switch
      key={rule}
      on={this.rules.value.includes(rule)}
      change={() => (this.rules.value = toggled(this.rules.value, rule).sort())}
    >
      <b>Rule {rule}</b> {RULES[rule]}
    </Switch>
  );

  private table({ pieces, orbits }: PiecesResponse) {
    const sizes = [...new Set(pieces.map(({ length }) => length))].sort((a, b) => b - a);
    const ofSize = (size: number): number => pieces.filter(({ length }) => length === size).length;
    return (
      <>
        <h2>{pieces.length} pieces</h2>
        <p class="quiet">By stickers: {sizes.map((size) => `${ofSize(size)} of ${size}`).join(", ")}.</p>
        <table class="orbits">
          <thead>
            <tr>
              {["orbit", "pieces", "ways to sit", "shown"].map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody onMouseLeave={() => this.board.viewer.light([])}>{orbits.map(this.row)}</tbody>
        </table>
      </>
    );
  }

  private readonly row = (orbit: OrbitPieces, k: number) => {
    const light = (): void => this.board.viewer.light(orbit.slots.flat());
    const name = orbit.name.toLowerCase();
    return (
      <tr key={name} onMouseEnter={light}>
        <td>
          <button type="button" class="link" onClick={light} onFocus={light}>
            <i class="dot" style={{ background: manyInks(k + 1)[k]!.shade }} />
            {name}
          </button>
        </td>
        <td>{orbit.slots.length}</td>
        <td>{orbit.orientations}</td>
        <td>
          <input
            type="checkbox"
            checked={!this.hidden.value.includes(orbit.name)}
            aria-label={`Show ${name}`}
            onChange={() => (this.hidden.value = toggled(this.hidden.value, orbit.name))}
          />
        </td>
      </tr>
    );
  };

  private reason(why: Why) {
    if (!("rule" in why))
      return [
        <h2 key="head">Why apart?</h2>,
        <p key="text" class="quiet">
          {why.text}
        </p>,
      ];
    const query = new URLSearchParams({ alg: why.witness });
    return (
      <>
        <h2>{why.rule === null ? "One piece" : `Apart by rule ${why.rule}`}</h2>
        <p>{why.text}</p>
        {why.witness && (
          <a class="button" href={written({ ...this.context.route, page: "play", query })}>
            Watch {why.witness}
          </a>
        )}
      </>
    );
  }
}

export const piecesPage: PageKind = { open: (context) => new PiecesPage(context) };
