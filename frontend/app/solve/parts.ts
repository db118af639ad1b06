/** Parts: the stretches of a solution, one after the other on its timeline. */

import type { AlgResponse, TwistySolution } from "../../api/schema";
import { api } from "../api";
import { type Step, stepsOf } from "../play/line";

export interface Stretch {
  readonly name: string;
  readonly note: string;
  readonly from: number;
  readonly to: number;
}

export interface Parts {
  readonly steps: readonly Step[];
  readonly stretches: readonly Stretch[];
}

/** More parts than this are not asked for one by one. */
const MOST = 60;

/** Parts that were read, laid end to end. */
export function laid(
  parts: readonly { readonly name: string; readonly note: string; readonly read: AlgResponse }[],
): Parts {
  const steps: Step[] = [];
  const stretches = parts.map(({ name, note, read }) => {
    const from = steps.length;
    steps.push(...stepsOf(read));
    return { name, note, from, to: steps.length };
  });
  return { steps, stretches };
}

/** The parts of a solution; they may take more steps than the whole, where moves were joined. */
export async function partsOf(puzzle: string, { parts }: TwistySolution): Promise<Parts | null> {
  if (parts.length === 0 || parts.length > MOST) return null;
  return laid(
    await Promise.all(parts.map(async ({ name, note, alg }) => ({ name, note, read: await api.alg(puzzle, alg) }))),
  );
}
