/** The public names of the viewer. */

export { OrbitCamera, type View } from "./camera";
export type { Events, TurnSource } from "./events";
export { lookedFrom } from "./keys";
export { contrasting, customized, type Ink, PALETTES, type PaletteName, paletteOf } from "./palette";
export { Pointers } from "./pointer";
export type { Scene, SceneMove } from "./scene";
export type { Show, Theme } from "./stage";
export { applied, coloring, isBlocked, type State, shortest, solved, startOf } from "./state";
export { type Options, Viewer } from "./viewer";
