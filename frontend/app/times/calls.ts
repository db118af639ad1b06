/** The server's API for sessions. */

import type { SessionRequest, TimedSolveRequest } from "../../api/schema";
import { addressOf, call, faultOf } from "../client";

async function text(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw await faultOf(response);
  return response.text();
}

export const calls = {
  puzzle: (name: string) => call("get", "/api/puzzles/{name}", { path: { name } }),
  sessions: () => call("get", "/api/sessions", {}),
  session: (key: string, listed: number) => call("get", "/api/sessions/{key}", { path: { key }, query: { listed } }),
  saveSession: (key: string, body: SessionRequest) => call("put", "/api/sessions/{key}", { path: { key }, body }),
  saveSolve: (key: string, solve: string, body: TimedSolveRequest) =>
    call("put", "/api/sessions/{key}/solves/{solve}", { path: { key, solve }, body }),
  scramble: (name: string, event: SessionRequest["event"]) =>
    call("post", "/api/puzzles/{name}/scramble", { path: { name }, body: { event: event ?? "usual" } }),
  table: (key: string) => text(addressOf("/api/sessions/{key}/export", { key })),
  everything: () => text("api/sessions/export"),
  read: (file: string, session: string) => call("post", "/api/sessions/import", { body: { text: file, session } }),
};
