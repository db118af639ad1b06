/** Hidden faces: what a viewer adds to its element to show the sides that one does not see. */

import type { Inset } from "./drawing/back_view";
import { netOf } from "./drawing/net";
import { NetSheet, type PlaceLook } from "./net_sheet";
import type { Scene } from "./scene";

/** The ways to see hidden faces, each with its key and what is said about it. */
export const HIDDEN_VIEWS = {
  hints: { key: "h", name: "Floating stickers behind" },
  back: { key: "v", name: "View from behind" },
  net: { key: "n", name: "Net of all faces" },
} as const;
export type HiddenView = keyof typeof HIDDEN_VIEWS;

/** The way that a key switches on or off. */
export function hiddenViewOf(key: string): HiddenView | null {
  const names = Object.keys(HIDDEN_VIEWS) as HiddenView[];
  return names.find((name) => HIDDEN_VIEWS[name].key === key.toLowerCase()) ?? null;
}

const NET_WIDTH = 230;
const NET_KEYS = "Arrows go from sticker to sticker, Enter picks one.";

export class HiddenFaces {
  private readonly frame = document.createElement("button");
  private readonly sheet = document.createElement("div");
  private net: NetSheet | null = null;

  constructor(
    element: HTMLElement,
    private readonly scene: Scene,
    behind: () => void,
    private readonly picked: (place: number) => void,
  ) {
    if (getComputedStyle(element).position === "static") element.style.position = "relative";
    this.frame.type = "button";
    this.frame.className = "puzzlery-behind";
    this.frame.setAttribute("aria-label", "Look from behind");
    this.frame.title = "Look from behind";
    this.frame.hidden = true;
    Object.assign(this.frame.style, { position: "absolute", padding: "0", background: "none" });
    this.frame.addEventListener("click", behind);
    this.sheet.className = "puzzlery-net";
    this.sheet.hidden = true;
    Object.assign(this.sheet.style, { position: "absolute", left: "14px", bottom: "14px" });
    element.append(this.frame, this.sheet);
  }

  get hasNet(): boolean {
    return this.scene.net.length > 0;
  }

  /** Put the frame around the picture from behind; null hides it. */
  place(inset: Inset | null): void {
    this.frame.hidden = inset === null;
    if (inset === null) return;
    const { left, top, side } = inset;
    Object.assign(this.frame.style, { left: `${left}px`, top: `${top}px`, width: `${side}px`, height: `${side}px` });
  }

  /** Show the net as its places look, or hide it; stickers can be picked from it while it is active. */
  showNet(shown: boolean, active: boolean, width: number, lookOf: (place: number) => PlaceLook): void {
    this.sheet.hidden = !shown || !this.hasNet;
    if (this.sheet.hidden) return;
    if (this.net === null) {
      this.net = new NetSheet(netOf(this.scene)!, `Net of ${this.scene.name}: all faces unfolded`, NET_KEYS, {
        pick: this.picked,
      });
      this.sheet.append(this.net.element);
    }
    this.sheet.style.width = `${Math.round(Math.min(NET_WIDTH, 0.42 * width))}px`;
    this.net.activate(active);
    this.net.paint(lookOf);
  }

  /** The place of the net that keys are about; null while they are elsewhere. */
  get focusedPlace(): number | null {
    return this.net?.focused ?? null;
  }

  /** Lead keys to a place of the net, if it is shown. */
  focusPlace(place: number): void {
    if (!this.sheet.hidden) this.net?.focus(place);
  }

  dispose(): void {
    this.frame.remove();
    this.sheet.remove();
  }
}
