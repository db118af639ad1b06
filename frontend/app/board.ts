/** The board: a viewer with the controls for how it looks, the same on every page. */

import {
  customized,
  type Ink,
  type Options,
  PALETTES,
  type PaletteName,
  paletteOf,
  type Scene,
  Viewer,
} from "../viewer";
import { h } from "./dom";
import { explained, lookMenu } from "./look";
import { change, onChange, settings, theme } from "./settings";
import { type ViewButtons, viewButtons } from "./view_buttons";

const PALETTE_WORDS: Record<PaletteName, string> = {
  standard: "Standard",
  colorblind: "Color-blind safe",
  pastel: "Pastel",
  gray: "Gray",
};

/** What a page wants of the viewer, and how far apart the pieces are at first. */
export interface BoardOptions extends Options {
  readonly explode?: number;
  /** A page with a net of its own: go there, where others would show the small one. */
  readonly goToNet?: () => void;
}

export class Board {
  readonly element = h("section", { class: "board", "aria-label": "Puzzle" });
  readonly viewer: Viewer;
  private readonly forget: () => void;
  private readonly views: ViewButtons;
  /** Inks that a page has chosen instead of the puzzle's own. */
  private chosen: readonly Ink[] | null = null;
  private readonly hasOwnNet: boolean;
  private explode: number;
  private clear = 0;

  constructor(
    readonly scene: Scene,
    host: HTMLElement,
    { explode = 0, goToNet, ...options }: BoardOptions = {},
  ) {
    this.explode = explode;
    this.hasOwnNet = goToNet !== undefined;
    host.append(this.element);
    const stage = h("div", { class: "stage" });
    this.element.append(stage);
    this.viewer = new Viewer(stage, scene, { ...options, inks: this.inks() });
    this.views = viewButtons(this.viewer, (view) => settings[view] && !(view === "net" && this.hasOwnNet));
    this.element.append(this.controls(), this.views.element);
    this.viewer.on("show", (changed) => {
      if (!goToNet || !("net" in changed)) return change(changed);
      this.restyle();
      goToNet();
    });
    this.forget = onChange(() => this.restyle());
    this.restyle();
  }

  /** The colors as they are drawn now. */
  inks(): Ink[] {
    const chosen = new Map<number, string>();
    this.scene.color_names.forEach((name, k) => {
      const shade = settings.shades[name];
      if (shade) chosen.set(k, shade);
    });
    return customized(paletteOf(this.scene, settings.palette), settings.palette === "standard" ? chosen : new Map());
  }

  /** Draw with these inks whatever is changed otherwise; null is for the puzzle's own. */
  paint(inks: readonly Ink[] | null): void {
    this.chosen = inks;
    this.viewer.setInks(inks ?? this.inks());
  }

  dispose(): void {
    this.forget();
    this.views.dispose();
    this.viewer.dispose();
    this.element.remove();
  }

  private restyle(): void {
    this.viewer.setInks(this.chosen ?? this.inks());
    this.viewer.show({
      theme: theme(),
      letters: settings.letters,
      hints: settings.hints,
      back: settings.back,
      net: settings.net && !this.hasOwnNet,
      style: settings.style,
      explode: this.explode,
      seeThrough: this.clear,
    });
  }

  private controls(): HTMLElement {
    return lookMenu(
      "look-menu",
      this.slider("Explode", "Move the pieces apart", this.explode, 1.5, (value) => (this.explode = value)),
      this.slider("See-through", "Look through the pieces in front", this.clear, 1, (value) => (this.clear = value)),
      this.switched("Letters on stickers", "Write the letter of its color on each sticker", "letters"),
      this.stickers(),
      explained("Colors", "One set is safe for color-blind people", this.palettes()),
      this.shades(),
      h("button", { type: "button", class: "soft", onclick: () => this.straighten() }, "Reset view"),
    );
  }

  private straighten(): void {
    this.viewer.view = this.viewer.camera.home;
  }

  private slider(name: string, title: string, value: number, most: number, set: (value: number) => void): HTMLElement {
    const input = h("input", { type: "range", min: "0", max: String(most), step: "0.01", value: String(value) });
    input.addEventListener("input", () => {
      set(Number(input.value));
      this.restyle();
    });
    return explained(name, title, input);
  }

  private switched(name: string, title: string, key: "letters"): HTMLElement {
    const input = h("input", { type: "checkbox", class: "switch", role: "switch", checked: settings[key] });
    input.addEventListener("change", () => change({ [key]: input.checked }));
    return explained(name, title, input);
  }

  private stickers(): HTMLElement {
    const checked = settings.style === "stickers";
    const input = h("input", { type: "checkbox", class: "switch", role: "switch", checked });
    input.addEventListener("change", () => change({ style: input.checked ? "stickers" : "stickerless" }));
    const title = "Colored stickers on black pieces, or pieces of colored plastic";
    return explained("Stickers on black plastic", title, input);
  }

  private palettes(): HTMLElement {
    const select = h(
      "select",
      {},
      ...PALETTES.map((name) => h("option", { value: name, selected: name === settings.palette }, PALETTE_WORDS[name])),
    );
    select.addEventListener("change", () => change({ palette: select.value as PaletteName }));
    return select;
  }

  /** A color well for each face, for a scheme of one's own. */
  private shades(): HTMLElement {
    const wells = this.inks().map((ink, k) => {
      const name = this.scene.color_names[k]!;
      const well = h("input", { type: "color", value: ink.shade, title: name, "aria-label": `Shade of ${name}` });
      well.addEventListener("input", () =>
        change({ palette: "standard", shades: { ...settings.shades, [name]: well.value } }),
      );
      return well;
    });
    const plain = h("button", { type: "button", class: "link", onclick: () => change({ shades: {} }) }, "usual shades");
    return h(
      "details",
      { class: "shades" },
      h("summary", {}, "My own shades"),
      h("div", { class: "wells" }, ...wells),
      plain,
    );
  }
}
