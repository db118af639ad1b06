/** The shelf: every puzzle as a picture, found by a few letters or by its family. */

import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { PuzzleEntry } from "../../api/schema";
import { entries, found } from "../chooser";
import { addressOf } from "../client";
import { onReturn } from "../connection";
import { said } from "../faults";
import { isFavorite, toggleFavorite } from "../known";
import { PACKINGS } from "../pack/choosing";
import { named } from "../pack/names";
import { written } from "../router";
import type { Known } from "../settings";
import { Thumbnail } from "./living";

interface Shelved extends Known {
  readonly entry: PuzzleEntry;
}

/** Families in words; packings are one family, whatever their pieces. */
const PACKING_FAMILY = "packings";

/** What most people look for comes first; the others keep the order of the catalogue. */
const FIRST = [
  "3x3x3",
  "2x2x2",
  "4x4x4",
  "5x5x5",
  "pyraminx",
  "skewb",
  "megaminx",
  "Square-1",
  "clock",
  "gear cube",
  "FTO",
  "dino",
  "helicopter",
  "pentominoes 6x10",
  "soma 3x3x3",
  "iq pyramid5",
];

function shelfOrder(all: readonly Shelved[]): Shelved[] {
  const rank = ({ puzzle, entry }: Shelved): number => {
    const at = FIRST.findIndex((name) => name === puzzle || entry.aliases.includes(name));
    return at < 0 ? FIRST.length : at;
  };
  return [...all].sort((one, other) => rank(one) - rank(other));
}

export function pictureOf({ page, puzzle }: Known): string {
  if (page !== "pack") return addressOf("/api/puzzles/{name}/picture", { name: puzzle });
  return addressOf("/api/packings/picture", {}, named(puzzle));
}

async function allPuzzles(): Promise<Shelved[]> {
  const [twisty, packings] = await Promise.all([entries(), PACKINGS.entries()]);
  const shelved = (page: string, entry: PuzzleEntry): Shelved => ({
    page,
    puzzle: entry.name,
    title: entry.name,
    entry,
  });
  return shelfOrder([
    ...twisty.map((entry) => shelved("play", entry)),
    ...packings.map((entry) => shelved("pack", { ...entry, family: PACKING_FAMILY })),
  ]);
}

export function PuzzleTile({ known, words }: { known: Known; words: string }) {
  const kept = isFavorite(known);
  return (
    <li class="picture-tile">
      <a href={written({ ...known, query: new URLSearchParams() })} title={words}>
        <Thumbnail source={pictureOf(known)} />
        <b>{known.title}</b>
      </a>
      <button
        type="button"
        class="tile-star"
        aria-pressed={kept}
        aria-label={`${known.title} is a favorite`}
        title={kept ? "Take it out of the favorites" : "Keep it as a favorite"}
        onClick={() => toggleFavorite(known)}
      >
        {kept ? "★" : "☆"}
      </button>
    </li>
  );
}

export function Shelf() {
  const all = useSignal<readonly Shelved[]>([]);
  const fault = useSignal("");
  const text = useSignal("");
  const family = useSignal("");
  useSignalEffect(() => {
    const load = (): void => {
      allPuzzles().then(
        (puzzles) => {
          all.value = puzzles;
          fault.value = "";
        },
        (reason: unknown) => (fault.value = `The list of puzzles cannot be loaded: ${said(reason)}`),
      );
    };
    load();
    return onReturn(load);
  });
  const families = useComputed(() => [...new Set(all.value.map(({ entry }) => entry.family))]);
  const shown = useComputed(() => {
    const fitting = found(
      all.value.map(({ entry }) => entry),
      text.value,
    );
    const order = new Map(fitting.map((entry, k) => [entry, k]));
    return all.value
      .filter(({ entry }) => order.has(entry) && (!family.value || entry.family === family.value))
      .sort((one, other) => order.get(one.entry)! - order.get(other.entry)!);
  });
  return (
    <section class="shelf" aria-label="All puzzles">
      <div class="shelf-head">
        <h2>All puzzles</h2>
        <input
          type="search"
          placeholder="Search: skewb, gear, 7x7x7, soma …"
          aria-label="Search all puzzles"
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
        <fieldset class="families" aria-label="Families">
          {["", ...families.value].map((name) => (
            <button key={name} type="button" aria-pressed={family.value === name} onClick={() => (family.value = name)}>
              {name || "all"}
            </button>
          ))}
        </fieldset>
      </div>
      <p class="quiet" role="status">
        {fault.value || `${shown.value.length} puzzle${shown.value.length === 1 ? "" : "s"}`}
      </p>
      <ul class="pictures">
        {shown.value.map((known) => (
          <PuzzleTile key={`${known.page} ${known.puzzle}`} known={known} words={known.entry.description} />
        ))}
      </ul>
      {text.value && shown.value.length === 0 && !fault.value && (
        <p>
          No puzzle of the catalogue is called so.{" "}
          <a href={written({ page: "play", puzzle: text.value.trim(), query: new URLSearchParams() })}>
            Try “{text.value.trim()}” as a size or as cuts
          </a>
          .
        </p>
      )}
    </section>
  );
}
