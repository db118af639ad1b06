/** Pack: fill a board by hand, with live numbers, hints, solutions and challenges. */

import type { BoardStatus, ChallengeJob, PackingCatalog, PackingView } from "../../api/schema";
import { onReturn } from "../connection";
import { button, debounced, h, toClipboard } from "../dom";
import { icons } from "../icons";
import { LongWork } from "../jobs";
import type { OtherPage, Page, PlainContext } from "../page";
import { clockText, Timer } from "../play/timer";
import { go, note, written } from "../router";
import { onChange } from "../settings";
import { type Placed, packings } from "./calls";
import { challengeCard, type Level, looksCard } from "./cards";
import { choosing } from "./choosing";
import { coded, decoded, Fill, together } from "./fill";
import { named } from "./names";
import { SolutionBrowser } from "./solution_browser";
import { leftOver, sentence, words } from "./status_words";
import { Table } from "./table";

const ASK_AGAIN = 2500;

class Pack implements Page {
  private readonly table: Table;
  private readonly browser: SolutionBrowser;
  private readonly challenges = new LongWork("challenge", (job) => this.challenged(job));
  private readonly left = h("b", { class: "pack-left" }, "…");
  private readonly unit = h("span", {}, "solutions left");
  private readonly verdict = h("p", { class: "pack-verdict", "aria-live": "polite" });
  private readonly voice = h("p", { class: "puzzlery-voice", "aria-live": "polite" });
  private readonly back = button(
    "Go back to the last board that can be completed",
    () => void this.backToSolvable(),
    [icons.undo(), "Back to solvable"],
    { class: "unseen", disabled: true },
  );
  private readonly undoing = button("Undo (Ctrl Z)", () => this.step(-1), [icons.undo()], { class: "square" });
  private readonly redoing = button("Redo (Ctrl Y)", () => this.step(1), [icons.redo()], { class: "square" });
  private readonly fixing = button("Fix what lies there, so that it cannot be lifted, or free it", () => this.fix(), [
    "Fix pieces",
  ]);
  private readonly timer = new Timer();
  private readonly help = h("input", { type: "checkbox", class: "switch", role: "switch", checked: true });
  private readonly ask = debounced(() => void this.find(), 60);
  private readonly stop = new AbortController();
  private readonly forget: () => void;
  private asking: AbortController | null = null;
  private again = 0;
  private seed = Math.floor(Math.random() * 1e6);
  private cellWanted: ((cell: number) => void) | null = null;

  constructor(
    private readonly context: PlainContext,
    private readonly names: { set: string; board: string },
    packing: PackingView,
    list: PackingCatalog,
  ) {
    const { route, stage, panel } = context;
    const given = together(packing, decoded(packing, route.query.get("given") ?? ""));
    const all = together(packing, [...given, ...decoded(packing, route.query.get("placed") ?? "")]);
    const fill = new Fill(packing, given, all.slice(given.length));
    this.table = new Table(
      fill,
      {
        changed: () => this.byHand(),
        say: (text) => (this.voice.textContent = text),
        picked: (cell) => this.picked(cell),
      },
      this.tools(),
    );
    this.browser = new SolutionBrowser(packing, {
      place: () => this.place,
      say: context.tell,
      where: (cell) => this.table.where(cell),
      show: (solution) => this.show(solution),
      take: (solution) => this.take(solution),
      askForCell: (heard) => this.wantCell(heard),
      mark: (cell) => {
        this.table.marked = cell;
        this.table.draw();
      },
    });
    stage.append(this.table.element, this.voice);
    panel.append(
      choosing(list, names, (puzzle) => this.open(puzzle)),
      this.numbers(),
      this.browser.element,
      challengeCard((level) => void this.challenge(level)),
      looksCard(packing.layers),
    );
    const forgetLook = onChange(() => this.table.draw());
    const forgetReturn = onReturn(() => void this.find());
    this.forget = () => {
      forgetLook();
      forgetReturn();
    };
    if (fill.placed.length === fill.given.length) this.timer.arm();
    window.addEventListener("keydown", (event) => this.keyed(event), { signal: this.stop.signal });
    this.after();
  }

  dispose(): void {
    this.stop.abort();
    this.asking?.abort();
    window.clearTimeout(this.again);
    this.timer.stop();
    this.forget();
    this.challenges.stop();
    this.browser.dispose();
    this.table.dispose();
    this.voice.remove();
  }

  private get fill(): Fill {
    return this.table.fill;
  }

  private get place(): Placed {
    return { ...this.names, placed: this.fill.placed };
  }

  private open(puzzle: string): void {
    go({ page: "pack", puzzle, query: new URLSearchParams() });
  }

  private tools(): HTMLElement {
    const solid = this.context.route.puzzle.match(/\d+x\d+x\d+|pyramid|tetrahedron/);
    return h(
      "div",
      { class: "pack-tools", role: "toolbar", "aria-label": "Piece in hand" },
      button("Turn (R)", () => this.table.turn("turn"), [icons.redo(), "Turn"]),
      button(solid ? "Tilt (F)" : "Turn over (F)", () => this.table.turn("flip"), [
        icons.swap(),
        solid ? "Tilt" : "Flip",
      ]),
      button("Next way to hold it (T)", () => this.table.turn("next"), [icons.next()], { class: "square" }),
      this.undoing,
      this.redoing,
      button(
        "Take all pieces off",
        () => {
          this.fill.clear();
          this.timer.arm();
          this.changed();
        },
        [icons.reset()],
        { class: "square" },
      ),
      button("Hint (H)", () => void this.hint(), ["Hint"], { class: "primary" }),
    );
  }

  private numbers(): HTMLElement {
    this.help.addEventListener("change", () => this.after());
    return h(
      "div",
      { class: "card pack-numbers" },
      h("div", { class: "figures" }, h("span", { class: "pack-count" }, this.left, " ", this.unit), this.timer.element),
      h(
        "label",
        { class: "row", title: "Says while you play how many solutions are left and what is forced" },
        "Live help",
        this.help,
      ),
      this.verdict,
      h(
        "div",
        { class: "actions" },
        button("Fill the rest of the board with a solution", () => void this.complete(), ["Complete my board"]),
        this.fixing,
        button("Copy a link to this board", () => void this.share(), [icons.share(), "Share"]),
        this.back,
      ),
    );
  }

  /** A piece was placed or lifted: the clock runs from the first one on. */
  private byHand(): void {
    this.timer.start();
    this.changed();
  }

  private changed(): void {
    this.browser.close();
    this.after();
  }

  /** Show the board as it is now, note it in the address, and ask what is known of it. */
  private after(): void {
    this.table.lit = null;
    this.table.dead = new Set();
    this.undoing.disabled = !this.fill.canUndo;
    this.redoing.disabled = !this.fill.canRedo;
    const { placed, given } = this.fill;
    this.fixing.disabled = placed.length === 0;
    this.fixing.textContent = given.length > 0 && given.length === placed.length ? "Free pieces" : "Fix pieces";
    this.offerBack(false);
    this.table.draw();
    note({ ...this.context.route, query: this.query() });
    this.ask();
  }

  /** The button keeps its room while it is not needed, so that no other one moves. */
  private offerBack(offered: boolean): void {
    this.back.classList.toggle("unseen", !offered);
    this.back.disabled = !offered;
  }

  private query(): URLSearchParams {
    const { packing, given, placed } = this.fill;
    return new URLSearchParams({ given: coded(packing, given), placed: coded(packing, placed.slice(given.length)) });
  }

  private async find(): Promise<void> {
    this.asking?.abort();
    window.clearTimeout(this.again);
    if (!this.help.checked || this.stop.signal.aborted) return this.quiet();
    const asking = new AbortController();
    this.asking = asking;
    try {
      this.tell(await packings.status(this.place, asking.signal));
    } catch (fault) {
      if (!asking.signal.aborted) this.verdict.textContent = fault instanceof Error ? fault.message : String(fault);
    }
  }

  private quiet(): void {
    this.left.textContent = "?";
    this.verdict.textContent = "Live help is off.";
  }

  private tell(told: BoardStatus): void {
    this.left.textContent = leftOver(told);
    this.unit.textContent = told.exact && told.count === "1" ? "solution left" : "solutions left";
    this.verdict.textContent = words(told);
    this.verdict.dataset["state"] = told.done || told.solvable ? "good" : told.solvable === false ? "bad" : "unsure";
    this.offerBack(told.solvable === false && this.fill.placed.length > this.fill.given.length);
    this.table.dead = new Set(told.dead ?? []);
    this.table.draw();
    if (told.done) this.finished();
    if (!told.settled) this.again = window.setTimeout(() => void this.find(), ASK_AGAIN);
  }

  private finished(): void {
    const took = this.timer.stop();
    this.context.tell(took === null ? "Solved: every cell is filled." : `Solved by hand in ${clockText(took)}.`);
  }

  private async hint(): Promise<void> {
    const { hint, text } = await this.asked(packings.hint(this.place), { hint: null, text: "" });
    if (text) this.context.tell(hint ? sentence(hint) : `No hint: ${text}.`);
    this.voice.textContent = hint ? sentence(hint) : text;
    this.table.drop();
    this.table.lit = hint?.option ?? null;
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
    const { keep, decided } = await this.asked(packings.undo(this.place), {
      keep: this.fill.placed.length,
      decided: true,
    });
    if (!decided) return this.context.tell("That could not be decided in time.");
    this.fill.set(this.fill.placed.slice(0, Math.max(keep, this.fill.given.length)));
    this.changed();
  }

  private async complete(): Promise<void> {
    const { solution, decided } = await this.asked(packings.complete(this.place), { solution: null, decided: true });
    if (solution) return this.take(solution);
    this.context.tell(
      decided ? "This board cannot be completed." : "No solution was found in time; place a few more pieces.",
    );
  }

  private async asked<T>(answer: Promise<T>, otherwise: T): Promise<T> {
    try {
      return await answer;
    } catch (fault) {
      this.context.tell(fault instanceof Error ? fault.message : String(fault));
      return otherwise;
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

  private wantCell(heard: ((cell: number) => void) | null): void {
    this.cellWanted = heard;
    this.table.drop();
    if (heard) this.context.tell("Point at a cell of the board.");
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
    await this.asked(this.challenges.begin({ ...this.names, level, seed: this.seed }), undefined);
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
    const address = new URL(written({ ...this.context.route, query: this.query() }), location.href).href;
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
    else if (!control && this.table.hand && (key === "r" || key === "f") && !event.defaultPrevented)
      this.table.turn(key === "r" ? "turn" : "flip");
  }
}

/** The first board to begin with that has these pieces, where an address names no board. */
async function boardFor(set: string): Promise<string> {
  const { puzzles, sets } = await packings.list();
  const [, board] = puzzles.find(([pieces]) => pieces === set) ?? [];
  if (board) return `${set} ${board}`;
  const known = sets.map(({ name }) => name).join(", ");
  throw new Error(`Choose a set of pieces and a board, such as pentominoes 6x10. The sets are ${known}.`);
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
