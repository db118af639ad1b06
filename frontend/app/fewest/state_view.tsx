/** The state that a line leads to: its net, what is bad on which axis, and what is reached. */

import { useEffect, useMemo } from "preact/hooks";
import type { AxisStanding, LineView, NetResponse } from "../../api/schema";
import { NetSheet } from "../../viewer";
import { Hosted, Segments } from "../controls";

export type Side = "normal" | "inverse";
export type Lit = "all" | "ud" | "fb" | "rl";

interface Props {
  readonly view: LineView;
  readonly net: NetResponse;
  /** The shade of each sticker. */
  readonly shades: readonly string[];
  readonly side: Side;
  readonly lit: Lit;
  readonly setSide: (side: Side) => void;
  readonly setLit: (lit: Lit) => void;
}

/** What is not bad, on the black of the net. */
const UNLIT = "#4a505c";

const SIDES = [
  { value: "normal", content: "Normal", title: "The state itself" },
  { value: "inverse", content: "Inverse", title: "The inverse of the state" },
] as const;

const LIT = [
  { value: "all", content: "All", title: "All stickers" },
  { value: "ud", content: "UD", title: "Only what is bad on the axis of U and D" },
  { value: "fb", content: "FB", title: "Only what is bad on the axis of F and B" },
  { value: "rl", content: "RL", title: "Only what is bad on the axis of R and L" },
] as const;

export function StateView({ view, net, shades, side, lit, setSide, setLit }: Props) {
  const sheet = useMemo(() => {
    const made = new NetSheet(net, "The state as a net", "", { pick: () => undefined });
    made.element.classList.add("fewest-net");
    return made;
  }, [net]);
  const seen = view[side];
  useEffect(() => {
    const on = seen.standing.axes.find(({ axis }) => axis === lit);
    const bad = on && new Set([...on.edge_places, ...on.corner_places]);
    sheet.paint((place) => {
      const shown = !bad || bad.has(place);
      return { shade: shown ? shades[seen.stickers[place]!]! : UNLIT, color: "", lit: false };
    });
    sheet.element.dataset["lit"] = String(bad?.size ?? "all");
  });
  return (
    <div class="fewest-state">
      <div class="fewest-choices">
        <Segments label="Side" segments={SIDES} value={side} choose={setSide} />
        <Segments label="Stickers" segments={LIT} value={lit} choose={setLit} />
      </div>
      <Hosted element={sheet.element} />
      <AxisTable axes={seen.standing.axes} />
      <p class="fewest-reached">
        {seen.standing.reached.length > 0 ? `Reached: ${seen.standing.reached.join(", ")}. ` : "Nothing reached yet. "}
        {seen.standing.left && <span class="quiet">Left: {seen.standing.left}</span>}
      </p>
    </div>
  );
}

function AxisTable({ axes }: { axes: readonly AxisStanding[] }) {
  return (
    <table class="fewest-axes">
      <thead>
        <tr>
          <th scope="col">Axis</th>
          <th scope="col" title="Edges that need a quarter turn of the two faces">
            Bad edges
          </th>
          <th scope="col" title="Corners whose sticker of the axis is on another one">
            Bad corners
          </th>
          <th scope="col" title="Corners and edges that domino reduction lacks">
            DR case
          </th>
          <th scope="col" title="The subset of half-turn reduction: corners, quarter turns, bad edges">
            Subset
          </th>
        </tr>
      </thead>
      <tbody>
        {axes.map((one) => (
          <tr key={one.axis}>
            <th scope="row">{one.axis.toUpperCase()}</th>
            <td>{one.bad_edges}</td>
            <td>{one.bad_corners}</td>
            <td>{one.case}</td>
            <td>{one.subset ?? "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
