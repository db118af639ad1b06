/** Labels in space: letters that hover before what they name and face the camera. */

import { type Camera, CanvasTexture, Group, Sprite, SpriteMaterial, Vector3 } from "three";
import { contrasting } from "../../../viewer";

export interface Label {
  readonly at: Vector3;
  readonly text: string;
  readonly shade: string;
}

/** How far before the middle of a cell its letter hovers: just outside of a ball. */
const BEFORE = 0.56;
const PIXELS = 64;

export class Labels {
  readonly group = new Group();
  private readonly made = new Map<string, SpriteMaterial>();
  private spots: readonly Vector3[] = [];

  set(labels: readonly Label[]): void {
    this.group.clear();
    this.spots = labels.map(({ at }) => at);
    for (const label of labels) {
      const sprite = new Sprite(this.material(label));
      sprite.scale.setScalar(0.5);
      this.group.add(sprite);
    }
  }

  /** Come before the cells as seen from a camera. */
  face(camera: Camera): void {
    this.group.children.forEach((sprite, k) => {
      const toward = new Vector3().subVectors(camera.position, this.spots[k]!).setLength(BEFORE);
      sprite.position.copy(this.spots[k]!).add(toward);
    });
  }

  dispose(): void {
    for (const material of this.made.values()) {
      material.map?.dispose();
      material.dispose();
    }
  }

  private material({ text, shade }: Label): SpriteMaterial {
    const ink = contrasting(shade);
    const known = this.made.get(text + ink);
    if (known) return known;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = PIXELS;
    const pen = canvas.getContext("2d")!;
    pen.font = `700 ${(text.length > 1 ? 0.5 : 0.7) * PIXELS}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = ink;
    pen.fillText(text, PIXELS / 2, 0.54 * PIXELS, 0.95 * PIXELS);
    const material = new SpriteMaterial({ map: new CanvasTexture(canvas), transparent: true, depthWrite: false });
    this.made.set(text + ink, material);
    return material;
  }
}
