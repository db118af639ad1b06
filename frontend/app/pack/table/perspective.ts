/** Perspective: where the cells of a board in space are seen, and which of them a ray meets. */

import { Vector3 } from "three";
import type { PackingView } from "../../../api/schema";
import { lookedFrom, OrbitCamera, type View } from "../../../viewer";
import type { Places, Point } from "./layout";

/** From here one sees into a box, and upon a pyramid. */
export const ABOVE: View = { azimuth: 24, elevation: 36, zoom: 1 };
/** A lower cell is meant rather than a higher one behind the same pixel: pieces fall down. */
const FALL = 0.3;
const RADIUS = 0.5;

export class Perspective {
  readonly camera: OrbitCamera;
  readonly radius: number;
  /** The middles of the cells, measured from the middle of the board; up is the second axis. */
  spots: readonly Vector3[] = [];
  private wide = 1;
  private high = 1;

  constructor(private readonly packing: PackingView) {
    this.spread = 0;
    this.radius = 0.6 + Math.max(...this.spots.map((spot) => spot.length()));
    this.camera = new OrbitCamera(this.radius, ABOVE);
  }

  /** Draw the layers apart by so many times their distance. */
  set spread(part: number) {
    const raised = this.packing.cells.map(({ x, y, z }) => new Vector3(x, z * (1 + part), y));
    const low = raised.reduce((least, spot) => least.min(spot), raised[0]!.clone());
    const high = raised.reduce((most, spot) => most.max(spot), raised[0]!.clone());
    const middle = low.add(high).multiplyScalar(0.5);
    this.spots = raised.map((spot) => spot.sub(middle));
    if (this.camera)
      this.camera.room = Math.max(1, (0.6 + Math.max(...this.spots.map((spot) => spot.length()))) / this.radius);
  }

  /** Show also what is so far, in cells, from where it lies. */
  set reach(far: number) {
    this.camera.room = 1 + (0.5 * far) / this.radius;
  }

  resize(width: number, height: number): void {
    [this.wide, this.high] = [width, height];
    this.camera.resize(width, height);
  }

  /** Pixels a cell, in the middle of the board. */
  get unit(): number {
    const right = new Vector3().setFromMatrixColumn(this.camera.camera.matrixWorld, 0);
    return this.camera.project(right).x - this.camera.project(new Vector3()).x;
  }

  places(): Places {
    const { unit } = this;
    const middles = this.spots.map((spot) => {
      const { x, y } = this.camera.project(spot);
      return { x: x / unit, y: y / unit };
    });
    const floor = Math.min(...this.packing.cells.map(({ z }) => z));
    return {
      middles,
      width: this.wide / unit,
      height: this.high / unit,
      reluctance: this.packing.cells.map(({ z }) => FALL * (z - floor)),
      level: this.packing.cells.map(({ spot }) => spot[0]),
    };
  }

  /** Of some cells the first that is met by a ray through a pixel. */
  met({ x, y }: Point, cells: readonly number[]): number | null {
    const { origin, direction } = this.camera.ray(x, y);
    let [best, least] = [-1, Infinity];
    for (const cell of cells) {
      const arm = new Vector3().subVectors(this.spots[cell]!, origin);
      const along = arm.dot(direction);
      const aside = Math.sqrt(Math.max(0, arm.lengthSq() - along * along));
      if (aside < RADIUS && along < least) [best, least] = [cell, along];
    }
    return best < 0 ? null : best;
  }

  /** Go where a key leads the camera; whether it leads anywhere. */
  look(key: string): boolean {
    const view = lookedFrom(this.camera.view, this.camera.home, key);
    if (view) this.camera.view = view;
    return view !== null;
  }
}
