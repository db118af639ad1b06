/** The sessions of a puzzle: choose one, begin another, and files of times in and out. */

import { useState } from "preact/hooks";
import type { Session } from "../../api/schema";
import { Switch } from "../controls";
import { download } from "../dom";
import { said } from "../faults";
import { change, settings } from "../settings";
import { type Book, type Event, firstSession } from "./book";
import { calls } from "./calls";

interface Props {
  book: Book;
  open: (session: Session) => void;
  /** The wish for an inspection was changed. */
  changed: () => void;
  tell: (text: string) => void;
}

export function SessionCard({ book, open, changed, tell }: Props) {
  const session = book.session.value!;
  return (
    <div class="card session-card">
      <div class="row">
        <h2>Session</h2>
        <select
          aria-label="Session"
          value={session.id}
          onChange={({ currentTarget }) => {
            const chosen = book.offered.find(({ id }) => id === currentTarget.value);
            if (chosen) open(chosen);
          }}
        >
          {book.offered.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Switch
        title="15 seconds to look before the clock starts, with calls after 8 and 12"
        on={settings.inspection}
        change={(inspection) => {
          change({ inspection });
          changed();
        }}
      >
        Inspection
      </Switch>
      <details>
        <summary>Sessions and files</summary>
        <SessionForm session={session} book={book} open={open} />
        <Files session={session} book={book} tell={tell} />
      </details>
    </div>
  );
}

function SessionForm({ session, book, open }: { session: Session; book: Book; open: Props["open"] }) {
  const [name, setName] = useState("");
  const [event, setEvent] = useState<Event>("usual");
  const named = name.trim();
  const begin = (): void => {
    const id = `${session.puzzle} ${named} ${Date.now().toString(36)}`.slice(-200);
    const begun = { ...firstSession(session.puzzle, event), id, name: named };
    setName("");
    void book.saveSession(begun).then(() => open(begun));
  };
  return (
    <div class="session-form">
      <input
        type="text"
        class="number wide"
        aria-label="Name of a session"
        placeholder="Name"
        maxLength={100}
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <select aria-label="Event" value={event} onChange={({ currentTarget }) => setEvent(currentTarget.value as Event)}>
        <option value="usual">usual</option>
        <option value="one-handed">one-handed</option>
        <option value="blind">blind</option>
      </select>
      <div class="actions">
        <button type="button" disabled={!named} onClick={begin}>
          New session
        </button>
        <button type="button" disabled={!named} onClick={() => void book.saveSession({ ...session, name: named })}>
          Rename this
        </button>
        <button
          type="button"
          onClick={() => void book.deleteSession(session).then(() => open(firstSession(session.puzzle)))}
        >
          Delete this
        </button>
      </div>
    </div>
  );
}

function Files({ session, book, tell }: { session: Session; book: Book; tell: Props["tell"] }) {
  const tried = (work: Promise<void>): void => void work.catch((fault: unknown) => tell(said(fault)));
  const read = async (file: File): Promise<void> => {
    await book.saveSession(session);
    const { added } = await calls.read(await file.text(), session.id);
    tell(`${added} solves were added.`);
    await book.refresh();
  };
  const save = async (text: Promise<string>, name: string, type: string): Promise<void> =>
    download(new Blob([await text], { type }), name);
  return (
    <div class="actions">
      <button type="button" onClick={() => tried(save(calls.table(session.id), `${session.name}.csv`, "text/csv"))}>
        CSV
      </button>
      <button
        type="button"
        title="All sessions, as csTimer reads them"
        onClick={() => tried(save(calls.everything(), "sessions.json", "application/json"))}
      >
        csTimer
      </button>
      <label class="button">
        Read a file
        <input
          type="file"
          class="puzzlery-voice"
          accept=".csv,.json,.txt"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) tried(read(file));
            currentTarget.value = "";
          }}
        />
      </label>
    </div>
  );
}
