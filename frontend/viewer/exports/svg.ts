/** An SVG of what the viewer shows: the stickers that face the camera, painted from far to near. */

import { Vector3 } from "three";
import { inset, middleOf, room } from "../drawing/polygon";
import type { Viewer } from "../viewer";

const KEY = new Vector3(0.35, 0.75, 0.65).normalize();

function lit(shade: string, light: number): string {
  const parts = [1, 3, 5].map((at) => Math.min(255, Math.round(Number.parseInt(shade.slice(at, at + 2), 16) * light)));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** All flat sides as they stand now: their outlines in space and their shades. */
export function svgText(viewer: Viewer): string {
  const { width, height } = viewer.canvas.getBoundingClientRect();
  const eye = viewer.camera.camera.position;
  const seen = viewer.standingSides().flatMap((side) => {
    const middle = middleOf(side.outline);
    if (side.normal.dot(new Vector3().subVectors(eye, middle)) <= 0) return [];
    const local = side.normal.clone().transformDirection(viewer.camera.camera.matrixWorldInverse);
    const light = 0.72 + 0.36 * Math.max(0, local.dot(KEY));
    const outline = side.sticker ? inset(side.outline, side.normal, 0.08 * room(side.outline)) : side.outline;
    return [{ outline, shade: lit(side.shade, light), far: eye.distanceTo(middle) }];
  });
  seen.sort((a, b) => b.far - a.far);
  const polygons = seen.map(({ outline, shade }) => {
    const corners = outline.map((corner) => viewer.camera.project(corner));
    const text = corners.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
    return `<polygon points="${text}" fill="${shade}" stroke="${shade}" stroke-width="0.6" stroke-linejoin="round"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${polygons.join("")}</svg>\n`;
}

export function svgPicture(viewer: Viewer): Blob {
  return new Blob([svgText(viewer)], { type: "image/svg+xml" });
}
