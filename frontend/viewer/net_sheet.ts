/** The sheet of a net: all faces as a drawing, from which stickers are picked by clicks or by keys. */

import type { FlatNet } from "./drawing/net";
import { ARROWS, beside, type Direction } from "./hand/beside";

export interface NetEvents {
  pick(place: number): void;
  /** Another key was pressed at a place: whether it means something there. */
  key?(place: number, key: string): boolean;
}

/** How a place is shown: in a shade, or as not painted, and what its color is called, if it has a name. */
export interface PlaceLook {
  readonly shade: string | null;
  readonly color: string;
  readonly lit: boolean;
}

const SVG = "http://www.w3.org/2000/svg";

function path(kind: string, d: string): SVGPathElement {
  const made = document.createElementNS(SVG, "path");
  made.setAttribute("class", kind);
  made.setAttribute("d", d);
  return made;
}

export class NetSheet {
  readonly element = document.createElementNS(SVG, "svg");
  private readonly paths: readonly SVGPathElement[];
  /** Half of the usual distance between two cells: the unit in which keys look for the next one. */
  private readonly unit: number;
  private at: number;
  private active = false;

  /** `keys` says what keys do; cells are buttons only while the sheet is active. */
  constructor(
    private readonly net: FlatNet,
    private readonly title: string,
    private readonly keys: string,
    private readonly events: NetEvents,
  ) {
    this.unit = Math.sqrt((net.width * net.height) / Math.max(1, net.cells.length)) / 2;
    // Keys begin in the middle of the net, which is the face in front.
    this.at = Math.max(
      0,
      net.cells.findIndex(({ name }) => /^(front|F)\b/.test(name)),
    );
    this.paths = net.cells.map(({ path: d }) => path("net-cell", d));
    this.element.setAttribute("class", "net");
    this.element.setAttribute("viewBox", `0 0 ${net.width} ${net.height}`);
    this.element.append(...net.plastic.map((d) => path("net-plastic", d)), ...this.paths);
    this.element.addEventListener("click", (event) => this.clicked(event));
    this.element.addEventListener("focusin", (event) => this.go(this.cellOf(event)));
    this.element.addEventListener("keydown", (event) => this.keyed(event));
    this.activate(false);
  }

  /** Let stickers be picked, or only show them. */
  activate(active: boolean): void {
    this.active = active;
    this.element.setAttribute("role", active ? "group" : "img");
    this.element.setAttribute("aria-label", active ? `${this.title}. ${this.keys}` : this.title);
    this.paths.forEach((cell, k) => {
      if (active) {
        cell.setAttribute("role", "button");
        cell.setAttribute("tabindex", k === this.at ? "0" : "-1");
      } else for (const name of ["role", "tabindex"]) cell.removeAttribute(name);
    });
  }

  /** Show each place as it looks now. */
  paint(lookOf: (place: number) => PlaceLook): void {
    this.paths.forEach((cell, k) => {
      const { place, name } = this.net.cells[k]!;
      const { shade, color, lit } = lookOf(place);
      cell.classList.toggle("blank", shade === null);
      cell.classList.toggle("lit", lit);
      if (shade === null) cell.removeAttribute("fill");
      else if (cell.getAttribute("fill") !== shade) cell.setAttribute("fill", shade);
      if (this.active) cell.setAttribute("aria-label", color ? `${name}: ${color}` : name);
    });
  }

  /** The place that keys are about; null while they are elsewhere. */
  get focused(): number | null {
    return this.element.contains(document.activeElement) ? this.net.cells[this.at]!.place : null;
  }

  /** Lead keys to the sheet, and there to a place if one is told. */
  focus(place?: number): void {
    this.go(this.net.cells.findIndex((cell) => cell.place === place));
    const cell = this.paths[this.at];
    cell?.scrollIntoView({ block: "nearest" });
    cell?.focus();
  }

  /** The number of the cell that an event is about; −1 for none. */
  private cellOf(event: Event): number {
    return this.paths.indexOf(event.target as SVGPathElement);
  }

  private go(to: number): void {
    if (to < 0) return;
    this.paths[this.at]!.setAttribute("tabindex", "-1");
    this.paths[to]!.setAttribute("tabindex", "0");
    this.at = to;
  }

  private clicked(event: MouseEvent): void {
    const cell = this.cellOf(event);
    if (!this.active || cell < 0) return;
    this.go(cell);
    this.events.pick(this.net.cells[cell]!.place);
  }

  private keyed(event: KeyboardEvent): void {
    if (!this.active || event.ctrlKey || event.metaKey || event.altKey) return;
    const { place } = this.net.cells[this.at]!;
    const direction = ARROWS[event.key];
    if (direction) this.paths[this.next(direction) ?? this.at]!.focus();
    else if (event.key === "Enter" || event.key === " ") this.events.pick(place);
    else if (!this.events.key?.(place, event.key)) return;
    event.preventDefault();
  }

  private next(direction: Direction): number | null {
    const points = this.net.cells.map(({ middle: [x, y] }) => ({ x: x / this.unit, y: y / this.unit }));
    return beside(points[this.at]!, points, direction);
  }
}
