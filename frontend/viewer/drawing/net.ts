/** The net: all faces of the puzzle at once, unfolded into a plane, in the units of a sheet. */

import { Vector3 } from "three";
import type { Scene } from "../scene";
import { inset, middleOf, room } from "./polygon";
import { outlineOf } from "./solids";

/** A place of a net: its outline as the path of an SVG, its middle, and what it is called. */
export interface NetCell {
  readonly place: number;
  readonly path: string;
  readonly middle: readonly [number, number];
  readonly name: string;
}

/** An unfolded puzzle; `plastic` lies under the cells. */
export interface FlatNet {
  readonly width: number;
  readonly height: number;
  readonly plastic: readonly string[];
  readonly cells: readonly NetCell[];
}

export type Flat = readonly (readonly [number, number])[];

/** The outlines of all places in the net, up being positive; none if the scene has no net. */
export function netOutlines(scene: Scene): Flat[] {
  if (scene.net.length === 0) return [];
  return scene.colors.map((_, place) => {
    const outline = outlineOf(scene, place);
    const normal = new Vector3().fromArray(scene.normals as number[], 3 * place);
    const small = inset(outline, normal, 0.1 * room(outline));
    const at = 8 * scene.faces[place]!;
    const right = new Vector3().fromArray(scene.net as number[], at);
    const up = new Vector3().fromArray(scene.net as number[], at + 3);
    const [x, y] = [scene.net[at + 6]!, scene.net[at + 7]!];
    return small.map((point) => [point.dot(right) + x, point.dot(up) + y] as const);
  });
}

/** Units of the sheet from left to right, and the margin as a part of them. */
const WIDTH = 600;
const MARGIN = 0.02;

/** The net of a scene; null if it has none. */
export function netOf(scene: Scene): FlatNet | null {
  const outlines = netOutlines(scene);
  if (outlines.length === 0) return null;
  const all = outlines.flat();
  const [left, right] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))];
  const [low, high] = [Math.min(...all.map(([, y]) => y)), Math.max(...all.map(([, y]) => y))];
  const scale = ((1 - 2 * MARGIN) * WIDTH) / (right - left);
  const edge = MARGIN * WIDTH;
  const names = placeNames(scene);
  const cells = outlines.map((outline, place) => {
    const spots = outline.map(([x, y]) => new Vector3(scale * (x - left) + edge, scale * (high - y) + edge));
    const { x, y } = middleOf(spots);
    const path = `M${spots.map((spot) => `${spot.x.toFixed(2)} ${spot.y.toFixed(2)}`).join("L")}Z`;
    return { place, path, middle: [x, y] as const, name: names[place]! };
  });
  return { width: WIDTH, height: scale * (high - low) + 2 * edge, plastic: [], cells };
}

/** What places are called where nobody has better names: the face, and a number on it. */
function placeNames(scene: Scene): string[] {
  const counts = new Map<number, number>();
  return scene.faces.map((face) => {
    const number = (counts.get(face) ?? 0) + 1;
    counts.set(face, number);
    return `${scene.face_names[face]} ${number}`;
  });
}
