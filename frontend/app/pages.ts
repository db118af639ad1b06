/** The pages by name; each is loaded when it is first opened. */

import { TWISTY } from "./chooser";
import { PACKINGS } from "./pack/choosing";
import type { PageEntry } from "./page";

const VIEW = {
  text: "Drag beside the puzzle to look from elsewhere; the eye changes how it looks.",
  at: ".board-tools",
};

export const HOME: PageEntry = {
  id: "home",
  title: "Start",
  purpose: "",
  first: "",
  choice: null,
  tour: [
    { text: "Each door leads to one thing that you can do.", at: ".doors" },
    { text: "Every puzzle has a picture. Type a few letters to find one, or press a family.", at: ".shelf-head" },
    { text: "The question mark shows the tour of the page that is open.", at: ".tour-button" },
  ],
  load: async () => (await import("./home/page")).homePage,
};

export const PAGES: readonly PageEntry[] = [
  HOME,
  {
    id: "play",
    title: "Play",
    purpose: "Turn the puzzle: drag a sticker, or press Scramble and solve it against the clock.",
    first: "3x3x3",
    choice: TWISTY,
    tour: [
      { text: "Drag a sticker and its layer follows.", at: ".stage-host" },
      VIEW,
      { text: "Scramble starts the clock with your first turn.", at: ".head-card" },
      { text: "Write moves here, or paste them; each is shown at once.", at: ".notation" },
      { text: "Go back and forth through the moves here.", at: ".timeline" },
    ],
    load: async () => (await import("./play/page")).playPage,
  },
  {
    id: "times",
    title: "Times",
    purpose: "Time solves of a puzzle in your hands: scramble it as shown, hold the space bar, let go, solve.",
    first: "3x3x3",
    choice: TWISTY,
    tour: [
      { text: "Scramble your puzzle like this. It then looks like the drawing below.", at: ".times-scramble" },
      { text: "Hold the space bar or a finger here and let go: first to look, then to start.", at: ".times-middle" },
      { text: "Averages, and a plot of how you get faster.", at: ".session-card" },
    ],
    load: async () => (await import("./times/page")).timesPage,
  },
  {
    id: "fewest",
    title: "Fewest",
    purpose: "Solve a scramble in as few moves as you can: find a step, keep every branch, compare them.",
    first: "3x3x3",
    choice: null,
    tour: [
      { text: "The scramble, and what is bad on each axis, on both sides.", at: ".fewest-state" },
      {
        text: "Let the machine list ways to make the next step, or write your own below the net.",
        at: ".fewest-candidates",
      },
      { text: "Every branch is kept. Press one to go on from there.", at: ".fewest-branches" },
    ],
    load: async () => (await import("./fewest/page")).fewestPage,
  },
  {
    id: "check",
    title: "Check",
    purpose:
      "Paint what your puzzle shows: choose a color, then press the stickers. You read at once if it can be solved.",
    first: "3x3x3",
    choice: TWISTY,
    tour: [
      { text: "Choose a color here. The number says how many are painted.", at: ".swatches" },
      { text: "Press stickers on the puzzle, or on the net, which shows all faces at once.", at: ".net-card" },
      { text: "Here you read whether moves lead there, what is wrong, and how to repair it.", at: ".verdict-card" },
    ],
    load: async () => (await import("./check/page")).checkPage,
  },
  {
    id: "solve",
    title: "Solve",
    purpose: "Get the moves that solve a state: scramble or turn the puzzle, then press Solve.",
    first: "3x3x3",
    choice: TWISTY,
    tour: [
      { text: "The state to solve: written as moves, scrambled, or turned by hand.", at: ".notation" },
      { text: "Choose how to solve it; automatic takes what is quick.", at: ".ask" },
      { text: "Play the solution here, move by move.", at: ".timeline" },
    ],
    load: async () => (await import("./solve/page")).solvePage,
  },
  {
    id: "pieces",
    title: "Pieces",
    purpose: "Take the puzzle apart: click two stickers to learn whether they are on one piece.",
    first: "3x3x3",
    choice: TWISTY,
    tour: [
      { text: "Click a sticker to light its piece.", at: ".stage-host" },
      { text: "Explode moves the pieces apart.", at: ".board-tools" },
      { text: "Each row is a kind of piece. Hide it to see what lies behind.", at: ".orbits" },
    ],
    load: async () => (await import("./pieces/page")).piecesPage,
  },
  {
    id: "design",
    title: "Design",
    purpose: "Make a puzzle of your own: move a slider to cut the solid elsewhere, then try it and save it.",
    first: "c f 0.4",
    choice: TWISTY,
    tour: [
      { text: "Each slider is a cut through the solid. Add more with + Cut.", at: ".cuts" },
      { text: "Turn tries the puzzle, Glue joins two pieces by two clicks, Draw sets points.", at: ".design" },
      { text: "Give it a name and save it; it opens on every page.", at: ".name-field" },
    ],
    load: async () => (await import("./design/page")).designPage,
  },
  {
    id: "pack",
    title: "Pack",
    purpose: "Fill the board: drag a piece from the tray to the board until no cell is empty.",
    first: "pentominoes 6x10",
    choice: PACKINGS,
    tour: [
      { text: "Drag a piece to the board, or choose it and press where it shall lie.", at: ".pack-tray" },
      { text: "Turn or flip the piece in your hand here; a hint places one for you.", at: ".pack-tools" },
      { text: "Here you read how many solutions are left.", at: ".pack-numbers" },
    ],
    load: async () => (await import("./pack/page")).packPage,
  },
];
