/** The app: the pages, opened by the shell. */

import { PAGES } from "./pages";
import { Shell } from "./shell";

new Shell(document.getElementById("app")!, PAGES);
