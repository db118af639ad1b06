/** The shadow under a puzzle: soft, in the shape of its outline seen from above, dark where it touches. */

import {
  DataTexture,
  DoubleSide,
  GLSL3,
  LinearFilter,
  Mesh,
  PlaneGeometry,
  RedFormat,
  ShaderMaterial,
  Vector2,
} from "three";
import { SHADOW_FRAGMENT, SHADOW_VERTEX } from "./shaders";
import type { Vertices } from "./vertices";

/** Directions in which the outline seen from above is measured. */
export const DIRECTIONS = 24;
/** What is nearer to the floor than this part of the puzzle's height touches it. */
const TOUCH = 0.06;

export interface Footprint {
  /** The height of the lowest point. */
  readonly floor: number;
  /** How far the puzzle, and the part that touches the floor, reach in each direction. */
  readonly reach: readonly number[];
  readonly touch: readonly number[];
}

/** The directions as points on the unit circle. */
export function directions(): Vector2[] {
  return Array.from({ length: DIRECTIONS }, (_, k) => {
    const angle = (2 * Math.PI * k) / DIRECTIONS;
    return new Vector2(Math.cos(angle), Math.sin(angle));
  });
}

const WAYS = directions();

/** The footprint of vertices, measured from the middle of the puzzle. */
export function footprintOf(vertices: Vertices, middle: { x: number; y: number; z: number }): Footprint {
  let floor = Infinity;
  let roof = -Infinity;
  for (let row = 0; row < vertices.count; row++) {
    const y = vertices.position(row)[1] - middle.y;
    floor = Math.min(floor, y);
    roof = Math.max(roof, y);
  }
  const limit = floor + TOUCH * (roof - floor);
  const reach = WAYS.map(() => -Infinity);
  const touch = WAYS.map(() => -Infinity);
  for (let row = 0; row < vertices.count; row++) {
    const [x, y, z] = vertices.position(row);
    const low = y - middle.y <= limit;
    WAYS.forEach((way, k) => {
      const far = (x - middle.x) * way.x + (z - middle.z) * way.y;
      if (far > reach[k]!) reach[k] = far;
      if (low && far > touch[k]!) touch[k] = far;
    });
  }
  return { floor, reach, touch };
}

/** How wide the shadow is, in radii of the puzzle: beyond this there is none. */
const WIDTH = 3.5;
/** Samples of the shadow along each side. It is soft, so few are enough. */
const SAMPLES = 128;

/** How dark the shadow is at a point of the floor, from 0 to 1; lengths in radii of the puzzle. */
export function darkness({ reach, touch }: Footprint, radius: number, x: number, z: number): number {
  let far = 0;
  let near = 0;
  WAYS.forEach((way, k) => {
    const along = x * way.x + z * way.y;
    far = Math.max(far, along - (0.72 * reach[k]!) / radius);
    near = Math.max(near, along - touch[k]! / radius);
  });
  return Math.min(1, 0.62 * faded(far / 0.95) + 0.75 * faded(near / 0.3));
}

function faded(part: number): number {
  return part < 1 ? (1 - part) ** 2 : 0;
}

/** The shadow as a picture. It is worked out once: done for each pixel of each frame, it takes as long
 * as drawing the puzzle itself where there is no graphics processor. */
function baked(footprint: Footprint, radius: number): DataTexture {
  const data = new Uint8Array(SAMPLES * SAMPLES);
  const at = (k: number): number => WIDTH * ((k + 0.5) / SAMPLES - 0.5);
  for (let row = 0; row < SAMPLES; row++) {
    for (let column = 0; column < SAMPLES; column++) {
      // The plane lies on its back: its upper end is away from the viewer.
      const value = darkness(footprint, radius, at(column), -at(row));
      data[SAMPLES * row + column] = Math.round(255 * value);
    }
  }
  const texture = new DataTexture(data, SAMPLES, SAMPLES, RedFormat);
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

export class Shadow {
  readonly mesh: Mesh;
  private readonly material: ShaderMaterial;
  private readonly picture: DataTexture;

  constructor(
    private readonly footprint: Footprint,
    private readonly radius: number,
  ) {
    this.picture = baked(footprint, radius);
    this.material = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: SHADOW_VERTEX,
      fragmentShader: SHADOW_FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      uniforms: { strength: { value: 0.3 }, soft: { value: this.picture } },
    });
    this.mesh = new Mesh(new PlaneGeometry(1, 1), this.material);
    this.mesh.rotation.x = -Math.PI / 2;
    this.mesh.renderOrder = -1;
    this.mesh.frustumCulled = false;
    this.grow(1);
  }

  /** Lie below a puzzle that is drawn apart by some factor. */
  grow(grown: number): void {
    this.mesh.position.set(0, this.footprint.floor * grown - 0.012 * this.radius, 0);
    this.mesh.scale.setScalar(WIDTH * this.radius * grown);
  }

  set strength(strength: number) {
    this.material.uniforms["strength"]!.value = strength;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.material.dispose();
    this.picture.dispose();
  }
}
