/** The viewer: shows a scene in an element, lets people turn it, and tells what they did.
 *
 * It knows no rules: it applies the permutations that the scene brought, and nothing else.
 */

import { Frames } from "./drawing/frames";
import { type Ink, standard } from "./drawing/palette";
import { type Extent, extentOf, type Solid, solidsOf } from "./drawing/solids";
import { type Show, Stage } from "./drawing/stage";
import { Emitter, type Events, type TurnSource } from "./events";
import { type StandingSide, standingSides } from "./exports/sides";
import { homeView, OrbitCamera, type View } from "./hand/camera";
import { type HandHost, Hands, type Mode } from "./hand/hands";
import { HIDDEN_VIEWS, HiddenFaces, type HiddenView } from "./hidden_faces";
import { PosedPuzzle } from "./motion/posed_puzzle";
import { type QueuedTurn, TurnQueue } from "./motion/turn_queue";
import { liveRegion, readiedCanvas } from "./parts";
import { isCarried, type Scene, type SceneMove } from "./scene";
import { spokenMove, spokenState } from "./speech";
import { applied, isBlocked, type State, standing, startOf } from "./state";

export interface Options {
  readonly mode?: Mode;
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

export class Viewer {
  readonly canvas: HTMLCanvasElement;
  readonly extent: Extent;
  readonly solids: readonly Solid[];
  readonly stage: Stage;
  readonly camera: OrbitCamera;
  private pointing: Mode;
  private readonly posed: PosedPuzzle;
  private readonly emitter = new Emitter();
  private readonly turning = new TurnQueue();
  private readonly hands: Hands;
  private readonly frames: Frames;
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
  private size = { width: 0, height: 0 };

  constructor(
    private readonly element: HTMLElement,
    readonly scene: Scene,
    options: Options = {},
  ) {
    this.pointing = options.mode ?? "turn";
    this.inks = options.inks ?? standard(scene);
    this.shown = { ...DEFAULTS, ...options.show };
    this.current = startOf(scene);
    this.colors = scene.state.length > 0 ? null : scene.shown;
    this.extent = extentOf(scene);
    this.solids = solidsOf(scene, this.extent);
    this.posed = new PosedPuzzle(scene);
    this.stage = new Stage(scene, this.solids, this.extent, this.posed.items, this.posed.parts);
    this.frames = new Frames(this.stage, {
      step: (now) => this.step(now),
      render: () => this.render(),
      isMoving: () => this.turning.busy || this.hands.isDragging,
    });
    this.camera = new OrbitCamera(this.extent.radius, homeView(scene));
    this.canvas = readiedCanvas(this.stage.renderer.domElement, options.label ?? scene.name);
    this.voice = liveRegion();
    element.append(this.canvas, this.voice);
    this.faces = new HiddenFaces(
      element,
      scene,
      () => this.lookFromBehind(),
      (place) => this.picked(place),
    );
    this.hands = new Hands(this.handHost());
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

  /** Whether drags turn layers, or clicks pick stickers. */
  get mode(): Mode {
    return this.pointing;
  }

  set mode(mode: Mode) {
    this.pointing = mode;
    this.showFaces();
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
      this.turning.add({ move, from, to: amount, by, done }, performance.now());
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

  /** Where keys are in the net; another viewer that takes this one's place can be led there. */
  get focusedPlace(): number | null {
    return this.faces.focusedPlace;
  }

  set focusedPlace(place: number | null) {
    if (place !== null) this.faces.focusPlace(place);
  }

  private showFaces(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    this.faces.place(this.stage.inset(width, height));
    const at = standing(this.current);
    const item = isCarried(this.scene) ? (place: number) => at[place]! : (place: number) => place;
    this.faces.showNet(this.shown.net, this.pointing === "pick", width, (place) => ({
      shade: this.posed.shade(item(place)),
      // Colors that a page has chosen may stand for something else.
      color: this.colors ? "" : this.scene.color_names[this.scene.colors[at[place]!]!]!,
      lit: this.lit.has(at[place]!),
    }));
  }

  private lookFromBehind(): void {
    const { azimuth, elevation, zoom } = this.camera.view;
    this.look({ azimuth: azimuth + 180, elevation: -elevation, zoom });
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
    this.stage.sharpness = 1;
    this.stage.renderer.setPixelRatio(scale);
    this.stage.renderer.setSize(width, height, false);
    this.stage.render(this.camera);
    const blob = await new Promise<Blob | null>((done) => this.canvas.toBlob(done, "image/png"));
    this.stage.resize(width, height);
    this.render();
    if (blob === null) throw new Error("the browser made no picture");
    return blob;
  }

  dispose(): void {
    this.frames.stop();
    this.watcher.disconnect();
    this.hands.dispose();
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
    const isFirst = this.size.width === 0;
    if (width === 0 || height === 0 || (width === this.size.width && height === this.size.height)) return;
    this.size = { width, height };
    this.camera.resize(width, height);
    this.stage.resize(width, height);
    this.showFaces();
    // A canvas that gets another size is blank until it is drawn; a new one is drawn with all else.
    if (isFirst) this.draw();
    else this.render();
  }

  private draw(): void {
    this.frames.ask();
  }

  /** Go on with the moves under way. */
  private step(now: number): void {
    if (!this.turning.busy) return;
    const { finished, current } = this.turning.advance(now);
    for (const queued of finished) this.end(queued);
    if (finished.length > 0) this.restand();
    this.posed.turn(this.current, current?.queued.move ?? null, current?.amount ?? 0);
    if (current) this.draw();
  }

  private render(): void {
    this.hands.place();
    const { explode, seeThrough } = this.shown;
    this.stage.closed = this.posed.isClosed && explode === 0 && seeThrough === 0 && this.hidden.size === 0;
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

  /** Look from elsewhere, and tell it. */
  private look(view: View): void {
    this.camera.view = view;
    this.emitter.emit("view", this.camera.view);
    this.draw();
  }

  private handHost(): HandHost {
    const { element, canvas, scene, solids, extent, camera, posed } = this;
    return {
      ...{ element, canvas, scene, solids, extent, camera, posed },
      mode: () => this.pointing,
      state: () => this.current,
      explode: () => this.shown.explode,
      finish: () => {
        if (this.turning.busy) this.settle();
      },
      draw: () => this.draw(),
      look: (view) => this.look(view),
      make: (move, amount, by, from) => void this.make(move, amount, by, from),
      tryMove: (move, amount, by) => this.tryMove(move, amount, by),
      refuse: (move) => this.refuse(move),
      picked: (place) => this.picked(place),
      hovered: (place) => this.emitter.emit("hover", place === null ? null : { place }),
      toggle: (view) => this.toggle(view),
      say: (text) => this.say(text),
    };
  }

  private picked(place: number): void {
    const sticker = standing(this.current)[place]!;
    this.emitter.emit("pick", { place, sticker, piece: this.scene.pieces[sticker]! });
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
}
