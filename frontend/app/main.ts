/** The app: the pages, opened by the shell. */

import { checkPage } from "./check/page";
import { designPage } from "./design/page";
import { packPage } from "./pack/page";
import { piecesPage } from "./pieces/page";
import { playPage } from "./play/page";
import { Shell } from "./shell";
import { solvePage } from "./solve/page";

new Shell(document.getElementById("app")!, [playPage, checkPage, solvePage, piecesPage, designPage, packPage]);
