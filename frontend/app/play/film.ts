/** Films: the moves of a line, or a puzzle that goes round, as pictures that loop. */

import type { Viewer } from "../../viewer";
import { apng, type Frame } from "../../viewer/exports/apng";
import { settings } from "../settings";
import type { Line } from "./line";
import { momentsOf } from "./moments";
import { poseAt } from "./timeline";

/** The shorter side of a picture. */
const PIXELS = 420;

/** Take a picture of every moment; what was shown before is shown again afterwards. */
export async function filmed(viewer: Viewer, line: Line, told: (part: number) => void): Promise<Blob> {
  const { view } = viewer;
  const scale = PIXELS / Math.max(1, Math.min(viewer.canvas.clientWidth, viewer.canvas.clientHeight));
  const moments = momentsOf(line.steps.length, settings.speed);
  const frames: Frame[] = [];
  try {
    for (const { at, around, milliseconds } of moments) {
      poseAt(viewer, line, at);
      viewer.view = { ...view, azimuth: view.azimuth + around };
      const picture = await viewer.picture(scale);
      frames.push({ png: new Uint8Array(await picture.arrayBuffer()), milliseconds });
      told(frames.length / moments.length);
    }
  } finally {
    viewer.view = view;
    poseAt(viewer, line, line.at);
  }
  return new Blob([apng(frames)], { type: "image/apng" });
}
