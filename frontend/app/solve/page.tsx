/** Solve: give a state, choose a method, watch it work, and play what it finds. */

import { computed, signal } from "@preact/signals";
import { render } from "preact";
import type { AlgResponse, SolveJob, SolveOptions, TwistySolution } from "../../api/schema";
import { applied, coloring, type SceneMove, type State, shortest, solved } from "../../viewer";
import { api } from "../api";
import { Board } from "../board";
import { Hosted, Icon, Switch } from "../controls";
import { toClipboard } from "../dom";
import { said } from "../faults";
import { icons } from "../icons";
import { follow, hasEnded, ofKind } from "../jobs";
import type { Context, Page, PageKind } from "../page";
import { exportMenu } from "../play/exports";
import { Line, type Step, stepsOf, writtenMove } from "../play/line";
import { NotationBox } from "../play/notation";
import { Timeline } from "../play/timeline";
import { go, note } from "../router";
import { type Given, givenBy, givenTo, isSame, joined, queryOf } from "./given";
import { JobCard, JobList } from "./jobs";
import { type Parts, partsOf } from "./parts";
import { PartList, Results } from "./results";
import { fieldsOf, SolveForm, type SolveSettings } from "./solve_form";

class Solve implements Page {
  private readonly board: Board;
  private readonly line: Line;
  private readonly timeline: Timeline;
  private readonly notation: NotationBox;
  private readonly exports: HTMLElement;
  private readonly given = signal<Given>({ kind: "alg", alg: "" });
  private readonly solvers = signal<SolveOptions | null>(null);
  private readonly fields = signal(fieldsOf(""));
  private readonly job = signal<SolveJob | null>(null);
  private readonly jobs = signal<readonly SolveJob[]>([]);
  private readonly chosen = signal<TwistySolution | null>(null);
  private readonly parts = signal<Parts | null>(null);
  private readonly byPart = signal(false);
  /** Where the timeline stands. */
  private readonly at = signal(0);
  private readonly solutions = computed(() => this.found());
  private whole: readonly Step[] = [];
  private unwatch: () => void = () => undefined;
  private gone = false;

  constructor(private readonly context: Context) {
    const { scene, stage, panel, route, tell } = context;
    this.board = new Board(scene, stage);
    this.line = new Line(solved(scene));
    this.timeline = new Timeline(this.board.viewer, this.line, () => (this.at.value = this.line.at));
    this.notation = new NotationBox(route.puzzle, (alg) => this.reread(alg));
    this.exports = exportMenu(this.board.viewer, this.line, scene.name, tell);
    render(<this.Panel />, panel);
    this.board.viewer.on("turn", ({ move, amount, by }) => {
      if (by !== "call") this.turned(move, amount);
    });
    void this.tried(this.begin());
  }

  dispose(): void {
    this.gone = true;
    this.unwatch();
    this.timeline.stop();
    render(null, this.context.panel);
    this.board.dispose();
  }

  /** Begin as the address says: with a job, with moves or with colors. */
  private async begin(): Promise<void> {
    const { route, scene } = this.context;
    const key = route.query.get("job");
    const [solvers, job] = await Promise.all([api.methods(route.puzzle), key ? this.watched(key) : null]);
    if (this.gone) return;
    // The state comes first: a click on Solve before that would solve another one.
    await this.tried(this.take(job ? givenTo(job, scene.color_names) : givenBy(route.query)));
    if (this.gone) return;
    this.fields.value = fieldsOf(solvers.metric, job?.request);
    this.solvers.value = solvers;
    if (job) this.follow(job);
    await this.list();
  }

  private async watched(key: string): Promise<SolveJob | null> {
    return (await this.tried(api.job(key).then((job) => ofKind(job, "solve")))) ?? null;
  }

  /** What comes of a promise; undefined if it fails, which is told. */
  private async tried<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (fault) {
      if (!this.gone) this.context.tell(said(fault));
      return undefined;
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
    const given = this.given.value;
    if (given.kind === "colors")
      return this.set({ kind: "colors", colors: coloring(this.context.scene, state) }, state);
    const played = this.line.steps.slice(0, this.line.at).map(({ text }) => text);
    const alg = joined(given.alg, ...played, writtenMove(move, amount));
    this.set({ kind: "alg", alg }, state);
    this.notation.write(alg);
  }

  private set(given: Given, state: State): void {
    if (this.gone) return;
    this.timeline.stop();
    if (!isSame(given, this.given.value)) this.unfollow();
    this.given.value = given;
    if (given.kind === "colors") this.notation.write("");
    this.line.restart(state);
    this.board.viewer.setColors(null);
    this.board.viewer.setState(state);
    this.whole = [];
    this.parts.value = null;
    this.chosen.value = null;
    this.timeline.refresh();
    this.note();
  }

  private note(): void {
    const query = new URLSearchParams({ ...queryOf(this.given.value), job: this.job.value?.id ?? "" });
    if (!this.gone) note({ ...this.context.route, query });
  }

  private async scramble(): Promise<void> {
    await this.notation.enter((await api.scramble(this.context.route.puzzle)).alg);
  }

  private async start(settings: SolveSettings): Promise<void> {
    const { scene, route } = this.context;
    const given = this.given.value;
    const state =
      given.kind === "alg"
        ? { alg: given.alg }
        : { coloring: given.colors.map((color) => scene.color_names[color] ?? "") };
    this.follow(await api.solve({ puzzle: route.puzzle, ...state, ...settings }));
    await this.list();
  }

  private unfollow(): void {
    this.unwatch();
    this.unwatch = () => undefined;
    this.job.value = null;
  }

  private follow(job: SolveJob): void {
    this.unfollow();
    this.told(job);
    this.note();
    if (!hasEnded(job)) this.unwatch = follow(job.id, "solve", (now) => this.told(now));
    else this.ended(job);
  }

  private told(job: SolveJob): void {
    const before = this.job.value;
    this.job.value = job;
    if (before !== null && !hasEnded(before) && hasEnded(job)) this.ended(job);
  }

  private ended(job: SolveJob): void {
    this.jobs.value = [job, ...this.jobs.value.filter(({ id }) => id !== job.id)];
    const best = job.result?.solutions[0];
    if (best) void this.tried(this.choose(best));
  }

  /** Every solution of this state that a job has found, those of the job in view first. */
  private found(): TwistySolution[] {
    const { route, scene } = this.context;
    const own = this.jobs.value.filter(
      (job) => job.request.puzzle === route.puzzle && isSame(givenTo(job, scene.color_names), this.given.value),
    );
    const isFirst = ({ id }: SolveJob): boolean => id === this.job.value?.id;
    return [...own.filter(isFirst), ...own.filter((job) => !isFirst(job))].flatMap(
      (job) => job.result?.solutions ?? [],
    );
  }

  private async choose(solution: TwistySolution): Promise<void> {
    const { puzzle } = this.context.route;
    const read = await api.alg(puzzle, solution.alg);
    if (this.gone) return;
    if (read.error) return this.context.tell(`This cannot be played: ${read.error.message}`);
    this.chosen.value = solution;
    this.whole = stepsOf(read);
    this.parts.value = null;
    this.load();
    const parts = await partsOf(puzzle, solution);
    if (this.chosen.value !== solution || !parts || !this.endAlike(parts.steps, this.whole)) return;
    this.parts.value = parts;
    if (this.byPart.value) this.load();
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
    this.line.rewrite(this.byPart.value && this.parts.value ? this.parts.value.steps : this.whole);
    this.line.at = this.at.value = 0;
    this.board.viewer.setState(this.line.state);
    this.timeline.refresh();
  }

  private async list(): Promise<void> {
    const jobs = await api.jobs();
    if (this.gone) return;
    // What has ended does not change: the solutions in view stay the same objects.
    const ended = new Map(this.jobs.value.filter(hasEnded).map((job) => [job.id, job]));
    this.jobs.value = jobs.filter((job) => job.kind === "solve").map((job) => ended.get(job.id) ?? job);
  }

  private async forget(job: SolveJob): Promise<void> {
    await this.tried(api.forgetJob(job.id));
    if (job.id === this.job.value?.id) this.unfollow();
    await this.list();
    this.note();
  }

  private readonly Panel = () => {
    const job = this.job.value;
    return (
      <>
        <div class="card">
          <h2>State: the moves that lead to it</h2>
          <Hosted element={this.notation.element} />
          <p class="quiet" hidden={this.given.value.kind === "alg"}>
            The state is given by its colors. Turn it, or write moves to begin anew.
          </p>
          <div class="actions">
            <button type="button" title="Show a random state" onClick={() => void this.tried(this.scramble())}>
              <Icon of={icons.scramble} />
              Scramble
            </button>
            <button type="button" title="Solved state" onClick={() => void this.notation.enter("")}>
              <Icon of={icons.reset} />
              Reset
            </button>
            <Hosted element={this.exports} />
          </div>
        </div>
        {this.solvers.value && (
          <SolveForm
            solvers={this.solvers.value}
            fields={this.fields}
            start={(settings) => void this.tried(this.start(settings))}
          />
        )}
        {job && <JobCard job={job} cancel={() => void this.tried(api.cancel(job.id))} />}
        <Hosted element={this.timeline.element} />
        {this.parts.value && this.stretches(this.parts.value)}
        <Results
          found={this.solutions.value}
          chosen={this.chosen.value}
          choose={(solution) => void this.tried(this.choose(solution))}
          copy={(alg) => void toClipboard(alg, "The moves are copied.", "Copy these moves", this.context.tell)}
        />
        <JobList
          jobs={this.jobs.value}
          current={job?.id ?? null}
          open={({ id, request }) =>
            go({ page: "solve", puzzle: request.puzzle, query: new URLSearchParams({ job: id }) })
          }
          forget={(old) => void this.tried(this.forget(old))}
        />
      </>
    );
  };

  private stretches({ stretches }: Parts) {
    return (
      <div class="card by-part">
        <Switch
          title="Play the parts that the method tells apart one after the other"
          on={this.byPart.value}
          change={(on) => {
            this.byPart.value = on;
            this.load();
          }}
        >
          Part by part
        </Switch>
        {this.byPart.value && (
          <PartList parts={stretches} at={this.at.value} play={({ from, to }) => this.timeline.playStretch(from, to)} />
        )}
      </div>
    );
  }
}

export const solvePage: PageKind = { open: (context) => new Solve(context) };
