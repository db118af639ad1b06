/** The tree of an attempt: branches that continue one another, and the lines of moves that they make. */

import type { Branch } from "../../api/schema";

/** The branches from the scramble to one of them, that one last. */
export function pathTo(branches: readonly Branch[], id: string): Branch[] {
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  const path: Branch[] = [];
  for (let at = byId.get(id); at && !path.includes(at); at = byId.get(at.parent)) path.unshift(at);
  return path;
}

/** All moves from the scramble on, those on the inverse in parentheses. */
export function lineTo(branches: readonly Branch[], id: string): string {
  return pathTo(branches, id)
    .map(({ moves }) => moves)
    .join(" ");
}

/** A branch with its place in the tree: how deep it is, and whether others continue it. */
export interface Row {
  readonly branch: Branch;
  readonly depth: number;
  readonly isLeaf: boolean;
}

/** The branches that are not deleted and hang on none that is, each before those that continue it. */
export function rows(branches: readonly Branch[]): Row[] {
  const of = new Map<string, Branch[]>();
  for (const branch of branches) {
    if (!branch.deleted) of.set(branch.parent, [...(of.get(branch.parent) ?? []), branch]);
  }
  const found: Row[] = [];
  const add = (parent: string, depth: number): void => {
    for (const branch of of.get(parent) ?? []) {
      found.push({ branch, depth, isLeaf: !of.has(branch.id) });
      add(branch.id, depth + 1);
    }
  };
  add("", 0);
  return found;
}

/** Moves on both sides as they are written: those on the inverse in parentheses. */
export function written(normal: string, inverse: string): string {
  return [normal, inverse && `(${inverse})`].filter(Boolean).join(" ");
}

/** How many turns a text has. */
export function turnsIn(moves: string): number {
  return moves.split(/[\s()]+/).filter(Boolean).length;
}

/** The steps as one would hand them in, each with its turns and those up to there. */
export function handedIn(path: readonly Branch[]): string[] {
  let total = 0;
  return path.map(({ moves, step, comment }) => {
    const turns = turnsIn(moves);
    total += turns;
    const said = [step || "moves", comment].filter(Boolean).join(", ");
    return `${moves}  // ${said} (${turns}/${total})`;
  });
}
