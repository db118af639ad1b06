/** Watching: a job's progress as the server tells it, until the job has ended. */

import { api, type Job, type SolveJob } from "../api";

export function hasEnded(job: Job): boolean {
  return job.status !== "queued" && job.status !== "running";
}

/** Follow a job; the answer stops that. A stream that breaks is taken up again by the browser. */
export function watch(id: string, told: (job: SolveJob) => void): () => void {
  const stream = api.jobEvents(id);
  stream.addEventListener("job", (event: MessageEvent<string>) => {
    const job = JSON.parse(event.data) as SolveJob;
    if (hasEnded(job)) stream.close();
    told(job);
  });
  return () => stream.close();
}

/** A time in words: "under 0.01 s", "0.42 s", "12 s", "3 min 5 s". */
export function secondsText(seconds: number): string {
  if (seconds > 0 && seconds < 0.005) return "under 0.01 s";
  if (seconds < 10) return `${Number(seconds.toFixed(seconds < 1 ? 2 : 1))} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
