/** Exports: the puzzle as it is shown, as a picture or as a solid. */

import { h, download } from "../dom";
import { icons } from "../icons";
import type { Viewer } from "../../viewer";

/** Each kind of file, and how it is made; the writers of solids are loaded only when used. */
const KINDS: Record<string, (viewer: Viewer) => Promise<Blob>> = {
  png: (viewer) => viewer.picture(3),
  svg: async (viewer) => (await import("../../viewer/svg")).svgPicture(viewer),
  glb: async (viewer) => (await import("../../viewer/solid_files")).glb(viewer),
  stl: async (viewer) => (await import("../../viewer/solid_files")).stl(viewer),
};

export function exportMenu(viewer: Viewer, name: string, tell: (text: string) => void): HTMLElement {
  const save = async (kind: string): Promise<void> => {
    try {
      download(await KINDS[kind]!(viewer), `${name.replace(/[^\w.-]+/g, "-")}.${kind}`);
    } catch (fault) {
      tell(`The file could not be made: ${fault instanceof Error ? fault.message : String(fault)}`);
    }
  };
  const menu: HTMLDetailsElement = h("details", { class: "menu" },
    h("summary", { class: "button" }, icons.save(), "Save"),
    h("div", { class: "card menu-list" }, ...Object.keys(KINDS).map((kind) =>
      h("button", { type: "button", class: "soft", onclick: () => {
        menu.open = false;
        void save(kind);
      } }, kind.toUpperCase()))));
  return menu;
}
