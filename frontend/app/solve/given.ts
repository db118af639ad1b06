/** Given states: the moves that lead to a state, or the colors that one sees, as an address holds them. */

import type { SolveJob } from "../../api/schema";

export type Given =
  | { readonly kind: "alg"; readonly alg: string }
  | { readonly kind: "colors"; readonly colors: readonly number[] };

const DIGITS = 36;

/** Color numbers as one digit each, or with dots between them where there are too many; a dash for no color. */
export function writtenColors(colors: readonly number[]): string {
  const short = colors.every((color) => color < DIGITS);
  return short ? colors.map((color) => (color < 0 ? "-" : color.toString(DIGITS))).join("") : `.${colors.join(".")}`;
}

export function readColors(text: string): number[] {
  if (text.startsWith(".")) return text.slice(1).split(".").map(Number);
  return [...text].map((digit) => (digit === "-" ? -1 : Number.parseInt(digit, DIGITS)));
}

/** What an address says: colors, or the scramble and the moves made after it. */
export function givenBy(query: URLSearchParams): Given {
  const colors = query.get("colors");
  if (colors) return { kind: "colors", colors: readColors(colors) };
  return { kind: "alg", alg: joined(query.get("setup") ?? "", query.get("alg") ?? "") };
}

export function queryOf(given: Given): Record<string, string> {
  return given.kind === "alg" ? { setup: given.alg } : { colors: writtenColors(given.colors) };
}

/** The state that a job was asked to solve. */
export function givenTo(job: SolveJob, names: readonly string[]): Given {
  const { coloring, alg } = job.request;
  if (coloring) return { kind: "colors", colors: coloring.map((name) => names.indexOf(name)) };
  return { kind: "alg", alg: alg ?? "" };
}

export function isSame(one: Given, other: Given): boolean {
  return JSON.stringify(queryOf(one)) === JSON.stringify(queryOf(other));
}

export function joined(...algs: readonly string[]): string {
  return algs
    .map((alg) => alg.trim())
    .filter(Boolean)
    .join(" ");
}
