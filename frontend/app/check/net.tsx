/** The net to paint on: clicks and keys paint stickers, and the letter of a color paints it so. */

import { useEffect, useMemo } from "preact/hooks";
import type { NetResponse } from "../../api/schema";
import { type Ink, NetSheet } from "../../viewer";
import { Hosted } from "../controls";

interface Props {
  readonly net: NetResponse;
  readonly colors: readonly number[];
  readonly inks: readonly Ink[];
  readonly colorNames: readonly string[];
  readonly letters: readonly string[];
  readonly lit: readonly number[];
  readonly pick: (place: number) => void;
  /** Paint a place with a color of its own choice. */
  readonly dye: (place: number, color: number) => void;
}

const KEYS = "Arrows go from sticker to sticker, Enter paints it, and the letter of a color paints it so.";

export function Net({ net, colors, inks, colorNames, letters, lit, pick, dye }: Props) {
  const sheet = useMemo(() => {
    const key = (place: number, pressed: string): boolean => {
      const erases = pressed === "Delete" || pressed === "Backspace";
      const color = letters.findIndex((letter) => letter.toLowerCase() === pressed.toLowerCase());
      if (erases || color >= 0) dye(place, erases ? -1 : color);
      return erases || color >= 0;
    };
    const made = new NetSheet(net, "Net of the puzzle", KEYS, { pick, key });
    made.activate(true);
    return made;
  }, [net]);
  useEffect(() => {
    sheet.paint((place) => {
      const color = colors[place]!;
      const shade = inks[color]?.shade ?? null;
      return { shade, color: colorNames[color] ?? "not painted", lit: lit.includes(place) };
    });
  });
  return <Hosted element={sheet.element} />;
}
