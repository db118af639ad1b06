/** Bodies in space: balls or cubes, joined where they belong to one piece, drawn all at once. */

import {
  BoxGeometry,
  type BufferGeometry,
  type Color,
  CylinderGeometry,
  InstancedMesh,
  Matrix4,
  type MeshStandardMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";

/** Cells to be drawn in one shade, joined where they touch. */
export interface Lump {
  readonly spots: readonly Vector3[];
  /** Which of the spots are neighbors. */
  readonly joints: readonly (readonly [number, number])[];
  readonly shade: Color;
}

export interface Forms {
  readonly cell: BufferGeometry;
  /** A joint of length 1 along the second axis. */
  readonly joint: BufferGeometry;
  readonly dish: BufferGeometry;
}

export const BALLS = (): Forms => ({
  cell: new SphereGeometry(0.47, 32, 20),
  joint: new CylinderGeometry(0.27, 0.27, 1, 20, 1, true),
  dish: new CylinderGeometry(0.4, 0.42, 0.08, 32),
});

export const CUBES = (): Forms => ({
  cell: new RoundedBoxGeometry(0.94, 0.94, 0.94, 3, 0.1),
  joint: new BoxGeometry(0.84, 1, 0.84),
  dish: new RoundedBoxGeometry(0.92, 0.08, 0.92, 2, 0.04),
});

const UP = new Vector3(0, 1, 0);

/** Where a joint between two spots stands. */
export function jointMatrix(from: Vector3, to: Vector3): Matrix4 {
  const arm = new Vector3().subVectors(to, from);
  const length = arm.length();
  const turn = new Quaternion().setFromUnitVectors(UP, arm.normalize());
  return new Matrix4().compose(from.clone().lerp(to, 0.5), turn, new Vector3(1, length, 1));
}

/** Pairs of cells that are one apart. */
export function joints(
  cells: readonly { readonly x: number; readonly y: number; readonly z: number }[],
): [number, number][] {
  return cells.flatMap((a, k) =>
    cells
      .slice(k + 1)
      .flatMap((b, n): [number, number][] =>
        Math.abs(Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) - 1) < 0.05 ? [[k, k + 1 + n]] : [],
      ),
  );
}

/** Many copies of one form, each with a place and a shade, in one draw call. */
export class Copies {
  readonly mesh: InstancedMesh;

  constructor(
    form: BufferGeometry,
    material: MeshStandardMaterial,
    readonly most: number,
  ) {
    this.mesh = new InstancedMesh(form, material, most);
    this.mesh.frustumCulled = false;
    this.mesh.count = 0;
  }

  set(copies: readonly { readonly at: Matrix4; readonly shade: Color }[]): void {
    copies.forEach(({ at, shade }, k) => {
      this.mesh.setMatrixAt(k, at);
      this.mesh.setColorAt(k, shade);
    });
    this.mesh.count = copies.length;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
}

/** Lumps of one material: two draw calls, for their cells and for their joints. */
export class Lumps {
  readonly cells: Copies;
  readonly joints: Copies;

  constructor(
    forms: Forms,
    readonly material: MeshStandardMaterial,
    most: number,
  ) {
    this.cells = new Copies(forms.cell, material, most);
    // A ball has twelve neighbors, each joint has two ends.
    this.joints = new Copies(forms.joint, material, 6 * most);
  }

  set(lumps: readonly Lump[]): void {
    this.cells.set(
      lumps.flatMap(({ spots, shade }) => spots.map((spot) => ({ at: new Matrix4().setPosition(spot), shade }))),
    );
    this.joints.set(
      lumps.flatMap(({ spots, joints: pairs, shade }) =>
        pairs.map(([a, b]) => ({ at: jointMatrix(spots[a]!, spots[b]!), shade })),
      ),
    );
  }
}
