/** The view from behind: a second, small picture in a corner, drawn from the opposite side. */

import { PerspectiveCamera } from "three";

/** A square of the page, in pixels from the upper left. */
export interface Inset {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

const MARGIN = 14;

/** The square for the view from behind: a third of the shorter side, in the upper left. */
export function insetOf(width: number, height: number): Inset {
  return { left: MARGIN, top: MARGIN, side: Math.round(Math.max(96, Math.min(240, 0.34 * Math.min(width, height)))) };
}

const rear = new PerspectiveCamera();

/** A camera that looks at the middle from the other side, at home in a square. */
export function backCamera(front: PerspectiveCamera): PerspectiveCamera {
  rear.copy(front, false);
  rear.position.negate();
  rear.up.set(0, 1, 0);
  rear.lookAt(0, 0, 0);
  // The angle that the shorter side of the front picture has.
  const half = Math.tan((front.fov * Math.PI) / 360) * Math.min(1, front.aspect);
  rear.fov = (Math.atan(half) * 360) / Math.PI;
  rear.aspect = 1;
  rear.zoom = 1;
  rear.updateProjectionMatrix();
  rear.updateMatrixWorld();
  return rear;
}
