/** The shadow under a puzzle: soft, in the shape of its outline seen from above, dark where it touches. */

import { DoubleSide, GLSL3, Mesh, PlaneGeometry, ShaderMaterial, Vector2 } from "three";
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
  const ways = directions();
  const reach = ways.map(() => -Infinity);
  const touch = ways.map(() => -Infinity);
  for (let row = 0; row < vertices.count; row++) {
    const [x, y, z] = vertices.position(row);
    const low = y - middle.y <= limit;
    ways.forEach((way, k) => {
      const far = (x - middle.x) * way.x + (z - middle.z) * way.y;
      if (far > reach[k]!) reach[k] = far;
      if (low && far > touch[k]!) touch[k] = far;
    });
  }
  return { floor, reach, touch };
}

export class Shadow {
  readonly mesh: Mesh;
  private readonly material: ShaderMaterial;

  constructor(
    footprint: Footprint,
    private readonly radius: number,
  ) {
    this.material = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: SHADOW_VERTEX,
      fragmentShader: SHADOW_FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      uniforms: {
        strength: { value: 0.3 },
        radius: { value: radius },
        ways: { value: directions() },
        reach: { value: [...footprint.reach] },
        touch: { value: [...footprint.touch] },
        grown: { value: 1 },
      },
    });
    this.mesh = new Mesh(new PlaneGeometry(1, 1), this.material);
    this.mesh.rotation.x = -Math.PI / 2;
    this.mesh.renderOrder = -1;
    this.mesh.frustumCulled = false;
    this.put(footprint, 1);
  }

  /** Lie below a puzzle that is drawn apart by some factor. */
  put(footprint: Footprint, grown: number): void {
    const { uniforms } = this.material;
    uniforms["reach"]!.value = [...footprint.reach];
    uniforms["touch"]!.value = [...footprint.touch];
    uniforms["grown"]!.value = grown;
    this.mesh.position.set(0, footprint.floor * grown - 0.012 * this.radius, 0);
    this.mesh.scale.setScalar(5 * this.radius * grown);
  }

  set strength(strength: number) {
    this.material.uniforms["strength"]!.value = strength;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.material.dispose();
  }
}
