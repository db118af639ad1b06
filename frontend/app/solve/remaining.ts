/** The time that is left, from the speed that was measured, without leaps. */

/** The part of a phase from which on its own speed alone counts. */
const ENOUGH = 0.1;
/** Before this part and these seconds of a first phase, nothing is told. */
const LEAST_PART = 0.02;
const LEAST_SECONDS = 1;
/** How much what is told may grow or shrink within a second, apart from the second itself. */
const CALM = 1.6;
/** A part that falls by more than this begins anew: a search goes on to the next length. */
const FALL = 0.01;

export class Remaining {
  private began = 0;
  private part = 0;
  private heardAt = 0;
  /** The seconds that the phase before took, and how much longer than the one before that. */
  private before: number | null = null;
  private growth: number | null = null;
  private shown: number | null = null;

  /** What is left of this phase in seconds, after a report; null if that cannot be told yet. */
  hear(part: number | null, seconds: number): number | null {
    if (part === null) return null;
    if (part < this.part - FALL) this.nextPhase(seconds);
    const passed = Math.max(0, seconds - this.heardAt);
    this.part = part;
    this.heardAt = seconds;
    const total = this.total(part, seconds - this.began);
    if (total === null) return this.shown;
    this.shown = this.calmed(Math.max(0, total - (seconds - this.began)), passed);
    return this.shown;
  }

  private nextPhase(seconds: number): void {
    const took = seconds - this.began;
    this.growth = this.before ? took / this.before : null;
    this.before = took;
    this.began = seconds;
    this.shown = null;
  }

  /** How long the phase takes in all: by its own speed, at first also by the phases before. */
  private total(part: number, spent: number): number | null {
    const measured = part > 0 && spent > 0 ? spent / part : null;
    const expected = this.before && this.growth ? this.before * this.growth : null;
    if (expected === null) return part < LEAST_PART || spent < LEAST_SECONDS ? null : measured;
    if (measured === null) return expected;
    const trust = Math.min(1, part / ENOUGH);
    return measured ** trust * expected ** (1 - trust);
  }

  private calmed(left: number, passed: number): number {
    if (this.shown === null) return left;
    const due = Math.max(0.1, this.shown - passed);
    const reach = CALM ** Math.max(passed, 0.1);
    return Math.min(Math.max(left, due / reach), due * reach);
  }
}
