/** Drawing in SVG: cells, pieces on cells, and what is seen of a piece in the hand. */

import { contrasting } from "../../../viewer";
import { type Attributes, s } from "../../dom";
import type { DrawnCell } from "../calls";
import { boxOf, type Point } from "./layout";

const text = (at: Point, words: string, attributes: Attributes): SVGTextElement => {
  const element = s("text", { x: at.x, y: at.y, ...attributes });
  element.textContent = words;
  return element;
};

const polygon = (cell: DrawnCell, at: Point): string =>
  cell.corners.map(([dx, dy]) => `${at.x + dx},${at.y + dy}`).join(" ");

/** The body of one cell. */
export function cellShape(cell: DrawnCell, at: Point, attributes: Attributes): SVGElement {
  if (cell.corners.length) return s("polygon", { points: polygon(cell, at), ...attributes });
  return s("circle", { cx: at.x, cy: at.y, r: 0.44, ...attributes });
}

/** An empty cell of the board with what is printed on it. */
export function emptyCell(cell: DrawnCell & { label: string }, at: Point, attributes: Attributes): SVGElement {
  const shape = cellShape(cell, at, attributes);
  return cell.label ? s("g", {}, shape, text(at, cell.label, { class: "pack-label", dy: "0.09" })) : shape;
}

export function layerHead(at: Point, words: string): SVGElement {
  return text(at, words, { class: "pack-head" });
}

const key = (x: number, y: number): string => `${Math.round(x * 100)},${Math.round(y * 100)}`;

/** The line around cells taken together: an edge between two of them is no part of it. */
export function edges(cells: readonly DrawnCell[], at: readonly Point[]): string {
  const found = new Map<string, string>();
  cells.forEach((cell, k) => {
    const points = cell.corners.map(([dx, dy]) => ({ x: at[k]!.x + dx, y: at[k]!.y + dy }));
    points.forEach((from, n) => {
      const to = points[(n + 1) % points.length]!;
      const pair = [key(from.x, from.y), key(to.x, to.y)].sort().join(" ");
      if (found.has(pair)) found.delete(pair);
      else found.set(pair, `M${from.x} ${from.y}L${to.x} ${to.y}`);
    });
  });
  return [...found.values()].join("");
}

/** Bars between balls that touch. */
function bars(at: readonly Point[]): string {
  const lines: string[] = [];
  at.forEach((a, k) =>
    at.slice(k + 1).forEach((b) => {
      if (Math.abs(Math.hypot(a.x - b.x, a.y - b.y) - 1) < 0.02) lines.push(`M${a.x} ${a.y}L${b.x} ${b.y}`);
    }),
  );
  return lines.join("");
}

export interface Look {
  readonly shade: string;
  readonly letter: string;
  readonly kind: string;
}

/** A piece on cells: one body of one shade, with its letter if that is wished. */
export function body(cells: readonly DrawnCell[], at: readonly Point[], look: Look): SVGGElement {
  const group = s("g", { class: `pack-piece ${look.kind}` });
  group.style.setProperty("--shade", look.shade);
  if (cells[0]!.corners.length) {
    cells.forEach((cell, k) => group.append(cellShape(cell, at[k]!, { class: "pack-flesh" })));
    group.append(s("path", { d: edges(cells, at), class: "pack-rim" }));
  } else {
    group.append(s("path", { d: bars(at), class: "pack-bar" }));
    cells.forEach((cell, k) =>
      group.append(
        cellShape(cell, at[k]!, { class: "pack-ball" }),
        s("circle", { cx: at[k]!.x - 0.13, cy: at[k]!.y - 0.15, r: 0.11, class: "pack-shine" }),
      ),
    );
  }
  if (look.letter)
    for (const middle of at)
      group.append(text(middle, look.letter, { class: "pack-letter", dy: "0.13", fill: contrasting(look.shade) }));
  return group;
}

/** A piece by itself; of one in space, upper layers are drawn up and to the right. */
export function portrait(cells: readonly (DrawnCell & { layer: number })[], look: Look): SVGSVGElement {
  const bottom = Math.min(...cells.map(({ layer }) => layer));
  const shifted = cells.map((cell) => ({
    ...cell,
    x: cell.x + 0.4 * (cell.layer - bottom),
    y: cell.y - 0.4 * (cell.layer - bottom),
  }));
  const box = boxOf(shifted);
  const pad = 0.1;
  const [width, height] = [box.right - box.left + 2 * pad, box.bottom - box.top + 2 * pad];
  const svg = s("svg", {
    viewBox: `${box.left - pad} ${box.top - pad} ${width} ${height}`,
    class: "pack-portrait",
    "aria-hidden": "true",
  });
  svg.style.setProperty("--wide", String(width));
  svg.style.setProperty("--high", String(height));
  const layers = [...new Set(shifted.map(({ layer }) => Math.round(layer * 100)))].sort((a, b) => a - b);
  for (const layer of layers) {
    const those = shifted.filter((cell) => Math.round(cell.layer * 100) === layer);
    svg.append(body(those, those, { ...look, letter: "" }));
  }
  return svg;
}
