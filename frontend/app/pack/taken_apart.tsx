/** Taken apart: how a filled board comes apart, move by move, to be played and gone through. */

import { signal } from "@preact/signals";
import type { DisassemblyResponse } from "../../api/schema";
import { IconButton } from "../controls";
import { said } from "../faults";
import { icons } from "../icons";
import { moment } from "./apart_moment";
import { type Placed, packings } from "./calls";
import { Action } from "./panel";
import type { MovedPiece } from "./table/surface";

/** Milliseconds a move. */
const MOVE_TIME = 900;
export interface ApartHooks {
  readonly place: () => Placed;
  /** Show pieces on their way, or again what lies on the board. */
  readonly show: (moved: readonly MovedPiece[] | null) => void;
  /** Put these options on the board. */
  readonly take: (solution: readonly number[]) => void;
  /** Make room for pieces that go so far. */
  readonly reach: (far: number) => void;
}

export class TakenApart {
  private readonly found = signal<DisassemblyResponse | null>(null);
  private readonly at = signal(0);
  private readonly status = signal("");
  private readonly isPlaying = signal(false);
  private asked = 0;
  private frame = 0;

  constructor(private readonly hooks: ApartHooks) {}

  /** The board has changed: what was found is about another one. */
  close(): void {
    this.pause();
    this.asked += 1;
    this.status.value = "";
    if (this.found.value === null) return;
    this.found.value = null;
    this.hooks.reach(0);
    this.hooks.show(null);
  }

  readonly View = () => (
    <div class="card apart">
      <h2>Taken apart</h2>
      {this.found.value ? this.player(this.found.value) : this.beginning()}
      <p class="quiet" role="status">
        {this.status.value}
      </p>
    </div>
  );

  private beginning() {
    return (
      <div class="actions">
        <Action title="Find the fewest moves that take the pieces apart" press={() => void this.ask()}>
          Take it apart
        </Action>
      </div>
    );
  }

  private player(found: DisassemblyResponse) {
    const { steps } = found;
    const at = this.at.value;
    const move = Math.ceil(at);
    return (
      <>
        <div class="scrub-row">
          <input
            type="range"
            class="scrub"
            min="0"
            max={steps.length}
            step="0.01"
            value={at}
            aria-label="Position in the moves"
            aria-valuetext={move === 0 ? "The assembly" : steps[move - 1]!.words}
            onInput={({ currentTarget }) => this.go(Number(currentTarget.value))}
            onChange={() => this.go(Math.round(this.at.value))}
          />
          <span class="place">
            {move} / {steps.length}
          </span>
        </div>
        <div class="transport">
          <IconButton title="To the start" icon={icons.first} class="round" press={() => this.go(0)} />
          <IconButton title="Move back" icon={icons.back} class="round" press={() => this.go(Math.ceil(at) - 1)} />
          <Action title={this.isPlaying.value ? "Pause" : "Play"} class="primary" press={() => this.toggle()}>
            {this.isPlaying.value ? "Pause" : "Play"}
          </Action>
          <IconButton title="Next move" icon={icons.next} class="round" press={() => this.go(Math.floor(at) + 1)} />
          <IconButton title="To the end" icon={icons.last} class="round" press={() => this.go(steps.length)} />
          <IconButton title="Back to my board" icon={icons.close} class="ghost" press={() => this.close()} />
        </div>
        <p class="apart-words" aria-live="polite">
          {move === 0 ? "The assembly." : `${move}. ${steps[move - 1]!.words}`}
        </p>
        <details>
          <summary>All moves in words</summary>
          <ol class="apart-moves">
            {steps.map(({ words }, k) => (
              <li key={k} aria-current={k + 1 === move ? "step" : undefined}>
                {words}
              </li>
            ))}
          </ol>
        </details>
      </>
    );
  }

  private async ask(): Promise<void> {
    this.status.value = "Looking …";
    this.asked += 1;
    const { asked } = this;
    try {
      const found = await packings.apart(this.hooks.place());
      if (asked !== this.asked) return;
      if (found.steps.length > 0) this.open(found);
      this.status.value = found.words;
    } catch (fault) {
      if (asked === this.asked) this.status.value = said(fault);
    }
  }

  private open(found: DisassemblyResponse): void {
    this.hooks.take(found.solution);
    const far = found.steps.flatMap(({ pieces }) => pieces.map(({ shift }) => Math.hypot(...shift)));
    this.hooks.reach(Math.max(...far));
    this.found.value = found;
    this.go(0);
  }

  private go(at: number): void {
    this.pause();
    this.show(at);
  }

  private show(at: number): void {
    const found = this.found.value;
    if (!found) return;
    this.at.value = Math.max(0, Math.min(at, found.steps.length));
    this.hooks.show(moment(found, this.at.value));
  }

  private toggle(): void {
    if (this.isPlaying.value) return this.pause();
    if (this.at.value >= (this.found.value?.steps.length ?? 0)) this.show(0);
    this.isPlaying.value = true;
    let last = performance.now();
    const run = (now: number): void => {
      this.show(this.at.value + (now - last) / MOVE_TIME);
      last = now;
      if (this.at.value < (this.found.value?.steps.length ?? 0)) this.frame = requestAnimationFrame(run);
      else this.pause();
    };
    this.frame = requestAnimationFrame(run);
  }

  private pause(): void {
    cancelAnimationFrame(this.frame);
    this.isPlaying.value = false;
  }
}
