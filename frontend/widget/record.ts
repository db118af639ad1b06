/** The record of moves made in a notebook: a start and steps, known to the page and to Python. */

import { applied, type Scene, type SceneMove, type State } from "../viewer";

/** A step: how it is written, which turn it makes, and how often. */
export interface RecordedStep {
  readonly text: string;
  /** A number in the list of the scene's own moves, followed by the turns that came with the steps. */
  readonly turn: number;
  readonly amount: number;
}

/** `edition` counts the times that Python has written it anew; the page carries it along. */
export interface MoveRecord {
  readonly edition: number;
  readonly start: readonly number[];
  readonly turns: readonly SceneMove[];
  readonly steps: readonly RecordedStep[];
}

/** A move to show, forth or back. */
export interface ShownMove {
  readonly move: SceneMove;
  readonly amount: number;
}

export function written(record: MoveRecord): string {
  return record.steps.map(({ text }) => text).join(" ");
}

/** One more step, made in the page by a move of the scene. */
export function withStep(scene: Scene, record: MoveRecord, move: SceneMove, amount: number, text: string): MoveRecord {
  return { ...record, steps: [...record.steps, { text, turn: scene.moves.indexOf(move), amount }] };
}

export function withoutLast(record: MoveRecord): MoveRecord {
  return { ...record, steps: record.steps.slice(0, -1) };
}

function shown(scene: Scene, record: MoveRecord, step: RecordedStep): ShownMove {
  const move = scene.moves[step.turn] ?? record.turns[step.turn - scene.moves.length];
  if (move === undefined) throw new Error(`no turn ${step.turn} for "${step.text}"`);
  return { move, amount: step.amount };
}

/** The state that the steps lead to. */
export function reached(scene: Scene, record: MoveRecord): State {
  const start: State = Uint16Array.from(record.start);
  return record.steps
    .map((step) => shown(scene, record, step))
    .reduce((state, { move, amount }) => applied(state, move, amount), start);
}

/** The moves from one to the other if one begins as the other does; else there is none to show. */
export function between(scene: Scene, before: MoveRecord, after: MoveRecord): ShownMove[] | null {
  const least = Math.min(before.steps.length, after.steps.length);
  const parted = before.steps.slice(0, least).some(({ text }, k) => text !== after.steps[k]!.text);
  if (parted || before.start.some((place, sticker) => place !== after.start[sticker])) return null;
  const back = before.steps
    .slice(least)
    .reverse()
    .map((step) => shown(scene, before, step));
  const forth = after.steps.slice(least).map((step) => shown(scene, after, step));
  return [...back.map(({ move, amount }) => ({ move, amount: -amount })), ...forth];
}
