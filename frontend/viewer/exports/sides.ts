/** Sides as they stand: what files and drawings need of the pieces, in space. */

import type { Vector3 } from "three";
import { type Extent, pieceMiddles, type Solid } from "../drawing/solids";
import type { PosedPuzzle } from "../motion/posed_puzzle";

/** A flat side of a piece where it stands now, measured from the middle of the puzzle. */
export interface StandingSide {
  readonly outline: readonly Vector3[];
  readonly normal: Vector3;
  readonly sticker: boolean;
  readonly shade: string;
}

const PLASTIC = "#2a2c33";

export function standingSides(
  solids: readonly Solid[],
  extent: Extent,
  posed: PosedPuzzle,
  explode: number,
): StandingSide[] {
  const middles = pieceMiddles(solids);
  const visible = solids.filter((solid) => posed.items.visibility(solid.item) > 0.5);
  return visible.flatMap((solid) => {
    const shift = middles.get(solid.piece)!.clone().sub(extent.middle).multiplyScalar(explode);
    const pose = posed.pose(solid.item);
    const moved = (point: Vector3): Vector3 => {
      const at = point.clone().add(shift);
      return (pose ? at.applyMatrix4(pose) : at).sub(extent.middle);
    };
    return solid.sides.map((side) => ({
      outline: side.outline.map(moved),
      normal: pose ? side.normal.clone().transformDirection(pose) : side.normal,
      sticker: side.place >= 0,
      shade: side.place >= 0 ? posed.shade(side.place) : PLASTIC,
    }));
  });
}
