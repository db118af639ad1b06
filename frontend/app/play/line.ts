/** The line: a start, the steps made from it, and how far along them one stands. */

import type { AlgResponse } from "../../api/schema";
import { applied, type SceneMove, type State } from "../../viewer";

export interface Step {
  readonly text: string;
  readonly move: SceneMove;
  readonly amount: number;
}

/** How a move made by hand is written: R, R', R2; on a clock UR1+, UR3-. */
export function writtenMove(move: SceneMove, amount: number): string {
  if (move.mark === "+") return `${move.name}${Math.abs(amount)}${amount < 0 ? "-" : "+"}`;
  if (amount === 1 || (move.order === 2 && Math.abs(amount) === 1)) return move.name;
  const times = Math.abs(amount) === 1 ? "" : String(Math.abs(amount));
  return `${move.name}${times}${amount < 0 ? "'" : ""}`;
}

export function stepsOf(read: AlgResponse): Step[] {
  return read.moves.map(({ text, turn }) => ({ text, move: read.turns[turn]!, amount: 1 }));
}

export class Line {
  private states: State[];
  private made: Step[] = [];
  /** Whole steps made; a timeline may stand between two. */
  at = 0;

  constructor(start: State) {
    this.states = [start];
  }

  get steps(): readonly Step[] {
    return this.made;
  }

  get state(): State {
    return this.states[this.at]!;
  }

  /** The moves that count: turning the whole puzzle is none. */
  get count(): number {
    return this.made.slice(0, this.at).filter(({ move }) => move.layers > 0).length;
  }

  get text(): string {
    return this.made.map(({ text }) => text).join(" ");
  }

  stateAt(step: number): State {
    return this.states[step]!;
  }

  /** Begin anew from a state. */
  restart(start: State): void {
    this.states = [start];
    this.made = [];
    this.at = 0;
  }

  /** Other steps from the same start, all made. */
  rewrite(steps: readonly Step[]): void {
    this.restart(this.states[0]!);
    for (const step of steps) this.add(step);
  }

  /** One more step; what had been undone is forgotten. */
  add(step: Step): void {
    this.made.splice(this.at);
    this.states.splice(this.at + 1);
    this.made.push(step);
    this.states.push(applied(this.state, step.move, step.amount));
    this.at += 1;
  }
}
