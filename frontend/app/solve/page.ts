/** Solve: give a state, choose a method, watch it work, and play what it finds. */

import type { AlgResponse, SolveJob, TwistySolution } from "../../api/schema";
import { applied, coloring, type SceneMove, type State, shortest, solved } from "../../viewer";
import { api } from "../api";
import { Board } from "../board";
import { button, h, replace, toClipboard } from "../dom";
import { icons } from "../icons";
import { follow, hasEnded, ofKind } from "../jobs";
import type { Context, Page, PageKind } from "../page";
import { exportMenu } from "../play/exports";
import { Line, type Step, stepsOf, writtenMove } from "../play/line";
import { NotationBox } from "../play/notation";
import { Timeline } from "../play/timeline";
import { go, note } from "../router";
import { type Given, givenBy, givenTo, isSame, joined, queryOf } from "./given";
import { JobCard, jobList } from "./jobs";
import { type Parts, partsOf } from "./parts";
import { type FoundSolution, partList, Results } from "./results";
import { SolveForm, type SolveSettings } from "./solve_form";

class Solve implements Page {
  private readonly board: Board;
  private readonly line: Line;
  private readonly timeline: Timeline;
  private readonly notation: NotationBox;
  private readonly results: Results;
  private readonly card: JobCard;
  private readonly painted = h(
    "p",
    { class: "quiet", hidden: true },
    "The state is given by its colors. Turn it, or write moves to begin anew.",
  );
  private readonly question = h("div", {});
  private readonly byPart = h("input", {
    type: "checkbox",
    class: "switch",
    role: "switch",
    onchange: () => this.load(),
  });
  private readonly choice = h("label", { class: "row", hidden: true }, "Part by part", this.byPart);
  private readonly partList = h("div", { class: "reasons" });
  private readonly latest = h("div", {});
  private given: Given = { kind: "alg", alg: "" };
  private form: SolveForm | null = null;
  private job: SolveJob | null = null;
  private jobs: readonly SolveJob[] = [];
  private whole: readonly Step[] = [];
  private parts: Parts | null = null;
  private chosen: TwistySolution | null = null;
  private unwatch: () => void = () => undefined;
  private gone = false;

  constructor(private readonly context: Context) {
    const { scene, stage, panel, route } = context;
    this.board = new Board(scene, stage);
    this.line = new Line(solved(scene));
    this.timeline = new Timeline(this.board.viewer, this.line, () => this.listParts());
    this.notation = new NotationBox(route.puzzle, (alg) => this.reread(alg));
    this.results = new Results({
      choose: (solution) => void this.choose(solution),
      copy: (alg) => void toClipboard(alg, "The moves are copied.", "Copy these moves", context.tell),
    });
    this.card = new JobCard(() => void this.cancel());
    panel.append(
      this.state(),
      this.question,
      this.card.element,
      this.timeline.element,
      this.results.element,
      this.latest,
    );
    this.timeline.element.append(this.choice, this.partList);
    this.board.viewer.on("turn", ({ move, amount, by }) => {
      if (by !== "call") this.turned(move, amount);
    });
    void this.begin().catch((fault: unknown) => this.complain(fault));
  }

  dispose(): void {
    this.gone = true;
    this.unwatch();
    this.timeline.stop();
    this.board.dispose();
  }

  private state(): HTMLElement {
    return h(
      "div",
      { class: "card" },
      h("h2", {}, "State: the moves that lead to it"),
      this.notation.element,
      this.painted,
      h(
        "div",
        { class: "actions" },
        button("Scramble", () => void this.scramble(), [icons.scramble(), "Scramble"]),
        button("Solved state", () => void this.notation.enter(""), [icons.reset(), "Reset"]),
        exportMenu(this.board.viewer, this.line, this.context.scene.name, this.context.tell),
      ),
    );
  }

  /** Begin as the address says: with a job, with moves or with colors. */
  private async begin(): Promise<void> {
    const { route, scene } = this.context;
    const key = route.query.get("job");
    const [solvers, job] = await Promise.all([api.methods(route.puzzle), key ? this.found(key) : null]);
    if (this.gone) return;
    this.form = new SolveForm(solvers, (settings) => void this.start(settings));
    // The state comes first: a click on Solve before that would solve another one.
    const given = job ? givenTo(job, scene.color_names) : givenBy(route.query);
    await this.take(given).catch((fault: unknown) => this.complain(fault));
    if (this.gone) return;
    replace(this.question, this.form.element);
    if (job) {
      this.form.take(job.request);
      this.follow(job);
    }
    await this.list();
  }

  private async found(key: string): Promise<SolveJob | null> {
    try {
      return ofKind(await api.job(key), "solve");
    } catch (fault) {
      this.complain(fault);
      return null;
    }
  }

  private async take(given: Given): Promise<void> {
    if (given.kind === "alg") return this.notation.enter(given.alg);
    const { scene, route } = this.context;
    const colors = given.colors.map((color) => scene.color_names[color] ?? "");
    const verdict = await api.check(route.puzzle, { colors });
    this.set(given, verdict.state ? Uint16Array.from(verdict.state) : solved(scene));
    // Colors that no state shows are seen all the same; the solver tells what is wrong with them.
    if (!verdict.state) this.board.viewer.setColors(given.colors);
  }

  private reread(read: AlgResponse): void {
    const line = new Line(solved(this.context.scene));
    for (const step of stepsOf(read)) line.add(step);
    this.set({ kind: "alg", alg: read.alg }, line.state);
  }

  /** Turning by hand leads to another state, from wherever the timeline stands. */
  private turned(move: SceneMove, made: number): void {
    const amount = shortest(made, move.order);
    if (amount === 0) return;
    const state = applied(this.line.state, move, amount);
    if (this.given.kind === "colors")
      return this.set({ kind: "colors", colors: coloring(this.context.scene, state) }, state);
    const played = this.line.steps.slice(0, this.line.at).map(({ text }) => text);
    const alg = joined(this.given.alg, ...played, writtenMove(move, amount));
    this.set({ kind: "alg", alg }, state);
    this.notation.write(alg);
  }

  private set(given: Given, state: State): void {
    if (this.gone) return;
    this.timeline.stop();
    if (!isSame(given, this.given)) this.unfollow();
    this.given = given;
    this.painted.hidden = given.kind === "alg";
    if (given.kind === "colors") this.notation.write("");
    this.line.restart(state);
    this.board.viewer.setColors(null);
    this.board.viewer.setState(state);
    this.whole = [];
    this.parts = null;
    this.chosen = null;
    this.shown();
  }

  private shown(): void {
    this.timeline.refresh();
    this.listParts();
    this.results.show(this.solutions(), this.chosen);
    this.note();
  }

  private note(): void {
    const query = new URLSearchParams({ ...queryOf(this.given), job: this.job?.id ?? "" });
    if (!this.gone) note({ ...this.context.route, query });
  }

  private async scramble(): Promise<void> {
    try {
      await this.notation.enter((await api.scramble(this.context.route.puzzle)).alg);
    } catch (fault) {
      this.complain(fault);
    }
  }

  private async start(settings: SolveSettings): Promise<void> {
    const { scene, route } = this.context;
    const state =
      this.given.kind === "alg"
        ? { alg: this.given.alg }
        : { coloring: this.given.colors.map((color) => scene.color_names[color] ?? "") };
    try {
      this.follow(await api.solve({ puzzle: route.puzzle, ...state, ...settings }));
      await this.list();
    } catch (fault) {
      this.complain(fault);
    }
  }

  private unfollow(): void {
    this.unwatch();
    this.unwatch = () => undefined;
    this.job = null;
    this.card.show(null);
  }

  private follow(job: SolveJob): void {
    this.unfollow();
    this.told(job);
    this.note();
    if (!hasEnded(job)) this.unwatch = follow(job.id, "solve", (now) => this.told(now));
    else this.ended(job);
  }

  private told(job: SolveJob): void {
    const finished = this.job !== null && !hasEnded(this.job) && hasEnded(job);
    this.job = job;
    this.card.show(job);
    if (finished) this.ended(job);
  }

  private ended(job: SolveJob): void {
    this.jobs = [job, ...this.jobs.filter(({ id }) => id !== job.id)];
    this.fillList();
    const best = job.result?.solutions[0];
    if (best) void this.choose(best);
  }

  private async cancel(): Promise<void> {
    if (this.job) await api.cancel(this.job.id).catch((fault: unknown) => this.complain(fault));
  }

  /** Every solution of this state that a job has found, those of the job in view first. */
  private solutions(): FoundSolution[] {
    const { route, scene } = this.context;
    const own = this.jobs.filter(
      (job) => job.request.puzzle === route.puzzle && isSame(givenTo(job, scene.color_names), this.given),
    );
    const first = own.filter(({ id }) => id === this.job?.id);
    const others = own.filter(({ id }) => id !== this.job?.id);
    return [...first, ...others].flatMap((job) =>
      (job.result?.solutions ?? []).map((solution) => ({ job: job.id, solution })),
    );
  }

  private async choose(solution: TwistySolution): Promise<void> {
    const { puzzle } = this.context.route;
    try {
      const read = await api.alg(puzzle, solution.alg);
      if (this.gone) return;
      if (read.error) return this.context.tell(`This cannot be played: ${read.error.message}`);
      this.chosen = solution;
      this.whole = stepsOf(read);
      this.parts = null;
      this.load();
      const parts = await partsOf(puzzle, solution);
      if (this.chosen !== solution || !parts || !this.endAlike(parts.steps, this.whole)) return;
      this.parts = parts;
      if (this.byPart.checked) this.load();
      else this.listParts();
    } catch (fault) {
      this.complain(fault);
    }
  }

  private endAlike(some: readonly Step[], others: readonly Step[]): boolean {
    const [one, other] = [some, others].map((steps) => {
      const line = new Line(this.line.stateAt(0));
      line.rewrite(steps);
      return line.state;
    });
    return one!.every((place, sticker) => place === other![sticker]);
  }

  /** Put the chosen solution on the timeline, as a whole or part by part. */
  private load(): void {
    this.timeline.stop();
    this.line.rewrite(this.byPart.checked && this.parts ? this.parts.steps : this.whole);
    this.line.at = 0;
    this.board.viewer.setState(this.line.state);
    this.shown();
  }

  private listParts(): void {
    this.choice.hidden = this.parts === null;
    const shown = this.byPart.checked ? (this.parts?.stretches ?? []) : [];
    replace(this.partList, ...partList(shown, this.line.at, ({ from, to }) => this.timeline.playStretch(from, to)));
  }

  private async list(): Promise<void> {
    const jobs = await api.jobs();
    if (this.gone) return;
    // What has ended does not change: the solutions in view stay the same objects.
    const ended = new Map(this.jobs.filter(hasEnded).map((job) => [job.id, job]));
    const solving = jobs.filter((job) => job.kind === "solve");
    this.jobs = solving.map((job) => ended.get(job.id) ?? job);
    this.fillList();
    this.results.show(this.solutions(), this.chosen);
  }

  private fillList(): void {
    const open = this.latest.querySelector("details")?.open ?? false;
    const list = jobList(this.jobs, {
      current: this.job?.id ?? null,
      open: (job) => go({ page: "solve", puzzle: job.request.puzzle, query: new URLSearchParams({ job: job.id }) }),
      forget: (job) => void this.forget(job),
    });
    list.open = open;
    replace(this.latest, list);
  }

  private async forget(job: SolveJob): Promise<void> {
    await api.forgetJob(job.id).catch((fault: unknown) => this.complain(fault));
    if (job.id === this.job?.id) this.unfollow();
    await this.list();
    this.note();
  }

  private complain(fault: unknown): void {
    if (!this.gone) this.context.tell(fault instanceof Error ? fault.message : String(fault));
  }
}

export const solvePage: PageKind = { open: (context) => new Solve(context) };
