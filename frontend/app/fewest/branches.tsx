/** The branches of an attempt as a tree, those that end somewhere compared, and insertions into one. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { InsertedLine, LineView } from "../../api/schema";
import { IconButton } from "../controls";
import { toClipboard } from "../dom";
import { said } from "../faults";
import { icons } from "../icons";
import { calls } from "./calls";
import type { Sheet } from "./sheet";
import { handedIn, lineTo, pathTo, type Row, turnsIn } from "./tree";

export function Branches({ sheet }: { sheet: Sheet }) {
  const rows = sheet.rows.value;
  const open = rows.find(({ branch }) => branch.id === sheet.at.value)?.branch;
  return (
    <div class="card fewest-branches">
      <div class="row">
        <h2>Branches</h2>
        <IconButton
          title="Take back the last change"
          icon={icons.undo}
          press={() => sheet.undo()}
          disabled={sheet.undoable.value === 0}
        />
      </div>
      <ul class="fewest-tree" aria-label="Branches">
        <li>
          <button type="button" aria-pressed={sheet.at.value === ""} onClick={() => (sheet.at.value = "")}>
            <code>the scramble</code>
          </button>
        </li>
        {rows.map((row) => (
          <BranchRow key={row.branch.id} row={row} sheet={sheet} />
        ))}
      </ul>
      {open && (
        <div class="fewest-open">
          <input
            key={open.id}
            type="text"
            class="number wide"
            aria-label="Comment on this branch"
            placeholder="Comment"
            value={open.comment}
            onChange={({ currentTarget }) => void sheet.change(open, { comment: currentTarget.value })}
          />
          <button type="button" onClick={() => void sheet.change(open, { deleted: true })}>
            Delete this branch
          </button>
        </div>
      )}
    </div>
  );
}

function BranchRow({ row, sheet }: { row: Row; sheet: Sheet }) {
  const { branch, depth } = row;
  const line = lineTo(sheet.branches.value, branch.id);
  const view = sheet.views.value.get(line);
  return (
    <li style={{ paddingLeft: `${12 * (depth + 1)}px` }}>
      <button
        type="button"
        aria-pressed={sheet.at.value === branch.id}
        data-solved={view?.solved}
        onClick={() => (sheet.at.value = branch.id)}
      >
        <code>{branch.moves || "–"}</code>
        <span class="quiet">{[branch.step, branch.comment].filter(Boolean).join(", ")}</span>
        <b>{view?.length ?? turnsIn(line)}</b>
      </button>
    </li>
  );
}

/** All lines that end somewhere, the finished ones first, then the shortest. */
export function Compared({ sheet }: { sheet: Sheet }) {
  const ends = sheet.rows.value
    .filter(({ isLeaf }) => isLeaf)
    .map(({ branch }) => {
      const path = pathTo(sheet.branches.value, branch.id);
      const view: LineView | undefined = sheet.views.value.get(lineTo(sheet.branches.value, branch.id));
      return { branch, view, sums: path.map(({ moves }) => turnsIn(moves)).join(" + ") };
    })
    .sort(
      (one, other) =>
        Number(other.view?.solved ?? false) - Number(one.view?.solved ?? false) ||
        (one.view?.length ?? 99) - (other.view?.length ?? 99),
    );
  if (ends.length < 2) return null;
  return (
    <div class="card">
      <h2>Compared</h2>
      <table class="fewest-compared" aria-label="Compared">
        <tbody>
          {ends.map(({ branch, view, sums }) => (
            <tr key={branch.id} aria-selected={sheet.at.value === branch.id}>
              <td>
                <button type="button" class="link" onClick={() => (sheet.at.value = branch.id)}>
                  {view?.length ?? "…"}
                </button>
              </td>
              <td>{sums}</td>
              <td>{view?.normal.standing.reached.join(", ") || view?.normal.standing.left}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The line as one hands it in, and its solution once it is there. */
export function HandedIn({ sheet, tell }: { sheet: Sheet; tell: (text: string) => void }) {
  const { view } = sheet;
  const path = pathTo(sheet.branches.value, sheet.at.value);
  if (!view || path.length === 0) return null;
  const steps = handedIn(path).join("\n");
  return (
    <div class="fewest-handed">
      <pre>{steps}</pre>
      {view.solved && (
        <p class="fewest-solution" role="status">
          Solution with {view.length} moves
          {view.steps > view.length && `, ${view.steps - view.length} cancelled`}: <code>{view.moves}</code>{" "}
          <button
            type="button"
            class="link"
            onClick={() => void toClipboard(`${steps}\n${view.moves}`, "The solution was copied.", "Copy it", tell)}
          >
            Copy
          </button>
        </p>
      )}
    </div>
  );
}

/** Algs that are inserted into the line that is open, so that all is solved. */
export function Insertions({ sheet, tell }: { sheet: Sheet; tell: (text: string) => void }) {
  const { line } = sheet;
  const [most, setMost] = useState(2);
  const [found, setFound] = useState<readonly InsertedLine[] | null>(null);
  const [looking, setLooking] = useState(false);
  const asked = useRef(0);
  useEffect(() => {
    asked.current += 1;
    setFound(null);
    setLooking(false);
  }, [line, sheet.attempt.value!.id]);
  const find = async (): Promise<void> => {
    const number = ++asked.current;
    setLooking(true);
    try {
      const body = { scramble: sheet.attempt.value!.scramble, line, insertions: most, count: 10 };
      const answer = await calls.insertions(body);
      if (number === asked.current) setFound(answer);
    } catch (fault) {
      if (number === asked.current) tell(said(fault));
    } finally {
      if (number === asked.current) setLooking(false);
    }
  };
  return (
    <details class="card">
      <summary>Insertions into this line</summary>
      <p class="quiet">For a line that leaves a few pieces: algs at the places where most turns cancel.</p>
      <div class="actions">
        <select
          aria-label="Insertions"
          value={most}
          onChange={({ currentTarget }) => setMost(Number(currentTarget.value))}
        >
          {[1, 2, 3].map((number) => (
            <option key={number} value={number}>
              up to {number}
            </option>
          ))}
        </select>
        <button type="button" disabled={looking || sheet.at.value === ""} onClick={() => void find()}>
          {looking ? "Looking …" : "Insert"}
        </button>
      </div>
      {found && (
        <ul class="fewest-list" aria-label="Solutions by insertions">
          {found.map((one) => (
            <li key={one.alg}>
              <button type="button" onClick={() => void sheet.add(one.alg, "by insertions", "")}>
                <b>{one.length}</b>
                <span>
                  {one.insertions.map(({ before, alg, after }) => (
                    <code key={before + alg}>
                      {before} <mark>{alg}</mark> {after}
                    </code>
                  ))}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
