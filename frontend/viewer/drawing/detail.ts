/** Detail: how much of a rounded piece is drawn, by how many stickers a puzzle has. */

/** `round`: all of it; `beveled`: corners cut off instead of rounded; `flat`: a flat sticker over a groove. */
export type Detail = "round" | "beveled" | "flat";

/** Above this many stickers one is about 40 pixels wide on a usual screen, and its roundings are 4. */
export const SEVERAL = 700;
/** So many stickers are too small to see that their edges are sharp. */
export const MANY = 2000;

export function detailFor(stickers: number): Detail {
  if (stickers > MANY) return "flat";
  return stickers > SEVERAL ? "beveled" : "round";
}
