/** The net: all faces of the puzzle at once, unfolded into a plane, as a small flat picture. */

import { Vector3 } from "three";
import type { Scene } from "../scene";
import { inset, room } from "./polygon";
import { outlineOf } from "./solids";

export type Flat = readonly (readonly [number, number])[];

/** The outlines of all places in the net, up being positive; none if the scene has no net. */
export function netOutlines(scene: Scene): Flat[] {
  if (scene.net.length === 0) return [];
  return scene.colors.map((_, place) => {
    const outline = outlineOf(scene, place);
    const normal = new Vector3().fromArray(scene.normals as number[], 3 * place);
    const small = inset(outline, normal, 0.1 * room(outline));
    const at = 8 * scene.faces[place]!;
    const right = new Vector3().fromArray(scene.net as number[], at);
    const up = new Vector3().fromArray(scene.net as number[], at + 3);
    const [x, y] = [scene.net[at + 6]!, scene.net[at + 7]!];
    return small.map((point) => [point.dot(right) + x, point.dot(up) + y] as const);
  });
}

const PIXELS = 2;
const MARGIN = 0.04;

export class NetPicture {
  readonly canvas = document.createElement("canvas");
  private readonly paths: Path2D[];
  private readonly pen: CanvasRenderingContext2D;

  /** `width` is that of the picture on the page. */
  constructor(
    readonly scene: Scene,
    width: number,
  ) {
    const outlines = netOutlines(scene);
    const all = outlines.flat();
    const [left, right] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))];
    const [low, high] = [Math.min(...all.map(([, y]) => y)), Math.max(...all.map(([, y]) => y))];
    const edge = MARGIN * (right - left);
    const scale = (PIXELS * width) / (right - left + 2 * edge);
    this.canvas.width = Math.round(PIXELS * width);
    this.canvas.height = Math.round(scale * (high - low + 2 * edge));
    this.canvas.className = "puzzlery-net-picture";
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `Net of ${scene.name}: all faces unfolded`);
    Object.assign(this.canvas.style, { width: "100%", display: "block" });
    this.pen = this.canvas.getContext("2d")!;
    this.paths = outlines.map((outline) => {
      const path = new Path2D();
      outline.forEach(([x, y], k) => {
        path[k === 0 ? "moveTo" : "lineTo"](scale * (x - left + edge), scale * (high - y + edge));
      });
      path.closePath();
      return path;
    });
  }

  /** Paint the places with shades. */
  draw(shade: (place: number) => string): void {
    const { pen } = this;
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.lineJoin = "round";
    pen.strokeStyle = "rgb(0 0 0 / 0.5)";
    pen.lineWidth = Math.min(PIXELS, this.canvas.width / 400);
    this.paths.forEach((path, place) => {
      pen.fillStyle = shade(place);
      pen.fill(path);
      pen.stroke(path);
    });
  }

  /** The place under a point of the page; null if there is none. */
  placeAt(event: MouseEvent): number | null {
    const box = this.canvas.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * this.canvas.width;
    const y = ((event.clientY - box.top) / box.height) * this.canvas.height;
    const place = this.paths.findIndex((path) => this.pen.isPointInPath(path, x, y));
    return place < 0 ? null : place;
  }
}
