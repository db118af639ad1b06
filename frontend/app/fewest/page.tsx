/** Fewest: an attempt at fewest moves, with all its branches on the scramble and on its inverse. */

import { signal } from "@preact/signals";
import { render } from "preact";
import type { KeptAttempt, NetResponse } from "../../api/schema";
import { onReturn } from "../connection";
import { IconButton } from "../controls";
import { h } from "../dom";
import { said } from "../faults";
import { icons } from "../icons";
import type { OtherPage, Page, PlainContext } from "../page";
import { note } from "../router";
import { Branches, Compared, HandedIn, Insertions } from "./branches";
import { calls } from "./calls";
import { Candidates } from "./candidates";
import { newAttempt, Sheet } from "./sheet";
import { type Lit, type Side, StateView } from "./state_view";

interface Drawn {
  readonly net: NetResponse;
  /** The shade of each sticker. */
  readonly shades: readonly string[];
}

class Fewest implements Page {
  private readonly host = h("div", { class: "fewest" });
  private readonly sheet: Sheet;
  private readonly side = signal<Side>("normal");
  private readonly lit = signal<Lit>("all");
  private readonly typed = signal("");
  private readonly ending: () => void;

  constructor(
    private readonly context: PlainContext,
    private readonly drawn: Drawn,
    attempt: KeptAttempt,
    at: string,
  ) {
    this.sheet = new Sheet(attempt, context.tell);
    this.sheet.at.value = at;
    context.stage.append(this.host);
    render(<this.Stage />, this.host);
    render(<this.Panel />, context.panel);
    this.ending = onReturn(() => void this.sheet.refresh());
    void this.sheet.refresh();
  }

  dispose(): void {
    this.ending();
    this.sheet.dispose();
    render(null, this.host);
    render(null, this.context.panel);
    this.host.remove();
  }

  private noted(): void {
    const query = new URLSearchParams({ attempt: this.sheet.attempt.value!.id, at: this.sheet.at.value });
    note({ ...this.context.route, query });
  }

  private async begin(scramble: string | null): Promise<void> {
    try {
      const text = scramble ?? (await calls.scramble()).alg;
      // What cannot be read is refused before it is kept.
      await calls.lines(text, []);
      const attempt = newAttempt(text);
      await this.sheet.open(attempt);
      await this.sheet.saveAttempt(attempt);
    } catch (fault) {
      this.context.tell(said(fault));
    }
  }

  private async write(): Promise<void> {
    const moves = this.typed.value.trim();
    if (!moves) return;
    try {
      const line = `${this.sheet.line} ${moves}`;
      const [view] = await calls.lines(this.sheet.attempt.value!.scramble, [line]);
      await this.sheet.add(moves, view!.normal.standing.reached.join(", "));
      this.typed.value = "";
    } catch (fault) {
      this.context.tell(said(fault));
    }
  }

  private readonly Stage = () => {
    const { sheet, drawn } = this;
    const { view } = sheet;
    this.noted();
    return (
      <>
        <div class="fewest-scramble">
          <code class="scramble">{sheet.attempt.value!.scramble}</code>
          <IconButton title="Another scramble" icon={icons.scramble} press={() => void this.begin(null)} />
        </div>
        {view ? (
          <StateView
            view={view}
            net={drawn.net}
            shades={drawn.shades}
            side={this.side.value}
            lit={this.lit.value}
            setSide={(side) => (this.side.value = side)}
            setLit={(lit) => (this.lit.value = lit)}
          />
        ) : (
          <p class="quiet">Looking at the state …</p>
        )}
        <HandedIn sheet={sheet} tell={this.context.tell} />
        <form
          class="fewest-own"
          onSubmit={(event) => {
            event.preventDefault();
            void this.write();
          }}
        >
          <input
            type="text"
            class="number wide"
            aria-label="Your moves"
            placeholder="Your moves, those on the inverse in parentheses: R U (F2 D)"
            value={this.typed.value}
            onInput={({ currentTarget }) => (this.typed.value = currentTarget.value)}
          />
          <button type="submit" disabled={!this.typed.value.trim()}>
            Add
          </button>
        </form>
      </>
    );
  };

  private readonly Panel = () => {
    const { sheet } = this;
    const { tell } = this.context;
    return (
      <>
        <AttemptCard sheet={sheet} begin={(scramble) => void this.begin(scramble)} />
        {sheet.waiting.value > 0 && (
          <p class="card told" role="status">
            {sheet.waiting.value} {sheet.waiting.value === 1 ? "branch waits" : "branches wait"} in this browser for the
            server.
          </p>
        )}
        <Branches sheet={sheet} />
        <Candidates sheet={sheet} tell={tell} />
        <Compared sheet={sheet} />
        <Insertions sheet={sheet} tell={tell} />
      </>
    );
  };
}

function AttemptCard({ sheet, begin }: { sheet: Sheet; begin: (scramble: string | null) => void }) {
  const attempt = sheet.attempt.value!;
  const known = sheet.attempts.value;
  const offered = known.some(({ id }) => id === attempt.id) ? known : [attempt, ...known];
  const own = signal("");
  return (
    <div class="card fewest-attempt">
      <div class="row">
        <h2>Attempt</h2>
        <select
          aria-label="Attempt"
          value={attempt.id}
          onChange={({ currentTarget }) => {
            const chosen = offered.find(({ id }) => id === currentTarget.value);
            if (chosen) void sheet.open(chosen);
          }}
        >
          {offered.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <details>
        <summary>Name, or a scramble of your own</summary>
        <input
          key={attempt.id}
          type="text"
          class="number wide"
          aria-label="Name of the attempt"
          value={attempt.name}
          maxLength={100}
          onChange={({ currentTarget }) => {
            const name = currentTarget.value.trim();
            if (name) void sheet.saveAttempt({ ...attempt, name });
          }}
        />
        <form
          class="fewest-own"
          onSubmit={(event) => {
            event.preventDefault();
            if (own.value.trim()) begin(own.value.trim());
          }}
        >
          <input
            type="text"
            class="number wide"
            aria-label="Your scramble"
            placeholder="R' U' F …"
            onInput={({ currentTarget }) => (own.value = currentTarget.value)}
          />
          <button type="submit">Begin</button>
        </form>
      </details>
    </div>
  );
}

/** The attempt that the address names, else the latest one, else a new one. */
async function attemptFor(named: string | null): Promise<KeptAttempt> {
  const known = await calls.attempts();
  return known.find(({ id }) => id === named) ?? known[0] ?? newAttempt((await calls.scramble()).alg);
}

export const fewestPage: OtherPage = {
  openPlain: async (context) => {
    const { query } = context.route;
    const [attempt, net, scene] = await Promise.all([attemptFor(query.get("attempt")), calls.net(), calls.scene()]);
    const shades = scene.colors.map((color) => scene.shades[color]!);
    const at = attempt.id === query.get("attempt") ? (query.get("at") ?? "") : "";
    return new Fewest(context, { net, shades }, attempt, at);
  },
};
