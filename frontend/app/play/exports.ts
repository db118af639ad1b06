/** Exports: the puzzle as it is shown, as a picture, a solid, or a film of its moves. */

import type { Viewer } from "../../viewer";
import { download, h } from "../dom";
import { icons } from "../icons";
import type { Line } from "./line";

type Told = (text: string) => void;

interface FileKind {
  readonly title: string;
  readonly extension: string;
  readonly make: (viewer: Viewer, line: Line, tell: Told) => Promise<Blob>;
}

/** Each kind of file, and how it is made; the writers of solids and films are loaded only when used. */
const KINDS: readonly FileKind[] = [
  { title: "PNG", extension: "png", make: (viewer) => viewer.picture(3) },
  {
    title: "SVG",
    extension: "svg",
    make: async (viewer) => (await import("../../viewer/exports/svg")).svgPicture(viewer),
  },
  {
    title: "GLB",
    extension: "glb",
    make: async (viewer) => (await import("../../viewer/exports/solid_files")).glb(viewer),
  },
  {
    title: "STL",
    extension: "stl",
    make: async (viewer) => (await import("../../viewer/exports/solid_files")).stl(viewer),
  },
  { title: "Animation", extension: "apng.png", make: animation },
];

async function animation(viewer: Viewer, line: Line, tell: Told): Promise<Blob> {
  const { filmed } = await import("./film");
  return filmed(viewer, line, (part) => tell(`Taking pictures: ${Math.round(100 * part)} %`));
}

export function exportMenu(viewer: Viewer, line: Line, name: string, tell: Told): HTMLElement {
  const save = async ({ extension, make }: FileKind): Promise<void> => {
    try {
      download(await make(viewer, line, tell), `${name.replace(/[^\w.-]+/g, "-")}.${extension}`);
    } catch (fault) {
      tell(`The file could not be made: ${fault instanceof Error ? fault.message : String(fault)}`);
    }
  };
  const menu: HTMLDetailsElement = h(
    "details",
    { class: "menu" },
    h("summary", { class: "button" }, icons.save(), "Save"),
    h(
      "div",
      { class: "card menu-list" },
      ...KINDS.map((kind) =>
        h(
          "button",
          {
            type: "button",
            class: "soft",
            onclick: () => {
              menu.open = false;
              void save(kind);
            },
          },
          kind.title,
        ),
      ),
    ),
  );
  return menu;
}
