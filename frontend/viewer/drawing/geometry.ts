/** Geometry: all solids of a scene merged into arrays for one draw call. */

import { SphereGeometry, Vector3 } from "three";
import type { SceneProp } from "../scene";
import { detailFor } from "./detail";
import { edgesOf } from "./edges";
import { addGround, addWalls } from "./foot";
import { hullOf } from "./hull";
import { inset, room, triangles } from "./polygon";
import { addProps } from "./props";
import { addRoundedSide, spotter } from "./rounded_side";
import { type Extent, pieceMiddles, type Side, type Solid } from "./solids";
import { STYLES, type StyleName } from "./style";
import { PLASTIC, STICKER, type Surface, Vertices } from "./vertices";

const BLACK = [0, 0, 0] as const;
/** A groove without walls is this part as deep, so that nobody looks under its stickers. */
const SHALLOW = 0.3;

interface Sticker {
  readonly solid: Solid;
  readonly side: Side;
}

/** All solids in one: rounded sides on bodies whose grooves are closed, and what is around them. */
export function merged(
  solids: readonly Solid[],
  props: readonly SceneProp[],
  extent: Extent,
  core: number,
  name: StyleName = "stickers",
): Vertices {
  const into = new Vertices();
  const style = STYLES[name];
  const unit = extent.usualRoom;
  const middles = pieceMiddles(solids);
  const stickers: Sticker[] = solids.flatMap((solid) =>
    solid.sides.filter(({ place }) => place >= 0).map((side) => ({ solid, side })),
  );
  const edges = edgesOf(
    stickers.map(({ solid, side }) => ({ ...side, piece: solid.piece })),
    extent.radius,
  );
  const hull = hullOf(
    stickers.map(({ side }) => side),
    extent.radius,
  );
  const detail = detailFor(stickers.length);
  const drawn = new Set(props.flatMap(({ places }) => (places.length === 1 ? places : [])));
  const from = (solid: Solid): Vector3 => middles.get(solid.piece)!.clone().sub(extent.middle);
  stickers.forEach(({ solid, side }, k) => {
    if (!drawn.has(side.place)) addRoundedSide(into, side, edges[k]!, style, unit, detail, from(solid), hull);
  });
  const depth = style.depth * unit * (detail === "flat" ? SHALLOW : 1);
  const footed = solids.filter(({ item }) => !drawn.has(item));
  for (const solid of footed) addGround(into, solid, depth, from(solid), hull);
  // The item after the last sticker belongs to what never moves.
  const still = 1 + stickers.reduce((most, { side }) => Math.max(most, side.place), -1);
  addProps(into, props, still, middles, extent);
  if (core > 0) addCore(into, core, still);
  // What comes now is seen only while something is open; a puzzle without a hull is never closed.
  const closed = into.triangles;
  for (const solid of footed) addWalls(into, solid, depth, from(solid), hull, detail);
  into.closed = hull.length > 0 && detail !== "round" ? closed : into.triangles;
  return into;
}

/** A dark ball inside, so that one does not look through the gaps between low prisms. */
export function addCore(into: Vertices, radius: number, item: number): void {
  const ball = new SphereGeometry(radius, 32, 20);
  const first = into.count;
  const { position, normal } = ball.attributes;
  const surface: Surface = { item, kind: PLASTIC, middle: new Vector3(), tint: BLACK };
  for (let k = 0; k < position!.count; k++) {
    const away = new Vector3().fromBufferAttribute(normal!, k);
    into.add(position!.getX(k), position!.getY(k), position!.getZ(k), away, surface, 0.5);
  }
  const rows = ball.index!.array;
  for (let k = 0; k < rows.length; k += 3) into.triangle(first + rows[k]!, first + rows[k + 1]!, first + rows[k + 2]!);
}

/** Flat copies of the stickers, some way out, that show the far side when seen from within. */
export function hintGeometry(solids: readonly Solid[], extent: Extent): Vertices {
  const into = new Vertices();
  const out = 0.6 * extent.radius;
  for (const solid of solids) {
    for (const side of solid.sides) {
      if (side.place < 0) continue;
      const surface: Surface = { item: side.place, kind: STICKER, middle: new Vector3(), tint: BLACK };
      const flat = inset(side.outline, side.normal, 0.14 * room(side.outline));
      const spot = spotter(side);
      const rows = flat.map((point) => {
        const far = point.clone().addScaledVector(side.normal, out);
        return into.add(far.x, far.y, far.z, side.normal, surface, 1, spot(point));
      });
      for (const [a, b, c] of triangles(flat, side.normal)) into.triangle(rows[a!]!, rows[b!]!, rows[c!]!);
    }
  }
  return into;
}
