/** The stage: one WebGL context that draws the puzzle, its hint faces and its shadow. */

import {
  BackSide,
  type BufferGeometry,
  Color,
  FrontSide,
  GLSL3,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  Scene as Space,
  Vector3,
  WebGLRenderer,
} from "three";
import type { OrbitCamera } from "../hand/camera";
import type { Scene } from "../scene";
import { atlasOf } from "./atlas";
import { hintGeometry, merged } from "./geometry";
import type { ItemTexture, PartTexture } from "./items";
import { FRAGMENT, HINT_FRAGMENT, SHADOW_FRAGMENT, SHADOW_VERTEX, VERTEX } from "./shaders";
import { coreRadius, type Extent, isFlat, type Solid } from "./solids";

export type Theme = "light" | "dark";
const PLASTIC = { light: "#2a2c33", dark: "#17181d" } as const;
const SHADOW = { light: 0.3, dark: 0.6 } as const;

/** What the stage shows besides the state. */
export interface Show {
  explode: number;
  seeThrough: number;
  hints: boolean;
  letters: boolean;
  /** How far the pieces that are not lit step back. */
  dimmed: number;
  theme: Theme;
}

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly body: BufferGeometry;
  private readonly space = new Space();
  private readonly material: ShaderMaterial;
  private readonly hintMaterial: ShaderMaterial;
  private readonly shadowMaterial: ShaderMaterial;
  private readonly hints: Mesh;
  private readonly shadow: Mesh;
  private readonly atlas;
  private readonly solid: boolean;

  constructor(
    scene: Scene,
    solids: readonly Solid[],
    private readonly extent: Extent,
    items: ItemTexture,
    private readonly parts: PartTexture,
  ) {
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: false });
    this.solid = !isFlat(scene);
    this.renderer.setClearColor(0x000000, 0);
    this.atlas = atlasOf(scene.letters);
    const shared = {
      items: { value: items.texture },
      parts: { value: parts.texture },
      explode: { value: 0 },
      center: { value: extent.middle },
      atlas: { value: this.atlas.texture },
      cells: { value: this.atlas.cells },
      lettered: { value: 0 },
    };
    this.material = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      side: FrontSide,
      uniforms: {
        ...shared,
        plastic: { value: new Color() },
        accent: { value: new Color("#8ab4ff") },
        clarity: { value: 0 },
        dimmed: { value: 0 },
      },
    });
    this.hintMaterial = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: HINT_FRAGMENT,
      side: BackSide,
      transparent: true,
      uniforms: { ...shared, strength: { value: 0.85 } },
    });
    this.shadowMaterial = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: SHADOW_VERTEX,
      fragmentShader: SHADOW_FRAGMENT,
      transparent: true,
      depthWrite: false,
      uniforms: { strength: { value: 0.3 } },
    });
    this.body = merged(solids, extent, coreRadius(scene, extent)).geometry();
    this.hints = this.mesh(hintGeometry(solids, extent).geometry(), this.hintMaterial);
    this.mesh(this.body, this.material);
    this.shadow = this.mesh(new PlaneGeometry(1, 1), this.shadowMaterial);
    this.shadow.rotation.x = -Math.PI / 2;
    this.shadow.renderOrder = -1;
  }

  private mesh(geometry: BufferGeometry, material: ShaderMaterial): Mesh {
    const made = new Mesh(geometry, material);
    // Vertices are moved in the shader, so the box that three knows is not where they are.
    made.frustumCulled = false;
    this.space.add(made);
    return made;
  }

  show(show: Show): void {
    const { uniforms } = this.material;
    uniforms["clarity"]!.value = 0.75 * show.seeThrough;
    uniforms["dimmed"]!.value = show.dimmed;
    (uniforms["plastic"]!.value as Color).set(PLASTIC[show.theme]);
    for (const material of [this.material, this.hintMaterial]) {
      material.uniforms["explode"]!.value = show.explode;
      material.uniforms["lettered"]!.value = show.letters ? 1 : 0;
    }
    this.hints.visible = show.hints;
    this.shadowMaterial.uniforms["strength"]!.value = SHADOW[show.theme];
    const grown = 1 + show.explode;
    this.shadow.position.set(0, -this.floor() * grown - 0.12 * this.extent.radius, 0);
    this.shadow.scale.setScalar(3.1 * this.extent.radius * grown);
  }

  private floor(): number {
    if (!this.body.boundingBox) this.body.computeBoundingBox();
    return this.extent.middle.y - this.body.boundingBox!.min.y;
  }

  resize(width: number, height: number): void {
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
  }

  render(camera: OrbitCamera): void {
    for (const material of [this.material, this.hintMaterial]) {
      material.uniforms["parts"]!.value = this.parts.texture;
    }
    const eye = camera.camera.getWorldDirection(new Vector3());
    this.shadow.visible = this.solid && eye.y < 0.02;
    this.renderer.render(this.space, camera.camera);
  }

  get drawCalls(): number {
    return this.renderer.info.render.calls;
  }

  dispose(): void {
    this.space.traverse((part) => {
      if (part instanceof Mesh) part.geometry.dispose();
    });
    for (const material of [this.material, this.hintMaterial, this.shadowMaterial]) material.dispose();
    this.atlas.texture.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}
