/** The connection: whether the server answers, found out within three seconds, and that it is back. */

import { addressOf } from "./client";

/** Milliseconds between an answer and the next question, and until a question is given up. */
const PAUSE = 1000;
const PATIENCE = 1500;

type Listener = (there: boolean) => void;

class Connection {
  private there = true;
  private readonly listeners = new Set<Listener>();
  private begun = false;

  /** Whether the server answered when it was asked last. */
  get isThere(): boolean {
    return this.there;
  }

  /** Hear when the server is lost and when it is back; the function returned ends that. */
  on(listener: Listener): () => void {
    if (!this.begun) void this.watch();
    this.begun = true;
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Ask for ever; a page that nobody sees does not ask. */
  private async watch(): Promise<void> {
    for (;;) {
      if (!document.hidden) this.set(await this.answers());
      await new Promise((resolve) => window.setTimeout(resolve, PAUSE));
    }
  }

  private async answers(): Promise<boolean> {
    try {
      const response = await fetch(addressOf("/api/health"), {
        signal: AbortSignal.timeout(PATIENCE),
        cache: "no-store",
      });
      return response.ok;
    } catch {
      return false;
    }
  }

  private set(there: boolean): void {
    if (there === this.there) return;
    this.there = there;
    for (const listener of this.listeners) listener(there);
  }
}

export const connection = new Connection();

/** Do something whenever the server is back; the function returned ends that. */
export function onReturn(act: () => void): () => void {
  return connection.on((there) => {
    if (there) act();
  });
}
