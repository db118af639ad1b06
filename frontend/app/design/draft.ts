/** Drafts: a solid with its cuts and its bandages, as a description, and as the text that defines it. */

export const SOLIDS = { t: "Tetrahedron", c: "Cube", o: "Octahedron", d: "Dodecahedron", i: "Icosahedron" } as const;
export const KINDS = { f: "faces", v: "corners", e: "edges" } as const;
export type SolidKey = keyof typeof SOLIDS;
export type CutKind = keyof typeof KINDS;

export interface Cut {
  readonly kind: CutKind;
  readonly distance: number;
}

export interface Draft {
  readonly solid: SolidKey;
  readonly cuts: readonly Cut[];
}

/** More cuts than these have no sliders. */
export const MOST_CUTS = 6;

/** How far from the middle corners and edges are, where the faces are at 1. */
const REACH: Record<SolidKey, Record<CutKind, number>> = {
  t: { f: 1, v: 3, e: Math.sqrt(3) },
  c: { f: 1, v: Math.sqrt(3), e: Math.SQRT2 },
  o: { f: 1, v: Math.sqrt(3), e: Math.sqrt(1.5) },
  d: { f: 1, v: 1.2584, e: 1.1756 },
  i: { f: 1, v: 1.2584, e: 1.0705 },
};

/** The distances at which a plane still cuts the solid. */
export function range(solid: SolidKey, kind: CutKind): { least: number; most: number } {
  return { least: solid === "t" && kind !== "e" ? -0.95 : 0, most: Math.floor(REACH[solid][kind] * 100 - 1) / 100 };
}

/** Read `c f 0.5 v 0.6`; null if it is no description, or has more cuts than there are sliders. */
export function parsed(text: string): Draft | null {
  const [solid = "", ...words] = text.trim().split(/\s+/);
  if (!(solid in SOLIDS) || words.length < 2 || words.length % 2 === 1 || words.length > 2 * MOST_CUTS) return null;
  const cuts: Cut[] = [];
  for (let k = 0; k < words.length; k += 2) {
    const distance = Number(words[k + 1]);
    if (!(words[k]! in KINDS) || !Number.isFinite(distance)) return null;
    cuts.push({ kind: words[k] as CutKind, distance });
  }
  return { solid: solid as SolidKey, cuts };
}

export function written({ solid, cuts }: Draft): string {
  return [solid, ...cuts.map(({ kind, distance }) => `${kind} ${distance}`)].join(" ");
}

/** Groups of stickers with two pieces held together; groups that share a sticker become one. */
export function glue(
  groups: readonly (readonly number[])[],
  pieces: readonly number[],
  one: number,
  other: number,
): number[][] {
  const joined = new Set(
    pieces.flatMap((piece, sticker) => (piece === pieces[one] || piece === pieces[other] ? [sticker] : [])),
  );
  const apart = groups.filter((group) => {
    const meets = group.some((sticker) => joined.has(sticker));
    if (meets) group.forEach((sticker) => joined.add(sticker));
    return !meets;
  });
  return [...apart.map((group) => [...group]), [...joined].sort((a, b) => a - b)];
}

/** The definition as TOML: a name, what the puzzle is made of, and its bandages. */
export function definition(
  name: string,
  key: "cuts" | "catalog",
  base: string,
  glued: readonly (readonly number[])[],
): string {
  const lines = [`name = ${JSON.stringify(name)}`, `${key} = ${JSON.stringify(base)}`];
  if (glued.length > 0) lines.push(`glued = ${JSON.stringify(glued)}`);
  return `${lines.join("\n")}\n`;
}

/** What a definition says it is made of. */
export function baseOf(text: string): { key: "cuts" | "catalog"; base: string } | null {
  const found = /^(cuts|catalog) *= *"([^"\\]*)"/m.exec(text);
  return found && { key: found[1] as "cuts" | "catalog", base: found[2]! };
}

export function gluedOf(text: string): number[][] {
  const found = /^glued *= *(\[[\s\d,[\]]*\])/m.exec(text);
  if (!found) return [];
  try {
    return JSON.parse(found[1]!.replace(/,\s*\]/g, "]")) as number[][];
  } catch {
    return [];
  }
}

export function nameOf(text: string): string {
  return /^name *= *"([^"\\]*)"/m.exec(text)?.[1] ?? "";
}
