/** Solids: the parts to draw, each a set of flat sides around a middle.
 *
 * A scene may bring the bodies of its pieces. Where it does not, each outline becomes a low prism.
 */

import { Vector3 } from "three";
import type { Scene, SceneBody } from "../scene";
import { middleOf, normalOf, points, room } from "./polygon";

export interface Side {
  readonly outline: readonly Vector3[];
  readonly normal: Vector3;
  /** The place of the sticker that this side is; −1 for plain plastic. */
  readonly place: number;
}

export interface Solid {
  /** The place whose sticker tells how this solid moves. */
  readonly item: number;
  readonly piece: number;
  readonly middle: Vector3;
  readonly sides: readonly Side[];
}

/** What the viewer measures once: the middle, the radius, and how large a usual sticker is. */
export interface Extent {
  readonly middle: Vector3;
  readonly radius: number;
  readonly usualRoom: number;
}

export function outlineOf(scene: Scene, place: number): Vector3[] {
  return points(scene.corners, scene.starts[place]!, scene.starts[place + 1]!);
}

export function extentOf(scene: Scene): Extent {
  const corners = points(scene.corners, 0, scene.corners.length / 3);
  const low = corners.reduce((least, corner) => least.min(corner), new Vector3(Infinity, Infinity, Infinity));
  const high = corners.reduce((most, corner) => most.max(corner), new Vector3(-Infinity, -Infinity, -Infinity));
  const flat = isFlat(scene);
  const middle = flat ? low.add(high).multiplyScalar(0.5) : new Vector3();
  const radius = corners.reduce((most, corner) => Math.max(most, corner.distanceTo(middle)), 1e-6);
  const rooms = scene.colors.map((_, place) => room(outlineOf(scene, place))).sort((a, b) => a - b);
  return { middle, radius, usualRoom: rooms[rooms.length >> 1] ?? radius };
}

/** The least cosine between the ways that outlines face, as they are or without their sign. */
function leastCosine(scene: Scene, signed: boolean): number {
  const first = new Vector3().fromArray(scene.normals as number[], 0);
  const other = new Vector3();
  return scene.colors.reduce((least, _, place) => {
    const cosine = other.fromArray(scene.normals as number[], 3 * place).dot(first);
    return Math.min(least, signed ? cosine : Math.abs(cosine));
  }, 1);
}

/** Whether all outlines face the same way, as those of a puzzle drawn from bare cycles. */
export function isFlat(scene: Scene): boolean {
  return leastCosine(scene, true) > 0.999;
}

/** Whether all outlines are on one of two sides, as the dials of a clock. */
export function isSlab(scene: Scene): boolean {
  return leastCosine(scene, false) > 0.999;
}

function bodySolids(scene: Scene, extent: Extent): Solid[] {
  const solids = scene.bodies.map(bodySolid);
  const inner = wallsInside(solids, extent);
  return solids.map((solid) => {
    const sides = solid.sides.filter((side) => !inner.has(side));
    // The core of some puzzles shows on every face; each of its stickers gets walls of its own.
    const open = solid.sides.every(({ place }) => place >= 0);
    return open
      ? { ...solid, sides: sides.flatMap((side) => radialSides(side, extent, CORE_DEPTH)) }
      : { ...solid, sides };
  });
}

/** The walls between two bodies of one piece, as where pieces are glued: nothing moves there. */
function wallsInside(solids: readonly Solid[], extent: Extent): Set<Side> {
  const pieces = new Set<number>();
  const twice = new Set<number>();
  for (const { piece } of solids) (pieces.has(piece) ? twice : pieces).add(piece);
  const known = new Map<string, Side>();
  const inner = new Set<Side>();
  for (const solid of solids.filter(({ piece }) => twice.has(piece))) {
    for (const side of solid.sides.filter(({ place }) => place < 0)) {
      const at = middleOf(side.outline)
        .multiplyScalar(1e4 / extent.radius)
        .round();
      const name = `${solid.piece} ${at.x} ${at.y} ${at.z}`;
      const other = known.get(name);
      if (other) inner.add(other).add(side);
      known.set(name, side);
    }
  }
  return inner;
}

function bodySolid(body: SceneBody): Solid {
  const middle = new Vector3(...body.middle);
  const sides = body.places.map((place, k) => {
    const outline = points(body.corners, body.starts[k]!, body.starts[k + 1]!);
    return { outline, normal: normalOf(outline), place };
  });
  return { item: body.places.find((place) => place >= 0) ?? 0, piece: body.piece, middle, sides };
}

/** How far walls go toward the middle of the puzzle, as a part of the way there. */
const WALL_DEPTH = 0.5;
const CORE_DEPTH = 0.3;

/** A sticker, the walls below it and a floor; `sunk` gives the corners of the floor. */
function walled(side: Side, sunk: (corner: Vector3) => Vector3): Side[] {
  const top = side.outline;
  const bottom = top.map(sunk);
  const walls = top.map((corner, k) => {
    const next = (k + 1) % top.length;
    const outline = [corner, bottom[k]!, bottom[next]!, top[next]!];
    return { outline, normal: normalOf(outline), place: -1 };
  });
  return [side, ...walls, { outline: [...bottom].reverse(), normal: side.normal.clone().negate(), place: -1 }];
}

function radialSides(side: Side, extent: Extent, depth: number): Side[] {
  return walled(side, (corner) => corner.clone().lerp(extent.middle, depth));
}

function prism(scene: Scene, place: number, extent: Extent, depth: number): Solid {
  const outline = outlineOf(scene, place);
  const normal = new Vector3().fromArray(scene.normals as number[], 3 * place).normalize();
  const side: Side = { outline, normal, place };
  const upright = depth > 0;
  const sides = upright
    ? walled(side, (corner) => corner.clone().addScaledVector(normal, -depth))
    : radialSides(side, extent, WALL_DEPTH);
  const middle = middleOf(sides.at(-1)!.outline).add(middleOf(outline)).multiplyScalar(0.5);
  return { item: place, piece: scene.pieces[place]!, middle, sides };
}

/** How far the nearest outline is from the middle. */
function leastHeight(scene: Scene): number {
  const normal = new Vector3();
  return scene.colors.reduce((least, _, place) => {
    normal.fromArray(scene.normals as number[], 3 * place).normalize();
    return Math.min(least, middleOf(outlineOf(scene, place)).dot(normal));
  }, Infinity);
}

/** How deep upright prisms are; 0 where walls go toward the middle. */
function prismDepth(scene: Scene, extent: Extent): number {
  const usual = Math.min(1.2 * extent.usualRoom, 0.2 * extent.radius);
  if (isFlat(scene)) return 0.4 * usual;
  // The two sides of a thin puzzle do not reach through it.
  return isSlab(scene) ? Math.min(usual, 0.9 * Math.max(leastHeight(scene), 0.1 * usual)) : 0;
}

export function solidsOf(scene: Scene, extent: Extent): Solid[] {
  if (scene.bodies.length > 0) return bodySolids(scene, extent);
  const depth = prismDepth(scene, extent);
  return scene.colors.map((_, place) => prism(scene, place, extent, depth));
}

/** The radius of a ball that lies below all prisms of a scene; 0 where bodies fill the inside. */
export function coreRadius(scene: Scene): number {
  if (scene.bodies.length > 0 || scene.props.length > 0 || isSlab(scene)) return 0;
  return Math.max(0, 1.02 * WALL_DEPTH * leastHeight(scene));
}

/** For each piece the mean of the middles of its solids, from which it is exploded. */
export function pieceMiddles(solids: readonly Solid[]): Map<number, Vector3> {
  const groups = new Map<number, Vector3[]>();
  for (const solid of solids) {
    const group = groups.get(solid.piece) ?? [];
    group.push(solid.middle);
    groups.set(solid.piece, group);
  }
  return new Map([...groups].map(([piece, middles]) => [piece, middleOf(middles)]));
}
