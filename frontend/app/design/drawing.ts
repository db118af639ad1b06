/** Drawing: points are set by clicks, and clicked one after the other they become cycles of moves. */

import { button, h, replace, s } from "../dom";
import { icons } from "../icons";
import { type Dot, EMPTY, moved, type Sketch, withCycle, withDot, withoutCycles, withoutDot, withTurn } from "./sketch";

const COLORS = ["red", "gold", "green", "blue", "orange", "purple", "white", "black"] as const;
const INKS = ["#3355d4", "#c2410c", "#0f7b4f", "#a21caf", "#b45309", "#0e7490"] as const;
const TOOLS = { point: "Points", cycle: "Cycle", remove: "Remove" } as const;
type Tool = keyof typeof TOOLS;
/** Half of the sheet, in units of the sketch. */
const HALF = 4;

export class Drawing {
  /** The sheet to draw on, and the tools for it. */
  readonly sheet = s("svg", {
    class: "sheet",
    viewBox: `${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`,
    role: "group",
    "aria-label": "Sheet of points",
  });
  readonly element = h("div", { class: "drawing" });
  private sketch: Sketch = EMPTY;
  private tool: Tool = "point";
  private color: string = COLORS[0];
  private turn = 0;
  /** The points of a cycle that is not closed yet. */
  private begun: number[] = [];
  private dragged: number | null = null;

  constructor(private readonly changed: (sketch: Sketch) => void) {
    this.sheet.addEventListener("pointerdown", (event) => this.pressed(event));
    this.sheet.addEventListener("pointermove", (event) => this.movedTo(event));
    this.sheet.addEventListener("pointerup", () => this.lifted());
    this.show(EMPTY);
  }

  show(sketch: Sketch): void {
    this.sketch = sketch;
    this.begun = [];
    this.turn = Math.min(this.turn, sketch.turns.length - 1);
    this.draw();
  }

  private become(sketch: Sketch): void {
    if (sketch === this.sketch) return this.draw();
    this.show(sketch);
    this.changed(sketch);
  }

  private at(event: PointerEvent): { x: number; y: number } {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.sheet.getScreenCTM()!.inverse());
    return { x, y: -y };
  }

  private pressed(event: PointerEvent): void {
    const number = (event.target as Element).closest<SVGElement>("[data-dot]")?.dataset["dot"];
    if (number !== undefined) return this.used(Number(number), event.pointerId);
    if (this.tool === "point") this.become(withDot(this.sketch, { ...this.at(event), color: this.color }));
  }

  /** A point is clicked, or chosen with the keyboard. */
  private used(number: number, pointer?: number): void {
    if (this.tool === "remove") return this.become(withoutDot(this.sketch, number));
    if (this.tool === "cycle") return this.joined(number);
    if (pointer === undefined) return;
    this.dragged = number;
    this.sheet.setPointerCapture(pointer);
  }

  private joined(number: number): void {
    if (this.begun.length > 1 && this.begun[0] === number) return this.close();
    if (!this.begun.includes(number)) this.begun.push(number);
    this.draw();
  }

  private close(): void {
    this.become(withCycle(this.sketch, this.turn, this.begun));
  }

  private movedTo(event: PointerEvent): void {
    if (this.dragged === null) return;
    const { x, y } = this.at(event);
    this.sketch = moved(this.sketch, this.dragged, x, y);
    this.draw();
  }

  private lifted(): void {
    if (this.dragged === null) return;
    this.dragged = null;
    this.changed(this.sketch);
  }

  /** A point for those who do not point: the next free place in rows. */
  private addBeside(): void {
    const count = this.sketch.dots.length;
    const spots = Array.from(
      { length: 49 },
      (_, k): Dot => ({ x: (k % 7) - 3, y: 3 - Math.floor(k / 7), color: this.color }),
    );
    const made = spots.map((spot) => withDot(this.sketch, spot)).find(({ dots }) => dots.length > count);
    if (made) this.become(made);
  }

  private draw(): void {
    const { dots, turns } = this.sketch;
    replace(
      this.sheet,
      ...turns.flatMap((turn, k) => turn.cycles.map((cycle) => this.arrows(cycle, k, true))),
      this.begun.length > 1 && this.arrows(this.begun, this.turn, false),
      ...dots.map((dot, k) => this.dot(dot, k)),
    );
    this.refit();
  }

  /** The tools anew; whichever had the focus keeps it. */
  private refit(): void {
    const held = [...this.element.querySelectorAll<Element>("button")].indexOf(document.activeElement!);
    replace(this.element, ...this.tools());
    if (held >= 0) this.element.querySelectorAll("button")[held]?.focus();
  }

  private dot({ x, y, color }: Dot, number: number): SVGElement {
    const label = s("text", { x, y: -y, dy: "0.09", class: "sheet-number" });
    label.textContent = String(number);
    const group = s(
      "g",
      {
        "data-dot": number,
        class: this.begun.includes(number) ? "sheet-dot begun" : "sheet-dot",
        role: "button",
        tabindex: 0,
        "aria-label": `Point ${number}, ${color}`,
      },
      s("circle", { cx: x, cy: -y, r: 0.24, fill: color }),
      label,
    );
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.used(number);
      this.sheet.querySelector<SVGElement>(`[data-dot="${number}"]`)?.focus();
    });
    return group;
  }

  /** A curved arrow from each point of a cycle to the next. */
  private arrows(cycle: readonly number[], turn: number, closed: boolean): SVGElement {
    const group = s("g", { class: "sheet-cycle" });
    group.style.setProperty("--thread", INKS[turn % INKS.length]!);
    cycle.forEach((from, k) => {
      if (!closed && k === cycle.length - 1) return;
      const [a, b] = [this.sketch.dots[from]!, this.sketch.dots[cycle[(k + 1) % cycle.length]!]!];
      const length = Math.max(Math.hypot(b.x - a.x, b.y - a.y), 1e-6);
      const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
      const bend = 0.16 * length;
      const [mx, my] = [(a.x + b.x) / 2 + bend * uy, (a.y + b.y) / 2 - bend * ux];
      const [ex, ey] = [b.x - 0.3 * ux, b.y - 0.3 * uy];
      const head = `M${ex - 0.16 * ux - 0.1 * uy} ${-(ey - 0.16 * uy + 0.1 * ux)}L${ex} ${-ey}L${ex - 0.16 * ux + 0.1 * uy} ${-(ey - 0.16 * uy - 0.1 * ux)}`;
      group.append(s("path", { d: `M${a.x} ${-a.y}Q${mx} ${-my} ${ex} ${-ey}` }), s("path", { d: head }));
    });
    return group;
  }

  private tools(): HTMLElement[] {
    const { turns } = this.sketch;
    const segment = (name: string, chosen: boolean, choose: () => void): HTMLElement =>
      h(
        "button",
        {
          type: "button",
          role: "radio",
          "aria-checked": String(chosen),
          onclick: () => {
            choose();
            this.draw();
          },
        },
        name,
      );
    const tools = h(
      "div",
      { class: "segments", role: "radiogroup", "aria-label": "Tool" },
      ...Object.entries(TOOLS).map(([key, name]) =>
        segment(name, key === this.tool, () => {
          this.tool = key as Tool;
          this.begun = [];
        }),
      ),
    );
    const colors = h(
      "div",
      { class: "sheet-colors", role: "radiogroup", "aria-label": "Color of new points" },
      ...COLORS.map((color) => {
        const choice = h("button", {
          type: "button",
          role: "radio",
          title: color,
          "aria-label": color,
          "aria-checked": String(color === this.color),
          onclick: () => {
            this.color = color;
            this.draw();
          },
        });
        choice.style.background = color;
        return choice;
      }),
      button("Add a point in the next free place", () => this.addBeside(), ["+ Point"]),
    );
    const moves = h(
      "div",
      { class: "sheet-moves" },
      h(
        "div",
        { class: "segments", role: "radiogroup", "aria-label": "Move" },
        ...turns.map((turn, k) =>
          segment(turn.name, k === this.turn, () => {
            this.turn = k;
            this.begun = [];
          }),
        ),
      ),
      button("Another move", () => {
        this.turn = turns.length;
        this.become(withTurn(this.sketch));
      }, ["+ Move"]),
      button("Close the cycle", () => this.close(), ["Close cycle"], { disabled: this.begun.length < 2 }),
      button(
        "Take the cycles of this move away",
        () => this.become(withoutCycles(this.sketch, this.turn)),
        [icons.reset()],
        { class: "square" },
      ),
    );
    const help =
      this.tool === "cycle"
        ? "Click points one after the other, and the first one again."
        : this.tool === "point"
          ? "Click to set points; drag them."
          : "Click what shall go.";
    return [tools, this.tool === "cycle" ? moves : colors, h("p", { class: "quiet" }, help)];
  }
}
