/** Rings: outlines pulled in and lowered step by step, which make the rounded rim of a sticker's side. */

import { Vector3 } from "three";
import { CUT, type Edge, FOLD, JOINT } from "./edges";
import { type Plane, tucked } from "./hull";

/** How far a ring steps back from cuts, how deep it lies there, and how its normals tilt. */
export interface RingStep {
  readonly inset: number;
  readonly depth: number;
  /** 0 for the way that the side faces, 1 for the way that its wall faces. */
  readonly tilt: number;
  /** The radius of folds, and how deep the side lies below the outline. */
  readonly bevel: number;
  readonly lift: number;
  /** How far the ring steps back from where the rounding of folds begins. */
  readonly margin: number;
  /** Whether the ring lies at folds where the rounding begins, or in the middle of it. */
  readonly halfway: boolean;
}

export interface Ring {
  readonly points: Vector3[];
  readonly normals: Vector3[];
  /** For each segment from a point to the next, the kind of the edge that it lies on. */
  readonly kinds: number[];
}

/** The longest step at a sharp corner, in insets. */
const MITER = 5;

/** How deep a fold of some radius lies, where its rounding begins or halfway around it. */
function foldDepth({ kind, slope }: Edge, { lift, bevel, halfway }: RingStep): number {
  if (kind === JOINT) return lift;
  if (kind === CUT || !halfway) return kind === CUT ? 0 : lift;
  return lift + bevel * (1 - slope / Math.sqrt(1 + slope * slope));
}

/** Prepared edges of an outline, of which rings are made. */
export class Rim {
  private readonly inward: Vector3[];
  private readonly soft: boolean[];

  constructor(
    private readonly outline: readonly Vector3[],
    private readonly normal: Vector3,
    private readonly edges: readonly Edge[],
    private readonly rounding: number,
    /** Whether corners are rounded, or only cut off. */
    private readonly round = true,
    /** The other faces of the solid, which no wall of this side may pierce. */
    private readonly hull: readonly Plane[] = [],
    /** Whether the rings stay in the plane of the side, as those of stickers: then corners at folds are rounded, too. */
    private readonly isPlane = false,
  ) {
    const count = outline.length;
    this.inward = outline.map((corner, k) =>
      new Vector3()
        .subVectors(outline[(k + 1) % count]!, corner)
        .cross(normal)
        .normalize()
        .negate(),
    );
    const curved = count > 12;
    this.soft = outline.map((_, k) => !curved && rounding > 0 && this.isRoundable(k));
  }

  /** Whether two edges that can be rounded meet at a corner that sticks out. */
  private isRoundable(k: number): boolean {
    const count = this.outline.length;
    const before = (k + count - 1) % count;
    const canBe = ({ kind }: Edge): boolean => kind === CUT || (this.isPlane && kind === FOLD);
    if (!canBe(this.edges[before]!) || !canBe(this.edges[k]!)) return false;
    const across = new Vector3().crossVectors(this.inward[before]!, this.inward[k]!);
    return across.dot(this.normal) > 0.05;
  }

  ring(step: RingStep): Ring {
    const count = this.outline.length;
    const corners = this.outline.map((_, k) => this.corner(k, step));
    const points: Vector3[] = [];
    const normals: Vector3[] = [];
    const kinds: number[] = [];
    corners.forEach((corner, k) => {
      const before = (k + count - 1) % count;
      const { kind } = this.edges[k]!;
      if (!this.soft[k]) {
        points.push(corner);
        normals.push(this.tilted([before, k], step));
        kinds.push(kind);
        return;
      }
      const toward = (other: Vector3): Vector3 => {
        const arm = new Vector3().subVectors(other, corner);
        return arm.multiplyScalar(Math.min(this.rounding / Math.max(arm.length(), 1e-9), 0.45));
      };
      const back = toward(corners[before]!);
      const ahead = toward(corners[(k + 1) % count]!);
      // Points of a quadratic curve whose middle control point is the corner.
      for (const part of this.round ? [0, 0.33, 0.67, 1] : [0.1, 0.9]) {
        points.push(
          corner
            .clone()
            .addScaledVector(back, (1 - part) ** 2)
            .addScaledVector(ahead, part ** 2),
        );
        kinds.push(kind);
      }
      const inner = [
        [before, before, k],
        [before, k, k],
      ];
      const sides = this.round ? [[before], ...inner, [k]] : inner;
      normals.push(...sides.map((near) => this.tilted(near, step)));
    });
    return { points, normals, kinds };
  }

  private corner(k: number, step: RingStep): Vector3 {
    const count = this.outline.length;
    const before = (k + count - 1) % count;
    const pair = [this.edges[before]!, this.edges[k]!] as const;
    const cuts = pair.some(({ kind }) => kind === CUT);
    const depth = Math.max(cuts ? step.depth : 0, ...pair.map((edge) => foldDepth(edge, step)));
    const [a, b] = pair.map((edge) => {
      if (edge.kind === CUT) return step.inset;
      if (edge.kind === JOINT) return 0;
      // Halfway around a fold, and where it meets a cut, points lie on the bisector of its sides.
      return (step.halfway ? depth : step.bevel + step.lift) / edge.slope + step.margin;
    }) as [number, number];
    const u = this.inward[before]!;
    const v = this.inward[k]!;
    const cosine = u.dot(v);
    const room = 1 - cosine * cosine;
    const shift = new Vector3();
    if (room < 0.02 || cosine < -0.98) {
      shift
        .addVectors(u, v)
        .normalize()
        .multiplyScalar((a + b) / 2);
    } else {
      shift.addScaledVector(u, (a - cosine * b) / room).addScaledVector(v, (b - cosine * a) / room);
      const longest = MITER * Math.max(a, b);
      if (shift.length() > longest) shift.setLength(longest);
    }
    const point = this.outline[k]!.clone().add(shift).addScaledVector(this.normal, -depth);
    return pair.every(({ kind }) => kind === CUT) && depth > 0 ? tucked(point, this.hull, depth) : point;
  }

  private tilted(edges: readonly number[], { tilt }: RingStep): Vector3 {
    const away = new Vector3();
    let cuts = 0;
    for (const edge of edges) {
      const { kind, slope } = this.edges[edge]!;
      if (kind === CUT) cuts++;
      if (kind === JOINT) continue;
      // At a fold the normal reaches the bisector and no further.
      const most = kind === FOLD ? Math.min(tilt, 0.5) / slope : tilt;
      away.addScaledVector(this.inward[edge]!, -most);
    }
    if (cuts > 0 && edges.length > 1) away.divideScalar(Math.max(1, away.length() / Math.max(tilt, 1e-6)));
    return away.addScaledVector(this.normal, 1 - Math.min(tilt, 0.92)).normalize();
  }
}
