/** The book of times: the sessions, and the one that is open, on this page and on the server. */

import { computed, signal } from "@preact/signals";
import type { Session, SessionEntry, SessionView, TimedSolve } from "../../api/schema";
import { ServerFault } from "../client";
import { calls } from "./calls";
import type { Measured } from "./clock";
import { Again, type Change, merged, Outbox } from "./outbox";

export type Event = Session["event"];
/** Solves that are listed at first, and how many more are at a time. */
const LISTED = 100;
const CHANGED = "puzzlery-times";

export const EVENTS: Record<Event, string> = { usual: "", "one-handed": "one-handed", blind: "blind" };

/** The session that a puzzle has without anyone making one. */
export function firstSession(puzzle: string, event: Event = "usual"): Session {
  const name = [puzzle, EVENTS[event]].filter(Boolean).join(" ");
  return { id: name, name, puzzle, event, created: Date.now() / 1000, deleted: false };
}

/** Where solves of the puzzle on the screen are kept: they are timed from the first turn on. */
export function screenSession(puzzle: string): Session {
  const name = `${puzzle} on screen`;
  return { ...firstSession(puzzle), id: name, name };
}

function send(change: Change): Promise<unknown> {
  return change.kind === "session"
    ? calls.saveSession(change.id, change.body)
    : calls.saveSolve(change.session, change.id, change.body);
}

export const outbox = new Outbox(localStorage, async (change) => void (await send(change)));
const channel = new BroadcastChannel(CHANGED);

function putSession({ id, ...body }: Session): void {
  outbox.put({ kind: "session", id, body });
}

function putSolve(session: string, { id, ...body }: TimedSolve): void {
  outbox.put({ kind: "solve", id, session, body: { ...body, changed: Date.now() / 1000 } });
}

/** A new record of a solve that has ended now. */
function newSolve(measured: Measured, scramble: string, comment = ""): TimedSolve {
  const at = Date.now() / 1000;
  const id = crypto.getRandomValues(new Uint32Array(4)).reduce((text, n) => text + n.toString(16).padStart(8, "0"), "");
  return { id, ...measured, scramble, comment, at, changed: at, deleted: false };
}

/** Keep a solve of the puzzle on the screen; it is on this machine at once, and sent when that is possible. */
export async function keepOnScreen(
  puzzle: string,
  milliseconds: number,
  scramble: string,
  comment: string,
): Promise<void> {
  const session = screenSession(puzzle);
  putSession(session);
  putSolve(session.id, newSolve({ milliseconds: Math.round(milliseconds), penalty: "none" }, scramble, comment));
  await outbox.flush().catch(() => undefined);
  channel.postMessage(session.id);
}

export class Book {
  readonly entries = signal<readonly SessionEntry[]>([]);
  readonly session: ReturnType<typeof signal<Session>>;
  /** What the server knows of the session; null until it has one. */
  readonly view = signal<SessionView | null>(null);
  readonly waiting = signal<readonly Change[]>([]);
  readonly solves = computed(() => merged(this.view.value?.solves ?? [], this.session.value!.id, this.waiting.value));
  readonly undoable = signal(0);
  /** What takes back each change of this page. */
  private readonly undos: (() => Promise<void>)[] = [];
  private listed = LISTED;
  /** How often the server was asked. */
  private asked = 0;
  private readonly hear = (): void => void this.refresh();
  /** The server may be back before anybody noticed that it was away. */
  private readonly again = new Again(this.hear);

  constructor(
    session: Session,
    private readonly tell: (text: string) => void,
  ) {
    this.session = signal(session);
    channel.addEventListener("message", this.hear);
  }

  dispose(): void {
    channel.removeEventListener("message", this.hear);
    this.again.stop();
  }

  /** The sessions of this puzzle, with the one that is open. */
  get offered(): readonly Session[] {
    const open = this.session.value!;
    const known = this.entries.value.map(({ session }) => session).filter(({ puzzle }) => puzzle === open.puzzle);
    return known.some(({ id }) => id === open.id) ? known : [...known, open];
  }

  async open(session: Session): Promise<void> {
    this.session.value = session;
    this.view.value = null;
    this.listed = LISTED;
    await this.refresh();
  }

  /** Send what waits, then ask for what is there. */
  async refresh(): Promise<void> {
    this.waiting.value = outbox.waiting();
    try {
      await outbox.flush();
    } catch (fault) {
      // Without a server the page says so by itself; what the server refuses is told.
      if (fault instanceof ServerFault) this.tell(`A time was not taken: ${fault.message}`);
      this.again.after(fault);
    }
    await this.ask();
    this.waiting.value = outbox.waiting();
  }

  private async ask(): Promise<void> {
    this.asked += 1;
    const { asked } = this;
    try {
      const entries = await calls.sessions();
      const { id } = this.session.value!;
      const known = entries.find(({ session }) => session.id === id);
      const view = known ? await calls.session(id, this.listed) : null;
      // Answers may overtake one another; the last question knows of all changes.
      if (asked !== this.asked || this.session.value!.id !== id) return;
      this.entries.value = entries;
      if (known) this.session.value = known.session;
      this.view.value = view;
    } catch (fault) {
      if (fault instanceof ServerFault) this.tell(fault.message);
    }
  }

  /** List more of the solves that are further back. */
  async more(): Promise<void> {
    this.listed *= 4;
    await this.ask();
  }

  add(measured: Measured, scramble: string): void {
    const session = this.session.value!;
    const solve = newSolve(measured, scramble);
    putSession(session);
    this.remember(() => this.put({ ...solve, deleted: true }, session.id));
    void this.put(solve);
  }

  change(solve: TimedSolve, wanted: Partial<TimedSolve>): void {
    const session = this.session.value!.id;
    this.remember(() => this.put(solve, session));
    void this.put({ ...solve, ...wanted });
  }

  /** Take back the last change of this page. */
  undo(): void {
    void this.undos.pop()?.();
    this.undoable.value = this.undos.length;
  }

  private remember(undo: () => Promise<void>): void {
    this.undos.push(undo);
    this.undoable.value = this.undos.length;
  }

  private put(solve: TimedSolve, session = this.session.value!.id): Promise<void> {
    putSolve(session, solve);
    return this.sent();
  }

  private async sent(): Promise<void> {
    await this.refresh();
    channel.postMessage(this.session.value!.id);
  }

  /** Change the session that is open, or begin another one. */
  async saveSession(session: Session): Promise<void> {
    putSession(session);
    this.session.value = session;
    await this.sent();
  }

  async deleteSession(session: Session): Promise<void> {
    this.remember(() => this.saveSession(session));
    await this.saveSession({ ...session, deleted: true });
  }
}
