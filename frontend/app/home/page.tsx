/** Home: what this is, six doors, and every puzzle as a picture. */

import { signal } from "@preact/signals";
import { render } from "preact";
import type { OtherPage } from "../page";
import { change, type Known, onChange, settings } from "../settings";
import { Doors } from "./doors";
import { PuzzleTile, Shelf } from "./shelf";

/** Rises with every change of the settings, so that what is drawn from them is drawn anew. */
const changes = signal(0);

function Row({ title, puzzles }: { title: string; puzzles: readonly Known[] }) {
  if (puzzles.length === 0) return null;
  return (
    <section class="shelf" aria-label={title}>
      <h2>{title}</h2>
      <ul class="pictures one-row">
        {puzzles.map((known) => (
          <PuzzleTile key={`${known.page} ${known.puzzle}`} known={known} words="" />
        ))}
      </ul>
    </section>
  );
}

function Offer() {
  if (settings.toured) return null;
  const answer = (wanted: boolean): void => {
    change({ toured: true });
    if (wanted) window.dispatchEvent(new Event("puzzlery-tour"));
  };
  return (
    <p class="offer">
      New here?{" "}
      <button type="button" onClick={() => answer(true)}>
        Show me around
      </button>{" "}
      <button type="button" class="link" onClick={() => answer(false)}>
        No, thanks
      </button>
    </p>
  );
}

function Home() {
  void changes.value;
  return (
    <div class="home">
      <h1>Turn, check, solve, pack, take apart and design puzzles, all in your browser.</h1>
      <Offer />
      <Doors />
      <Row title="Favorites" puzzles={settings.favorites} />
      <Row title="Opened last" puzzles={settings.recent} />
      <Shelf />
    </div>
  );
}

export const homePage: OtherPage = {
  openPlain: async ({ stage }) => {
    const forget = onChange(() => (changes.value += 1));
    render(<Home />, stage);
    return {
      dispose: () => {
        forget();
        render(null, stage);
      },
    };
  },
};
