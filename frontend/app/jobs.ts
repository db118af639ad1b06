/** Jobs: long work on the server, started, followed to its end, and cancelled. */

import type { Job, NewChallengeJob, NewCountJob, NewFillJob, NewSolutionsJob, NewSolveJob } from "../api/schema";
import { addressOf, call } from "./client";
import { onReturn } from "./connection";

type NewJob = NewSolveJob | NewCountJob | NewFillJob | NewSolutionsJob | NewChallengeJob;
type Kind = Job["kind"];
export type JobOf<K extends Kind> = Extract<Job, { readonly kind: K }>;

export function ofKind<K extends Kind>(job: Job, kind: K): JobOf<K> {
  if (job.kind !== kind) throw new Error(`job ${job.id} is of the kind ${job.kind}; expected ${kind}`);
  return job as JobOf<K>;
}

export function hasEnded({ status }: Job): boolean {
  return status !== "queued" && status !== "running";
}

/** Follow a job until it has ended; the function returned stops that. A stream that breaks off is opened again. */
export function follow<K extends Kind>(id: string, kind: K, heard: (job: JobOf<K>) => void): () => void {
  let stream: EventSource | null = null;
  const open = (): void => {
    stream?.close();
    stream = new EventSource(addressOf("/api/jobs/{key}/events", { key: id }));
    stream.addEventListener("job", (event: MessageEvent<string>) => {
      const job = ofKind(JSON.parse(event.data) as Job, kind);
      if (hasEnded(job)) stop();
      heard(job);
    });
  };
  const forget = onReturn(open);
  const stop = (): void => {
    forget();
    stream?.close();
  };
  open();
  return stop;
}

/** One job at a time of a kind: a new one cancels the one before. */
export class LongWork<K extends Kind> {
  private cancel: () => void = () => undefined;

  constructor(
    private readonly kind: K,
    private readonly heard: (job: JobOf<K>) => void,
  ) {}

  async begin(request: Extract<NewJob, { readonly kind: K }>["request"]): Promise<void> {
    this.stop();
    let unwanted = false;
    this.cancel = () => {
      unwanted = true;
    };
    const job = ofKind(await call("post", "/api/jobs", { body: { kind: this.kind, request } as NewJob }), this.kind);
    const drop = (): void => void call("delete", "/api/jobs/{key}", { path: { key: job.id } }).catch(() => undefined);
    if (unwanted) return drop();
    const unfollow = follow(job.id, this.kind, (now) => {
      if (hasEnded(now)) this.cancel = () => undefined;
      this.heard(now);
    });
    this.cancel = () => {
      unfollow();
      drop();
    };
    this.heard(job);
  }

  /** Cancel the job that is under way, also one that the server has not confirmed yet. */
  stop(): void {
    this.cancel();
    this.cancel = () => undefined;
  }
}
