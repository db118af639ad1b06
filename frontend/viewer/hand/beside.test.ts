import { expect, it } from "vitest";
import { beside } from "./beside";

it("goes to the nearest point in a direction", () => {
  const points = [
    { x: 1, y: 0 },
    { x: 2, y: 0 },
    { x: 0, y: -1 },
  ];
  expect([
    beside({ x: 0, y: 0 }, points, "right"),
    beside({ x: 0, y: 0 }, points, "up"),
    beside({ x: 0, y: 0 }, points, "down"),
  ]).toEqual([0, 2, null]);
});
