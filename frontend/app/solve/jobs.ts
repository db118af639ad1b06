/** Jobs in view: the one that is watched, and the latest ones. */

import type { SolveJob } from "../../api/schema";
import { button, h } from "../dom";
import { icons } from "../icons";
import { hasEnded } from "../jobs";
import { secondsText } from "./duration";
import { Remaining } from "./remaining";

const WORDS: Record<SolveJob["status"], string> = {
  queued: "Waiting",
  running: "Solving",
  done: "Solved",
  failed: "Not solved",
  cancelled: "Cancelled",
};

function took(job: SolveJob): number {
  if (job.started === null) return 0;
  return (job.finished ?? Math.max(job.started, Date.now() / 1000)) - job.started;
}

/** The phase or the best so far as the solver words it, how long it took, and what is left of this phase. */
function told({ progress }: SolveJob, left: number | null): string {
  if (!progress) return "";
  const phase = /^length \d+$/.test(progress.note) ? " for this length" : "";
  const rest = left === null ? "" : `, about ${secondsText(Math.max(1, left))} left${phase}`;
  return `${progress.note ? `${progress.note} · ` : ""}${secondsText(progress.seconds)}${rest}`;
}

/** The job that is watched; its elements stay the same, so that a click meets the button it began on. */
export class JobCard {
  readonly element = h("div", { class: "card job", hidden: true });
  private readonly status = h("b", { class: "status", role: "status" });
  private readonly time = h("span", { class: "quiet" });
  private readonly bar = h("progress", { max: 1, "aria-label": "How far it is" });
  private readonly told = h("p", { class: "quiet told" });
  private readonly fault = h("p", { class: "reasons-text", role: "alert" });
  private readonly cancel: HTMLButtonElement;
  private remaining = new Remaining();
  private watched: string | null = null;

  constructor(cancel: () => void) {
    this.cancel = button("Cancel", cancel, [icons.close(), "Cancel"]);
    this.element.append(
      h("div", { class: "row" }, this.status, this.time, this.cancel),
      this.bar,
      this.told,
      this.fault,
    );
  }

  show(job: SolveJob | null): void {
    this.element.hidden = job === null;
    if (job === null) return;
    const ended = hasEnded(job);
    this.element.dataset["status"] = job.status;
    this.status.textContent = WORDS[job.status];
    this.time.textContent = ended ? secondsText(took(job)) : "";
    if (job.id !== this.watched) this.remaining = new Remaining();
    this.watched = job.id;
    const left = this.remaining.hear(job.progress?.fraction ?? null, job.progress?.seconds ?? 0);
    this.told.textContent = told(job, left);
    this.fault.textContent = job.status === "failed" ? (job.error?.message ?? "") : "";
    this.fault.hidden = job.status !== "failed";
    this.bar.hidden = this.told.hidden = this.cancel.hidden = ended;
    if (job.progress?.fraction == null) this.bar.removeAttribute("value");
    else this.bar.value = job.progress.fraction;
  }
}

/** How a job reads in the list: its puzzle, its method and what came of it. */
export function summary(job: SolveJob): string {
  const solutions = job.result?.solutions ?? [];
  if (job.status !== "done") return WORDS[job.status].toLowerCase();
  const best = Math.min(...solutions.map(({ length }) => length));
  return `${best} ${best === 1 ? "move" : "moves"}${solutions.length > 1 ? `, ${solutions.length} solutions` : ""}`;
}

export interface JobChoices {
  readonly current: string | null;
  readonly open: (job: SolveJob) => void;
  readonly forget: (job: SolveJob) => void;
}

export function jobList(jobs: readonly SolveJob[], choices: JobChoices): HTMLDetailsElement {
  const item = (job: SolveJob): HTMLElement =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "reason",
          "aria-current": String(job.id === choices.current),
          onclick: () => choices.open(job),
        },
        h("span", {}, `${job.request.puzzle} · ${job.request.method ?? "automatic"}`),
        h("span", { class: "kind" }, `${summary(job)} · ${new Date(job.created * 1000).toLocaleString()}`),
      ),
      hasEnded(job) &&
        button(`Remove the job of ${job.request.puzzle}`, () => choices.forget(job), [icons.close()], {
          class: "ghost",
        }),
    );
  return h(
    "details",
    { class: "card jobs" },
    h("summary", {}, `Latest jobs (${jobs.length})`),
    jobs.length > 0 ? h("ul", { class: "plain" }, ...jobs.map(item)) : h("p", { class: "quiet" }, "None yet."),
  );
}
