/** The question: by which method, toward which goal, and within which limits. */

import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { SolveLimits, SolveOptions, SolveRequest } from "../../api/schema";
import { Icon } from "../controls";
import { icons } from "../icons";

export type SolveSettings = Pick<SolveRequest, "method" | "limits">;

/** What the fields hold, as it is written there. */
export interface Fields {
  readonly method: string;
  readonly metric: string;
  readonly goal: NonNullable<SolveLimits["goal"]>;
  readonly count: string;
  readonly longest: string;
  readonly timeout: string;
}

/** A number that a person wrote, or null where the field is empty. */
export function written(text: string): number | null {
  const value = Number(text);
  return text.trim() === "" || !Number.isFinite(value) ? null : value;
}

export function settingsOf({ method, metric, goal, count, longest, timeout }: Fields): SolveSettings {
  const limits = { metric, goal, count: written(count) ?? 1, max_length: written(longest), timeout: written(timeout) };
  return { method: method || null, limits };
}

/** What was asked before, or nothing, as the fields show it. */
export function fieldsOf(metric: string, { method, limits }: Partial<SolveSettings> = {}): Fields {
  return {
    method: method ?? "",
    metric: limits?.metric ?? metric,
    goal: limits?.goal ?? "colors",
    count: limits?.count && limits.count > 1 ? String(limits.count) : "",
    longest: String(limits?.max_length ?? ""),
    timeout: String(limits?.timeout ?? ""),
  };
}

const GOALS: Record<Fields["goal"], string> = {
  colors: "The puzzle looks solved; pieces that look alike may have changed places.",
  stickers: "Every piece is where it was, also those that look alike, and centers are not turned.",
};

interface Props {
  readonly solvers: SolveOptions;
  readonly fields: Signal<Fields>;
  readonly start: (settings: SolveSettings) => void;
}

export function SolveForm({ solvers, fields, start }: Props) {
  const chosen = solvers.methods.find(({ name }) => name === fields.value.method);
  const fitting = solvers.methods.filter(({ unfit }) => unfit === null);
  const others = solvers.methods.filter(({ unfit }) => unfit !== null);
  const taken = <Name extends keyof Fields>(name: Name) => ({
    value: fields.value[name],
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLSelectElement }) => {
      fields.value = { ...fields.value, [name]: currentTarget.value };
    },
  });
  return (
    <form
      class="card ask"
      onSubmit={(event) => {
        event.preventDefault();
        start(settingsOf(fields.value));
      }}
    >
      <Row name="Method" title="How the solution is found">
        <select {...taken("method")}>
          <option value="">automatic</option>
          {fitting.map(({ name, meaning }) => (
            <option key={name} value={name} title={meaning}>
              {name}
            </option>
          ))}
        </select>
      </Row>
      <p class="quiet">{chosen?.meaning ?? "The best method that is quick for this puzzle."}</p>
      <details>
        <summary>Goal and limits</summary>
        <Row name="Goal" title="When the puzzle counts as solved">
          <select {...taken("goal")}>
            <option value="colors">Every color in place</option>
            <option value="stickers">Every sticker at home</option>
          </select>
        </Row>
        <p class="quiet">{GOALS[fields.value.goal]}</p>
        <Row name="Count moves in" title="What counts as one move">
          <select {...taken("metric")}>
            {solvers.metrics.map(({ name, meaning }) => (
              <option key={name} value={name} title={meaning}>
                {name}
              </option>
            ))}
          </select>
        </Row>
        <p class="quiet">{solvers.metrics.find(({ name }) => name === fields.value.metric)?.meaning}</p>
        <Row name="Solutions" title="How many solutions to look for">
          <input type="number" class="number" min="1" max="1000" step="1" placeholder="1" {...taken("count")} />
        </Row>
        <Row name="Moves at most" title="Longer solutions are not given">
          <input type="number" class="number" min="0" max="100000" step="1" placeholder="any" {...taken("longest")} />
        </Row>
        <Row name="Seconds at most" title="When to stop and give the best that was found">
          <input
            type="number"
            class="number"
            min="0.01"
            max="3600"
            step="any"
            placeholder="as needed"
            {...taken("timeout")}
          />
        </Row>
      </details>
      {others.length > 0 && (
        <details>
          <summary>Methods that do not fit ({others.length})</summary>
          <ul class="plain">
            {others.map(({ name, unfit }) => (
              <li key={name}>
                <b>{name}</b> {unfit}
              </li>
            ))}
          </ul>
        </details>
      )}
      <button type="submit" class="primary wide" title="Solve">
        <Icon of={icons.play} />
        Solve
      </button>
    </form>
  );
}

function Row({ name, title, children }: { name: string; title: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label class="row" title={title}>
      {name}
      {children}
    </label>
  );
}
