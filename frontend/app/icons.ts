/** Icons: the paths of the few signs that the pages use. */

import { icon } from "./dom";

export const icons = {
  scramble: () =>
    icon(
      "M4 7h3c5 0 5 10 10 10h3",
      "M4 17h3c1.8 0 3-1.3 4-3",
      "M13.5 9.5C14.4 8 15.5 7 17 7h3",
      "M17.5 4.5 20 7l-2.5 2.5",
      "M17.5 14.5 20 17l-2.5 2.5",
    ),
  undo: () => icon("M8 5 4 9l4 4", "M4 9h10a6 6 0 0 1 0 12h-3"),
  redo: () => icon("m16 5 4 4-4 4", "M20 9H10a6 6 0 0 0 0 12h3"),
  reset: () => icon("M4 5v5h5", "M4.6 10A8 8 0 1 1 4 14"),
  first: () => icon("M18 6 9 12l9 6z", "M6 6v12"),
  back: () => icon("m15 6-6 6 6 6"),
  play: () => icon("M8 5v14l11-7z"),
  pause: () => icon("M8 5v14", "M16 5v14"),
  next: () => icon("m9 6 6 6-6 6"),
  last: () => icon("m6 6 9 6-9 6z", "M18 6v12"),
  share: () => icon("M7 12v7h10v-7", "M12 15V4", "m8 8 4-4 4 4"),
  save: () => icon("M12 4v11", "m8 11 4 4 4-4", "M5 19h14"),
  look: () => icon("M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6z", "M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z"),
  search: () => icon("M10.5 5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z", "m15 15 5 5"),
  down: () => icon("m6 9 6 6 6-6"),
  theme: () => icon("M12 4a8 8 0 1 0 8 8 6 6 0 0 1-8-8z"),
  close: () => icon("m6 6 12 12", "M18 6 6 18"),
  brush: () => icon("M14 5 19 10l-7 7-5-5z", "M7 12c-3 1-2 5-4 7 3 0 7 0 9-2"),
  fill: () => icon("m5 12 7-7 7 7-7 7z", "M5 12h14", "M20.5 15.5c1 1.6 1 3 0 3s-1-1.400 0-3z"),
  swap: () => icon("M7 7h12", "m16 4 3 3-3 3", "M17 17H5", "m8 14-3 3 3 3"),
  paste: () => icon("M8 5H6v15h12V5h-2", "M9 3.500h6v3H9z", "M9 11h6", "M9 15h4"),
};
