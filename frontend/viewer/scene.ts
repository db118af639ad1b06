/** Scenes: what Python sends to show a puzzle and turn it; see `puzzlery.render.scene`. */

export type Triple = readonly [number, number, number];

/** A rigid part that rotates during a move; the spins of a move are made one after the other. */
export interface SceneSpin {
  readonly places: readonly number[];
  readonly axis: Triple;
  readonly pivot: Triple;
  readonly angle: number;
}

/** A move: what stands at `sources[k]` goes to `targets[k]`; `layers` is 0 for the whole puzzle. */
export interface SceneMove {
  readonly name: string;
  readonly sources: readonly number[];
  readonly targets: readonly number[];
  readonly order: number;
  readonly layers: number;
  /** With "+" an amount is written with its sign, as on a clock: UR3-. */
  readonly mark?: string;
  readonly spins: readonly SceneSpin[];
  /** The turning part, where glued stickers may block the move. */
  readonly moving: readonly number[];
}

export interface SceneGrip {
  readonly axis: Triple;
  readonly order: number;
  readonly offsets: readonly number[];
  readonly names: readonly [string, string];
}

/** A convex part of a piece as flat sides; a side that is no sticker has the place −1. */
export interface SceneBody {
  readonly piece: number;
  readonly middle: Triple;
  readonly corners: readonly number[];
  readonly starts: readonly number[];
  readonly places: readonly number[];
}

export interface Scene {
  readonly name: string;
  readonly shades: readonly string[];
  readonly color_names: readonly string[];
  readonly patterns: readonly string[];
  readonly letters: readonly string[];
  readonly colors: readonly number[];
  readonly positions: readonly number[];
  readonly normals: readonly number[];
  readonly corners: readonly number[];
  readonly starts: readonly number[];
  readonly face_names: readonly string[];
  readonly faces: readonly number[];
  readonly pieces: readonly number[];
  readonly glued: readonly (readonly number[])[];
  readonly grips: readonly SceneGrip[];
  readonly moves: readonly SceneMove[];
  readonly shown: readonly number[];
  readonly state: readonly number[];
  readonly shifting: boolean;
  readonly bodies: readonly SceneBody[];
}

/** Whether outlines and bodies must travel with their stickers, as where the shape changes. */
export function isCarried(scene: Scene): boolean {
  return scene.shifting || scene.glued.length > 0;
}
