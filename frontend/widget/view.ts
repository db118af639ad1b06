/** A view: one viewer in the output of a notebook, kept equal to what Python knows. */

import { button, h } from "../app/dom";
import { writtenMove } from "../app/play/line";
import {
  type Events,
  type PaletteName,
  paletteOf,
  type Scene,
  type SceneMove,
  type StyleName,
  shortest,
  type Theme,
  Viewer,
} from "../viewer";
import { spokenState } from "../viewer/speech";
import { between, type MoveRecord, reached, withoutLast, withStep, written } from "./record";

/** What Python and the page share, by name. */
export interface Shared {
  _scene: Scene;
  _record: MoveRecord;
  alg: string;
  palette: PaletteName;
  letters: boolean;
  style: StyleName;
  hints: boolean;
  back: boolean;
  net: boolean;
  explode: number;
  see_through: number;
  speed: number;
  height: number;
}

/** The model that anywidget gives. */
export interface Model {
  get<Name extends keyof Shared>(name: Name): Shared[Name];
  set<Name extends keyof Shared>(name: Name, value: Shared[Name]): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
  send(content: { readonly request: "scramble" | "reset" }): void;
}

const LOOKS = [
  ...(["palette", "letters", "style", "hints", "back", "net"] as const),
  ...(["explode", "see_through", "speed", "height"] as const),
];

export class View {
  private readonly stage = h("div", { class: "puzzlery-stage" });
  private readonly alg = h("output", { class: "puzzlery-alg", "aria-label": "Moves made" });
  private readonly viewer: Viewer;
  private readonly scene: Scene;
  private readonly listeners: [string, () => void][] = [];
  private record: MoveRecord;

  constructor(
    private readonly model: Model,
    element: HTMLElement,
  ) {
    this.scene = model.get("_scene");
    this.record = model.get("_record");
    // What is typed here is a move, not a command of the notebook.
    const root = h("div", { class: "puzzlery-widget", "data-lm-suppress-shortcuts": "true" }, this.stage, this.bar());
    element.append(root);
    this.viewer = new Viewer(this.stage, this.scene);
    this.viewer.setState(reached(this.scene, this.record));
    this.viewer.on("turn", ({ move, amount, by }) => {
      if (by !== "call") this.turned(move, amount);
    });
    this.viewer.on("show", (changed) => this.keep(changed));
    root.addEventListener("keydown", (event) => event.stopPropagation());
    this.stage.addEventListener("wheel", (event) => this.wheeled(event), { capture: true });
    this.listen("_record", () => this.follow());
    for (const name of LOOKS) this.listen(name, () => this.restyle());
    this.restyle();
    this.tell();
  }

  dispose(): void {
    for (const [event, listener] of this.listeners) this.model.off(event, listener);
    this.viewer.dispose();
  }

  private bar(): HTMLElement {
    const request = (name: "scramble" | "reset") => () => this.model.send({ request: name });
    return h(
      "div",
      { class: "puzzlery-bar" },
      button("A random state", request("scramble"), ["Scramble"]),
      button("Take the last move back", () => this.undo(), ["Undo"]),
      button("The solved state", request("reset"), ["Reset"]),
      this.alg,
    );
  }

  private listen(name: keyof Shared, listener: () => void): void {
    const event = `change:${name}`;
    this.model.on(event, listener);
    this.listeners.push([event, listener]);
  }

  /** A person who scrolls through the notebook is not caught here; one who has clicked zooms. */
  private wheeled(event: WheelEvent): void {
    const ours = this.stage.contains(document.activeElement) || event.ctrlKey;
    if (!ours) event.stopPropagation();
  }

  private turned(move: SceneMove, around: number): void {
    const amount = shortest(around, move.order);
    if (amount !== 0) this.share(withStep(this.scene, this.record, move, amount, writtenMove(move, amount)));
  }

  /** Tell Python and the other views which hidden faces a key has switched. */
  private keep(changed: Events["show"]): void {
    for (const [name, shown] of Object.entries(changed)) this.model.set(name as "hints" | "back" | "net", shown);
    this.model.save_changes();
  }

  private undo(): void {
    if (this.record.steps.length === 0) return;
    const before = this.record;
    this.share(withoutLast(before));
    this.show(before);
  }

  /** Tell Python and the other views. */
  private share(record: MoveRecord): void {
    this.record = record;
    this.model.set("_record", record);
    this.model.set("alg", written(record));
    this.model.save_changes();
    this.tell();
  }

  /** Go where Python or another view went. */
  private follow(): void {
    const before = this.record;
    const record = this.model.get("_record");
    if (record === before) return;
    this.record = record;
    this.show(before);
    this.tell();
  }

  /** Show the moves that lead from what was record before; what no moves lead to, at once. */
  private show(before: MoveRecord): void {
    const moves = between(this.scene, before, this.record);
    if (moves === null) {
      this.viewer.setState(reached(this.scene, this.record));
      this.viewer.say([written(this.record), spokenState(this.scene, this.viewer.state)].filter(Boolean).join("; "));
    } else for (const { move, amount } of moves) void this.viewer.make(move, amount);
  }

  private tell(): void {
    this.alg.textContent = written(this.record);
  }

  private restyle(): void {
    const { model, viewer } = this;
    this.stage.style.height = `${model.get("height")}px`;
    viewer.speed = model.get("speed");
    viewer.setInks(paletteOf(this.scene, model.get("palette")));
    viewer.show({
      theme: theme(),
      letters: model.get("letters"),
      style: model.get("style"),
      hints: model.get("hints"),
      back: model.get("back"),
      net: model.get("net"),
      explode: model.get("explode"),
      seeThrough: model.get("see_through"),
    });
  }
}

/** Light or dark, as the notebook around it says. */
function theme(): Theme {
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
  return jpThemeLight === "false" || vscodeThemeKind?.includes("dark") ? "dark" : "light";
}
