/** Props: parts of a puzzle that are no pieces, such as a case, pins, dials and balls. */

import { Color, SphereGeometry, SRGBColorSpace, Vector3 } from "three";
import type { Scene, SceneProp } from "../scene";
import { CUT } from "./edges";
import { points, triangles } from "./polygon";
import { Rim, type RingStep } from "./rings";
import type { Extent } from "./solids";
import { PLASTIC, STICKER, type Surface, TINTED, type Vertices } from "./vertices";

function tintOf(shade: string): [number, number, number] {
  if (shade === "") return [0, 0, 0];
  const { r, g, b } = new Color(shade).getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
  return [Math.round(255 * r), Math.round(255 * g), Math.round(255 * b)];
}

/** The ball of which all balls are copies. */
const BALL = new SphereGeometry(1, 28, 18);

/** The groups of places whose usual color a prop has, each with an item of its own after the stickers. */
export function colorGroups(scene: Pick<Scene, "props">): (readonly number[])[] {
  return scene.props.map(({ places }) => places).filter((places) => places.length > 1);
}

/** The props that can be pressed, each with an item of its own after the groups. */
export function pinProps(props: readonly SceneProp[]): SceneProp[] {
  return props.filter(({ kind }) => kind === "pin");
}

/** The color that most of some places have. */
export function usualColor(places: readonly number[], colors: (place: number) => number): number {
  const counts = new Map<number, number>();
  for (const place of places) counts.set(colors(place), (counts.get(colors(place)) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

/** Add all props; `still` is the item of what moves with the whole puzzle only. */
export function addProps(
  into: Vertices,
  props: readonly SceneProp[],
  still: number,
  middles: ReadonlyMap<number, Vector3>,
  extent: Extent,
): void {
  let group = still;
  let pin = still + colorGroups({ props: [...props] }).length;
  for (const prop of props) {
    const [place] = prop.places;
    const alone = prop.kind === "pin" ? ++pin : prop.follows >= 0 ? prop.follows : still;
    const item = prop.places.length > 1 ? ++group : (place ?? alone);
    const kind = prop.places.length > 0 ? STICKER : prop.shade === "" ? PLASTIC : TINTED;
    const middle = middles.get(prop.piece)?.clone().sub(extent.middle) ?? new Vector3();
    const surface: Surface = { item, kind, middle, tint: tintOf(prop.shade) };
    if (prop.kind === "ball") addBall(into, prop, surface);
    else addPlate(into, prop, surface);
  }
}

function addBall(into: Vertices, prop: SceneProp, surface: Surface): void {
  const center = points(prop.corners, 0, 1)[0]!;
  const first = into.count;
  const { position, normal } = BALL.attributes;
  const away = new Vector3();
  for (let k = 0; k < position!.count; k++) {
    away.fromBufferAttribute(normal!, k);
    const { x, y, z } = away.clone().multiplyScalar(prop.depth).add(center);
    into.add(x, y, z, away, surface, 0.72 + 0.28 * away.dot(new Vector3(...prop.normal)));
  }
  const rows = BALL.index!.array;
  for (let k = 0; k < rows.length; k += 3) into.triangle(first + rows[k]!, first + rows[k + 1]!, first + rows[k + 2]!);
}

/** A plate with a rounded rim and an upright wall. */
function addPlate(into: Vertices, prop: SceneProp, surface: Surface): void {
  const outline = points(prop.corners, 0, prop.corners.length / 3);
  const normal = new Vector3(...prop.normal).normalize();
  const edges = outline.map(() => ({ kind: CUT, slope: 1 }));
  const rim = new Rim(outline, normal, edges, 0);
  const { bevel, depth } = prop;
  const common = { bevel, lift: 0, margin: 0, halfway: false };
  const steps: [RingStep, number][] = [[{ ...common, inset: bevel, depth: 0, tilt: 0 }, 1]];
  if (bevel > 0) {
    steps.push([{ ...common, inset: 0.3 * bevel, depth: 0.3 * bevel, tilt: 0.5 }, 1]);
    steps.push([{ ...common, inset: 0, depth: bevel, tilt: 1 }, 0.95]);
  }
  if (depth > bevel) {
    if (bevel === 0) steps.push([{ ...common, inset: 0, depth: 0, tilt: 1 }, 0.9]);
    steps.push([{ ...common, inset: 0, depth, tilt: 1 }, 0.6]);
  }
  let above: number[] | null = null;
  for (const [step, light] of steps) {
    const ring = rim.ring(step);
    const rows = ring.points.map(({ x, y, z }, k) => into.add(x, y, z, ring.normals[k]!, surface, light));
    if (above === null) {
      for (const [a, b, c] of triangles(ring.points, normal)) into.triangle(rows[a!]!, rows[b!]!, rows[c!]!);
    } else into.band(above, rows);
    above = rows;
  }
}
