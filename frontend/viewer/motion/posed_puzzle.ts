/** The posed puzzle: a scene's items as the textures show them in a state, partly through a move. */

import { Matrix4, type Vector3 } from "three";
import { ItemTexture, PartTexture } from "../drawing/items";
import { type Ink, PATTERNS } from "../drawing/palette";
import { colorGroups, pinProps, usualColor } from "../drawing/props";
import { isCarried, type Scene, type SceneMove } from "../scene";
import { type State, standing } from "../state";
import { type Carrier, carrier } from "./carry";
import { type Motion, motionOf, partMatrices } from "./motion";

export class PosedPuzzle {
  readonly items: ItemTexture;
  readonly parts = new PartTexture();
  private readonly carrier: Carrier | null;
  private readonly groups: readonly (readonly number[])[];
  private readonly extras: number;
  private poses: Matrix4[] = [];
  private readonly shades: string[] = [];
  private motion: Motion | null = null;
  private readonly motions = new Map<SceneMove, Motion>();

  constructor(private readonly scene: Scene) {
    this.groups = colorGroups(scene);
    // More than there are stickers: what moves with the whole puzzle only, groups of one color, pins.
    this.extras = 1 + this.groups.length + pinProps(scene.props).length;
    this.items = new ItemTexture(scene.colors.length + this.extras);
    this.carrier = isCarried(scene) ? carrier(scene) : null;
  }

  /** Whether pieces stand in their places, so that nothing is open. */
  get isClosed(): boolean {
    return this.motion === null && this.carrier === null;
  }

  motionOf(move: SceneMove): Motion {
    const motion = this.motions.get(move) ?? motionOf(move, this.scene.colors.length);
    this.motions.set(move, motion);
    return motion;
  }

  /** The place where an item stands: its own, unless the outlines travel with the stickers. */
  placeOf(item: number, state: State): number {
    return this.carrier ? state[item]! : item;
  }

  pose(item: number): Matrix4 | null {
    return this.carrier ? (this.poses[item] ?? null) : null;
  }

  /** The shade that an item shows now. */
  shade(item: number): string {
    return this.shades[item]!;
  }

  /** Stand as in a state; `colors` are shown at the places instead of the state's own if given. */
  stand(state: State, inks: readonly Ink[], colors: readonly number[] | null): void {
    const { scene, items } = this;
    const at = standing(state);
    items.isPatterned = false;
    if (this.carrier) {
      this.poses = this.carrier.poses(state);
      this.poses.forEach((pose, item) => items.setPose(item, pose));
    }
    for (let item = 0; item < at.length; item++) {
      const sticker = this.carrier ? item : at[item]!;
      const color = colors ? colors[this.placeOf(item, state)]! : scene.colors[sticker]!;
      this.shades[item] = this.ink(item, color, inks).shade;
    }
    this.groups.forEach((places, k) => {
      const shown = (place: number): number => (colors ? colors[place]! : scene.colors[at[place]!]!);
      this.ink(at.length + 1 + k, usualColor(places, shown), inks);
    });
  }

  private ink(item: number, color: number, inks: readonly Ink[]): Ink {
    const ink = inks[color] ?? { shade: "#3a3d45", pattern: "" };
    this.items.setColor(item, ink.shade, Math.max(color, 0), Math.max(PATTERNS.indexOf(ink.pattern as ""), 0));
    return ink;
  }

  /** Make some amount of a move, or rest. */
  turn(state: State, move: SceneMove | null, amount: number): void {
    const next = move ? this.motionOf(move) : null;
    if (next !== this.motion || this.carrier) {
      this.motion = next;
      for (let item = 0; item < state.length; item++) {
        this.items.setPart(item, next ? next.part[this.placeOf(item, state)]! : 0);
      }
      // What is no piece goes along only when everything turns.
      const whole = next && move!.layers === 0 ? next.part[0]! : 0;
      for (let item = 0; item < this.extras; item++) this.items.setPart(state.length + item, whole);
    }
    if (next) this.parts.set(partMatrices(next, amount));
  }

  /** Shift the pins, in the order of their props. */
  lift(shifts: readonly Vector3[]): void {
    const first = this.scene.colors.length + 1 + this.groups.length;
    shifts.forEach((shift, k) => this.items.setPose(first + k, new Matrix4().setPosition(shift)));
  }

  /** Show what never moves, or leave it out, as where pieces are drawn apart. */
  showCore(shown: boolean): void {
    this.items.setLook(this.scene.colors.length, shown ? 1 : 0, 0);
  }

  /** Show stickers plainly, lit or not at all. */
  look(state: State, lit: ReadonlySet<number>, hidden: ReadonlySet<number>): void {
    const at = standing(state);
    for (let item = 0; item < at.length; item++) {
      const sticker = this.carrier ? item : at[item]!;
      this.items.setLook(item, hidden.has(sticker) ? 0 : 1, lit.has(sticker) ? 1 : 0);
    }
  }
}
