/** Scenes: what Python sends to show a puzzle and turn it; see `puzzlery.render.scene`. */

import type { Scene } from "../api/schema";

export type { Scene, SceneBody, SceneGrip, SceneMove, SceneProp, SceneSpin } from "../api/schema";

export type Triple = readonly [number, number, number];

/** Whether outlines and bodies must travel with their stickers, as where the shape changes. */
export function isCarried(scene: Scene): boolean {
  return scene.shifting || scene.glued.length > 0;
}
