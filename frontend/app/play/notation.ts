/** The notation box: moves as text, read by the server while one types, with a caret at faults. */

import type { AlgResponse } from "../../api/schema";
import { api } from "../api";
import { debounced, h, replace } from "../dom";

export class NotationBox {
  readonly element: HTMLElement;
  private readonly field = h("textarea", {
    rows: 3,
    spellcheck: false,
    autocapitalize: "off",
    autocomplete: "off",
    placeholder: "Type moves: R U R' [F, B2]3 …",
    "aria-label": "Moves",
    "aria-describedby": "notation-fault",
  });
  private readonly fault = h("div", {
    class: "notation-fault",
    id: "notation-fault",
    "aria-live": "polite",
    hidden: true,
  });
  private asking: AbortController | null = null;

  constructor(
    private readonly puzzle: string,
    private readonly read: (alg: AlgResponse) => void,
  ) {
    const ask = debounced(() => void this.ask(), 160);
    this.field.addEventListener("input", ask);
    this.element = h("div", { class: "notation" }, this.field, this.fault);
  }

  get text(): string {
    return this.field.value;
  }

  /** Show the moves made elsewhere; a person who is typing is not disturbed. */
  write(text: string): void {
    if (document.activeElement === this.field) return;
    this.field.value = text;
    this.blame(null);
  }

  /** Put in a text and read it, as if it had been typed. */
  async enter(text: string): Promise<void> {
    this.field.value = text;
    await this.ask();
  }

  private async ask(): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    try {
      const answer = await api.alg(this.puzzle, this.field.value, asking.signal);
      if (asking.signal.aborted) return;
      this.blame(answer);
      if (!answer.error) this.read(answer);
    } catch (fault) {
      if (asking.signal.aborted) return;
      this.complain(fault instanceof Error ? fault.message : String(fault));
    }
  }

  private blame(answer: AlgResponse | null): void {
    const error = answer?.error ?? null;
    this.fault.hidden = error === null;
    this.field.setAttribute("aria-invalid", String(error !== null));
    if (error === null) return;
    const { line, caret } = pointed(this.field.value, error.position);
    replace(
      this.fault,
      error.position !== null && h("pre", { "aria-hidden": "true" }, `${line}\n${caret}`),
      h("p", {}, error.message),
    );
  }

  private complain(message: string): void {
    this.fault.hidden = false;
    replace(this.fault, h("p", {}, message));
  }
}

/** The line of a text around a position, at most so wide, and a caret under it. */
export function pointed(text: string, position: number | null, width = 36): { line: string; caret: string } {
  const at = Math.min(position ?? 0, text.length);
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  const whole = text.slice(start, end < 0 ? text.length : end);
  const column = at - start;
  const from = Math.max(0, Math.min(column - (width >> 1), whole.length - width));
  return { line: whole.slice(from, from + width), caret: `${" ".repeat(column - from)}^` };
}
