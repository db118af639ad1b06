/** Cards beside the board and tools below it: what they say and offer, and nothing of the rules. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { ChallengeRequest, PackingCatalog } from "../../api/schema";
import { Icon, IconButton, Switch } from "../controls";
import { icons } from "../icons";
import { change, settings } from "../settings";

export type Level = NonNullable<ChallengeRequest["level"]>;

interface ActionProps {
  readonly title: string;
  readonly press: () => void;
  readonly icon?: () => Element;
  readonly class?: string;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

/** A button with words, and a sign before them. */
export function Action({ title, press, icon, class: kind = "", disabled = false, children }: ActionProps) {
  return (
    <button type="button" title={title} class={kind} disabled={disabled} onClick={press}>
      {icon && <Icon of={icon} />}
      {children}
    </button>
  );
}

interface ToolsProps {
  readonly solid: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly turn: (way: "turn" | "flip" | "next") => void;
  readonly step: (by: 1 | -1) => void;
  readonly clear: () => void;
  readonly hint: () => void;
}

/** What one does with the piece in hand, and with the board as a whole. */
export function Tools({ solid, canUndo, canRedo, turn, step, clear, hint }: ToolsProps) {
  return (
    <>
      <Action title="Turn (R)" icon={icons.redo} press={() => turn("turn")}>
        Turn
      </Action>
      <Action title={solid ? "Tilt (F)" : "Turn over (F)"} icon={icons.swap} press={() => turn("flip")}>
        {solid ? "Tilt" : "Flip"}
      </Action>
      <IconButton title="Next way to hold it (T)" icon={icons.next} press={() => turn("next")} />
      <IconButton title="Undo (Ctrl Z)" icon={icons.undo} disabled={!canUndo} press={() => step(-1)} />
      <IconButton title="Redo (Ctrl Y)" icon={icons.redo} disabled={!canRedo} press={() => step(1)} />
      <IconButton title="Take all pieces off" icon={icons.reset} press={clear} />
      <Action title="Hint (H)" class="primary" press={hint}>
        Hint
      </Action>
    </>
  );
}

interface ChallengeProps {
  readonly levels: PackingCatalog["levels"];
  readonly make: (level: Level) => void;
}

/** Ask for a start with one completion, of a grade. */
export function Challenge({ levels, make }: ChallengeProps) {
  const level = useSignal(levels[0]!.name);
  return (
    <div class="card challenge">
      <h2>Challenge: a start with one completion</h2>
      <div class="actions">
        <select
          aria-label="Grade"
          value={level.value}
          onChange={({ currentTarget }) => (level.value = currentTarget.value as Level)}
        >
          {levels.map(({ name, words }) => (
            <option key={name} value={name} title={words}>
              {name}
            </option>
          ))}
        </select>
        <Action title="Make a challenge" icon={icons.scramble} press={() => make(level.value)}>
          New challenge
        </Action>
      </div>
      <p class="quiet">{levels.find(({ name }) => name === level.value)?.words}</p>
    </div>
  );
}

/** How pieces look, and the keys of the board. */
export function Looks({ layers }: { layers: number }) {
  const letters = useSignal(settings.letters);
  const isSafe = useSignal(settings.palette === "colorblind");
  const write = (on: boolean): void => {
    letters.value = on;
    change({ letters: on });
  };
  const color = (on: boolean): void => {
    isSafe.value = on;
    change({ palette: on ? "colorblind" : "standard" });
  };
  return (
    <div class="card">
      <Switch title="Write the name of its piece on each cell" on={letters.value} change={write}>
        Letters on pieces
      </Switch>
      <Switch title="Shades that color-blind people can tell apart" on={isSafe.value} change={color}>
        Color-blind safe
      </Switch>
      <p class="quiet">
        Keys on the board: N and P choose a piece, arrows move it, R turns, F flips, T takes the next way, Enter places,
        Delete lifts, H hints.
        {layers > 1 &&
          " Page up and down or the wheel change the layer of the piece in hand; Shift with arrows, plus and minus look from elsewhere."}
      </p>
    </div>
  );
}

interface ChoosingProps {
  readonly list: PackingCatalog;
  readonly set: string;
  readonly board: string;
  readonly open: (puzzle: string) => void;
}

/** Choose one of the puzzles to begin with, or any set on any board. */
export function Choosing({ list, set, board, open }: ChoosingProps) {
  const pieces = useSignal(set);
  const wanted = useSignal(board);
  const now = `${set} ${board}`;
  const known = list.puzzles.map((names) => names.join(" "));
  const submit = (event: Event): void => {
    event.preventDefault();
    open(`${pieces.value} ${wanted.value.trim().replace(/\s+/g, "")}`);
  };
  return (
    <div class="card pack-choosing">
      <label class="row">
        Puzzle
        <select class="pack-puzzle" value={now} onChange={({ currentTarget }) => open(currentTarget.value)}>
          {(known.includes(now) ? known : [now, ...known]).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <details>
        <summary>Any set on any board</summary>
        <form class="pack-any" onSubmit={submit}>
          <select
            aria-label="Set of pieces"
            value={set}
            onChange={({ currentTarget }) => (pieces.value = currentTarget.value)}
          >
            {list.sets.map(({ name, words }) => (
              <option key={name} value={name} title={words}>
                {name}
              </option>
            ))}
          </select>
          <input
            type="search"
            value={board}
            aria-label="Board"
            list="pack-boards"
            spellcheck={false}
            onInput={({ currentTarget }) => (wanted.value = currentTarget.value)}
          />
          <datalist id="pack-boards">
            {list.boards.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <button type="submit" title="Open this puzzle">
            Open
          </button>
        </form>
      </details>
    </div>
  );
}
