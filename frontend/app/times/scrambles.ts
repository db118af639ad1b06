/** Scrambles: the one to solve, and the next one, which is ready before it is asked for. */

import { signal } from "@preact/signals";
import { calls } from "./calls";

export class Scrambles {
  readonly current = signal<string | null>(null);
  private next: Promise<string | null>;

  constructor(
    private readonly puzzle: string,
    private readonly event: "usual" | "one-handed" | "blind",
    kept: string | null,
    private readonly tell: (text: string) => void,
  ) {
    this.current.value = kept;
    this.next = this.draw();
    if (kept === null) void this.advance();
  }

  /** Show the next scramble, and draw the one after it. */
  async advance(): Promise<void> {
    this.current.value = null;
    const drawn = (await this.next) ?? (await this.draw());
    this.current.value = drawn;
    this.next = this.draw();
  }

  private async draw(): Promise<string | null> {
    try {
      return (await calls.scramble(this.puzzle, this.event)).alg;
    } catch (fault) {
      this.tell(fault instanceof Error ? fault.message : String(fault));
      return null;
    }
  }
}
