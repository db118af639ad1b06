/** The server's API: every call of the pages goes through here. */

import type { AlgResponse, CheckRequest, NewItem, SolveRequest } from "../api/schema";
import { addressOf, call, faultOf } from "./client";
import { type JobOf, ofKind } from "./jobs";

const saved = (name: string, content: string): NewItem => ({ kind: "puzzle", name, content });

export const api = {
  puzzles: () => call("get", "/api/puzzles", {}),
  summary: (name: string) => call("get", "/api/puzzles/{name}", { path: { name } }),
  scene: (name: string) => call("get", "/api/puzzles/{name}/scene", { path: { name }, query: { bodies: true } }),
  alg: (name: string, alg: string, signal?: AbortSignal): Promise<AlgResponse> =>
    call("post", "/api/puzzles/{name}/alg", { path: { name }, body: { alg }, signal }),
  scramble: (name: string) => call("post", "/api/puzzles/{name}/scramble", { path: { name }, body: {} }),
  check: (name: string, body: CheckRequest, signal?: AbortSignal) =>
    call("post", "/api/puzzles/{name}/check", { path: { name }, body, signal }),
  pieces: (name: string, rules: readonly number[]) =>
    call("get", "/api/puzzles/{name}/pieces", { path: { name }, query: { rules } }),
  apart: (name: string, p: number, q: number) =>
    call("post", "/api/puzzles/{name}/apart", { path: { name }, body: { p, q } }),
  net: (name: string) => call("get", "/api/puzzles/{name}/net", { path: { name } }),
  methods: (name: string) => call("get", "/api/puzzles/{name}/methods", { path: { name } }),
  definition: async (name: string): Promise<string> => {
    const response = await fetch(addressOf("/api/puzzles/{name}/definition", { name }));
    if (!response.ok) throw await faultOf(response);
    return response.text();
  },
  solve: async (request: SolveRequest): Promise<JobOf<"solve">> =>
    ofKind(await call("post", "/api/jobs", { body: { kind: "solve", request } }), "solve"),
  jobs: () => call("get", "/api/jobs", {}),
  job: (key: string) => call("get", "/api/jobs/{key}", { path: { key } }),
  cancel: (key: string) => call("delete", "/api/jobs/{key}", { path: { key } }),
  forgetJob: (key: string) => call("delete", "/api/jobs/{key}/record", { path: { key } }),
  designScene: (definition: string) => call("post", "/api/designs/scene", { body: { definition } }),
  designSummary: (definition: string) => call("post", "/api/designs/figures", { body: { definition } }),
  savedPuzzles: () => call("get", "/api/things", { query: { kind: "puzzle" } }),
  savePuzzle: (name: string, content: string) => call("post", "/api/things", { body: saved(name, content) }),
  changePuzzle: (key: string, name: string, content: string) =>
    call("put", "/api/things/{key}", { path: { key }, body: saved(name, content) }),
  forgetItem: (key: string) => call("delete", "/api/things/{key}", { path: { key } }),
};
