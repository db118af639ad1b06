/** Times: scrambles, a clock with inspection, and sessions of solves with their averages. */

import { signal } from "@preact/signals";
import { render } from "preact";
import type { Session, TimedSolve } from "../../api/schema";
import { addressOf } from "../client";
import { onReturn } from "../connection";
import { IconButton } from "../controls";
import { h } from "../dom";
import { icons } from "../icons";
import type { OtherPage, Page, PlainContext } from "../page";
import { clockText } from "../play/timer";
import { note } from "../router";
import { settings } from "../settings";
import { Book, firstSession } from "./book";
import { calls } from "./calls";
import { type Measured, type Snapshot, SolveClock } from "./clock";
import { Distribution, Trend } from "./plots";
import { Scrambles } from "./scrambles";
import { SessionCard } from "./session_card";
import { PenaltyButtons, SolveList, writtenResult } from "./solve_list";
import { Numbers } from "./statistics";

const INSPECTION = 15;
const HINTS = {
  pressed: "",
  holding: "",
  idle: "Hold the space bar or a finger here, then let go",
  inspecting: "Hold, then let go to start; Escape leaves the inspection",
  running: "Any key or touch stops",
  done: "Hold the space bar or a finger here for the next one",
};

/** What is noted of a solve that is going on, so that a reload does not end it. */
interface Noted {
  readonly scramble: string | null;
  readonly shot: Snapshot | null;
}

class Times implements Page {
  private readonly host = h("div", { class: "times" });
  private readonly voice = h("p", { class: "puzzlery-voice", "aria-live": "assertive" });
  private readonly clock: SolveClock;
  private readonly book: Book;
  private readonly scrambles = signal<Scrambles | null>(null);
  /** Grows whenever what the clock shows may be another. */
  private readonly beat = signal(0);
  private readonly stop = new AbortController();
  private readonly endings: (() => void)[];
  private frame = 0;

  constructor(
    private readonly context: PlainContext,
    session: Session,
  ) {
    this.clock = new SolveClock(() => performance.timeOrigin + performance.now(), {
      call: (seconds) => this.call(seconds),
      finished: (measured) => this.finished(measured),
    });
    this.book = new Book(session, context.tell);
    context.stage.append(this.host, this.voice);
    this.prepare(session);
    render(<this.Stage />, this.host);
    render(<this.Panel />, context.panel);
    this.listen();
    this.endings = [onReturn(() => void this.returned())];
    void this.book.refresh();
  }

  dispose(): void {
    this.stop.abort();
    cancelAnimationFrame(this.frame);
    for (const end of this.endings) end();
    this.book.dispose();
    render(null, this.host);
    render(null, this.context.panel);
    this.host.remove();
    this.voice.remove();
  }

  /** Make scrambles for a session, with what a reload has left. */
  private prepare(session: Session): void {
    const { scramble, shot } = this.noted(session);
    this.prepareInspection();
    this.scrambles.value = new Scrambles(session.puzzle, session.event, scramble, this.context.tell);
    if (shot) {
      this.clock.restore(shot);
      this.run();
    }
  }

  private open(session: Session): void {
    this.clock.cancel();
    this.clock.last = null;
    void this.book.open(session);
    localStorage.setItem(`puzzlery-session ${session.puzzle}`, session.id);
    note({ ...this.context.route, query: new URLSearchParams({ session: session.id }) });
    this.prepare(session);
  }

  private async returned(): Promise<void> {
    await this.book.refresh();
    const scrambles = this.scrambles.value!;
    if (scrambles.current.value === null) await scrambles.advance();
  }

  private key(session: Session): string {
    return `puzzlery-clock ${session.id}`;
  }

  private noted(session: Session): Noted {
    const text = sessionStorage.getItem(this.key(session));
    return text ? (JSON.parse(text) as Noted) : { scramble: null, shot: null };
  }

  private note(): void {
    const noted: Noted = { scramble: this.scrambles.value!.current.value, shot: this.clock.snapshot };
    sessionStorage.setItem(this.key(this.book.session.value!), JSON.stringify(noted));
  }

  private listen(): void {
    const { signal } = this.stop;
    window.addEventListener("keydown", (event) => this.down(event), { signal });
    window.addEventListener("keyup", (event) => this.up(event), { signal });
    // The last word before a reload.
    window.addEventListener("pagehide", () => this.note(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || void this.book.refresh(), { signal });
    this.host.addEventListener("pointerdown", (event) => {
      if ((event.target as Element).closest("button, a, select, input, code")) return;
      this.host.setPointerCapture(event.pointerId);
      this.press();
    });
    for (const end of ["pointerup", "pointercancel"] as const) {
      this.host.addEventListener(end, () => this.release());
    }
  }

  private down(event: KeyboardEvent): void {
    const isWriting = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    if (event.ctrlKey || event.metaKey || event.altKey || (isWriting && this.clock.phase !== "running")) return;
    if (event.key === "Escape") {
      this.clock.cancel();
      this.changed();
    } else if (event.key === " " || this.clock.phase === "running") {
      event.preventDefault();
      if (!event.repeat) this.press();
    }
  }

  private up(event: KeyboardEvent): void {
    const isWriting = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    if (event.key !== " " || isWriting) return;
    // A button that was pressed last is not pressed again by the space bar.
    event.preventDefault();
    this.release();
  }

  private press(): void {
    if (this.scrambles.value!.current.value === null && this.clock.phase !== "running") return;
    this.clock.press();
    this.changed();
  }

  private release(): void {
    this.clock.release();
    this.changed();
  }

  private changed(): void {
    this.note();
    this.beat.value += 1;
    this.run();
  }

  /** Show the time as long as it changes. */
  private run(): void {
    cancelAnimationFrame(this.frame);
    if (!["inspecting", "holding", "running"].includes(this.clock.phase)) return;
    this.frame = requestAnimationFrame(() => {
      this.clock.tick();
      this.beat.value += 1;
      this.run();
    });
  }

  private call(seconds: number): void {
    this.voice.textContent = `${seconds} seconds`;
    this.note();
    if ("speechSynthesis" in window) speechSynthesis.speak(new SpeechSynthesisUtterance(`${seconds} seconds`));
  }

  private finished(measured: Measured): void {
    const scrambles = this.scrambles.value!;
    this.book.add(measured, scrambles.current.value ?? "");
    this.voice.textContent = writtenResult(measured);
    void scrambles.advance().then(() => this.note());
  }

  private get face(): string {
    const { clock } = this;
    const seconds = clock.inspectedSeconds;
    if (seconds !== null) {
      return clock.penaltyNow === "none" ? String(INSPECTION - Math.floor(seconds)) : clock.penaltyNow;
    }
    if (clock.phase === "running") return clockText(clock.elapsed).slice(0, -1);
    const last = this.latest;
    return last ? writtenResult(last) : "0.00";
  }

  /** The solve that this page has timed last, as it stands in the list now. */
  private get latest(): TimedSolve | null {
    return (this.clock.last && this.book.solves.value.at(-1)) ?? null;
  }

  private readonly Stage = () => {
    void this.beat.value;
    const { clock } = this;
    const scramble = this.scrambles.value!.current.value;
    const isAtWork = clock.phase !== "idle" && clock.phase !== "done";
    const latest = this.latest;
    const state = clock.isReady ? "ready" : clock.phase;
    return (
      <>
        <div class="times-scramble" hidden={clock.phase === "running"}>
          {scramble === null ? <p class="quiet">Preparing a scramble …</p> : <code class="scramble">{scramble}</code>}
          {!isAtWork && scramble !== null && (
            <IconButton
              title="Another scramble"
              icon={icons.scramble}
              press={() => void this.scrambles.value!.advance().then(() => this.note())}
            />
          )}
        </div>
        <div class="times-middle">
          <output class="times-clock" data-state={state} aria-label="Time">
            {this.face}
          </output>
          {clock.phase === "done" && latest && (
            <PenaltyButtons solve={latest} change={(wanted) => this.book.change(latest, wanted)} />
          )}
          <p class="quiet times-hint">{HINTS[clock.phase]}</p>
        </div>
        <div class="times-drawing" hidden={isAtWork}>
          {scramble !== null && (
            <img
              alt="The puzzle after the scramble"
              src={addressOf(
                "/api/puzzles/{name}/picture",
                { name: this.book.session.value!.puzzle },
                { alg: scramble, view: "net" },
              )}
            />
          )}
        </div>
      </>
    );
  };

  private readonly Panel = () => {
    const { book } = this;
    const view = book.view.value;
    const waiting = book.waiting.value.filter(({ kind }) => kind === "solve").length;
    const count = Math.max(view?.statistics.count ?? 0, book.solves.value.length);
    return (
      <>
        <SessionCard
          book={book}
          open={(session) => this.open(session)}
          changed={() => this.prepareInspection()}
          tell={this.context.tell}
        />
        {waiting > 0 && (
          <p class="card told" role="status">
            {waiting} {waiting === 1 ? "solve waits" : "solves wait"} in this browser for the server.
          </p>
        )}
        {view && count > 0 && (
          <div class="card">
            <Numbers view={view} />
            <Trend view={view} />
            <details>
              <summary>Distribution</summary>
              <Distribution view={view} />
            </details>
          </div>
        )}
        <div class="card">
          <div class="row">
            <h2>Solves</h2>
            <IconButton
              title="Take back the last change"
              icon={icons.undo}
              press={() => book.undo()}
              disabled={book.undoable.value === 0}
            />
          </div>
          {count === 0 && <p class="quiet">No solves yet.</p>}
          <SolveList
            solves={book.solves.value}
            count={count}
            change={(solve, wanted) => book.change(solve, wanted)}
            more={() => void book.more()}
          />
        </div>
      </>
    );
  };

  private prepareInspection(): void {
    const session = this.book.session.value!;
    // Blind solvers start the clock before they look.
    this.clock.inspects = settings.inspection && session.event !== "blind";
    this.book.session.value = { ...session };
  }
}

/** The session that the address names, else the one that was open last, else the puzzle's first. */
async function sessionFor(puzzle: string, named: string | null): Promise<Session> {
  const wanted = named ?? localStorage.getItem(`puzzlery-session ${puzzle}`);
  if (wanted === null) return firstSession(puzzle);
  const entries = await calls.sessions().catch(() => []);
  const known = entries.map(({ session }) => session).filter((session) => session.puzzle === puzzle);
  return known.find(({ id }) => id === wanted) ?? firstSession(puzzle);
}

export const timesPage: OtherPage = {
  openPlain: async (context) => {
    const { puzzle, query } = context.route;
    // A name that no puzzle has is refused here, with a hint to what is meant.
    await calls.puzzle(puzzle);
    return new Times(context, await sessionFor(puzzle, query.get("session")));
  },
};
