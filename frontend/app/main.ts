/** The app: the pages, opened by the shell. */

import { checkPage } from "./check/page";
import { packPage } from "./pack/page";
import { designPage } from "./design/page";
import { piecesPage } from "./pieces/page";
import { playPage } from "./play/page";
import { Shell } from "./shell";
import { solvePage } from "./solve/page";

new Shell(document.getElementById("app")!, [playPage, checkPage, piecesPage, packPage]);
new Shell(document.getElementById("app")!, [playPage, checkPage, solvePage, piecesPage]);
new Shell(document.getElementById("app")!, [playPage, checkPage, solvePage, piecesPage, designPage]);
