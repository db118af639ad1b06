/** The public names of the viewer. */

export { contrasting, customized, type Ink, PALETTES, type PaletteName, paletteOf } from "./drawing/palette";
export type { Show, Theme } from "./drawing/stage";
export type { StyleName } from "./drawing/style";
export type { Events, TurnSource } from "./events";
export { OrbitCamera, type View } from "./hand/camera";
export { lookedFrom } from "./hand/keys";
export { Pointers } from "./hand/pointer";
export { HIDDEN_VIEWS, type HiddenView } from "./hidden_faces";
export { NetSheet } from "./net_sheet";
export type { Scene, SceneMove } from "./scene";
export { applied, coloring, isBlocked, type State, shortest, solved, startOf } from "./state";
export { type Options, Viewer } from "./viewer";
