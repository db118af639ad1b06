/** Candidates: ways to make the next step, found by the machine, with filters by trigger and subset. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { CandidatesRequest, ListedCandidate } from "../../api/schema";
import { said } from "../faults";
import { calls } from "./calls";
import type { Sheet } from "./sheet";
import { written } from "./tree";

interface Choice {
  readonly step: string;
  readonly title: string;
  readonly places: readonly string[];
}

const AXES = ["ud", "fb", "rl"];
const STEPS: readonly Choice[] = [
  { step: "EO", title: "EO", places: AXES },
  { step: "RZP", title: "RZP", places: AXES },
  { step: "AR", title: "AR", places: AXES },
  { step: "DR", title: "DR", places: AXES },
  { step: "HTR", title: "HTR", places: AXES },
  { step: "FR", title: "FR", places: AXES },
  { step: "FRLS", title: "FR but its slice", places: AXES },
  { step: "LS", title: "All but a slice", places: AXES },
  { step: "FIN", title: "Finish", places: [] },
  { step: "2x2x2", title: "2×2×2 block", places: [] },
  { step: "2x2x3", title: "2×2×3 block", places: [] },
  { step: "F2L-1", title: "F2L but a pair", places: [] },
  { step: "corners", title: "Corners", places: [] },
];

/** What most people would look for after a state that has reached this. */
export function nextStep(reached: readonly string[]): string {
  const text = reached.join(" ");
  if (text.includes("solved") || text.includes("htr")) return "FIN";
  if (text.includes("dr")) return "HTR";
  return text.includes("eo") ? "DR" : "EO";
}

export function stepText(step: string, triggers: string, subsets: string): string {
  const options = step === "DR" ? { triggers: quoted(triggers), subsets: subsets.trim() } : {};
  const given = Object.entries(options).filter(([, value]) => value);
  return given.length > 0 ? `${step}[${given.map(([name, value]) => `${name}=${value}`).join("; ")}]` : step;
}

/** Triggers have spaces in them, so each is put into quotes. */
function quoted(triggers: string): string {
  const words = triggers.split(",").map((word) => word.trim());
  return words
    .filter(Boolean)
    .map((word) => `"${word}"`)
    .join(",");
}

export function Candidates({ sheet, tell }: { sheet: Sheet; tell: (text: string) => void }) {
  const { view, line } = sheet;
  const reached = view?.normal.standing.reached ?? [];
  const [wanted, setWanted] = useState<string | null>(null);
  const [axis, setAxis] = useState("");
  const [niss, setNiss] = useState<NonNullable<CandidatesRequest["niss"]>>("both");
  const [beyond, setBeyond] = useState(1);
  const [triggers, setTriggers] = useState("");
  const [subsets, setSubsets] = useState("");
  const [found, setFound] = useState<readonly ListedCandidate[] | null>(null);
  const [looking, setLooking] = useState(false);
  const asked = useRef(0);
  useEffect(() => {
    asked.current += 1;
    setFound(null);
    setWanted(null);
    setLooking(false);
  }, [line, sheet.attempt.value!.id]);
  const step = wanted ?? nextStep(reached);
  const chosen = STEPS.find((one) => one.step === step)!;
  const places = chosen.places;

  const find = async (): Promise<void> => {
    const number = ++asked.current;
    setLooking(true);
    try {
      const body: CandidatesRequest = {
        scramble: sheet.attempt.value!.scramble,
        line,
        step: stepText(step, triggers, subsets),
        axis: places.includes(axis) ? axis : null,
        niss,
        count: 60,
        beyond,
      };
      const answer = await calls.candidates(body);
      if (number === asked.current) setFound(answer);
    } catch (fault) {
      if (number === asked.current) {
        setFound(null);
        tell(said(fault));
      }
    } finally {
      if (number === asked.current) setLooking(false);
    }
  };

  return (
    <form
      class="card fewest-candidates"
      onSubmit={(event) => {
        event.preventDefault();
        void find();
      }}
    >
      <h2>Candidates for the next step</h2>
      <div class="fewest-form">
        <label>
          Step
          <select aria-label="Step" value={step} onChange={({ currentTarget }) => setWanted(currentTarget.value)}>
            {STEPS.map((one) => (
              <option key={one.step} value={one.step}>
                {one.title}
              </option>
            ))}
          </select>
        </label>
        <label>
          Axis
          <select
            aria-label="Axis"
            value={axis}
            onChange={({ currentTarget }) => setAxis(currentTarget.value)}
            disabled={!places.length}
          >
            <option value="">any</option>
            {AXES.map((name) => (
              <option key={name} value={name}>
                {name.toUpperCase()}
              </option>
            ))}
          </select>
        </label>
        <label>
          Sides
          <select
            aria-label="Sides"
            value={niss}
            onChange={({ currentTarget }) => setNiss(currentTarget.value as NonNullable<CandidatesRequest["niss"]>)}
          >
            <option value="both">both (NISS)</option>
            <option value="either">either</option>
            <option value="none">normal</option>
          </select>
        </label>
        <label>
          Within
          <select
            aria-label="Within"
            value={beyond}
            onChange={({ currentTarget }) => setBeyond(Number(currentTarget.value))}
          >
            {[0, 1, 2, 3, 4].map((number) => (
              <option key={number} value={number}>
                +{number} of the best
              </option>
            ))}
          </select>
        </label>
        {step === "DR" && (
          <>
            <label title="How it shall end, as R, R U2 R">
              Triggers
              <input
                aria-label="Triggers"
                type="text"
                class="number wide"
                placeholder="any, or R, R U2 R"
                value={triggers}
                onInput={({ currentTarget }) => setTriggers(currentTarget.value)}
              />
            </label>
            <label title="The subset that it shall leave, as 4a1, 2c3">
              Subsets
              <input
                aria-label="Subsets"
                type="text"
                class="number wide"
                placeholder="any, or 4a1, 2c3"
                value={subsets}
                onInput={({ currentTarget }) => setSubsets(currentTarget.value)}
              />
            </label>
          </>
        )}
      </div>
      <button type="submit" class="primary" disabled={looking || !view || view.solved}>
        {looking ? "Looking …" : "Find"}
      </button>
      {found?.length === 0 && <p class="quiet">None was found that passes the filters.</p>}
      {found && found.length > 0 && (
        <ul class="fewest-list" aria-label="Candidates">
          {found.map((one) => (
            <li key={`${one.normal} ${one.inverse} ${one.place}`}>
              <button
                type="button"
                onClick={() => {
                  const moves = written(one.normal, one.inverse);
                  void sheet.add(moves, one.place ? `${one.step} on ${one.place.split("-")[0]}` : one.step);
                }}
              >
                <b>{one.length}</b>
                <code>{written(one.normal, one.inverse) || "nothing to do"}</code>
                <span class="quiet">
                  {one.place.toUpperCase()} {one.leads_to}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
