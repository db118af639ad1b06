/** What the server knows of the board, asked after every change and until it has settled. */

import { signal } from "@preact/signals";
import type { BoardStatus } from "../../api/schema";
import { debounced } from "../dom";
import { said } from "../faults";
import { type Placed, packings } from "./calls";
import { leftOver } from "./status_words";

const ASK_AGAIN = 2500;

export class LiveStatus {
  readonly wanted = signal(true);
  /** What the server says, or why it says nothing. */
  readonly told = signal<BoardStatus | string>("");
  /** How many solutions are left; it stays while the server is asked anew. */
  readonly left = signal("…");
  /** Ask, unless there are more changes at once. */
  readonly ask = debounced(() => void this.find(), 60);
  private asking = new AbortController();
  private again = 0;
  private gone = false;

  constructor(
    private readonly place: () => Placed,
    private readonly heard: (told: BoardStatus) => void,
  ) {}

  /** The board has changed: whether it can be completed is open. */
  doubt(): void {
    if (typeof this.told.value !== "string") this.told.value = { ...this.told.value, solvable: null };
    this.ask();
  }

  async find(): Promise<void> {
    this.asking.abort();
    window.clearTimeout(this.again);
    if (this.gone) return;
    if (!this.wanted.value) {
      [this.told.value, this.left.value] = ["Live help is off.", "?"];
      return;
    }
    const asking = new AbortController();
    this.asking = asking;
    try {
      const told = await packings.status(this.place(), asking.signal);
      [this.told.value, this.left.value] = [told, leftOver(told)];
      this.heard(told);
      if (!told.settled) this.again = window.setTimeout(() => void this.find(), ASK_AGAIN);
    } catch (fault) {
      if (!asking.signal.aborted) this.told.value = said(fault);
    }
  }

  dispose(): void {
    this.gone = true;
    this.asking.abort();
    window.clearTimeout(this.again);
  }
}
