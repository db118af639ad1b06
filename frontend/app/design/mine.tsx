/** My puzzles: what a person has saved, to open again or to delete. */

import type { SavedItem } from "../../api/schema";
import { IconButton } from "../controls";
import { icons } from "../icons";

interface Props {
  readonly things: readonly SavedItem[];
  readonly current: string | null;
  readonly open: (thing: SavedItem) => void;
  readonly forget: (thing: SavedItem) => void;
}

export function MyPuzzles({ things, current, open, forget }: Props) {
  return (
    <div class="card">
      <h2>My puzzles</h2>
      {things.length === 0 && <p class="quiet">None yet.</p>}
      <ul class="plain">
        {things.map((thing) => (
          <li key={thing.id}>
            <button type="button" class="reason" aria-current={thing.id === current} onClick={() => open(thing)}>
              <b>{thing.name}</b>
              <span class="kind">{new Date(thing.changed * 1000).toLocaleString()}</span>
            </button>
            <IconButton title={`Delete ${thing.name}`} icon={icons.close} class="ghost" press={() => forget(thing)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
