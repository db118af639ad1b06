/** Results: the solutions of a state, which of them is shown, and some of them side by side. */

import { useSignal } from "@preact/signals";
import type { TwistySolution } from "../../api/schema";
import { IconButton } from "../controls";
import { icons } from "../icons";
import { secondsText } from "./duration";
import type { Stretch } from "./parts";

/** What is proven about a solution, in a few words. */
export function proof({ optimal, note }: TwistySolution): string {
  return note || (optimal ? "no shorter one exists" : "a shorter one may exist");
}

export function lengthText({ length, metric }: TwistySolution): string {
  return `${length} ${length === 1 ? "move" : "moves"} (${metric})`;
}

function facts({ method, seconds, nodes }: TwistySolution): string {
  return [method, secondsText(seconds), nodes > 0 && `${nodes.toLocaleString("en")} nodes`].filter(Boolean).join(" · ");
}

interface ResultsProps {
  readonly found: readonly TwistySolution[];
  readonly chosen: TwistySolution | null;
  readonly choose: (solution: TwistySolution) => void;
  readonly copy: (alg: string) => void;
}

export function Results({ found, chosen, choose, copy }: ResultsProps) {
  const compared = useSignal<readonly TwistySolution[]>([]);
  if (found.length === 0) return null;
  const compare = (one: TwistySolution, wanted: boolean): void => {
    compared.value = [...compared.value.filter((other) => other !== one), ...(wanted ? [one] : [])];
  };
  return (
    <div class="card results">
      <h2>{found.length === 1 ? "Solution" : `${found.length} solutions`}</h2>
      <ol class="plain solutions">
        {found.map((solution, k) => (
          <li key={k}>
            <button type="button" class="reason" aria-pressed={solution === chosen} onClick={() => choose(solution)}>
              <b>{lengthText(solution)}</b>
              <code class="alg">{solution.alg || "(nothing to do)"}</code>
              <span class="kind">{`${facts(solution)} · ${proof(solution)}`}</span>
            </button>
            <div class="side">
              <IconButton title="Copy the moves" icon={icons.paste} class="ghost" press={() => copy(solution.alg)} />
              {found.length > 1 && (
                <input
                  type="checkbox"
                  checked={compared.value.includes(solution)}
                  aria-label={`Compare ${lengthText(solution)} by ${solution.method}`}
                  onChange={({ currentTarget }) => compare(solution, currentTarget.checked)}
                />
              )}
            </div>
          </li>
        ))}
      </ol>
      <Compared columns={found.filter((solution) => compared.value.includes(solution))} />
    </div>
  );
}

const LINES: readonly [string, (solution: TwistySolution) => string][] = [
  ["method", ({ method }) => method],
  ["moves", lengthText],
  ["proof", proof],
  ["time", ({ seconds }) => secondsText(seconds)],
  ["parts", ({ parts }) => parts.map(({ name }) => name).join(", ") || "–"],
  ["alg", ({ alg }) => alg],
];

function Compared({ columns }: { columns: readonly TwistySolution[] }) {
  if (columns.length < 2) return null;
  return (
    <table class="compared beside">
      <caption>Side by side</caption>
      <tbody>
        {LINES.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {columns.map((solution, k) => (
              <td key={k}>{value(solution)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PartListProps {
  readonly parts: readonly Stretch[];
  readonly at: number;
  readonly play: (part: Stretch) => void;
}

/** The parts of the solution that is played; each can be watched alone. */
export function PartList({ parts, at, play }: PartListProps) {
  return (
    <div class="reasons">
      {parts.map((part) => (
        <button
          key={part.from}
          type="button"
          class="reason"
          aria-current={at >= part.from && at < part.to ? "step" : "false"}
          onClick={() => play(part)}
        >
          <span>
            <b>{part.name}</b> {part.to - part.from} moves
          </span>
          {part.note && <span class="kind">{part.note}</span>}
        </button>
      ))}
    </div>
  );
}
