/** The list of solves: each can be given a penalty or a comment, or be deleted. */

import { useState } from "preact/hooks";
import type { TimedSolve } from "../../api/schema";
import { clockText } from "../play/timer";

/** A solve as one writes it: the penalty included and marked. */
export function writtenResult({ milliseconds, penalty }: Pick<TimedSolve, "milliseconds" | "penalty">): string {
  if (penalty === "DNF") return `DNF (${clockText(milliseconds)})`;
  return penalty === "+2" ? `${clockText(milliseconds + 2000)}+` : clockText(milliseconds);
}

const PENALTIES = { none: "OK", "+2": "+2", DNF: "DNF" } as const;

interface Props {
  solves: readonly TimedSolve[];
  count: number;
  change: (solve: TimedSolve, wanted: Partial<TimedSolve>) => void;
  more: () => void;
}

export function SolveList({ solves, count, change, more }: Props) {
  const [open, setOpen] = useState<string | null>(null);
  const latest = [...solves].reverse();
  return (
    <>
      <ol class="solves" aria-label="Solves, the latest first">
        {latest.map((solve, k) => (
          <li key={solve.id}>
            <button
              type="button"
              class="solve"
              aria-expanded={open === solve.id}
              onClick={() => setOpen(open === solve.id ? null : solve.id)}
            >
              <span>{Math.max(count, solves.length) - k}</span>
              <b data-penalty={solve.penalty}>{writtenResult(solve)}</b>
              <span class="comment">{solve.comment}</span>
            </button>
            {open === solve.id && <Details solve={solve} change={(wanted) => change(solve, wanted)} />}
          </li>
        ))}
      </ol>
      {count > solves.length && (
        <button type="button" class="link" onClick={more}>
          Show earlier solves
        </button>
      )}
    </>
  );
}

export function PenaltyButtons({ solve, change }: { solve: TimedSolve; change: Change }) {
  return (
    <div class="segments" role="radiogroup" aria-label="Penalty">
      {(["none", "+2", "DNF"] as const).map((penalty) => (
        // biome-ignore lint/a11y/useSemanticElements: a button shows what it chooses
        <button
          key={penalty}
          type="button"
          role="radio"
          aria-checked={solve.penalty === penalty}
          onClick={() => change({ penalty })}
        >
          {PENALTIES[penalty]}
        </button>
      ))}
    </div>
  );
}

type Change = (wanted: Partial<TimedSolve>) => void;

function Details({ solve, change }: { solve: TimedSolve; change: Change }) {
  return (
    <div class="solve-details">
      <PenaltyButtons solve={solve} change={change} />
      <label>
        <span class="quiet">Comment</span>
        <input
          type="text"
          class="number wide"
          maxLength={5000}
          // Not `value`: what is being typed must survive when the list is drawn anew.
          defaultValue={solve.comment}
          onChange={({ currentTarget }) => change({ comment: currentTarget.value })}
        />
      </label>
      {solve.scramble && <code class="setup">{solve.scramble}</code>}
      <div class="row">
        <span class="quiet">{new Date(solve.at * 1000).toLocaleString()}</span>
        <button type="button" onClick={() => change({ deleted: true })}>
          Delete
        </button>
      </div>
    </div>
  );
}
