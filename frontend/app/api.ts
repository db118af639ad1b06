/** The server's answers, typed; every call of the pages goes through here. */

import type { Scene, SceneMove } from "../viewer";

export interface Entry {
  readonly name: string;
  readonly family: string;
  readonly aliases: readonly string[];
  readonly description: string;
}

/** What is wrong with a question; `position` is a place in the text that was sent. */
export interface Fault {
  readonly kind: string;
  readonly message: string;
  readonly position: number | null;
}

export interface ReadAlg {
  readonly alg: string;
  readonly moves: readonly { readonly text: string; readonly turn: number }[];
  readonly turns: readonly SceneMove[];
  readonly length: number;
  readonly metric: string;
  readonly error: Fault | null;
}

/** A reason why a coloring cannot be reached, or a change that repairs it. */
export interface Said {
  readonly kind: string;
  readonly text: string;
  readonly stickers: readonly number[];
}

export interface Verdict {
  readonly reachable: boolean;
  readonly decided: boolean;
  readonly state: readonly number[] | null;
  readonly explanations: number | null;
  readonly rotation: string | null;
  readonly reasons: readonly Said[];
  readonly repair: {
    readonly text: string;
    readonly changes: readonly Said[];
    readonly coloring: readonly string[];
  } | null;
  readonly stages: readonly { readonly name: string; readonly passed: boolean; readonly text: string }[];
  readonly coloring: readonly string[];
}

export interface Orbit {
  readonly name: string;
  readonly slots: readonly (readonly number[])[];
  readonly orientations: number;
}

export interface Pieces {
  readonly pieces: readonly (readonly number[])[];
  readonly orbits: readonly Orbit[];
}

export interface Apart {
  readonly rule: number | null;
  readonly alg: string;
  readonly text: string;
}

/** The figures of a puzzle; the order of its group is a number too long for JavaScript. */
export interface Figures {
  readonly name: string;
  readonly note: string;
  readonly stickers: number;
  readonly pieces: number;
  readonly axes: number;
  readonly moves: number;
  readonly glued: number;
  readonly order: string;
  readonly orbits: readonly { readonly name: string; readonly pieces: number; readonly orientations: number }[];
}

export interface Solvers {
  /** `unfit` says why a method is none for the puzzle. */
  readonly methods: readonly {
    readonly name: string;
    readonly meaning: string;
    readonly unfit: string | null;
    readonly partial: boolean;
  }[];
  readonly metrics: readonly { readonly name: string; readonly meaning: string }[];
  readonly metric: string;
}

export interface Solution {
  readonly alg: string;
  readonly length: number;
  readonly metric: string;
  readonly optimal: boolean;
  readonly method: string;
  readonly nodes: number;
  readonly seconds: number;
  readonly parts: readonly { readonly name: string; readonly alg: string; readonly note: string }[];
  readonly note: string;
}

export interface SolveQuestion {
  readonly puzzle: string;
  readonly alg?: string;
  readonly coloring?: readonly string[] | null;
  readonly method?: string | null;
  readonly limits?: {
    readonly metric?: string | null;
    readonly goal?: string;
    readonly count?: number;
    readonly max_length?: number | null;
    readonly timeout?: number | null;
  };
}

/** Long work, and how far it is; `request` and `result` depend on its kind. */
export interface Job<Request = unknown, Result = unknown> {
  readonly id: string;
  readonly kind: string;
  readonly status: "queued" | "running" | "done" | "failed" | "cancelled";
  readonly request: Request;
  readonly progress: {
    readonly note: string;
    readonly seconds: number;
    readonly fraction: number | null;
    readonly seconds_left: number | null;
  } | null;
  readonly result: Result | null;
  readonly error: { readonly kind: string; readonly message: string } | null;
  readonly created: number;
  readonly started: number | null;
  readonly finished: number | null;
}

/** Something that a person keeps; a puzzle's content is its definition as TOML. */
export interface Thing {
  readonly id: string;
  readonly kind: "puzzle" | "state" | "board";
  readonly name: string;
  readonly content: string;
  readonly changed: number;
}

export type SolveJob = Job<SolveQuestion, { readonly solutions: readonly Solution[] }>;

/** The server said no; the message is meant to be read. */
export class ServerFault extends Error {
  constructor(
    readonly fault: Fault,
    readonly status: number,
  ) {
    super(fault.message);
  }
}

async function answer<T>(response: Response): Promise<T> {
  const data: unknown = await response.json().catch(() => null);
  if (response.ok) return data as T;
  const told = (data as { error?: Fault } | null)?.error;
  const fault = told ?? { kind: "server", message: `the server answered ${response.status}`, position: null };
  throw new ServerFault(fault, response.status);
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return answer(await fetch(path, signal ? { signal } : {}));
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const headers = { "content-type": "application/json" };
  const options: RequestInit = { method: "POST", headers, body: JSON.stringify(body) };
  return answer(await fetch(path, signal ? { ...options, signal } : options));
}

async function put<T>(path: string, body: unknown): Promise<T> {
  return answer(
    await fetch(path, { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  );
}

async function remove<T>(path: string): Promise<T> {
  return answer(await fetch(path, { method: "DELETE", headers: { "content-type": "application/json" } }));
}

const at = (name: string, rest = ""): string => `api/puzzles/${encodeURIComponent(name)}${rest}`;

export const api = {
  puzzles: (): Promise<Entry[]> => get("api/puzzles"),
  figures: (name: string): Promise<Figures> => get(at(name)),
  scene: (name: string): Promise<Scene> => get(at(name, "/scene?bodies=true")),
  alg: (name: string, alg: string, signal?: AbortSignal): Promise<ReadAlg> => post(at(name, "/alg"), { alg }, signal),
  scramble: (name: string, seed?: number): Promise<{ alg: string }> =>
    post(at(name, "/scramble"), seed === undefined ? {} : { seed }),
  check: (name: string, seen: { colors: string[] } | { text: string }, signal?: AbortSignal): Promise<Verdict> =>
    post(at(name, "/check"), seen, signal),
  pieces: (name: string, rules: readonly number[]): Promise<Pieces> =>
    get(at(name, `/pieces?${rules.map((rule) => `rules=${rule}`).join("&")}`)),
  apart: (name: string, p: number, q: number): Promise<Apart> => post(at(name, "/apart"), { p, q }),
  methods: (name: string): Promise<Solvers> => get(at(name, "/methods")),
  solve: (request: SolveQuestion): Promise<SolveJob> => post("api/jobs", { kind: "solve", request }),
  jobs: (): Promise<Job[]> => get("api/jobs"),
  job: (id: string): Promise<Job> => get(`api/jobs/${encodeURIComponent(id)}`),
  cancel: (id: string): Promise<Job> => remove(`api/jobs/${encodeURIComponent(id)}`),
  forgetJob: (id: string): Promise<void> => remove(`api/jobs/${encodeURIComponent(id)}/record`),
  definition: async (name: string): Promise<string> => {
    const response = await fetch(at(name, "/definition"));
    return response.ok ? response.text() : answer(response);
  },
  designScene: (definition: string): Promise<Scene> => post("api/designs/scene", { definition }),
  designFigures: (definition: string): Promise<Figures> => post("api/designs/figures", { definition }),
  ownPuzzles: (): Promise<Thing[]> => get("api/things?kind=puzzle"),
  keepPuzzle: (name: string, content: string): Promise<Thing> => post("api/things", { kind: "puzzle", name, content }),
  changePuzzle: (id: string, name: string, content: string): Promise<Thing> =>
    put(`api/things/${encodeURIComponent(id)}`, { kind: "puzzle", name, content }),
  forgetThing: (id: string): Promise<void> => remove(`api/things/${encodeURIComponent(id)}`),
  jobEvents: (id: string): EventSource => new EventSource(`api/jobs/${encodeURIComponent(id)}/events`),
};
