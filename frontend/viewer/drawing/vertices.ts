/** Vertices: the numbers of a merged mesh, in arrays that grow as solids are added. */

import { BufferAttribute, BufferGeometry, type Vector3 } from "three";

/** What a vertex shows: bare plastic, the color of its sticker, or a shade of its own. */
export const PLASTIC = 0;
export const STICKER = 1;
export const TINTED = 2;

/** What the vertices of one patch have in common. */
export interface Surface {
  readonly item: number;
  readonly kind: number;
  /** The middle of the piece, from which it moves away when the puzzle is exploded. */
  readonly middle: Vector3;
  readonly tint: readonly [number, number, number];
}

/** A spot where no letter and no pattern is drawn. */
export const NO_SPOT: readonly [number, number] = [9, 9];

const FLOATS = 14;

export class Vertices {
  count = 0;
  triangles = 0;
  /** How many of the triangles, the first ones, are enough while the puzzle is closed. */
  closed = 0;
  /** Per vertex: position 3, normal 3, item, light, kind, spot 2, middle 3. */
  private numbers = new Float32Array(FLOATS * 1024);
  private tints = new Uint8Array(4 * 1024);
  private rows = new Uint32Array(3 * 1024);

  /** Add a vertex; `light` is how much light reaches it, `spot` where it lies on its sticker. */
  add(
    x: number,
    y: number,
    z: number,
    normal: Vector3,
    surface: Surface,
    light: number,
    spot: readonly [number, number] = NO_SPOT,
  ): number {
    const row = this.count++;
    if (FLOATS * this.count > this.numbers.length) this.grow();
    const { numbers, tints } = this;
    const { item, kind, middle, tint } = surface;
    let at = FLOATS * row;
    numbers[at++] = x;
    numbers[at++] = y;
    numbers[at++] = z;
    numbers[at++] = normal.x;
    numbers[at++] = normal.y;
    numbers[at++] = normal.z;
    numbers[at++] = item;
    numbers[at++] = light;
    numbers[at++] = kind;
    numbers[at++] = spot[0];
    numbers[at++] = spot[1];
    numbers[at++] = middle.x;
    numbers[at++] = middle.y;
    numbers[at] = middle.z;
    tints[4 * row] = tint[0];
    tints[4 * row + 1] = tint[1];
    tints[4 * row + 2] = tint[2];
    return row;
  }

  triangle(a: number, b: number, c: number): void {
    const at = 3 * this.triangles++;
    if (at + 3 > this.rows.length) {
      const larger = new Uint32Array(2 * this.rows.length);
      larger.set(this.rows);
      this.rows = larger;
    }
    this.rows[at] = a;
    this.rows[at + 1] = b;
    this.rows[at + 2] = c;
  }

  /** A band between two closed lines of vertices with equal counts; `skip` leaves out segments. */
  band(upper: readonly number[], lower: readonly number[], skip?: (segment: number) => boolean): void {
    const count = upper.length;
    for (let k = 0; k < count; k++) {
      if (skip?.(k)) continue;
      const next = (k + 1) % count;
      this.triangle(upper[k]!, lower[k]!, lower[next]!);
      this.triangle(upper[k]!, lower[next]!, upper[next]!);
    }
  }

  get indices(): Uint32Array {
    return this.rows.subarray(0, 3 * this.triangles);
  }

  position(row: number): [number, number, number] {
    const at = FLOATS * row;
    return [this.numbers[at]!, this.numbers[at + 1]!, this.numbers[at + 2]!];
  }

  normal(row: number): [number, number, number] {
    const at = FLOATS * row;
    return [this.numbers[at + 3]!, this.numbers[at + 4]!, this.numbers[at + 5]!];
  }

  item(row: number): number {
    return this.numbers[FLOATS * row + 6]!;
  }

  kind(row: number): number {
    return this.numbers[FLOATS * row + 8]!;
  }

  geometry(): BufferGeometry {
    const made = new BufferGeometry();
    const part = (start: number, size: number): BufferAttribute => {
      const data = new Float32Array(size * this.count);
      for (let row = 0; row < this.count; row++) {
        const from = FLOATS * row + start;
        for (let k = 0; k < size; k++) data[size * row + k] = this.numbers[from + k]!;
      }
      return new BufferAttribute(data, size);
    };
    made.setAttribute("position", part(0, 3));
    made.setAttribute("normal", part(3, 3));
    made.setAttribute("item", part(6, 1));
    made.setAttribute("look", part(7, 2));
    made.setAttribute("spot", part(9, 2));
    made.setAttribute("middle", part(11, 3));
    made.setAttribute("tint", new BufferAttribute(this.tints.slice(0, 4 * this.count), 4, true));
    made.setIndex(new BufferAttribute(this.indices.slice(), 1));
    return made;
  }

  private grow(): void {
    const numbers = new Float32Array(2 * this.numbers.length);
    numbers.set(this.numbers);
    this.numbers = numbers;
    const tints = new Uint8Array(2 * this.tints.length);
    tints.set(this.tints);
    this.tints = tints;
  }
}
