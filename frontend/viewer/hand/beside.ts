/** Beside: where arrow keys lead among points of a plane. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Direction = "up" | "down" | "left" | "right";

export const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** The next of some points in a direction: near ones first, those off to the side later.
 *
 * Lengths are in units of the usual distance between two points. */
export function beside(from: Point, points: readonly Point[], direction: Direction): number | null {
  const sideways = direction === "left" || direction === "right";
  const sign = direction === "left" || direction === "up" ? -1 : 1;
  let [best, least] = [-1, Infinity];
  points.forEach((point, k) => {
    const along = sign * (sideways ? point.x - from.x : point.y - from.y);
    const aside = Math.abs(sideways ? point.y - from.y : point.x - from.x);
    if (along < 0.2 || aside > 2.5 * along) return;
    const cost = along + 2 * aside;
    if (cost < least) [best, least] = [k, cost];
  });
  return best < 0 ? null : best;
}
