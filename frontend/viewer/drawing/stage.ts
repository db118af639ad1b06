/** The stage: one WebGL context that draws the puzzle, its hint faces, its shadow and its back. */

import {
  BackSide,
  type BufferGeometry,
  Color,
  DoubleSide,
  GLSL3,
  Mesh,
  ShaderMaterial,
  Scene as Space,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import type { OrbitCamera } from "../hand/camera";
import type { Scene } from "../scene";
import { atlasOf } from "./atlas";
import { backCamera, type Inset, insetOf } from "./back_view";
import { hintGeometry, merged } from "./geometry";
import type { ItemTexture, PartTexture } from "./items";
import { FRAGMENT, HINT_FRAGMENT, VERTEX } from "./shaders";
import { footprintOf, Shadow } from "./shadow";
import { coreRadius, type Extent, isFlat, type Solid } from "./solids";
import type { StyleName } from "./style";

export type Theme = "light" | "dark";
const PLASTIC = { light: "#1d1f24", dark: "#1a1b20" } as const;
const SHADOW = { light: 0.34, dark: 0.7 } as const;

/** What the stage shows besides the state. */
export interface Show {
  explode: number;
  seeThrough: number;
  hints: boolean;
  /** Whether a small picture shows the puzzle from behind. */
  back: boolean;
  /** Whether a flat picture shows all faces unfolded. */
  net: boolean;
  /** Stickers on black plastic, or plastic of the stickers' colors. */
  style: StyleName;
  letters: boolean;
  /** How far the pieces that are not lit step back. */
  dimmed: number;
  theme: Theme;
}

export class Stage {
  readonly renderer: WebGLRenderer;
  private readonly space = new Space();
  private readonly material: ShaderMaterial;
  private readonly hintMaterial: ShaderMaterial;
  private readonly atlas;
  private readonly solid: boolean;
  private readonly core: number;
  private body: Mesh | null = null;
  private hints: Mesh | null = null;
  private shadow: Shadow | null = null;
  private style: StyleName | null = null;
  private back = false;
  private sharp = 1;
  /** Indices that are drawn while the puzzle is closed. */
  private closedCount = 0;
  /** Whether no piece is apart, looked through, hidden or turning, so that inner walls are not seen. */
  closed = false;
  private calls = 0;
  /** How many pictures were drawn. */
  frames = 0;

  constructor(
    private readonly scene: Scene,
    private readonly solids: readonly Solid[],
    private readonly extent: Extent,
    private readonly items: ItemTexture,
    private readonly parts: PartTexture,
  ) {
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: false });
    this.renderer.autoClear = false;
    this.renderer.info.autoReset = false;
    this.solid = !isFlat(scene);
    this.core = coreRadius(scene);
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
      plastic: { value: new Color() },
    };
    this.material = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      // Seen from inside, plastic is dark: no gap shows what is behind the puzzle.
      side: DoubleSide,
      uniforms: { ...shared, accent: { value: new Color("#8ab4ff") }, clarity: { value: 0 }, dimmed: { value: 0 } },
    });
    this.hintMaterial = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: HINT_FRAGMENT,
      side: BackSide,
      transparent: true,
      uniforms: { ...shared, strength: { value: 0.85 } },
    });
  }

  private mesh(geometry: BufferGeometry, material: ShaderMaterial): Mesh {
    const made = new Mesh(geometry, material);
    // Vertices are moved in the shader, so the box that three knows is not where they are.
    made.frustumCulled = false;
    this.space.add(made);
    return made;
  }

  /** Build the bodies in a style, unless they are built already. */
  private build(style: StyleName): void {
    if (style === this.style) return;
    this.style = style;
    const vertices = merged(this.solids, this.scene.props, this.extent, this.core, style);
    this.body?.geometry.dispose();
    this.body?.removeFromParent();
    this.body = this.mesh(vertices.geometry(), this.material);
    this.closedCount = 3 * vertices.closed;
    if (this.shadow === null && this.solid) {
      this.shadow = new Shadow(footprintOf(vertices, this.extent.middle), this.extent.radius);
      this.space.add(this.shadow.mesh);
    }
  }

  /** The hint faces are built when they are first shown. */
  private showHints(shown: boolean): void {
    if (shown) this.hints ??= this.mesh(hintGeometry(this.solids, this.extent).geometry(), this.hintMaterial);
    if (this.hints) this.hints.visible = shown;
  }

  show(show: Show): void {
    this.build(show.style);
    const { uniforms } = this.material;
    uniforms["clarity"]!.value = 0.75 * show.seeThrough;
    uniforms["dimmed"]!.value = show.dimmed;
    (uniforms["plastic"]!.value as Color).set(PLASTIC[show.theme]);
    for (const material of [this.material, this.hintMaterial]) {
      material.uniforms["explode"]!.value = show.explode;
      material.uniforms["lettered"]!.value = show.letters ? 1 : 0;
    }
    this.showHints(show.hints);
    this.back = show.back;
    if (this.shadow === null) return;
    this.shadow.strength = SHADOW[show.theme];
    this.shadow.grow(1 + show.explode);
  }

  resize(width: number, height: number): void {
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2) * this.sharp);
    this.renderer.setSize(width, height, false);
  }

  /** How many pixels a sharp picture has. */
  get pixels(): number {
    const { x, y } = this.renderer.getSize(new Vector2());
    return x * y * Math.min(window.devicePixelRatio, 2) ** 2;
  }

  /** Draw with fewer pixels along each side; 1 is for all that there are. */
  set sharpness(part: number) {
    if (part === this.sharp) return;
    this.sharp = part;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2) * part);
  }

  get sharpness(): number {
    return this.sharp;
  }

  /** Whether the browser draws without a graphics processor, as far as it tells. */
  get isSoftware(): boolean {
    const gl = this.renderer.getContext();
    const told = gl.getExtension("WEBGL_debug_renderer_info");
    const name = told ? String(gl.getParameter(told.UNMASKED_RENDERER_WEBGL)) : "";
    return /swiftshader|llvmpipe|software|basic render/i.test(name);
  }

  /** Where the picture from behind is, in pixels of the page; null if it is not shown. */
  inset(width: number, height: number): Inset | null {
    return this.back ? insetOf(width, height) : null;
  }

  render(camera: OrbitCamera): void {
    const isMarked = this.items.isPatterned || this.material.uniforms["lettered"]!.value > 0;
    for (const material of [this.material, this.hintMaterial]) {
      material.uniforms["parts"]!.value = this.parts.texture;
      compileWith(material, "MARKED", isMarked);
    }
    compileWith(this.material, "SIFTED", this.material.uniforms["clarity"]!.value > 0);
    this.frames++;
    this.body?.geometry.setDrawRange(0, this.closed ? this.closedCount : Number.POSITIVE_INFINITY);
    this.renderer.info.reset();
    this.renderer.clear();
    const eye = camera.camera.getWorldDirection(new Vector3());
    if (this.shadow) this.shadow.mesh.visible = eye.y < 0.02;
    this.renderer.render(this.space, camera.camera);
    if (this.back) this.renderBack(camera);
    this.calls = this.renderer.info.render.calls;
  }

  private renderBack(camera: OrbitCamera): void {
    const { renderer } = this;
    const size = renderer.getDrawingBufferSize(new Vector2());
    const ratio = renderer.getPixelRatio();
    const { left, top, side } = insetOf(size.x / ratio, size.y / ratio);
    // three measures viewports from the lower left.
    const box = [left, size.y / ratio - top - side, side, side] as const;
    const hints = this.hints?.visible ?? false;
    if (this.hints) this.hints.visible = false;
    if (this.shadow) this.shadow.mesh.visible = false;
    renderer.setViewport(...box);
    renderer.setScissor(...box);
    renderer.setScissorTest(true);
    renderer.clear();
    renderer.render(this.space, backCamera(camera.camera));
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, size.x / ratio, size.y / ratio);
    if (this.hints) this.hints.visible = hints;
  }

  get drawCalls(): number {
    return this.calls;
  }

  get triangles(): number {
    return (this.body?.geometry.index?.count ?? 0) / 3;
  }

  dispose(): void {
    for (const mesh of [this.body, this.hints]) mesh?.geometry.dispose();
    this.shadow?.dispose();
    for (const material of [this.material, this.hintMaterial]) material.dispose();
    this.atlas.texture.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}

/** Have a part of a material's shader compiled, or left out. */
function compileWith(material: ShaderMaterial, part: string, wanted: boolean): void {
  if (wanted === part in material.defines) return;
  if (wanted) material.defines[part] = "";
  else delete material.defines[part];
  material.needsUpdate = true;
}
