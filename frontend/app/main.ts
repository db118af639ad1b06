/** The app: the pages, opened by the shell. */

import { connection } from "./connection";
import { PAGES } from "./pages";
import { Shell } from "./shell";

const RELOADED = "puzzlery-reloaded";
/** Milliseconds within which a page is not reloaded again. */
const ONCE_IN = 10_000;

// A server that was replaced by a newer one has other files than this page knows: load it anew.
window.addEventListener("vite:preloadError", () => {
  const last = Number(sessionStorage.getItem(RELOADED));
  if (!connection.isThere || Date.now() - last < ONCE_IN) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
});

new Shell(document.getElementById("app")!, PAGES);
