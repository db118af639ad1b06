/** The net: the unfolded puzzle, on which one paints by clicks or by keys. */

import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { NetPlace, NetResponse } from "../../api/schema";
import type { Ink } from "../../viewer";
import { beside, type Direction } from "../pack/layout";

interface Props {
  readonly net: NetResponse;
  readonly colors: readonly number[];
  readonly inks: readonly Ink[];
  readonly colorNames: readonly string[];
  readonly letters: readonly string[];
  readonly lit: readonly number[];
  /** The number in the list of cells that keys are about. */
  readonly at: Signal<number>;
  readonly pick: (place: number) => void;
  /** Paint a place with a color of its own choice. */
  readonly dye: (place: number, color: number) => void;
}

const ARROWS: Record<string, Direction> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
const KEYS = "Arrows go from sticker to sticker, Enter paints it, and the letter of a color paints it so.";

/** The nearest cell in a direction; lengths are in units of a cell, as `beside` expects. */
function neighbor(cells: readonly NetPlace[], from: number, direction: Direction, unit: number): number | null {
  const points = cells.map(({ middle: [x, y] }) => ({ x: x / unit, y: y / unit }));
  return beside(points[from]!, points, direction);
}

export function Net({ net, colors, inks, colorNames, letters, lit, at, pick, dye }: Props) {
  const sheet = useRef<SVGSVGElement>(null);
  const unit = Math.sqrt((net.width * net.height) / Math.max(1, net.cells.length)) / 2;
  const named = (cell: NetPlace): string => `${cell.name}: ${colorNames[colors[cell.place]!] ?? "not painted"}`;
  const go = (to: number | null): void => {
    if (to === null) return;
    at.value = to;
    sheet.current?.querySelectorAll<SVGPathElement>(".net-cell")[to]?.focus();
  };
  const keyed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = net.cells[at.value]!.place;
    const direction = ARROWS[event.key];
    const color = letters.findIndex((letter) => letter.toLowerCase() === event.key.toLowerCase());
    if (direction) go(neighbor(net.cells, at.value, direction, unit));
    else if (event.key === "Enter" || event.key === " ") pick(place);
    else if (event.key === "Delete" || event.key === "Backspace") dye(place, -1);
    else if (color >= 0) dye(place, color);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset
    <svg
      ref={sheet}
      class="net"
      viewBox={`0 0 ${net.width} ${net.height}`}
      role="group"
      aria-label={`Net of the puzzle. ${KEYS}`}
      onKeyDown={keyed}
    >
      <title>{KEYS}</title>
      {net.plastic.map((path) => (
        <path key={path} class="net-plastic" d={path} />
      ))}
      {net.cells.map((cell, k) => (
        // biome-ignore lint/a11y/useSemanticElements: a part of a drawing cannot be a button
        <path
          key={cell.place}
          class={`net-cell${colors[cell.place]! < 0 ? " blank" : ""}${lit.includes(cell.place) ? " lit" : ""}`}
          d={cell.path}
          fill={inks[colors[cell.place]!]?.shade}
          role="button"
          tabindex={k === at.value ? 0 : -1}
          aria-label={named(cell)}
          onFocus={() => (at.value = k)}
          onClick={() => {
            at.value = k;
            pick(cell.place);
          }}
        />
      ))}
    </svg>
  );
}
