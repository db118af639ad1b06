import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { middleOf } from "../drawing/polygon";
import { extentOf, outlineOf, pieceMiddles, solidsOf } from "../drawing/solids";
import { carriedPoint, motionOf } from "../motion/motion";
import type { Scene } from "../scene";
import { scenes } from "../testing/scenes";
import { OrbitCamera } from "./camera";
import { chosenMove, followed, type Grab, snapped } from "./gesture";
import { Picker } from "./pick";

const { cube } = scenes;
const camera = new OrbitCamera(extentOf(cube).radius, { azimuth: 30, elevation: 30, zoom: 1 });
camera.resize(800, 600);
const project = (point: Vector3) => camera.project(point);

function motions(scene: Scene) {
  return scene.moves.map((move) => motionOf(move, scene.colors.length));
}

/** The sticker on a face, in a corner of it that is told by directions. */
function grabbed(normal: Vector3, toward: Vector3): Grab {
  const places = [...cube.colors.keys()].filter(
    (place) => new Vector3().fromArray(cube.normals as number[], 3 * place).dot(normal) > 0.99,
  );
  const height = (place: number) => middleOf(outlineOf(cube, place)).dot(toward);
  const place = places.reduce((a, b) => (height(b) > height(a) ? b : a));
  return { place, point: middleOf(outlineOf(cube, place)), normal };
}

const front = new Vector3(0, 0, 1);
const right = new Vector3(1, 0, 0);

describe("drags", () => {
  it.each([
    // On the front, upper right: to the right it turns the upper layer, upward the right one.
    [front, [60, 8], "U", -1],
    [front, [-60, -8], "U", 1],
    [front, [0, -60], "R", 1],
    [front, [0, 60], "R", -1],
    // On the right face, upper front: the upper and the front layer.
    [right, [60, -20], "U", -1],
    [right, [0, -60], "F", -1],
  ] as const)("turn the layer that follows the pointer", (normal, [x, y], name, way) => {
    const grab = grabbed(normal, new Vector3(1, 1, 1));
    const motion = chosenMove(motions(cube), grab, { x, y }, project)!;
    expect(motion.move.name).toBe(name);
    const start = project(grab.point);
    const amount = followed(motion, grab, { x: start.x + x, y: start.y + y }, 0, project);
    expect(Math.sign(amount)).toBe(way);
  });

  it("are followed to where the pointer is, on cogs too", () => {
    for (const scene of [cube, scenes.gears]) {
      for (const motion of motions(scene).filter(({ move }) => move.layers > 0)) {
        const place = motion.move.spins[0]!.places[0]!;
        const grab = { place, point: middleOf(outlineOf(scene, place)), normal: front };
        const aim = project(carriedPoint(motion, place, grab.point, 0.2));
        const amount = followed(motion, grab, aim, 0, project);
        const reached = project(carriedPoint(motion, place, grab.point, amount));
        expect(Math.hypot(reached.x - aim.x, reached.y - aim.y)).toBeLessThan(3);
      }
    }
  });

  it("never turn the whole puzzle", () => {
    const grab = grabbed(front, new Vector3(1, 1, 1));
    for (let angle = 0; angle < 6.28; angle += 0.1) {
      const way = { x: 50 * Math.cos(angle), y: 50 * Math.sin(angle) };
      expect(chosenMove(motions(cube), grab, way, project)!.move.layers).toBeGreaterThan(0);
    }
  });

  it("snap to the nearest whole move, and a flick carries one on", () => {
    expect([snapped(0.4, 0), snapped(0.6, 0), snapped(0.3, 4), snapped(-1.2, 0)]).toEqual([0, 1, 1, -1]);
  });
});

describe("picking", () => {
  const extent = extentOf(cube);
  const picker = new Picker(cube, extent, pieceMiddles(solidsOf(cube, extent)));
  const plain = { explode: 0, hidden: () => false, pose: () => null };

  it("finds every sticker that faces the camera at the pixel of its middle, and no other", () => {
    const eye = camera.camera.position;
    cube.colors.forEach((_, place) => {
      const middle = middleOf(outlineOf(cube, place));
      const normal = new Vector3().fromArray(cube.normals as number[], 3 * place);
      const { x, y } = project(middle);
      const { origin, direction } = camera.ray(x, y);
      const hit = picker.pick(origin, direction, plain);
      const faces = normal.dot(new Vector3().subVectors(eye, middle)) > 0;
      expect(hit?.item === place).toBe(faces);
    });
  });

  it("looks through hidden pieces and past the puzzle", () => {
    const { origin, direction } = camera.ray(400, 300);
    expect(picker.pick(origin, direction, { ...plain, hidden: () => true })).toBeNull();
    const beside = camera.ray(2, 2);
    expect(picker.pick(beside.origin, beside.direction, plain)).toBeNull();
  });
});
