/** The numbers of a board: solutions left, the clock, what is known, and what to do with it as a whole. */

import { Hosted, Switch } from "../controls";
import { icons } from "../icons";
import type { Fill } from "./fill";
import type { LiveStatus } from "./live_status";
import { Action } from "./panel";
import { words } from "./status_words";

interface NumbersProps {
  readonly live: LiveStatus;
  readonly fill: Fill;
  readonly clock: HTMLElement;
  readonly complete: () => void;
  readonly fix: () => void;
  readonly share: () => void;
  readonly back: () => void;
}

export function Numbers({ live, fill: { placed, given }, clock, complete, fix, share, back }: NumbersProps) {
  const told = live.told.value;
  const status = typeof told === "string" ? null : told;
  const isOne = status?.exact && status.count === "1";
  const isLost = status?.solvable === false && placed.length > given.length;
  const state = status?.done || status?.solvable ? "good" : status?.solvable === false ? "bad" : "unsure";
  return (
    <div class="card pack-numbers">
      <div class="figures">
        <span class="pack-count">
          <b class="pack-left">{live.left.value}</b> <span>{isOne ? "solution left" : "solutions left"}</span>
        </span>
        <Hosted element={clock} />
      </div>
      <Switch
        title="Says while you play how many solutions are left and what is forced"
        on={live.wanted.value}
        change={(on) => {
          live.wanted.value = on;
          live.ask();
        }}
      >
        Live help
      </Switch>
      <p class="pack-verdict" aria-live="polite" data-state={state}>
        {status ? words(status) : told}
      </p>
      <div class="actions">
        <Action title="Fill the rest of the board with a solution" press={complete}>
          Complete my board
        </Action>
        <Action
          title="Fix what lies there, so that it cannot be lifted, or free it"
          class="pack-fix"
          disabled={placed.length === 0}
          press={fix}
        >
          {given.length > 0 && given.length === placed.length ? "Free pieces" : "Fix pieces"}
        </Action>
        <Action title="Copy a link to this board" icon={icons.share} press={share}>
          Share
        </Action>
        {/* It keeps its room while it is not needed, so that no other button moves. */}
        <Action
          title="Go back to the last board that can be completed"
          icon={icons.undo}
          class={isLost ? "" : "unseen"}
          disabled={!isLost}
          press={back}
        >
          Back to solvable
        </Action>
      </div>
    </div>
  );
}
