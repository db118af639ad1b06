/** The surface in space: a board one can look at from all around, with balls or cubes on it. */

import {
  AmbientLight,
  Color,
  DirectionalLight,
  HemisphereLight,
  Matrix4,
  MeshStandardMaterial,
  Scene,
  SphereGeometry,
  Vector3,
  WebGLRenderer,
} from "three";
import { Pointers } from "../../../viewer";
import { h } from "../../dom";
import { theme } from "../../settings";
import type { Fill } from "../fill";
import { BALLS, Copies, CUBES, joints, type Lump, Lumps } from "./bodies";
import { Labels } from "./labels";
import type { Places, Point } from "./layout";
import { Perspective } from "./perspective";
import { KEYS_OF_BOARD, type Kind, type MovedPiece, type Seen, type Surface, type SurfaceHandlers } from "./surface";

/** Degrees a pixel of dragging. */
const ORBIT = 0.4;
/** The factor of zooming, as its logarithm, that is as much as one notch of a wheel. */
const NOTCH = 0.1;
const ACCENT = new Color("#4f7df9");
const DEAD = new Color("#d4483b");
const DARK = new Color("#000000");
/** What a piece that leaves for good fades to. */
const FADED = new Color("#9aa0ac");
/** An empty cell farther than this from the pointer, in cells, is not pointed at. */
const REACH = 0.45;
/** Cells to which the piece in the hand cannot come step back. */
const SIZES: Record<"open" | "shut", [number, number, number]> = { open: [1, 1, 1], shut: [0.45, 0.45, 0.45] };
const INKS = {
  light: { dish: "#d5d9e2", dot: "#8d95a6", shut: "#c9cedb" },
  dark: { dish: "#2c313c", dot: "#79829a", shut: "#383e4b" },
} as const;

export class Space implements Surface {
  readonly element = h("canvas", { class: "pack-board pack-space", tabIndex: 0, ...KEYS_OF_BOARD });
  places: Places;
  private readonly perspective: Perspective;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly solid: Lumps;
  private readonly ghost: Lumps;
  private readonly dots: Copies;
  private readonly dishes: Copies;
  private readonly marks: Copies;
  private readonly labels = new Labels();
  private readonly pointers: Pointers;
  private readonly watcher: ResizeObserver;
  private seen: Seen | null = null;
  private frame = 0;
  private scrolled = 0;

  constructor(
    private readonly fill: Fill,
    private readonly handlers: SurfaceHandlers,
  ) {
    const { packing } = fill;
    this.renderer = new WebGLRenderer({ canvas: this.element, antialias: true, alpha: true });
    this.perspective = new Perspective(packing);
    this.places = this.perspective.places();
    const most = packing.cells.length;
    const forms = packing.cells[0]!.corners.length ? CUBES() : BALLS();
    this.solid = new Lumps(forms, new MeshStandardMaterial({ roughness: 0.42, alphaHash: true }), most);
    this.ghost = new Lumps(
      forms,
      new MeshStandardMaterial({
        roughness: 0.5,
        transparent: true,
        opacity: 0.72,
        emissive: ACCENT,
        emissiveIntensity: 0.25,
      }),
      most,
    );
    this.dots = new Copies(new SphereGeometry(0.09, 12, 8), new MeshStandardMaterial({ roughness: 1 }), most);
    this.dishes = new Copies(forms.dish, new MeshStandardMaterial({ roughness: 0.9 }), most);
    // Marks shine through what lies before them.
    this.marks = new Copies(
      new SphereGeometry(0.2, 20, 14),
      new MeshStandardMaterial({ depthTest: false, transparent: true, opacity: 0.85 }),
      2,
    );
    this.marks.mesh.renderOrder = 2;
    this.furnish();
    this.pointers = new Pointers(this.element, this.hands());
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(this.element);
  }

  get unit(): number {
    return this.perspective.unit;
  }

  /** Draw the layers apart, so that one sees between them. */
  set spread(part: number) {
    this.perspective.spread = part;
    this.looked();
  }

  /** Make room for pieces that go so far, in cells, from where they lie. */
  set reach(far: number) {
    this.perspective.reach = far;
    this.looked();
  }

  /** Let pieces that lie be looked through. */
  set seeThrough(part: number) {
    this.solid.material.opacity = 1 - 0.8 * part;
    this.request();
  }

  home(): void {
    this.perspective.look("Home");
    this.looked();
  }

  draw(seen: Seen): void {
    this.seen = seen;
    if (seen.moved) return this.drawMoved(seen, seen.moved);
    const ghostly = (kind: Kind): boolean => kind.startsWith("ghost") || kind === "lit";
    this.solid.set(
      seen.bodies.filter(({ kind }) => !ghostly(kind)).map(({ option, kind }) => this.lump(seen, option, kind)),
    );
    this.ghost.set(
      seen.bodies.filter(({ kind }) => ghostly(kind)).map(({ option, kind }) => this.lump(seen, option, kind)),
    );
    const isBad = seen.bodies.some(({ kind }) => kind === "ghost dead" || kind === "ghost barred");
    this.ghost.material.emissive = isBad ? DEAD : ACCENT;
    this.drawEmpty(seen);
    const marks = [
      [seen.marked, ACCENT],
      [seen.cursor, new Color("#ffb020")],
    ] as const;
    this.marks.set(marks.flatMap(([cell, shade]) => (cell === null ? [] : [{ at: this.at(cell), shade }])));
    this.labels.set(
      seen.bodies.flatMap(({ option }) => {
        const piece = this.fill.pieceOf(option);
        const text = seen.letter(piece);
        return text
          ? seen.fill
              .cellsOf(option)
              .map((cell) => ({ at: this.perspective.spots[cell]!, text, shade: seen.shade(piece) }))
          : [];
      }),
    );
    this.request();
  }

  /** Pieces away from their cells; those that leave for good fade. */
  private drawMoved(seen: Seen, moved: readonly MovedPiece[]): void {
    const lumpOf = ({ option, shift: [x, y, z], gone }: MovedPiece): Lump => {
      const lump = this.lump(seen, option, "lying");
      const way = new Vector3(x, z, y);
      const spots = lump.spots.map((spot) => spot.clone().add(way));
      return { ...lump, spots, shade: lump.shade.lerp(FADED, gone) };
    };
    this.solid.set(moved.filter(({ gone }) => gone === 0).map(lumpOf));
    this.ghost.material.emissive = DARK;
    this.ghost.set(moved.filter(({ gone }) => gone > 0 && gone < 1).map(lumpOf));
    for (const copies of [this.dots, this.dishes, this.marks]) copies.set([]);
    this.labels.set([]);
    this.request();
  }

  pointOf(x: number, y: number): Point {
    const at = this.pixel(x, y);
    return { x: at.x / this.unit, y: at.y / this.unit };
  }

  /** A piece that is met by the line of sight, or else an empty cell near it. */
  cellAt(x: number, y: number): number | null {
    const owners = this.seen?.fill.owners() ?? [];
    const filled = [...owners.keys()].filter((cell) => owners[cell]! >= 0);
    const met = this.perspective.met(this.pixel(x, y), filled);
    if (met !== null) return met;
    const point = this.pointOf(x, y);
    const far = this.places.middles.map((middle) => Math.hypot(middle.x - point.x, middle.y - point.y));
    const nearest = far.reduce((best, value, cell) => (value < far[best]! ? cell : best), 0);
    return far[nearest]! < REACH ? nearest : null;
  }

  look(key: string): boolean {
    const meant = this.perspective.look(key);
    if (meant) this.looked();
    return meant;
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.watcher.disconnect();
    this.pointers.dispose();
    for (const { mesh } of this.meshes()) {
      mesh.geometry.dispose();
      (mesh.material as MeshStandardMaterial).dispose();
      mesh.dispose();
    }
    this.labels.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.element.remove();
  }

  private meshes(): Copies[] {
    return [
      this.dishes,
      this.dots,
      this.solid.cells,
      this.solid.joints,
      this.ghost.cells,
      this.ghost.joints,
      this.marks,
    ];
  }

  private furnish(): void {
    const key = new DirectionalLight("#fff6e8", 2.1);
    key.position.set(3, 6, 4);
    const side = new DirectionalLight("#dfe8ff", 0.7);
    side.position.set(-5, 2, -1);
    this.scene.add(new HemisphereLight("#ffffff", "#8a8f9c", 1.5), new AmbientLight("#ffffff", 0.25), key, side);
    this.scene.add(...this.meshes().map(({ mesh }) => mesh), this.labels.group);
  }

  private hands() {
    return {
      grab: (at: Point) => this.handlers.press(...this.client(at)),
      drag: () => true,
      release: () => undefined,
      hover: () => undefined,
      orbit: (right: number, down: number) => {
        this.perspective.camera.orbit(-ORBIT * right, ORBIT * down);
        this.looked();
      },
      zoom: (factor: number) => {
        if (this.handlers.lift(this.notch(factor))) return;
        this.perspective.camera.zoomBy(factor);
        this.looked();
      },
      doubled: () => undefined,
    };
  }

  /** Whether the wheel has gone by a notch, and where to. */
  private notch(factor: number): 0 | 1 | -1 {
    this.scrolled += Math.log(factor);
    if (Math.abs(this.scrolled) < NOTCH) return 0;
    const way = this.scrolled > 0 ? 1 : -1;
    this.scrolled = 0;
    return way;
  }

  private at(cell: number, down = 0): Matrix4 {
    return new Matrix4()
      .setPosition(this.perspective.spots[cell]!)
      .premultiply(new Matrix4().makeTranslation(0, -down, 0));
  }

  private lump(seen: Seen, option: number, kind: Kind): Lump {
    const cells = seen.fill.cellsOf(option);
    const shade = new Color(seen.shade(seen.fill.pieceOf(option)));
    if (kind === "given") shade.lerp(new Color("#000000"), 0.35);
    if (kind === "ghost barred") shade.copy(DEAD);
    if (kind === "ghost dead") shade.lerp(new Color("#777777"), 0.8);
    return {
      spots: cells.map((cell) => this.perspective.spots[cell]!),
      joints: joints(cells.map((cell) => this.fill.packing.cells[cell]!)),
      shade,
    };
  }

  /** A dot in every empty cell, and a dish below those of the lowest layer. */
  private drawEmpty(seen: Seen): void {
    const inks = INKS[theme()];
    const taken = new Set(seen.bodies.flatMap(({ option }) => [...seen.fill.cellsOf(option)]));
    const { cells } = this.fill.packing;
    const empty = [...cells.keys()].filter((cell) => !taken.has(cell));
    this.dots.set(
      empty.map((cell) => {
        const shut = seen.shut(cell);
        return {
          at: this.at(cell).multiply(new Matrix4().makeScale(...SIZES[shut ? "shut" : "open"])),
          shade: new Color(shut ? inks.shut : inks.dot),
        };
      }),
    );
    const floor = Math.min(...cells.map(({ z }) => z));
    const lowest = [...cells.keys()].filter((cell) => cells[cell]!.z < floor + 0.01);
    this.dishes.set(lowest.map((cell) => ({ at: this.at(cell, 0.52), shade: new Color(inks.dish) })));
  }

  private pixel(x: number, y: number): Point {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: x - left, y: y - top };
  }

  private client(at: Point): [number, number] {
    const { left, top } = this.element.getBoundingClientRect();
    return [at.x + left, at.y + top];
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || height === 0) return;
    this.perspective.resize(width, height);
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.looked();
  }

  private looked(): void {
    this.places = this.perspective.places();
    this.handlers.moved();
    this.request();
  }

  private request(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.render());
  }

  private render(): void {
    this.frame = 0;
    this.labels.face(this.perspective.camera.camera);
    this.renderer.render(this.scene, this.perspective.camera.camera);
  }
}
