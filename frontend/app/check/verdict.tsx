/** The verdict in words: whether moves lead there, every reason why not, and how to repair it. */

import type { ComponentChildren } from "preact";
import type { Change, CheckResponse, Reason } from "../../api/schema";
import { grouped } from "../numbers";

export interface VerdictActions {
  /** Light the stickers that a reason speaks of; none for all. */
  readonly light: (stickers: readonly number[]) => void;
  readonly repair: (coloring: readonly string[]) => void;
  readonly solve: () => void;
}

function counted(verdict: CheckResponse): string {
  if (verdict.explanations === "1") return "Exactly one arrangement of the pieces looks like this.";
  if (verdict.explanations === null) return "Very many arrangements of the pieces look like this.";
  return `${grouped(verdict.explanations)} arrangements of the pieces look like this.`;
}

const WORDS = {
  reachable: "It can be solved",
  impossible: "It cannot be solved",
  possible: "It may be solvable",
  undecided: "Undecided",
} as const;
const MOODS = { reachable: "good", impossible: "bad", possible: "unsure", undecided: "unsure" } as const;

/** What is certain although some stickers are gray. */
function Possible({ verdict, actions }: { verdict: CheckResponse; actions: VerdictActions }) {
  const { example, look_at: asked } = verdict;
  return (
    <>
      <p>
        {verdict.completions === null
          ? "Many solvable puzzles look like this."
          : `${grouped(verdict.completions)} solvable colorings fit what you painted.`}
        {verdict.chance && ` Of all ways to complete it, solvable or not, that is ${verdict.chance}.`}
      </p>
      {asked.length > 0 && (
        <LightButton kind="look" stickers={asked} light={actions.light} stays>
          {asked.length === 1 ? "One more sticker decides it." : `${asked.length} more stickers decide it.`}
          {!verdict.is_fewest && " Perhaps fewer do."}
        </LightButton>
      )}
      {example && (
        <button type="button" onClick={() => actions.repair(example)}>
          Show an example
        </button>
      )}
    </>
  );
}

interface Lighting {
  readonly kind: string;
  readonly stickers: readonly number[];
  readonly light: VerdictActions["light"];
  /** Whether the stickers stay lit when the pointer leaves. */
  readonly stays?: boolean;
  readonly children: ComponentChildren;
}

/** A sentence that lights the stickers it speaks of. */
function LightButton({ kind, stickers, light, stays, children }: Lighting) {
  const show = (): void => light(stickers);
  return (
    <button
      type="button"
      class="reason"
      title="Light these stickers"
      onClick={show}
      onMouseEnter={show}
      onFocus={show}
      onMouseLeave={() => stays || light([])}
    >
      <span class="kind">{kind}</span>
      <span>{children}</span>
    </button>
  );
}

function ReasonButton({ said, light }: { said: Reason | Change; light: VerdictActions["light"] }) {
  return (
    <LightButton kind={said.kind} stickers={said.stickers} light={light}>
      {said.text}
    </LightButton>
  );
}

export function VerdictView({ verdict, actions }: { verdict: CheckResponse; actions: VerdictActions }) {
  const { repair, reasons } = verdict;
  return (
    <div class={`verdict ${MOODS[verdict.answer]}`}>
      <h2 class="badge">{WORDS[verdict.answer]}</h2>
      {verdict.answer === "possible" && <Possible verdict={verdict} actions={actions} />}
      {verdict.reachable && <p>{counted(verdict)}</p>}
      {verdict.share && verdict.share !== "0" && verdict.share !== "1" && (
        <p class="quiet">Of all ways to put the pieces together that look like this, {verdict.share} can be solved.</p>
      )}
      {verdict.rotation && <p class="quiet">Held differently: after the rotation {verdict.rotation}.</p>}
      {verdict.reachable && (
        <button type="button" class="primary" onClick={actions.solve}>
          Solve it
        </button>
      )}
      {repair && (
        <div class="repair">
          <p>
            <b>Repair: </b>
            {repair.text}
          </p>
          <button type="button" class="primary" onClick={() => actions.repair(repair.coloring)}>
            Repair it
          </button>
        </div>
      )}
      {reasons.length > 0 && (
        <div class="reasons">
          {reasons.map((said) => (
            <ReasonButton key={said.text} said={said} light={actions.light} />
          ))}
        </div>
      )}
      {verdict.random_chance && verdict.random_chance !== "1" && (
        <p class="quiet">
          Taken apart and put together at random, this puzzle can be solved in {verdict.random_chance} of all cases.
        </p>
      )}
      <details class="stages">
        <summary>How it was judged</summary>
        <ul>
          {verdict.stages.map((stage) => (
            <li key={stage.name} class={stage.passed ? "passed" : "failed"}>
              <b>{stage.name}</b> {stage.text}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
