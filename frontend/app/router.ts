/** Routes: the page, the puzzle and what is to be shown of it, all in the address after the #. */

export interface Route {
  readonly page: string;
  readonly puzzle: string;
  readonly query: URLSearchParams;
}

/** Read `#/play/3x3x3?alg=R+U`; an address without a page is the start, one without a puzzle leaves it open. */
export function parsed(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [page, puzzle] = path.split("/");
  return { page: page || "home", puzzle: decoded(puzzle ?? ""), query: new URLSearchParams(query) };
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
  const puzzle = route.puzzle && `/${encodeURIComponent(route.puzzle)}`;
  return `#/${route.page}${puzzle}${query ? `?${query}` : ""}`;
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
