/** Hands: what pointers and keys do to the puzzle that a viewer shows. */

import { Vector3 } from "three";
import { type Extent, pieceMiddles, type Solid } from "../drawing/solids";
import type { TurnSource } from "../events";
import { type HiddenView, hiddenViewOf } from "../hidden_faces";
import type { PosedPuzzle } from "../motion/posed_puzzle";
import type { Scene, SceneMove } from "../scene";
import { isBlocked, type State } from "../state";
import type { OrbitCamera, View } from "./camera";
import type { Grab, Pixel } from "./course";
import { Dragging, type DragHost } from "./dragging";
import { lookedFrom, MoveKeys } from "./keys";
import { Picker } from "./pick";
import { PinButtons } from "./pin_buttons";
import { Pins } from "./pins";
import { type PointerHandlers, Pointers } from "./pointer";

/** Whether dragging a sticker turns its layer, or a click picks it. */
export type Mode = "turn" | "pick";

/** What hands need of the viewer, and what they ask it to do. */
export interface HandHost {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly scene: Scene;
  readonly solids: readonly Solid[];
  readonly extent: Extent;
  readonly camera: OrbitCamera;
  readonly posed: PosedPuzzle;
  mode(): Mode;
  state(): State;
  explode(): number;
  /** Finish the moves under way. */
  finish(): void;
  draw(): void;
  look(view: View): void;
  make(move: SceneMove, amount: number, by: TurnSource, from: number): void;
  /** Make a move unless it is blocked. */
  tryMove(move: SceneMove, amount: number, by: TurnSource): void;
  refuse(move: SceneMove): void;
  picked(place: number): void;
  hovered(place: number | null): void;
  toggle(view: HiddenView): void;
  say(text: string): void;
}

/** Degrees a pixel of dragging. */
const ORBIT = 0.45;

export class Hands {
  private readonly keys: MoveKeys;
  private readonly picker: Picker;
  private readonly dragging: Dragging;
  private readonly pins: Pins;
  private readonly pinButtons: PinButtons;
  private readonly pointers: Pointers;
  private movable: ReadonlySet<number> | null = null;

  constructor(private readonly host: HandHost) {
    const { scene, extent, canvas, element } = host;
    this.picker = new Picker(scene, extent, pieceMiddles(host.solids));
    this.keys = new MoveKeys(scene.moves, (move, amount) => host.tryMove(move, amount, "key"));
    this.pins = new Pins(scene);
    this.pinButtons = new PinButtons(element, this.pins, (text) => this.pinned(text));
    this.dragging = new Dragging(this.dragHost());
    this.pointers = new Pointers(canvas, this.handlers());
    canvas.addEventListener("keydown", (event) => this.keyed(event));
    canvas.addEventListener("blur", () => this.keys.finish());
  }

  get isDragging(): boolean {
    return this.dragging.isUnderWay;
  }

  /** Put what stands over the picture where the camera sees it now. */
  place(): void {
    const eye = this.host.camera.camera.position.clone().add(this.host.extent.middle);
    this.pinButtons.place(this.project, eye);
  }

  dispose(): void {
    this.keys.forget();
    this.pointers.dispose();
    this.pinButtons.dispose();
  }

  private readonly project = (point: Vector3): Pixel =>
    this.host.camera.project(new Vector3().subVectors(point, this.host.extent.middle));

  private readonly sight = ({ x, y }: Pixel) => {
    const { origin, direction } = this.host.camera.ray(x, y);
    return { origin: origin.add(this.host.extent.middle), direction };
  };

  /** A pin was pressed: show how they all stand, and say it. */
  private pinned(text: string): void {
    this.host.posed.lift(this.pins.lifts());
    this.host.say(text);
    this.host.draw();
  }

  private dragHost(): DragHost {
    const { host } = this;
    const { scene, posed } = host;
    return {
      canvas: host.canvas,
      motions: (place) =>
        scene.moves
          .filter((move) => move.spins.some(({ places }) => places.includes(place)) && this.pins.allows(move))
          .map((move) => posed.motionOf(move)),
      isBlocked: (move) => isBlocked(scene, host.state(), move),
      project: this.project,
      sight: this.sight,
      taken: (at) => {
        // Whoever takes hold while a layer still turns does not want to wait for it.
        this.keys.finish();
        host.finish();
        return this.pick(at);
      },
      turns: () => host.mode() === "turn",
      isHeld: (place) => {
        this.movable ??= new Set(scene.moves.flatMap(({ layers, sources }) => (layers > 0 ? sources : [])));
        return !this.movable.has(place);
      },
      show: (move, amount) => {
        posed.turn(host.state(), move, amount);
        host.draw();
      },
      land: (move, from, to) => host.make(move, to, "hand", from),
      picked: (place) => host.picked(place),
      refused: (move) => host.refuse(move),
    };
  }

  private pick(at: Pixel): Grab | null {
    const { camera, posed } = this.host;
    const { origin, direction } = camera.ray(at.x, at.y);
    const hit = this.picker.pick(origin, direction, {
      explode: this.host.explode(),
      hidden: (item) => posed.items.visibility(item) < 0.5,
      pose: (item) => posed.pose(item),
    });
    return hit && { ...hit, place: posed.placeOf(hit.item, this.host.state()) };
  }

  private handlers(): PointerHandlers {
    const { camera, look } = { camera: this.host.camera, look: (view: View) => this.host.look(view) };
    return {
      grab: (at, time) => this.dragging.grab(at, time),
      drag: (at, time) => this.dragging.follow(at, time),
      release: (time, moved) => this.dragging.release(time, moved),
      cancel: () => this.dragging.cancel(),
      orbit: (right, down) => {
        const { azimuth, elevation, zoom } = camera.view;
        look({ azimuth: azimuth - ORBIT * right, elevation: elevation + ORBIT * down, zoom });
      },
      zoom: (factor) => look({ ...camera.view, zoom: camera.view.zoom * factor }),
      hover: (at) => this.hovered(at),
      doubled: (at) => {
        if (!this.pick(at)) look(camera.home);
      },
    };
  }

  private hovered(at: Pixel | null): void {
    const hit = at && this.pick(at);
    this.host.canvas.style.cursor = hit ? (this.host.mode() === "pick" ? "crosshair" : "grab") : "";
    this.host.hovered(hit?.place ?? null);
  }

  private keyed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return this.keys.finish();
    if (event.key === "Escape" && this.dragging.isUnderWay) this.dragging.cancel();
    else if (this.looking(event.key)) event.preventDefault();
    else if (this.host.mode() === "turn" && this.keys.press(event.key, event.shiftKey)) event.preventDefault();
    else this.switched(event);
  }

  /** A letter that no move begins with may switch a way to see hidden faces. */
  private switched(event: KeyboardEvent): void {
    const view = hiddenViewOf(event.key);
    if (view === null) return;
    event.preventDefault();
    this.host.toggle(view);
  }

  private looking(key: string): boolean {
    const { camera } = this.host;
    const view = lookedFrom(camera.view, camera.home, key);
    if (view !== null) this.host.look(view);
    return view !== null;
  }
}
