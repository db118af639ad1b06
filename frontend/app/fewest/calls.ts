/** The server's API for attempts at fewest moves. */

import type { AttemptRequest, BranchRequest, CandidatesRequest, InsertionsRequest } from "../../api/schema";
import { call } from "../client";

const puzzle = { name: "3x3x3" };

export const calls = {
  attempts: () => call("get", "/api/attempts", {}),
  attempt: (key: string) => call("get", "/api/attempts/{key}", { path: { key } }),
  saveAttempt: (key: string, body: AttemptRequest) => call("put", "/api/attempts/{key}", { path: { key }, body }),
  saveBranch: (key: string, branch: string, body: BranchRequest) =>
    call("put", "/api/attempts/{key}/branches/{branch}", { path: { key, branch }, body }),
  lines: (scramble: string, lines: string[]) => call("post", "/api/fewest/lines", { body: { scramble, lines } }),
  candidates: (body: CandidatesRequest) => call("post", "/api/fewest/candidates", { body }),
  insertions: (body: InsertionsRequest) => call("post", "/api/fewest/insertions", { body }),
  scramble: () => call("post", "/api/puzzles/{name}/scramble", { path: puzzle, body: { event: "fewest-moves" } }),
  net: () => call("get", "/api/puzzles/{name}/net", { path: puzzle }),
  scene: () => call("get", "/api/puzzles/{name}/scene", { path: puzzle }),
};
