/** Items: what the shader must know of each sticker and of each moving part, in two textures. */

import { Color, DataTexture, FloatType, type Matrix4, NearestFilter, Quaternion, RGBAFormat, Vector3 } from "three";

/** Texels of one item: color and mark; part, visibility, glow, pattern; rotation; shift. */
export const TEXELS = 4;
export const ITEMS_A_ROW = 256;
const WIDTH = TEXELS * ITEMS_A_ROW;

function texture(width: number, height: number): DataTexture {
  const made = new DataTexture(new Float32Array(4 * width * height), width, height, RGBAFormat, FloatType);
  made.minFilter = NearestFilter;
  made.magFilter = NearestFilter;
  return made;
}

export class ItemTexture {
  readonly texture: DataTexture;
  /** Whether a color of any item has a pattern. */
  isPatterned = false;
  private readonly data: Float32Array;
  private readonly shades = new Map<string, Color>();

  constructor(count: number) {
    this.texture = texture(WIDTH, Math.max(1, Math.ceil(count / ITEMS_A_ROW)));
    this.data = this.texture.image.data as Float32Array;
    for (let item = 0; item < count; item++) {
      this.data[16 * item + 5] = 1;
      this.data[16 * item + 11] = 1;
    }
  }

  /** Colors are kept linear, as light is added up in the shader. */
  setColor(item: number, shade: string, letter: number, pattern: number): void {
    const color = this.shades.get(shade) ?? new Color(shade);
    this.shades.set(shade, color);
    this.data.set([color.r, color.g, color.b, letter], 16 * item);
    this.data[16 * item + 7] = pattern;
    if (pattern > 0) this.isPatterned = true;
    this.texture.needsUpdate = true;
  }

  setPart(item: number, part: number): void {
    this.data[16 * item + 4] = part;
    this.texture.needsUpdate = true;
  }

  setLook(item: number, visible: number, glow: number): void {
    this.data[16 * item + 5] = visible;
    this.data[16 * item + 6] = glow;
    this.texture.needsUpdate = true;
  }

  setPose(item: number, pose: Matrix4): void {
    const turn = new Quaternion();
    const shift = new Vector3();
    pose.decompose(shift, turn, new Vector3());
    this.data.set([turn.x, turn.y, turn.z, turn.w, shift.x, shift.y, shift.z, 0], 16 * item + 8);
    this.texture.needsUpdate = true;
  }

  visibility(item: number): number {
    return this.data[16 * item + 5]!;
  }
}

/** The matrices of the parts that move now, one a row; row 0 rests. */
export class PartTexture {
  texture = texture(4, 8);

  set(matrices: readonly Matrix4[]): void {
    if (matrices.length > this.texture.image.height) {
      this.texture.dispose();
      this.texture = texture(4, 2 * matrices.length);
    }
    const data = this.texture.image.data as Float32Array;
    matrices.forEach((matrix, row) => matrix.toArray(data as unknown as number[], 16 * row));
    this.texture.needsUpdate = true;
  }
}
