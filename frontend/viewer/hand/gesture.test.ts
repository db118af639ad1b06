import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { middleOf } from "../drawing/polygon";
import { extentOf, outlineOf, pieceMiddles, solidsOf } from "../drawing/solids";
import { carriedPoint, motionOf } from "../motion/motion";
import type { Scene } from "../scene";
import { scenes } from "../testing/scenes";
import { OrbitCamera, type View } from "./camera";
import { type Course, courseOf, type Grab, type Pixel } from "./course";
import { angleAbout, chosenCourse, followedWay, landed, unrolled } from "./gesture";
import { LayerDrag } from "./layer_drag";
import { Picker } from "./pick";

const { cube } = scenes;

function lookedAt(scene: Scene, view: View) {
  const camera = new OrbitCamera(extentOf(scene).radius, view);
  camera.resize(800, 600);
  const project = (point: Vector3) => camera.project(point);
  const sight = ({ x, y }: Pixel) => camera.ray(x, y);
  return { camera, project, sight };
}

const { camera, project, sight } = lookedAt(cube, { azimuth: 30, elevation: 30, zoom: 1 });
const free = () => false;

function motions(scene: Scene) {
  return scene.moves.filter((move) => move.layers > 0).map((move) => motionOf(move, scene.colors.length));
}

function grabAt(scene: Scene, place: number): Grab {
  const outline = outlineOf(scene, place);
  const middle = middleOf(outline);
  const normal = new Vector3().fromArray(scene.normals as number[], 3 * place).normalize();
  const reach = Math.max(...outline.map((corner) => corner.distanceTo(middle)));
  return { place, point: middle.clone(), normal, middle, reach };
}

/** The sticker on a face, in a corner of it that is told by directions. */
function grabbed(normal: Vector3, toward: Vector3): Grab {
  const grabs = [...cube.colors.keys()].map((place) => grabAt(cube, place));
  const there = grabs.filter((grab) => grab.normal.dot(normal) > 0.99);
  return there.reduce((a, b) => (b.middle.dot(toward) > a.middle.dot(toward) ? b : a));
}

function courses(scene: Scene, grab: Grab, look = { project, sight }): Course[] {
  return motions(scene)
    .map((motion) => courseOf(motion, grab, look.project, look.sight))
    .filter((course) => course !== null);
}

const front = new Vector3(0, 0, 1);
const right = new Vector3(1, 0, 0);
const corner = new Vector3(1, 1, 1);

describe("the choice", () => {
  it.each([
    // On the front, upper right: to the right it turns the upper layer, upward the right one.
    [front, [60, 8], "U", -1],
    [front, [-60, -8], "U", 1],
    [front, [0, -60], "R", 1],
    [front, [0, 60], "R", -1],
    // On the right face, upper front: the upper and the front layer.
    [right, [60, -20], "U", -1],
    [right, [0, -60], "F", -1],
  ] as const)("is the layer that runs the way of the drag", (normal, [x, y], name, way) => {
    const course = chosenCourse(courses(cube, grabbed(normal, corner)), { x, y }, free)!;
    expect(course.motion.move.name).toBe(name);
    expect(Math.sign(unrolled(course, { x, y }))).toBe(way);
  });

  it("depends on the direction of a drag alone, not on its length", () => {
    const ways = courses(cube, grabbed(front, corner));
    for (let angle = 0; angle < 6.28; angle += 0.1) {
      const chosen = [10, 40, 300].map((length) => {
        const drag = { x: length * Math.cos(angle), y: length * Math.sin(angle) };
        return chosenCourse(ways, drag, free)!.motion.move.name;
      });
      expect(new Set(chosen).size).toBe(1);
    }
  });

  it("is a free layer rather than a blocked one, and a blocked one rather than none", () => {
    const ways = courses(cube, grabbed(front, corner));
    const drag = { x: 60, y: 8 };
    const name = (isBlocked: (course: Course) => boolean) => chosenCourse(ways, drag, isBlocked)?.motion.move.name;
    expect(name(({ motion }) => motion.move.name === "U")).toBe("F");
    expect(name(() => true)).toBe("U");
  });

  it("leaves out moves that turn a sticker on the spot", () => {
    const place = scenes.gears.colors.findIndex((_, at) => {
      const { middle } = grabAt(scenes.gears, at);
      return Math.hypot(middle.x, middle.y) < 1e-6 && middle.z > 0;
    });
    expect(place).toBeGreaterThanOrEqual(0);
    const names = courses(scenes.gears, grabAt(scenes.gears, place)).map(({ motion }) => motion.move.name);
    expect(names).not.toContain("F");
    expect(names.length).toBeGreaterThan(0);
  });
});

describe("following", () => {
  it("keeps the pressed point under the pointer at first, on cogs too", () => {
    for (const scene of [cube, scenes.gears]) {
      const look = lookedAt(scene, { azimuth: 30, elevation: 30, zoom: 1 });
      scene.colors.forEach((_, place) => {
        const grab = grabAt(scene, place);
        const start = look.project(grab.point);
        for (const course of courses(scene, grab, look)) {
          const at = look.project(carriedPoint(course.motion, place, grab.point, 0.01));
          const drag = { x: at.x - start.x, y: at.y - start.y };
          const amount = unrolled(course, drag);
          // What is much foreshortened, or a cog that sets out slowly, lags behind and never runs ahead.
          expect(amount).toBeGreaterThan(scene === cube ? 0.002 : 0);
          expect(amount).toBeLessThan(0.0105);
        }
      });
    }
  });

  it("goes on past the limb as far as the pointer does", () => {
    const course = courses(cube, grabbed(front, corner)).find(({ motion }) => motion.move.name === "U")!;
    const amounts = [100, 200, 400, 800].map((length) =>
      unrolled(course, { x: length * course.way.x, y: length * course.way.y }),
    );
    amounts.slice(1).forEach((amount, k) => expect(amount).toBeCloseTo(2 * amounts[k]!, 9));
  });

  it("keeps at least half of its pace when the hand goes nearly across, and never turns the other way", () => {
    const course = courses(cube, grabbed(front, corner)).find(({ motion }) => motion.move.name === "U")!;
    const [x, y] = [course.way.x, course.way.y];
    for (let degrees = -179.5; degrees < 180; degrees += 1) {
      const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      const drag = { x: 40 * (x * c - y * s), y: 40 * (x * s + y * c) };
      const pixels = unrolled(course, drag, followedWay(course, drag)) * course.stride;
      expect(Math.sign(pixels)).toBe(Math.sign(c));
      expect(Math.abs(pixels)).toBeCloseTo(40 * Math.max(Math.abs(c), 0.5), 6);
    }
  });

  it("goes around an axle that is seen face on, several times if the pointer does", () => {
    const look = lookedAt(cube, { azimuth: 0, elevation: 0, zoom: 1 });
    const grab = grabbed(front, corner);
    const start = look.project(grab.point);
    const drag = new LayerDrag(grab, start, 0, {
      motions: () => motions(cube).filter(({ move }) => move.name === "F"),
      isBlocked: free,
      project: look.project,
      sight: look.sight,
    });
    const motion = motionOf(cube.moves.find(({ name }) => name === "F")!, cube.colors.length);
    for (let amount = 0; amount <= 5.001; amount += 0.1) {
      drag.follow(look.project(carriedPoint(motion, grab.place, grab.point, amount)), 1000 * amount);
      expect(drag.amount).toBeCloseTo(amount, 6);
    }
    expect(drag.end(1e6)).toBe(5);
  });

  it("measures angles by the right-hand rule", () => {
    const look = lookedAt(cube, { azimuth: 0, elevation: 0, zoom: 1 });
    const grab = grabbed(front, corner);
    const course = courses(cube, grab, look).find(({ motion }) => motion.move.name === "F")!;
    const above = look.project(new Vector3(0, grab.point.y, grab.point.z));
    expect(angleAbout(course, grab.point, above, look.sight)).toBeCloseTo(Math.PI / 4, 6);
  });
});

describe("a drag of a layer", () => {
  const grab = grabbed(front, corner);
  const start = project(grab.point);
  const at = (x: number, y = 0): Pixel => ({ x: start.x + x, y: start.y + y });
  const dragged = (isBlocked = free) =>
    new LayerDrag(grab, start, 0, { motions: () => motions(cube), isBlocked, project, sight });

  it("makes a step by 40 pixels to or from an axle that is seen face on, if they lean to one way", () => {
    const look = lookedAt(cube, { azimuth: 0, elevation: 0, zoom: 1 });
    const from = look.project(grab.point);
    const axle = look.project(new Vector3(0, 0, grab.point.z));
    const [x, y] = [axle.x - from.x, axle.y - from.y].map(
      (part) => part / Math.hypot(axle.x - from.x, axle.y - from.y),
    );
    for (const lean of [-0.2, 0.2]) {
      for (const sign of [-1, 1]) {
        const radial = new LayerDrag(grab, from, 0, {
          motions: () => motions(cube).filter(({ move }) => move.name === "F"),
          isBlocked: free,
          project: look.project,
          sight: look.sight,
        });
        const drag = { x: 40 * sign * (x! - lean * y!), y: 40 * sign * (y! + lean * x!) };
        radial.follow({ x: from.x + drag.x, y: from.y + drag.y }, 200);
        expect(Math.abs(radial.end(600))).toBe(1);
      }
    }
  });

  it("chooses nothing before it shows a direction", () => {
    const drag = dragged();
    drag.follow(at(7), 20);
    expect([drag.move, drag.amount, drag.end(500)]).toEqual([null, 0, 0]);
    drag.follow(at(11), 40);
    expect(drag.move!.name).toBe("U");
  });

  it("makes a step after 40 pixels at rest, none after it was taken back, and may choose anew", () => {
    const drag = dragged();
    drag.follow(at(40), 200);
    expect(drag.end(600)).toBe(-1);
    drag.follow(at(10), 800);
    expect(drag.end(1200)).toBe(0);
    drag.follow(at(1), 1400);
    expect(drag.move).toBeNull();
    drag.follow(at(0, -40), 1600);
    expect(drag.move!.name).toBe("R");
  });

  it("is taken back by a flick toward where it began", () => {
    const drag = dragged();
    drag.follow(at(40), 200);
    drag.follow(at(20), 230);
    expect(drag.end(235)).toBe(0);
  });

  it("resists and makes nothing where every layer is blocked", () => {
    const drag = dragged(() => true);
    drag.follow(at(300), 200);
    expect(drag.isBlocked).toBe(true);
    expect(Math.abs(drag.amount)).toBeLessThan(0.1);
    expect(drag.end(600)).toBe(0);
  });
});

describe("a release", () => {
  it("makes a step from 25 degrees of a quarter turn on, whatever the step is", () => {
    // So near the axle that pixels do not decide.
    expect([landed(0.26, 0, 40), landed(0.29, 0, 40), landed(-0.29, 0, 40)]).toEqual([0, 1, -1]);
  });

  it("makes a step after 16 pixels where a step is long", () => {
    expect([landed(15 / 600, 0, 600), landed(17 / 600, 0, 600)]).toEqual([0, 1]);
  });

  it("makes as many steps as were shown", () => {
    expect([landed(1.4, 0, 100), landed(1.6, 0, 100), landed(-3.2, 0, 100)]).toEqual([1, 2, -3]);
  });

  it("counts a flick in, but never makes the opposite", () => {
    expect([landed(11 / 300, 1, 300), landed(11 / 300, -5, 300), landed(0.9, -0.2, 300)]).toEqual([1, 0, 1]);
  });
});

describe("picking", () => {
  const extent = extentOf(cube);
  const picker = new Picker(cube, extent, pieceMiddles(solidsOf(cube, extent)));
  const plain = { explode: 0, hidden: () => false, pose: () => null };

  it("finds every sticker that faces the camera at the pixel of its middle, and no other", () => {
    const eye = camera.camera.position;
    cube.colors.forEach((_, place) => {
      const { middle, normal, reach } = grabAt(cube, place);
      const { x, y } = project(middle);
      const { origin, direction } = camera.ray(x, y);
      const hit = picker.pick(origin, direction, plain);
      const faces = normal.dot(new Vector3().subVectors(eye, middle)) > 0;
      expect(hit?.item === place).toBe(faces);
      if (!faces) return;
      expect(hit!.middle.distanceTo(middle)).toBeLessThan(1e-9);
      expect(hit!.reach).toBeCloseTo(reach, 9);
    });
  });

  it("looks through hidden pieces and past the puzzle", () => {
    const { origin, direction } = camera.ray(400, 300);
    expect(picker.pick(origin, direction, { ...plain, hidden: () => true })).toBeNull();
    const beside = camera.ray(2, 2);
    expect(picker.pick(beside.origin, beside.direction, plain)).toBeNull();
  });
});
