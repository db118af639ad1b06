/** Sliders: a solid, and a few cuts across its faces, corners or edges. */

import { IconButton } from "../controls";
import { icons } from "../icons";
import { type Cut, type CutKind, type Draft, KINDS, MOST_CUTS, range, SOLIDS, type SolidKey } from "./draft";

interface Props {
  readonly draft: Draft;
  /** The topic names the control, so that one drag is one change. */
  readonly change: (draft: Draft, topic: string) => void;
}

/** A distance in as few digits as tell it. */
export const shortDistance = (distance: number): string => String(Number(distance.toFixed(3)));

export function Sliders({ draft, change }: Props) {
  const { solid, cuts } = draft;
  const more = { solid, cuts: [...cuts, { kind: "v", distance: 0.6 } as const] };
  return (
    <div class="cuts">
      <label class="row" title="The solid that is cut">
        Solid
        <select
          value={solid}
          onChange={({ currentTarget }) => change(reshaped(draft, currentTarget.value as SolidKey), "")}
        >
          {Object.entries(SOLIDS).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {cuts.map((cut, k) => (
        <CutRow key={k} draft={draft} cut={cut} number={k} change={change} />
      ))}
      {cuts.length < MOST_CUTS && (
        <button type="button" title="Another cut" onClick={() => change(more, "")}>
          + Cut
        </button>
      )}
    </div>
  );
}

function CutRow({ draft, cut, number, change }: Props & { cut: Cut; number: number }) {
  const { least, most } = range(draft.solid, cut.kind);
  const put = (changed: Cut, topic: string): void =>
    change({ ...draft, cuts: draft.cuts.map((old, k) => (k === number ? changed : old)) }, topic);
  return (
    <div class="cut">
      <select
        aria-label={`Cut ${number + 1} is across`}
        title="Whether the planes lie across faces, corners or edges"
        value={cut.kind}
        onChange={({ currentTarget }) => put({ ...cut, kind: currentTarget.value as CutKind }, "")}
      >
        {Object.entries(KINDS).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
      <input
        type="range"
        min={least}
        max={most}
        step={0.01}
        value={cut.distance}
        aria-label={`Distance of cut ${number + 1}`}
        title="How far from the middle the planes are"
        onInput={({ currentTarget }) => put({ ...cut, distance: Number(currentTarget.value) }, `cut ${number}`)}
      />
      <output class="distance">{shortDistance(cut.distance)}</output>
      {draft.cuts.length > 1 && (
        <IconButton
          title={`Remove cut ${number + 1}`}
          icon={icons.close}
          class="ghost"
          press={() => change({ ...draft, cuts: draft.cuts.filter((_, k) => k !== number) }, "")}
        />
      )}
    </div>
  );
}

/** Another solid; its planes stay where they still cut it. */
function reshaped({ cuts }: Draft, solid: SolidKey): Draft {
  return {
    solid,
    cuts: cuts.map((cut) => ({ ...cut, distance: Math.min(cut.distance, range(solid, cut.kind).most) })),
  };
}
