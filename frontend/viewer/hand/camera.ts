/** The camera: it goes around the puzzle on a sphere, upright, and looks at its middle. */

import { MathUtils, PerspectiveCamera, Vector3 } from "three";
import { isFlat, isSlab } from "../drawing/solids";
import type { Scene } from "../scene";

/** Where one looks from: degrees around from the front and up from level, and a zoom factor. */
export interface View {
  readonly azimuth: number;
  readonly elevation: number;
  readonly zoom: number;
}

export const HOME: View = { azimuth: 32, elevation: 28, zoom: 1 };
/** From here one looks at the front of a thin puzzle, and sees that it is a solid. */
export const NEAR_FRONT: View = { azimuth: 14, elevation: 12, zoom: 1 };
/** From here a puzzle drawn in a plane is seen straight on. */
export const FRONT: View = { azimuth: 0, elevation: 0, zoom: 1 };
/** Where a scene is looked at from at first. */
export function homeView(scene: Scene): View {
  if (isFlat(scene)) return FRONT;
  return isSlab(scene) ? NEAR_FRONT : HOME;
}

const STEEPEST = 88;
const DISTANCE = 7.5;

export class OrbitCamera {
  readonly camera = new PerspectiveCamera(30, 1, 0.1, 100);
  private seen: View;
  private margin = 1;
  private width = 1;
  private height = 1;

  constructor(
    private readonly radius: number,
    readonly home: View = HOME,
  ) {
    this.seen = home;
    this.place();
  }

  get view(): View {
    return this.seen;
  }

  set view(view: View) {
    this.seen = {
      azimuth: MathUtils.euclideanModulo(view.azimuth + 180, 360) - 180,
      elevation: MathUtils.clamp(view.elevation, -STEEPEST, STEEPEST),
      zoom: MathUtils.clamp(view.zoom, 0.35, 8),
    };
    this.place();
  }

  /** Go around by so many degrees. */
  orbit(right: number, up: number): void {
    const { azimuth, elevation, zoom } = this.seen;
    this.view = { azimuth: azimuth + right, elevation: elevation + up, zoom };
  }

  zoomBy(factor: number): void {
    this.view = { ...this.seen, zoom: this.seen.zoom * factor };
  }

  resize(width: number, height: number): void {
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
    this.place();
  }

  /** Make room for so many times the puzzle's own radius. */
  set room(margin: number) {
    this.margin = margin;
    this.place();
  }

  /** The pixel where a point of the puzzle, measured from its middle, is seen. */
  project(point: Vector3): { x: number; y: number } {
    const seen = point.clone().project(this.camera);
    return { x: ((seen.x + 1) / 2) * this.width, y: ((1 - seen.y) / 2) * this.height };
  }

  /** The ray through a pixel: where the camera is, and a direction of length 1. */
  ray(x: number, y: number): { origin: Vector3; direction: Vector3 } {
    const near = new Vector3((2 * x) / this.width - 1, 1 - (2 * y) / this.height, 0.5);
    const origin = this.camera.position.clone();
    return { origin, direction: near.unproject(this.camera).sub(origin).normalize() };
  }

  private place(): void {
    const { azimuth, elevation, zoom } = this.seen;
    const around = MathUtils.degToRad(azimuth);
    const up = MathUtils.degToRad(elevation);
    const far = DISTANCE * this.radius;
    this.camera.position.set(
      far * Math.sin(around) * Math.cos(up),
      far * Math.sin(up),
      far * Math.cos(around) * Math.cos(up),
    );
    this.camera.lookAt(0, 0, 0);
    const half = Math.atan((1.04 * this.margin) / Math.sqrt(DISTANCE ** 2 - 1));
    const aspect = this.width / this.height;
    this.camera.aspect = aspect;
    const tall = aspect < 1 ? Math.atan(Math.tan(half) / aspect) : half;
    this.camera.fov = MathUtils.radToDeg(2 * tall);
    this.camera.zoom = zoom;
    this.camera.near = 0.05 * this.radius;
    this.camera.far = 4 * far;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }
}
