/** The viewer: shows a scene in an element, lets people turn it, and tells what they did.
 *
 * It knows no rules: it applies the permutations that the scene brought, and nothing else.
 */

import { Vector3 } from "three";
import { type Ink, standard } from "./drawing/palette";
import { type Extent, extentOf, pieceMiddles, type Solid, solidsOf } from "./drawing/solids";
import { type Show, Stage } from "./drawing/stage";
import { Emitter, type Events, type TurnSource } from "./events";
import { type StandingSide, standingSides } from "./exports/sides";
import { homeView, OrbitCamera, type View } from "./hand/camera";
import type { Grab, Pixel } from "./hand/course";
import { Dragging, type DragHost } from "./hand/dragging";
import { lookedFrom, MoveKeys } from "./hand/keys";
import { Picker } from "./hand/pick";
import { PinButtons, Pins } from "./hand/pins";
import { Pointers } from "./hand/pointer";
import { HIDDEN_VIEWS, HiddenFaces, type HiddenView, hiddenViewOf } from "./hidden_faces";
import { PosedPuzzle } from "./motion/posed_puzzle";
import { type QueuedTurn, TurnQueue } from "./motion/turn_queue";
import { liveRegion, readiedCanvas } from "./parts";
import { isCarried, type Scene, type SceneMove } from "./scene";
import { spokenMove, spokenState } from "./speech";
import { applied, isBlocked, type State, standing, startOf } from "./state";

export interface Options {
  /** Whether dragging a sticker turns its layer, or a click picks it. */
  readonly mode?: "turn" | "pick";
  readonly inks?: readonly Ink[];
  readonly show?: Partial<Show>;
  readonly label?: string;
}

const DEFAULTS: Show = {
  explode: 0,
  seeThrough: 0,
  hints: false,
  back: false,
  net: false,
  style: "stickers",
  letters: false,
  dimmed: 0,
  theme: "light",
};
/** Degrees a pixel of dragging. */
const ORBIT = 0.45;

export class Viewer {
  readonly canvas: HTMLCanvasElement;
  readonly extent: Extent;
  readonly solids: readonly Solid[];
  readonly stage: Stage;
  readonly camera: OrbitCamera;
  mode: "turn" | "pick";
  private readonly posed: PosedPuzzle;
  private readonly emitter = new Emitter();
  private readonly turning = new TurnQueue();
  private readonly keys: MoveKeys;
  private readonly picker: Picker;
  private readonly dragging: Dragging;
  private readonly pins: Pins;
  private readonly pinButtons: PinButtons;
  private readonly pointers: Pointers;
  private readonly voice: HTMLElement;
  private readonly faces: HiddenFaces;
  private readonly watcher: ResizeObserver;
  private readonly calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  private current: State;
  private colors: readonly number[] | null;
  private inks: readonly Ink[];
  private shown: Show;
  private lit: ReadonlySet<number> = new Set();
  private hidden: ReadonlySet<number> = new Set();
  private frame = 0;

  constructor(
    private readonly element: HTMLElement,
    readonly scene: Scene,
    options: Options = {},
  ) {
    this.mode = options.mode ?? "turn";
    this.inks = options.inks ?? standard(scene);
    this.shown = { ...DEFAULTS, ...options.show };
    this.current = startOf(scene);
    this.colors = scene.state.length > 0 ? null : scene.shown;
    this.extent = extentOf(scene);
    this.solids = solidsOf(scene, this.extent);
    this.posed = new PosedPuzzle(scene);
    this.stage = new Stage(scene, this.solids, this.extent, this.posed.items, this.posed.parts);
    this.camera = new OrbitCamera(this.extent.radius, homeView(scene));
    this.picker = new Picker(scene, this.extent, pieceMiddles(this.solids));
    this.keys = new MoveKeys(scene.moves);
    this.canvas = readiedCanvas(this.stage.renderer.domElement, options.label ?? scene.name);
    this.canvas.addEventListener("keydown", (event) => this.keyed(event));
    this.voice = liveRegion();
    element.append(this.canvas, this.voice);
    this.faces = new HiddenFaces(
      element,
      scene,
      () => this.lookFromBehind(),
      (place) => this.picked(place),
    );
    this.pins = new Pins(scene);
    this.pinButtons = new PinButtons(element, this.pins, (text) => this.say(text));
    this.dragging = new Dragging(this.dragHost());
    this.pointers = new Pointers(this.canvas, this.hands());
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(element);
    this.restand();
    this.show({});
    this.resize();
  }

  on<Name extends keyof Events>(name: Name, listener: (news: Events[Name]) => void): () => void {
    return this.emitter.on(name, listener);
  }

  get state(): State {
    return this.current;
  }

  get view(): View {
    return this.camera.view;
  }

  set view(view: View) {
    this.camera.view = view;
    this.draw();
  }

  set speed(speed: number) {
    this.turning.speed = speed;
  }

  /** Make a move of the scene by name; settled when it has been shown. */
  turn(name: string, amount = 1): Promise<void> {
    const move = this.scene.moves.find((candidate) => candidate.name === name);
    if (move === undefined) return Promise.reject(new Error(`unknown move "${name}" for ${this.scene.name}`));
    return this.make(move, amount);
  }

  /** Make a move, also one that came apart from the scene; blocked ones are refused. */
  make(move: SceneMove, amount: number, by: TurnSource = "call", from = 0): Promise<void> {
    this.turning.instant = this.calm.matches;
    return new Promise((done) => {
      this.turning.add({ move, from, to: amount, by, done });
      this.draw();
    });
  }

  /** Finish all moves under way at once. */
  settle(): void {
    for (const queued of this.turning.flush()) this.end(queued);
    this.restand();
    this.posed.turn(this.current, null, 0);
    this.draw();
  }

  /** Show a state at once; moves under way are dropped. */
  setState(places: ArrayLike<number>): void {
    for (const queued of this.turning.flush()) queued.done();
    this.current = Uint16Array.from(places);
    this.restand();
    this.posed.turn(this.current, null, 0);
    this.draw();
  }

  /** Show a state partly through a move, as when a timeline is dragged. */
  pose(places: ArrayLike<number>, move: SceneMove | null, amount: number): void {
    this.setState(places);
    this.posed.turn(this.current, move, amount);
  }

  /** Paint the places with color numbers, −1 for unknown; null shows the state's own colors. */
  setColors(colors: readonly number[] | null): void {
    this.colors = colors;
    this.restand();
    this.draw();
  }

  setInks(inks: readonly Ink[]): void {
    this.inks = inks;
    this.restand();
    this.draw();
  }

  /** Change what is shown besides the state. */
  show(change: Partial<Show>): void {
    this.shown = { ...this.shown, ...change };
    this.camera.room = (1 + 0.8 * this.shown.explode) * (this.shown.hints ? 1.45 : 1);
    this.posed.showCore(this.shown.explode === 0);
    this.stage.show({ ...this.shown, dimmed: this.lit.size > 0 ? 1 : this.shown.dimmed });
    this.showFaces();
    this.draw();
  }

  /** Whether there is something to show by a way to see hidden faces. */
  offers(view: HiddenView): boolean {
    return view !== "net" || this.faces.hasNet;
  }

  /** Switch a way to see hidden faces on or off, and say so. */
  toggle(view: HiddenView): void {
    if (!this.offers(view)) return this.say(`${this.scene.name} has no net`);
    const on = !this.shown[view];
    this.show({ [view]: on });
    this.say(`${HIDDEN_VIEWS[view].name} ${on ? "on" : "off"}`);
    this.emitter.emit("show", { [view]: on });
  }

  private showFaces(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    this.faces.place(this.stage.inset(width, height));
    const at = isCarried(this.scene) ? standing(this.current) : null;
    this.faces.showNet(this.shown.net, width, (place) => this.posed.shade(at ? at[place]! : place));
  }

  private lookFromBehind(): void {
    const { azimuth, elevation, zoom } = this.camera.view;
    this.camera.view = { azimuth: azimuth + 180, elevation: -elevation, zoom };
    this.looked();
  }

  /** Light some stickers, so that the others step back; none lights all. */
  light(stickers: Iterable<number>): void {
    this.lit = new Set(stickers);
    this.posed.look(this.current, this.lit, this.hidden);
    this.show({});
  }

  /** Hide the pieces that hold some stickers. */
  hide(stickers: Iterable<number>): void {
    const pieces = new Set(Array.from(stickers, (sticker) => this.scene.pieces[sticker]!));
    this.hidden = new Set([...this.scene.pieces.keys()].filter((other) => pieces.has(this.scene.pieces[other]!)));
    this.posed.look(this.current, this.lit, this.hidden);
    this.draw();
  }

  /** The sides of all pieces as they stand now, measured from the middle of the puzzle. */
  standingSides(): StandingSide[] {
    return standingSides(this.solids, this.extent, this.posed, this.shown.explode);
  }

  /** Say something to those who listen. */
  say(text: string): void {
    this.voice.textContent = text;
  }

  /** The picture now on the screen, larger if wanted. */
  async picture(scale = 2): Promise<Blob> {
    const { clientWidth: width, clientHeight: height } = this.element;
    this.stage.renderer.setPixelRatio(scale);
    this.stage.renderer.setSize(width, height, false);
    this.stage.render(this.camera);
    const blob = await new Promise<Blob | null>((done) => this.canvas.toBlob(done, "image/png"));
    this.resize();
    if (blob === null) throw new Error("the browser made no picture");
    return blob;
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.watcher.disconnect();
    this.pointers.dispose();
    this.pinButtons.dispose();
    this.stage.dispose();
    this.faces.dispose();
    this.canvas.remove();
    this.voice.remove();
  }

  private restand(): void {
    this.posed.stand(this.current, this.inks, this.colors);
    this.posed.look(this.current, this.lit, this.hidden);
    if (this.shown.net) this.showFaces();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || height === 0) return;
    this.camera.resize(width, height);
    this.stage.resize(width, height);
    this.showFaces();
    this.render();
  }

  private draw(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    this.frame = 0;
    if (this.turning.busy) {
      const { finished, current } = this.turning.advance(now);
      for (const queued of finished) this.end(queued);
      if (finished.length > 0) this.restand();
      this.posed.turn(this.current, current?.queued.move ?? null, current?.amount ?? 0);
      if (current) this.draw();
    }
    this.render();
  }

  private render(): void {
    this.pinButtons.place(this.project, this.camera.camera.position.clone().add(this.extent.middle));
    this.stage.render(this.camera);
  }

  private end({ move, to, by, done }: QueuedTurn): void {
    if (to !== 0) {
      this.current = applied(this.current, move, to);
      this.emitter.emit("turn", { move, amount: to, by, state: this.current });
      this.say(`${spokenMove(move, to)}; ${spokenState(this.scene, this.current)}`);
    }
    done();
  }

  private readonly project = (point: Vector3): Pixel =>
    this.camera.project(new Vector3().subVectors(point, this.extent.middle));

  private readonly sight = ({ x, y }: Pixel) => {
    const { origin, direction } = this.camera.ray(x, y);
    return { origin: origin.add(this.extent.middle), direction };
  };

  private dragHost(): DragHost {
    return {
      canvas: this.canvas,
      motions: () => this.scene.moves.filter((move) => this.pins.allows(move)).map((move) => this.posed.motionOf(move)),
      isBlocked: (move) => isBlocked(this.scene, this.current, move),
      project: this.project,
      sight: this.sight,
      taken: (at) => {
        // Whoever takes hold while a layer still turns does not want to wait for it.
        if (this.turning.busy) this.settle();
        return this.pick(at);
      },
      turns: () => this.mode === "turn",
      show: (move, amount) => {
        this.posed.turn(this.current, move, amount);
        this.draw();
      },
      land: (move, from, to) => void this.make(move, to, "hand", from),
      picked: (place) => this.picked(place),
      refused: (move) => this.refuse(move),
    };
  }

  private pick(at: Pixel): Grab | null {
    const { origin, direction } = this.camera.ray(at.x, at.y);
    const hit = this.picker.pick(origin, direction, {
      explode: this.shown.explode,
      hidden: (item) => this.posed.items.visibility(item) < 0.5,
      pose: (item) => this.posed.pose(item),
    });
    return hit && { ...hit, place: this.posed.placeOf(hit.item, this.current) };
  }

  private hands() {
    return {
      grab: (at: Pixel, time: number) => this.dragging.grab(at, time),
      drag: (at: Pixel, time: number) => this.dragging.follow(at, time),
      release: (time: number, moved: boolean) => this.dragging.release(time, moved),
      cancel: () => this.dragging.cancel(),
      orbit: (right: number, down: number) => {
        this.camera.orbit(-ORBIT * right, ORBIT * down);
        this.looked();
      },
      zoom: (factor: number) => {
        this.camera.zoomBy(factor);
        this.looked();
      },
      hover: (at: Pixel | null) => this.hovered(at),
      doubled: (at: Pixel) => {
        if (this.pick(at)) return;
        this.camera.view = this.camera.home;
        this.looked();
      },
    };
  }

  private looked(): void {
    this.emitter.emit("view", this.camera.view);
    this.draw();
  }

  private hovered(at: Pixel | null): void {
    const hit = at && this.pick(at);
    this.canvas.style.cursor = hit ? (this.mode === "pick" ? "crosshair" : "grab") : "";
    this.emitter.emit("hover", hit && { place: hit.place });
  }

  private picked(place: number): void {
    const sticker = standing(this.current)[place]!;
    this.emitter.emit("pick", { place, sticker, piece: this.scene.pieces[sticker]! });
  }

  private keyed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.dragging.isUnderWay) this.dragging.cancel();
    else if (this.looking(event.key)) event.preventDefault();
    else if (this.mode === "turn") {
      const meaning = this.keys.press(event.key, event.shiftKey, performance.now());
      if (meaning.kind === "none") return this.switched(event);
      event.preventDefault();
      if (meaning.kind === "move") this.tryMove(meaning.move, meaning.amount, "key");
    } else this.switched(event);
  }

  /** A letter that no move begins with may switch a way to see hidden faces. */
  private switched(event: KeyboardEvent): void {
    const view = hiddenViewOf(event.key);
    if (view === null) return;
    event.preventDefault();
    this.toggle(view);
  }

  /** Make a move unless a bandage forbids it. */
  tryMove(move: SceneMove, amount: number, by: TurnSource): void {
    if (!isBlocked(this.scene, this.planned(), move)) void this.make(move, amount, by);
    else this.refuse(move);
  }

  private refuse(move: SceneMove): void {
    this.emitter.emit("blocked", { move });
    this.say(`${move.name} is blocked`);
  }

  /** The state after all moves that are still under way. */
  private planned(): State {
    return this.turning.waiting.reduce((state, { move, to }) => applied(state, move, to), this.current);
  }

  private looking(key: string): boolean {
    const view = lookedFrom(this.camera.view, this.camera.home, key);
    if (view === null) return false;
    this.camera.view = view;
    this.looked();
    return true;
  }
}
