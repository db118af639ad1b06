/** Styles: how the sides of pieces are rounded and colored, measured in rooms of a usual sticker. */

export type StyleName = "stickers" | "stickerless";

export interface Style {
  /** Half the width of a groove. */
  readonly gap: number;
  /** The radius of rounded edges, and of corners seen from above. */
  readonly bevel: number;
  readonly rounding: number;
  /** How deep a groove is, where it is sealed. */
  readonly depth: number;
  /** The margin of plastic around a sticker, the sticker's height and the rounding of its corners. */
  readonly margin: number;
  readonly height: number;
  readonly stickerRounding: number;
}

/** With stickers, these are 85 % as wide as their piece on a cube: the rest is rim, margin and gap. */
export const STYLES: Readonly<Record<StyleName, Style>> = {
  stickers: {
    gap: 0.018,
    bevel: 0.085,
    rounding: 0.1,
    depth: 0.14,
    margin: 0.045,
    height: 0.025,
    stickerRounding: 0.24,
  },
  stickerless: { gap: 0.034, bevel: 0.15, rounding: 0.24, depth: 0.24, margin: 0, height: 0, stickerRounding: 0 },
};
