/** Pack: fill a board by hand, with live numbers, hints, solutions and challenges. */

import { signal } from "@preact/signals";
import { render } from "preact";
import type { BoardStatus, ChallengeJob, PackingCatalog, PackingView } from "../../api/schema";
import { onReturn } from "../connection";
import { h, toClipboard } from "../dom";
import { said } from "../faults";
import { LongWork } from "../jobs";
import type { OtherPage, Page, PlainContext } from "../page";
import { clockText, Timer } from "../play/timer";
import { go, note, written } from "../router";
import { onChange } from "../settings";
import { type Placed, packings } from "./calls";
import { boardFor } from "./choosing";
import { Fill, queryOf, readFill } from "./fill";
import { LiveStatus } from "./live_status";
import { named } from "./names";
import { Numbers } from "./numbers_card";
import { Challenge, Choosing, type Level, Looks, Tools } from "./panel";
import { SolutionBrowser } from "./solution_browser";
import { sentence } from "./status_words";
import { Space } from "./table/space";
import { Table } from "./table/table";
import { TakenApart } from "./taken_apart";

const TURNS: Record<string, "turn" | "flip" | "next"> = { r: "turn", f: "flip", t: "next" };

class Pack implements Page {
  private readonly table: Table;
  private readonly browser: SolutionBrowser;
  private readonly apart: TakenApart;
  private readonly challenges = new LongWork("challenge", (job) => this.challenged(job));
  private readonly tools = h("div", { class: "pack-tools", role: "toolbar", "aria-label": "Piece in hand" });
  private readonly voice = h("p", { class: "puzzlery-voice", "aria-live": "polite" });
  private readonly timer = new Timer();
  private readonly live = new LiveStatus(
    () => this.place,
    (told) => this.heard(told),
  );
  /** Grows with every change of the board. */
  private readonly turnNumber = signal(0);
  private readonly stop = new AbortController();
  private readonly endings: (() => void)[];
  private seed = Math.floor(Math.random() * 1e6);
  private cellWanted: ((cell: number) => void) | null = null;

  constructor(
    private readonly context: PlainContext,
    private readonly names: { set: string; board: string },
    packing: PackingView,
    list: PackingCatalog,
  ) {
    const { route, stage, panel } = context;
    const fill = readFill(packing, route.query);
    const events = {
      changed: () => this.byHand(),
      say: (text: string) => (this.voice.textContent = text),
      picked: (cell: number) => this.picked(cell),
    };
    this.table = new Table(fill, events, this.tools);
    this.browser = new SolutionBrowser(packing, {
      place: () => this.place,
      where: (cell) => this.table.where(cell),
      show: (solution) => this.show(solution),
      take: (solution) => this.take(solution),
      askForCell: (heard) => this.wantCell(heard),
      mark: (cell) => {
        this.table.marked = cell;
        this.table.draw();
      },
    });
    this.apart = new TakenApart({
      place: () => this.place,
      show: (moved) => {
        this.table.moved = moved;
        if (moved) this.table.drop();
        else this.table.draw();
      },
      take: (solution) => this.take(solution),
      reach: (far) => {
        if (this.table.surface instanceof Space) this.table.surface.reach = far;
      },
    });
    stage.append(this.table.element, this.voice);
    render(<this.Toolbar />, this.tools);
    render(<this.Panel list={list} />, panel);
    this.endings = [onChange(() => this.table.draw()), onReturn(() => void this.live.find())];
    if (fill.placed.length === fill.given.length) this.timer.arm();
    window.addEventListener("keydown", (event) => this.keyed(event), { signal: this.stop.signal });
    this.after();
  }

  dispose(): void {
    this.stop.abort();
    this.live.dispose();
    this.timer.stop();
    for (const end of this.endings) end();
    this.challenges.stop();
    this.browser.dispose();
    this.apart.close();
    render(null, this.tools);
    render(null, this.context.panel);
    this.table.dispose();
    this.voice.remove();
  }

  private get fill(): Fill {
    return this.table.fill;
  }

  private get place(): Placed {
    return { ...this.names, placed: this.fill.placed };
  }

  /** A piece was placed or lifted: the clock runs from the first one on. */
  private byHand(): void {
    this.timer.start();
    this.changed();
  }

  private changed(): void {
    this.browser.close();
    this.apart.close();
    this.after();
  }

  /** Show the board as it is now, note it in the address, and ask what is known of it. */
  private after(): void {
    this.table.lit = null;
    this.table.dead = new Set();
    this.turnNumber.value += 1;
    this.table.draw();
    note({ ...this.context.route, query: queryOf(this.fill) });
    this.live.doubt();
  }

  private heard(told: BoardStatus): void {
    this.table.dead = new Set(told.dead ?? []);
    this.table.draw();
    if (!told.done) return;
    const took = this.timer.stop();
    this.context.tell(took === null ? "Solved: every cell is filled." : `Solved by hand in ${clockText(took)}.`);
  }

  private async hint(): Promise<void> {
    const answer = await this.asked(packings.hint(this.place));
    if (!answer) return;
    const text = answer.hint ? sentence(answer.hint) : `No hint: ${answer.text}.`;
    this.context.tell(text);
    this.voice.textContent = text;
    this.table.drop();
    this.table.lit = answer.hint?.option ?? null;
    this.table.draw();
  }

  /** Fix all that lies there; where all is fixed already, free it. */
  private fix(): void {
    const { packing, given, placed } = this.fill;
    const fixed = given.length < placed.length ? placed : [];
    this.table.hand = null;
    this.table.fill = new Fill(packing, fixed, fixed.length > 0 ? [] : placed);
    this.changed();
  }

  private async backToSolvable(): Promise<void> {
    const answer = await this.asked(packings.undo(this.place));
    if (!answer) return;
    if (!answer.decided) return this.context.tell("That could not be decided in time.");
    this.fill.set(this.fill.placed.slice(0, Math.max(answer.keep, this.fill.given.length)));
    this.changed();
  }

  private async complete(): Promise<void> {
    const answer = await this.asked(packings.complete(this.place));
    if (answer?.solution) return this.take(answer.solution);
    if (answer?.decided) this.context.tell("This board cannot be completed.");
    else if (answer) this.context.tell("No solution was found in time; place a few more pieces.");
  }

  /** What the server answers; null if it fails, which is told. */
  private async asked<T>(answer: Promise<T>): Promise<T | null> {
    try {
      return await answer;
    } catch (fault) {
      this.context.tell(said(fault));
      return null;
    }
  }

  /** Put a whole solution on the board, what lies there first. */
  private take(solution: readonly number[]): void {
    // What the server places is not solved by hand.
    this.timer.reset();
    const before = this.fill.placed.filter((option) => solution.includes(option));
    this.fill.set([...before, ...solution.filter((option) => !before.includes(option))]);
    this.changed();
  }

  private show(solution: readonly number[] | null): void {
    this.table.shown = solution;
    if (solution) this.table.drop();
    else this.table.draw();
  }

  private wantCell(heard: (cell: number) => void): void {
    this.cellWanted = heard;
    this.table.drop();
    this.context.tell("Point at a cell of the board.");
    this.table.focus();
  }

  private picked(cell: number): boolean {
    const heard = this.cellWanted;
    this.cellWanted = null;
    heard?.(cell);
    return heard !== null;
  }

  private async challenge(level: Level): Promise<void> {
    this.context.tell("Looking for a start with one completion …");
    this.seed += 1;
    await this.asked(this.challenges.begin({ ...this.names, level, seed: this.seed }));
  }

  private challenged(job: ChallengeJob): void {
    if (job.error) return this.context.tell(job.error.message);
    if (job.status !== "done" || !job.result) return;
    const { given, level, guesses } = job.result;
    this.table.hand = null;
    this.table.fill = new Fill(this.fill.packing, given);
    this.timer.arm();
    this.context.tell(`${level}: ${given.length} pieces are given${guesses ? "" : "; no guess is needed"}.`);
    this.changed();
  }

  private async share(): Promise<void> {
    const address = new URL(written({ ...this.context.route, query: queryOf(this.fill) }), location.href).href;
    await toClipboard(address, "The link is copied.", "Copy this link", this.context.tell);
  }

  private step(by: 1 | -1): void {
    if (by < 0) this.fill.undo();
    else this.fill.redo();
    this.table.hand = null;
    this.changed();
  }

  private keyed(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const key = event.key.toLowerCase();
    const control = event.ctrlKey || event.metaKey;
    if (control && (key === "z" || key === "y")) {
      event.preventDefault();
      this.step(key === "z" && !event.shiftKey ? -1 : 1);
    } else if (!control && key === "h") void this.hint();
    else if (!control && !event.defaultPrevented && this.table.hand && key in TURNS) this.table.turn(TURNS[key]!);
  }

  private readonly Toolbar = () => {
    void this.turnNumber.value;
    return (
      <Tools
        solid={this.fill.packing.layers > 1}
        canUndo={this.fill.canUndo}
        canRedo={this.fill.canRedo}
        turn={(way) => this.table.turn(way)}
        step={(by) => this.step(by)}
        clear={() => {
          this.fill.clear();
          this.timer.arm();
          this.changed();
        }}
        hint={() => void this.hint()}
      />
    );
  };

  private readonly Panel = ({ list }: { list: PackingCatalog }) => {
    void this.turnNumber.value;
    return (
      <>
        <Choosing
          list={list}
          {...this.names}
          open={(puzzle) => go({ page: "pack", puzzle, query: new URLSearchParams() })}
        />
        <Numbers
          live={this.live}
          fill={this.fill}
          clock={this.timer.element}
          complete={() => void this.complete()}
          fix={() => this.fix()}
          share={() => void this.share()}
          back={() => void this.backToSolvable()}
        />
        <this.browser.View />
        {this.fill.packing.layers > 1 && <this.apart.View />}
        <Challenge levels={list.levels} make={(level) => void this.challenge(level)} />
        <Looks layers={this.fill.packing.layers} />
      </>
    );
  };
}

export const packPage: OtherPage = {
  openPlain: async (given) => {
    let { route } = given;
    if (!named(route.puzzle).set) {
      route = { ...route, puzzle: await boardFor(route.puzzle.trim()) };
      given.renamed(route, route.puzzle);
    }
    const names = named(route.puzzle);
    const [packing, list] = await Promise.all([packings.puzzle(names.set, names.board), packings.list()]);
    return new Pack({ ...given, route }, names, packing, list);
  },
};
