/** Plots of a session: how times change from solve to solve, and how often each occurs. */

import type { SessionView } from "../../api/schema";
import { clockText } from "../play/timer";

const WIDTH = 340;
const HEIGHT = 150;
const LEFT = 44;
const BOTTOM = 18;
const MOST_GAPS = 5;

type Results = readonly (number | null)[];

/** Steps between marks of an axis, in hundredths of a second. */
const STEPS = [10, 20, 50, 100, 200, 500, 1000, 2000, 3000, 6000, 12_000, 30_000, 60_000, 120_000, 360_000];

/** The marks of an axis from one number to another: round numbers, three to six of them. */
export function marks(least: number, most: number): number[] {
  const wanted = (most - least) / MOST_GAPS;
  const step = STEPS.find((each) => each >= wanted) ?? Math.ceil(wanted / 360_000) * 360_000;
  const first = Math.ceil(least / step);
  return Array.from({ length: Math.floor(most / step) - first + 1 }, (_, k) => (first + k) * step);
}

/** A line through the numbers, interrupted where there is none. */
export function pathOf(results: Results, x: (k: number) => number, y: (result: number) => number): string {
  let pen = "M";
  let path = "";
  results.forEach((result, k) => {
    if (result !== null) path += `${pen}${x(k).toFixed(1)} ${y(result).toFixed(1)}`;
    pen = result === null ? "M" : "L";
  });
  return path;
}

const short = (hundredths: number): string => {
  const text = clockText(10 * hundredths);
  return hundredths % 100 === 0 ? text.replace(/\.00$/, "") : text.replace(/0$/, "");
};

export function Trend({ view }: { view: SessionView }) {
  const { results, fives, twelves, statistics } = view;
  const finished = results.filter((result) => result !== null);
  if (finished.length < 2) return null;
  const least = Math.min(...finished);
  const most = Math.max(...finished, least + 10);
  const x = (k: number): number => LEFT + (k / Math.max(1, results.length - 1)) * (WIDTH - LEFT - 8);
  const y = (result: number): number => 8 + ((most - result) / (most - least)) * (HEIGHT - BOTTOM - 16);
  const first = statistics.count - results.length + 1;
  return (
    <figure class="plot">
      <figcaption>
        <span class="key-single">time</span> <span class="key-five">ao5</span> <span class="key-twelve">ao12</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Times of ${results.length} solves`}>
        {marks(least, most).map((mark) => (
          <g key={mark}>
            <line class="grid" x1={LEFT} x2={WIDTH} y1={y(mark)} y2={y(mark)} />
            <text x={LEFT - 6} y={y(mark) + 4} text-anchor="end">
              {short(mark)}
            </text>
          </g>
        ))}
        <path class="single" d={pathOf(results, x, y)} />
        {results.length <= 60 &&
          results.map((result, k) =>
            result === null ? (
              <text class="unfinished" key={k} x={x(k)} y={HEIGHT - BOTTOM} text-anchor="middle">
                ×
              </text>
            ) : (
              <circle key={k} cx={x(k)} cy={y(result)} r={2} />
            ),
          )}
        <path class="five" d={pathOf(fives, x, y)} />
        <path class="twelve" d={pathOf(twelves, x, y)} />
        <text x={LEFT} y={HEIGHT - 3}>
          {first}
        </text>
        <text x={WIDTH - 8} y={HEIGHT - 3} text-anchor="end">
          {statistics.count}
        </text>
      </svg>
    </figure>
  );
}

export function Distribution({ view }: { view: SessionView }) {
  const { bars } = view.statistics;
  if (bars.length === 0) return null;
  const most = Math.max(...bars.map(({ count }) => count));
  return (
    <ol class="bars" aria-label="How often each time occurs">
      {bars.map(({ start, end, count }) => (
        <li key={start} title={`${short(start)} to ${short(end)}: ${count}`}>
          <span>{short(start)}</span>
          <i style={{ width: `${(70 * count) / most}%` }} />
          <b>{count || ""}</b>
        </li>
      ))}
    </ol>
  );
}
