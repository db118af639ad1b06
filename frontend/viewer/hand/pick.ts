/** Picking: the sticker under the pointer, found by a ray through the outlines as they stand. */

import { Matrix4, Vector3 } from "three";
import { contains, middleOf } from "../drawing/polygon";
import { type Extent, outlineOf } from "../drawing/solids";
import type { Scene } from "../scene";
import type { Grab } from "./course";

interface Target {
  readonly outline: readonly Vector3[];
  readonly normal: Vector3;
  readonly middle: Vector3;
  readonly reach: number;
  /** Where its piece goes when the puzzle is exploded. */
  readonly spread: Vector3;
}

/** How the items stand: how far apart, which are hidden, and their poses where they are carried. */
export interface Standing {
  readonly explode: number;
  readonly hidden: (item: number) => boolean;
  readonly pose: (item: number) => Matrix4 | null;
}

const REST = new Matrix4();

export class Picker {
  private readonly targets: Target[];

  constructor(
    scene: Scene,
    private readonly extent: Extent,
    spreads: ReadonlyMap<number, Vector3>,
  ) {
    this.targets = scene.colors.map((_, place) => {
      const outline = outlineOf(scene, place);
      const middle = middleOf(outline);
      const normal = new Vector3().fromArray(scene.normals as number[], 3 * place).normalize();
      const reach = Math.max(...outline.map((corner) => corner.distanceTo(middle)));
      const spread = (spreads.get(scene.pieces[place]!) ?? middle).clone().sub(extent.middle);
      return { outline, normal, middle, reach, spread };
    });
  }

  /** What a ray hits first; the ray is measured from the middle of the puzzle. */
  pick(origin: Vector3, direction: Vector3, standing: Standing): (Grab & { item: number }) | null {
    let best: (Grab & { item: number }) | null = null;
    let nearest = Infinity;
    const start = origin.clone().add(this.extent.middle);
    this.targets.forEach((target, item) => {
      if (standing.hidden(item)) return;
      const pose = standing.pose(item) ?? REST;
      const back = pose === REST ? REST : pose.clone().invert();
      const from = start.clone().applyMatrix4(back).addScaledVector(target.spread, -standing.explode);
      const along = direction.clone().transformDirection(back);
      const far = hit(target, from, along);
      if (far === null || far >= nearest) return;
      nearest = far;
      const point = start.clone().addScaledVector(direction, far);
      const normal = target.normal.clone().transformDirection(pose);
      const middle = target.middle.clone().addScaledVector(target.spread, standing.explode).applyMatrix4(pose);
      best = { item, place: item, point, normal, middle, reach: target.reach };
    });
    return best;
  }
}

/** How far along a ray an outline is hit from its front; null if it is missed. */
function hit(target: Target, from: Vector3, along: Vector3): number | null {
  const slope = along.dot(target.normal);
  if (slope > -1e-6) return null;
  const far = new Vector3().subVectors(target.middle, from).dot(target.normal) / slope;
  const point = from.clone().addScaledVector(along, far);
  if (far <= 0 || point.distanceTo(target.middle) > target.reach) return null;
  return contains(target.outline, target.normal, point) ? far : null;
}
