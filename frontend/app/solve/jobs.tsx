/** Jobs in view: the one that is watched, and the latest ones. */

import type { SolveJob } from "../../api/schema";
import { Icon, IconButton } from "../controls";
import { icons } from "../icons";
import { hasEnded } from "../jobs";
import { secondsText } from "./duration";

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

/** The phase or the best so far as the solver words it, how long it took, and what is left as the server estimates. */
export function told({ progress }: SolveJob): string {
  if (!progress) return "";
  const left = progress.seconds_left;
  const rest = left === null ? "" : `, about ${secondsText(Math.max(1, Math.round(left)))} left`;
  return `${progress.note ? `${progress.note} · ` : ""}${secondsText(progress.seconds)}${rest}`;
}

export function JobCard({ job, cancel }: { job: SolveJob; cancel: () => void }) {
  const ended = hasEnded(job);
  return (
    <div class="card job" data-status={job.status}>
      <div class="row">
        <b class="status" role="status">
          {WORDS[job.status]}
        </b>
        <span class="quiet">{ended && secondsText(took(job))}</span>
        <button type="button" title="Cancel" hidden={ended} onClick={cancel}>
          <Icon of={icons.close} />
          Cancel
        </button>
      </div>
      <progress max={1} aria-label="How far it is" hidden={ended} value={job.progress?.fraction ?? undefined} />
      <p class="quiet told" hidden={ended}>
        {told(job)}
      </p>
      <p class="reasons-text" role="alert" hidden={job.status !== "failed"}>
        {job.error?.message}
      </p>
    </div>
  );
}

/** How a job reads in the list: its puzzle, its method and what came of it. */
export function summary(job: SolveJob): string {
  const solutions = job.result?.solutions ?? [];
  if (job.status !== "done") return WORDS[job.status].toLowerCase();
  const best = Math.min(...solutions.map(({ length }) => length));
  return `${best} ${best === 1 ? "move" : "moves"}${solutions.length > 1 ? `, ${solutions.length} solutions` : ""}`;
}

interface JobListProps {
  readonly jobs: readonly SolveJob[];
  readonly current: string | null;
  readonly open: (job: SolveJob) => void;
  readonly forget: (job: SolveJob) => void;
}

export function JobList({ jobs, current, open, forget }: JobListProps) {
  return (
    <details class="card jobs">
      <summary>Latest jobs ({jobs.length})</summary>
      {jobs.length === 0 && <p class="quiet">None yet.</p>}
      <ul class="plain">
        {jobs.map((job) => (
          <li key={job.id}>
            <button type="button" class="reason" aria-current={job.id === current} onClick={() => open(job)}>
              <span>{`${job.request.puzzle} · ${job.request.method ?? "automatic"}`}</span>
              <span class="kind">{`${summary(job)} · ${new Date(job.created * 1000).toLocaleString()}`}</span>
            </button>
            {hasEnded(job) && (
              <IconButton
                title={`Remove the job of ${job.request.puzzle}`}
                icon={icons.close}
                class="ghost"
                press={() => forget(job)}
              />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
