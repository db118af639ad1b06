/** The panel of Design: sliders, figures, bandages, and what is kept. */

import { Hosted, IconButton, Segments } from "../controls";
import { Figures } from "../figures";
import { icons } from "../icons";
import { go } from "../router";
import { FIRST, MINE } from "./bench";
import { parsed } from "./draft";
import { MyPuzzles } from "./mine";
import type { Design } from "./page";
import { Sliders } from "./sliders";

const MODES = [
  { value: "turn", content: "Turn", title: "Drag a sticker to try the puzzle" },
  { value: "pick", content: "Glue", title: "Click a sticker of one piece and then one of another to glue them" },
  { value: "draw", content: "Draw", title: "Set points by clicks and join them to cycles" },
] as const;

interface Props {
  readonly design: Design;
}

export function DesignPanel({ design }: Props) {
  return (
    <>
      <div class="card">
        <h2>Cuts</h2>
        {design.draft.value ? (
          <Sliders draft={design.draft.value} change={(draft, topic) => design.cut(draft, topic)} />
        ) : (
          <>
            <p class="quiet">This puzzle is not made of a few cuts.</p>
            <button type="button" title="Begin with a cube" onClick={() => design.cut(parsed(FIRST)!, "")}>
              Cut a solid
            </button>
          </>
        )}
        <Steps design={design} />
      </div>
      <div class="card figures-card" aria-live="polite" aria-busy={design.counting.value !== ""}>
        {design.summary.value ? (
          <Figures summary={design.summary.value} />
        ) : (
          <p class="quiet">{design.counting.value}</p>
        )}
      </div>
      <Gluing design={design} />
      <Keeping design={design} />
      <MyPuzzles
        things={design.things.value}
        current={design.kept.value}
        open={(thing) => go({ page: "design", puzzle: MINE + thing.id, query: new URLSearchParams() })}
        forget={(thing) => void design.forget(thing)}
      />
    </>
  );
}

function Steps({ design }: Props) {
  void design.version.value;
  return (
    <div class="actions steps">
      <IconButton
        title="Undo (Ctrl Z)"
        icon={icons.undo}
        disabled={!design.bench.canUndo}
        press={() => design.step(-1)}
      />
      <IconButton
        title="Redo (Ctrl Y)"
        icon={icons.redo}
        disabled={!design.bench.canRedo}
        press={() => design.step(1)}
      />
      {design.changed.value && (
        <button type="button" title="Go back to what was saved or opened" onClick={() => design.beginAnew()}>
          Begin anew
        </button>
      )}
    </div>
  );
}

function Gluing({ design }: Props) {
  const { length } = design.glued.value;
  const orbits = design.summary.value?.orbits.map(({ name, pieces }) => `${pieces} ${name.toLowerCase()}`).join(", ");
  return (
    <div class="card design">
      <h2>Try it, glue pieces, draw points</h2>
      <p class="quiet">{orbits}</p>
      <Segments
        label="What a pointer does"
        segments={MODES}
        value={design.mode.value}
        choose={(mode) => (design.mode.value = mode)}
      />
      <Hosted element={design.drawing.element} />
      {design.mode.value !== "draw" && (
        <p class="quiet">
          {length === 0
            ? "Click a sticker of one piece and then one of another to glue them. By keys: show the net (N), go there with Tab."
            : `${length} ${length === 1 ? "bandage" : "bandages"}; turn a layer to see what they block.`}
        </p>
      )}
      <button type="button" title="Take all bandages off" onClick={() => design.glueAs([])} disabled={length === 0}>
        No bandages
      </button>
    </div>
  );
}

function Keeping({ design }: Props) {
  const { name, text } = design.version.value;
  return (
    <div class="card design">
      <h2>Keep it</h2>
      <input
        type="text"
        class="name-field"
        maxLength={100}
        aria-label="Name"
        value={name}
        onInput={({ currentTarget }) => design.rename(currentTarget.value)}
      />
      <details>
        <summary>Definition: cuts, or points and cycles</summary>
        <textarea
          rows={6}
          spellcheck={false}
          aria-label="Definition"
          value={text}
          onInput={({ currentTarget }) => design.retype(currentTarget.value)}
        />
        <button type="button" title="An example of points and cycles" onClick={() => design.example()}>
          Example
        </button>
      </details>
      <div class="actions">
        <button type="button" class="primary" title="Save to my puzzles" onClick={() => void design.save()}>
          Save
        </button>
        <button type="button" title="Download the definition as TOML" onClick={() => design.download()}>
          TOML
        </button>
        <button type="button" title="Play it" onClick={() => void design.play()}>
          Play
        </button>
      </div>
      {design.fault.value && (
        <p class="design-fault" role="alert">
          {design.fault.value}
        </p>
      )}
    </div>
  );
}
