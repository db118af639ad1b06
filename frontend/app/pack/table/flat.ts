/** The flat surface: the layers of a board beside one another, drawn in SVG. */

import { s } from "../../dom";
import type { Fill } from "../fill";
import { body, emptyCell, layerHead } from "./draw";
import { Layout, type Point } from "./layout";
import { KEYS_OF_BOARD, type Kind, type Seen, type Surface, type SurfaceHandlers } from "./surface";

/** A point farther than this from the middle of every cell is on none. */
const REACH = 0.8;

export class Flat implements Surface {
  readonly element = s("svg", { class: "pack-board", tabindex: 0, ...KEYS_OF_BOARD });
  places: Layout;
  private readonly watcher: ResizeObserver;

  constructor(fill: Fill, handlers: SurfaceHandlers) {
    this.places = new Layout(fill.packing, 4, 3);
    this.element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      // A captured pointer would keep others from seeing where it goes.
      this.element.releasePointerCapture(event.pointerId);
      handlers.press(event.clientX, event.clientY);
    });
    this.watcher = new ResizeObserver(() => handlers.moved());
    this.watcher.observe(this.element);
  }

  get unit(): number {
    return this.element.getScreenCTM()?.a ?? 30;
  }

  draw(seen: Seen): void {
    const { packing } = seen.fill;
    const { width, height } = this.element.getBoundingClientRect();
    this.places = new Layout(packing, width || 4, height || 3);
    const { middles, heads } = this.places;
    this.element.setAttribute("viewBox", `0 0 ${this.places.width} ${this.places.height}`);
    const kind = (cell: number): string =>
      seen.shut(cell) ? "pack-cell shut" : packing.cells[cell]!.optional ? "pack-cell loose" : "pack-cell";
    this.element.replaceChildren(
      ...heads.map((head, k) => layerHead(head, `layer ${k + 1}`)),
      ...packing.cells.map((cell, k) => emptyCell(cell, middles[k]!, { class: kind(k) })),
      ...seen.bodies.map(({ option, kind: look }) => this.bodyOf(seen, option, look)),
      ...this.dots(seen.marked, "pack-mark"),
      ...this.dots(seen.cursor, "pack-cursor"),
    );
  }

  pointOf(x: number, y: number): Point {
    const matrix = this.element.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  cellAt(x: number, y: number): number | null {
    const { cell, distance } = this.places.nearest(this.pointOf(x, y));
    return distance > REACH ? null : cell;
  }

  look(): boolean {
    return false;
  }

  dispose(): void {
    this.watcher.disconnect();
    this.element.remove();
  }

  private dots(cell: number | null, name: string): Element[] {
    if (cell === null) return [];
    const { x, y } = this.places.middles[cell]!;
    return [s("circle", { cx: x, cy: y, r: 0.2, class: name })];
  }

  private bodyOf({ fill, shade, letter }: Seen, option: number, kind: Kind): SVGGElement {
    const piece = fill.pieceOf(option);
    const group = s("g", { "data-option": option });
    const layerOf = (cell: number): number => fill.packing.cells[cell]!.spot[0];
    const all = fill.cellsOf(option);
    for (const layer of new Set(all.map(layerOf))) {
      const cells = all.filter((cell) => layerOf(cell) === layer);
      group.append(
        body(
          cells.map((cell) => fill.packing.cells[cell]!),
          cells.map((cell) => this.places.middles[cell]!),
          { shade: shade(piece), letter: letter(piece), kind },
        ),
      );
    }
    return group;
  }
}
