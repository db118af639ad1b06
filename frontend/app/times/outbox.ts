/** The outbox: changes that the server has not confirmed yet, kept in the browser until it has. */

import type { SessionRequest, TimedSolve, TimedSolveRequest } from "../../api/schema";
import { ServerFault } from "../client";

/** A change of a session, or of one of its solves. */
export type Change =
  | { readonly kind: "session"; readonly id: string; readonly body: SessionRequest }
  | { readonly kind: "solve"; readonly id: string; readonly session: string; readonly body: TimedSolveRequest };

/** What keeps texts by name, as `localStorage` does. */
export interface Shelf {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Milliseconds until what could not be sent is sent again. */
const PAUSE = 2000;

/** Does something again after a pause, once, however often it was asked to. */
export class Again {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly act: () => void) {}

  /** What failed because no answer came is done again; what the server refused stays refused. */
  after(fault: unknown): void {
    if (fault instanceof ServerFault && fault.status < 500) return;
    this.stop();
    this.timer = setTimeout(this.act, PAUSE);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

/** A change of a record; records of the first kind are sent before those that belong to them. */
interface Sendable {
  readonly kind: string;
  readonly id: string;
}

export class Outbox<Sent extends Sendable = Change> {
  private sending: Promise<void> | null = null;

  constructor(
    private readonly shelf: Shelf,
    private readonly send: (change: Sent) => Promise<void>,
    private readonly first: Sent["kind"] = "session",
    private readonly mark = "puzzlery-times:",
  ) {}

  /** Each change has a key of its own, so that two tabs never overwrite each other's. */
  private keyOf(change: Sent): string {
    return `${this.mark}${change.kind}:${change.id}`;
  }

  /** Keep a change until it is sent; a later change of the same thing takes its place. */
  put(change: Sent): void {
    this.shelf.setItem(this.keyOf(change), JSON.stringify(change));
  }

  /** All changes that wait, sessions before the solves that belong to them. */
  waiting(): Sent[] {
    const keys = Array.from({ length: this.shelf.length }, (_, k) => this.shelf.key(k) ?? "");
    const texts = keys.filter((key) => key.startsWith(this.mark)).map((key) => this.shelf.getItem(key));
    const changes = texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as Sent]));
    return changes.sort((one, other) => Number(one.kind !== this.first) - Number(other.kind !== this.first));
  }

  /** Send all that waits; what fails stays, and the first fault is thrown at the end. */
  flush(): Promise<void> {
    // What is on its way may have begun before the latest change.
    if (this.sending) return this.sending.catch(() => undefined).then(() => this.flush());
    this.sending = this.sendAll().finally(() => (this.sending = null));
    return this.sending;
  }

  private async sendAll(): Promise<void> {
    let fault: unknown = null;
    for (const change of this.waiting()) {
      const key = this.keyOf(change);
      const text = JSON.stringify(change);
      try {
        await this.send(change);
        // It may have been changed again while it was on its way.
        if (this.shelf.getItem(key) === text) this.shelf.removeItem(key);
      } catch (failed) {
        fault ??= failed;
      }
    }
    if (fault !== null) throw fault;
  }
}

/** The solves of a session as they will be: those of the server, with the changes that wait. */
export function merged(solves: readonly TimedSolve[], session: string, waiting: readonly Change[]): TimedSolve[] {
  const byId = new Map(solves.map((solve) => [solve.id, solve]));
  for (const change of waiting) {
    if (change.kind !== "solve" || change.session !== session) continue;
    byId.set(change.id, { ...change.body, id: change.id } as TimedSolve);
  }
  return [...byId.values()].filter((solve) => !solve.deleted).sort((one, other) => one.at - other.at);
}
