/** The public names of the viewer. */

export type { View } from "./camera";
export type { Events, Maker } from "./events";
export { contrasting, customized, type Ink, PALETTES, type PaletteName, paletteOf } from "./palette";
export type { Scene, SceneMove } from "./scene";
export type { Show, Theme } from "./stage";
export { applied, coloring, isBlocked, shortest, solved, startOf, type State } from "./state";
export { type Options, Viewer } from "./viewer";
