/** The numbers of a session: best and current averages, mean and spread. */

import type { SessionView } from "../../api/schema";
import { clockText } from "../play/timer";

const shown = (result: number | null): string => (result === null ? "DNF" : clockText(10 * result));

export function Numbers({ view }: { view: SessionView }) {
  const { statistics, results } = view;
  const { count, unfinished, mean, deviation, rows, next_least, next_most } = statistics;
  if (count === 0) return null;
  return (
    <>
      <table class="averages">
        <thead>
          <tr>
            <th scope="col" />
            <th scope="col">current</th>
            <th scope="col">best</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">time</th>
            <td>{shown(results.at(-1) ?? null)}</td>
            <td>{shown(statistics.best)}</td>
          </tr>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td>{shown(row.current)}</td>
              <td>{shown(row.best)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet told">
        {count - unfinished} of {count} solved
        {mean !== null && `, mean ${shown(mean)}`}
        {deviation !== null && ` ± ${(deviation / 100).toFixed(2)}`}
        {count >= 4 && `. The next ao5 is between ${shown(next_least)} and ${shown(next_most)}`}.
      </p>
    </>
  );
}
