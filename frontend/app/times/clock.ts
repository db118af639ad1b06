/** The clock of a solve: inspection, start, stop and penalties, with time given from outside. */

export type Phase = "idle" | "pressed" | "inspecting" | "holding" | "running" | "done";
export type Penalty = "none" | "+2" | "DNF";

export interface Measured {
  readonly milliseconds: number;
  readonly penalty: Penalty;
}

/** What outlives a reload: times are in milliseconds since 1970. */
export interface Snapshot {
  readonly phase: "inspecting" | "running";
  readonly since: number;
  readonly called: number;
  readonly penalty: Penalty;
}

/** Milliseconds that a start must be held, so that a touch by accident starts nothing. */
export const HOLD = 300;
/** Seconds after which the judge calls, by regulation A3a4, and the limits of A4d. */
export const CALLS = [8, 12] as const;
const TOO_LATE = 15;
const FAR_TOO_LATE = 17;

export interface ClockEvents {
  /** So many seconds of inspection are over. */
  readonly call: (seconds: number) => void;
  readonly finished: (measured: Measured) => void;
}

export class SolveClock {
  phase: Phase = "idle";
  /** Whether starts are preceded by 15 seconds of inspection. */
  inspects = true;
  /** What was measured last. */
  last: Measured | null = null;
  private since = 0;
  private inspected: number | null = null;
  private called = 0;
  private penalty: Penalty = "none";

  constructor(
    private readonly now: () => number,
    private readonly events: ClockEvents,
  ) {}

  /** A key or a finger goes down. */
  press(): void {
    if (this.phase === "running") return this.stop("none");
    if (this.phase === "inspecting") this.enter("holding");
    else if (this.phase === "idle" || this.phase === "done") this.enter(this.inspects ? "pressed" : "holding");
  }

  /** It comes up again. */
  release(): void {
    if (this.phase === "pressed") {
      this.inspected = this.now();
      this.called = 0;
      this.enter("inspecting");
    } else if (this.phase === "holding") {
      if (this.now() - this.since >= HOLD) this.start();
      else this.enter(this.inspected === null ? "idle" : "inspecting");
    }
  }

  /** Leave the inspection; a solve that runs is given up and did not finish. */
  cancel(): void {
    if (this.phase === "running") return this.stop("DNF");
    this.inspected = null;
    this.enter("idle");
  }

  /** Call the seconds that are over; to be asked often. */
  tick(): void {
    const seconds = this.inspectedSeconds;
    if (seconds === null) return;
    for (const call of CALLS) {
      if (this.called >= call || seconds < call) continue;
      this.called = call;
      this.events.call(call);
    }
  }

  /** Seconds of inspection so far; null where none is going on. */
  get inspectedSeconds(): number | null {
    return this.inspected === null ? null : (this.now() - this.inspected) / 1000;
  }

  /** Whether a release would start the clock. */
  get isReady(): boolean {
    return this.phase === "holding" && this.now() - this.since >= HOLD;
  }

  /** Milliseconds that the clock shows. */
  get elapsed(): number {
    return this.phase === "running" ? this.now() - this.since : (this.last?.milliseconds ?? 0);
  }

  /** What a solve is to be started with that begins now. */
  get penaltyNow(): Penalty {
    const seconds = this.inspectedSeconds ?? 0;
    if (seconds >= FAR_TOO_LATE) return "DNF";
    return seconds >= TOO_LATE ? "+2" : "none";
  }

  get snapshot(): Snapshot | null {
    if (this.phase === "running") return this.shot("running", this.since);
    return this.inspected === null ? null : this.shot("inspecting", this.inspected);
  }

  restore(shot: Snapshot): void {
    this.phase = shot.phase;
    this.since = shot.since;
    this.called = shot.called;
    this.penalty = shot.penalty;
    this.inspected = shot.phase === "inspecting" ? shot.since : null;
  }

  private shot(phase: Snapshot["phase"], since: number): Snapshot {
    return { phase, since, called: this.called, penalty: this.penalty };
  }

  private start(): void {
    this.penalty = this.penaltyNow;
    this.inspected = null;
    this.enter("running");
  }

  private stop(penalty: Penalty): void {
    const milliseconds = Math.max(0, Math.round(this.now() - this.since));
    this.last = { milliseconds, penalty: penalty === "DNF" ? penalty : this.penalty };
    this.enter("done");
    this.events.finished(this.last);
  }

  private enter(phase: Phase): void {
    this.phase = phase;
    this.since = this.now();
  }
}
