/** The doors: six things that one can do here, each with a picture that lives. */

import { addressOf } from "../client";
import { Living } from "./living";

interface Door {
  readonly title: string;
  readonly words: string;
  readonly to: string;
  readonly frames: readonly string[];
  /** The frame that tells most by itself; the last one, if not said otherwise. */
  readonly rest?: number;
}

function puzzle(name: string, query: object): string {
  return addressOf("/api/puzzles/{name}/picture", { name }, query);
}

/** A move in three steps, after each of the moves before it. */
function turning(name: string, moves: readonly string[]): string[] {
  return moves.flatMap((turn, k) =>
    [0, 0.33, 0.67].map((part) => puzzle(name, { alg: moves.slice(0, k).join(" "), turn, part })),
  );
}

export const DOORS: readonly Door[] = [
  {
    title: "Play",
    words: "Turn a puzzle with your fingers, mouse or keys.",
    to: "#/play/3x3x3",
    frames: turning("3x3x3", ["R", "U", "F"]),
  },
  {
    title: "Check my cube",
    words: "Paint what yours shows and see if it can be solved.",
    to: "#/check/3x3x3",
    frames: ["R U", "R U F", "R U F L"].map((alg) => puzzle("3x3x3", { alg, view: "net" })),
  },
  {
    title: "Solve",
    words: "Get the moves that solve a state, and watch them.",
    to: "#/solve/3x3x3",
    frames: ["R U F L", "R U F", "R U", "R", ""].map((alg) => puzzle("3x3x3", { alg })),
    rest: 0,
  },
  {
    title: "Pack",
    words: "Fill boards, boxes and pyramids with pieces.",
    to: "#/pack/pentominoes 6x10",
    frames: [0, 0.25, 0.5, 0.75, 1].map((filled) =>
      addressOf("/api/packings/picture", {}, { set: "iq", board: "5x11", filled }),
    ),
  },
  {
    title: "Take apart",
    words: "See the pieces inside, and which can change places.",
    to: "#/pieces/3x3x3?explode=0.6",
    frames: [0.01, 0.15, 0.3, 0.45].map((apart) => puzzle("3x3x3", { apart })),
  },
  {
    title: "Design",
    words: "Cut a solid by sliders and make a puzzle of your own.",
    to: "#/design/c f 0.4",
    // Names of the catalogue, which the server draws without a process of its own.
    frames: ["2x2x2", "3x3x3", "dino", "2x2x2 + dino", "helicopter"].map((name) => puzzle(name, {})),
  },
];

export function Doors() {
  return (
    <nav class="doors" aria-label="What you can do here">
      {DOORS.map(({ title, words, to, frames, rest = -1 }) => (
        <a class="door" href={to} key={title}>
          <Living frames={frames} rest={rest} />
          <b>{title}</b>
          <span>{words}</span>
        </a>
      ))}
    </nav>
  );
}
