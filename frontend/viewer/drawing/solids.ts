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
  /** How deep its grooves are, as a part of the usual depth. */
  readonly groove: number;
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

/** Bodies glued to one piece show hardly a groove between them, but a gap around them all. */
const GLUED_GROOVE = 0.1;
const GLUED_SIZE = 0.965;

function bodySolids(bodies: readonly SceneBody[]): Solid[] {
  const counts = new Map<number, number>();
  for (const { piece } of bodies) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const solids = bodies.map((body) => bodySolid(body, counts.get(body.piece)! > 1 ? GLUED_GROOVE : 1));
  const middles = pieceMiddles(solids);
  return solids.map((solid) => (solid.groove < 1 ? shrunk(solid, middles.get(solid.piece)!) : solid));
}

function shrunk(solid: Solid, about: Vector3): Solid {
  const nearer = (point: Vector3): Vector3 => about.clone().lerp(point, GLUED_SIZE);
  const sides = solid.sides.map((side) => ({ ...side, outline: side.outline.map(nearer) }));
  return { ...solid, middle: nearer(solid.middle), sides };
}

function bodySolid(body: SceneBody, groove: number): Solid {
  const sides = body.places.map((place, k) => {
    const outline = points(body.corners, body.starts[k]!, body.starts[k + 1]!);
    return { outline, normal: normalOf(outline), place };
  });
  return {
    item: body.places.find((place) => place >= 0) ?? 0,
    piece: body.piece,
    middle: new Vector3(...body.middle),
    sides: sides.map((side) => outward(side, new Vector3(...body.middle))),
    groove,
  };
}

/** A side whose corners go counter-clockwise seen from outside. */
function outward(side: Side, middle: Vector3): Side {
  const arm = new Vector3().subVectors(middleOf(side.outline), middle);
  if (arm.dot(side.normal) >= -1e-9) return side;
  return { ...side, outline: [...side.outline].reverse(), normal: side.normal.clone().negate() };
}

function prism(scene: Scene, place: number, depth: number): Solid {
  const top = outlineOf(scene, place);
  const normal = new Vector3().fromArray(scene.normals as number[], 3 * place).normalize();
  const bottom = top.map((corner) => corner.clone().addScaledVector(normal, -depth));
  const walls = top.map((corner, k) => {
    const next = (k + 1) % top.length;
    const outline = [corner, bottom[k]!, bottom[next]!, top[next]!];
    return { outline, normal: normalOf(outline), place: -1 };
  });
  const floor = { outline: [...bottom].reverse(), normal: normal.clone().negate(), place: -1 };
  return {
    item: place,
    piece: scene.pieces[place]!,
    middle: middleOf([...top, ...bottom]),
    sides: [{ outline: top, normal, place }, ...walls, floor],
    groove: 1,
  };
}

/** How far the nearest outline is from the middle. */
function leastHeight(scene: Scene): number {
  const normal = new Vector3();
  return scene.colors.reduce((least, _, place) => {
    normal.fromArray(scene.normals as number[], 3 * place).normalize();
    return Math.min(least, middleOf(outlineOf(scene, place)).dot(normal));
  }, Infinity);
}

function prismDepth(scene: Scene, extent: Extent): number {
  const usual = Math.min(1.2 * extent.usualRoom, 0.2 * extent.radius);
  // The two sides of a thin puzzle do not reach through it.
  return isFlat(scene) ? 0.4 * usual : Math.min(usual, 0.9 * Math.max(leastHeight(scene), 0.1 * usual));
}

export function solidsOf(scene: Scene, extent: Extent): Solid[] {
  if (scene.bodies.length > 0) return bodySolids(scene.bodies);
  const depth = prismDepth(scene, extent);
  return scene.colors.map((_, place) => prism(scene, place, depth));
}

/** The radius of a ball that lies below all prisms of a scene; 0 where bodies fill the inside. */
export function coreRadius(scene: Scene, extent: Extent): number {
  if (scene.bodies.length > 0 || isFlat(scene)) return 0;
  return Math.max(0, 0.98 * (leastHeight(scene) - 0.7 * prismDepth(scene, extent)));
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
