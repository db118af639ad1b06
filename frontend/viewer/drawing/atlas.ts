/** The atlas: the letters of all colors in one picture, looked up by the shader. */

import { CanvasTexture, LinearFilter, LinearMipmapLinearFilter } from "three";

export interface Atlas {
  readonly texture: CanvasTexture;
  /** How many letters stand in a row, and how many rows there are. */
  readonly cells: number;
}

export function cellsFor(count: number): number {
  return Math.max(1, Math.ceil(Math.sqrt(count)));
}

export function atlasOf(letters: readonly string[]): Atlas {
  const cells = cellsFor(letters.length);
  const size = cells > 8 ? 64 : 128;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = cells * size;
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = "#000";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#fff";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  letters.forEach((letter, k) => {
    pen.font = `600 ${size * (letter.length > 1 ? 0.46 : 0.62)}px system-ui, sans-serif`;
    pen.fillText(letter, ((k % cells) + 0.5) * size, (Math.floor(k / cells) + 0.53) * size, 0.9 * size);
  });
  const texture = new CanvasTexture(canvas);
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.anisotropy = 4;
  return { texture, cells };
}
