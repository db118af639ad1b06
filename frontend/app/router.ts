/** Routes: the page, the puzzle and what is to be shown of it, all in the address after the #. */

export interface Route {
  readonly page: string;
  readonly puzzle: string;
  readonly query: URLSearchParams;
}

export const FIRST: Route = { page: "play", puzzle: "3x3x3", query: new URLSearchParams() };

/** Read `#/play/3x3x3?alg=R+U`; what is missing is taken from the first page. */
export function parsed(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [page, puzzle] = path.split("/");
  return {
    page: page || FIRST.page,
    puzzle: puzzle ? decoded(puzzle) : FIRST.puzzle,
    query: new URLSearchParams(query),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function written(route: Route): string {
  const kept = [...route.query].filter(([, value]) => value !== "");
  const query = new URLSearchParams(kept).toString();
  return `#/${route.page}/${encodeURIComponent(route.puzzle)}${query ? `?${query}` : ""}`;
}

/** Write down what is shown now without opening it anew. */
export function remember(route: Route): void {
  history.replaceState(null, "", written(route));
}

/** Write down more about the puzzle that is open, unless the address leads elsewhere already. */
export function note(route: Route): void {
  const { page, puzzle } = parsed(location.hash);
  if (page === route.page && puzzle === route.puzzle) remember(route);
}

export function go(route: Route): void {
  location.hash = written(route);
}
