"""Files of timers: csTimer's JSON with many sessions, and its CSV table with one."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from puzzlery.errors import PuzzleryError
from puzzlery.sessions.timed_solve import (
    LONGEST_MILLISECONDS,
    Event,
    Penalty,
    Session,
    TimedSolve,
    read_result,
    written_result,
)

# csTimer's names of scrambles, by puzzle and event. Others are read as the puzzle of the session.
SCRAMBLE_TYPES: dict[tuple[str, Event], str] = {
    ("3x3x3", "usual"): "333",
    ("3x3x3", "one-handed"): "333oh",
    ("3x3x3", "blind"): "333ni",
    ("2x2x2", "usual"): "222so",
    ("4x4x4", "usual"): "444wca",
    ("4x4x4", "blind"): "444bld",
    ("5x5x5", "usual"): "555wca",
    ("5x5x5", "blind"): "555bld",
    ("6x6x6", "usual"): "666wca",
    ("7x7x7", "usual"): "777wca",
    ("megaminx", "usual"): "mgmp",
    ("pyraminx", "usual"): "pyrso",
    ("skewb", "usual"): "skbso",
    ("Square-1", "usual"): "sqrs",
    ("clock", "usual"): "clkwca",
}
_KINDS = {written: kind for kind, written in SCRAMBLE_TYPES.items()}
_PENALTIES: dict[Penalty, int] = {"none": 0, "+2": 2000, "DNF": -1}
_READ_PENALTIES: dict[int, Penalty] = {code: name for name, code in _PENALTIES.items()}
# Seconds since 1970 after which nothing can have been timed: the year 5138.
LATEST = 1e11
COLUMNS = ("No.", "Time", "Comment", "Scramble", "Date", "P.1")
# A spreadsheet takes a cell that begins like this for a formula.
FORMULA_MARKS = ("=", "+", "-", "@")
Sessions = Sequence[tuple[Session, Sequence[TimedSolve]]]


def cstimer_text(sessions: Sessions) -> str:
    """The sessions as csTimer's JSON.

    >>> session = Session("s", "Monday", "pyraminx")
    >>> text = cstimer_text([(session, [TimedSolve("a", 9_000, "R U", penalty="+2", at=7.0)])])
    >>> json.loads(text)["session1"]
    [[[2000, 9000], 'R U', '', 7]]
    """
    content: dict[str, Any] = {}
    about: dict[str, Any] = {}
    for number, (session, solves) in enumerate(sessions, 1):
        content[f"session{number}"] = [
            [[_PENALTIES[s.penalty], s.milliseconds], s.scramble, s.comment, int(s.at)]
            for s in solves
        ]
        kind = SCRAMBLE_TYPES.get((session.puzzle, session.event))
        options = {} if kind is None else {"scrType": kind}
        about[str(number)] = {"name": session.name, "opt": options, "rank": number}
    content["properties"] = {
        "session": 1,
        "sessionN": len(sessions),
        "sessionData": json.dumps(about, ensure_ascii=False),
    }
    return json.dumps(content, ensure_ascii=False)


def read_cstimer(text: str, puzzle: str = "3x3x3") -> list[tuple[Session, list[TimedSolve]]]:
    """The sessions of csTimer's JSON that have solves.

    A session whose kind of scramble is unknown is one of the given puzzle. The same file gives the
    same ids, so that reading it twice adds nothing.

    >>> [(session, solves)] = read_cstimer('{"session1": [[[-1, 9000], "R U", "cat", 7]]}')
    >>> session.name, session.puzzle, solves[0].penalty, solves[0].comment, solves[0].at
    ('Session 1', '3x3x3', 'DNF', 'cat', 7.0)
    """
    content = _json(text)
    if not isinstance(content, dict):
        raise PuzzleryError("expected csTimer's JSON: an object with session1, session2 …")
    about = _about(content.get("properties", {}))
    found = []
    numbers = sorted(
        int(key.removeprefix("session"))
        for key in content
        if key.startswith("session") and key.removeprefix("session").isdecimal()
    )
    if not numbers:
        raise PuzzleryError("expected csTimer's JSON: it has no session1, session2 …")
    for number in numbers:
        rows = content[f"session{number}"]
        if isinstance(rows, str):
            rows = _json(rows)
        if not isinstance(rows, list):
            raise PuzzleryError(f"session{number}: expected a list of solves")
        if rows:
            session = _cstimer_session(number, about.get(str(number)), puzzle)
            solves = (
                _cstimer_solve(row, f"session{number}, solve {k}") for k, row in enumerate(rows, 1)
            )
            found.append((session, identified(session.id, solves)))
    return found


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as fault:
        raise PuzzleryError(f"expected csTimer's JSON: {fault}") from None


def _about(properties: Any) -> Mapping[str, Any]:
    about = properties.get("sessionData", {}) if isinstance(properties, dict) else {}
    if isinstance(about, str):
        about = _json(about)
    return about if isinstance(about, dict) else {}


def _cstimer_session(number: int, about: Any, puzzle: str) -> Session:
    told = about if isinstance(about, dict) else {}
    name = str(told.get("name", ""))
    name = name if name and not name.isdecimal() else f"Session {number}"
    options = told.get("opt")
    # csTimer leaves out the kind of scramble where it is that of the 3x3x3.
    kind = options.get("scrType", "333") if isinstance(options, dict) else None
    shown, event = _KINDS.get(str(kind), (puzzle, "usual"))
    return Session(f"cstimer {number} {name}"[:200], name[:200], shown, event)


def _cstimer_solve(row: Any, where: str) -> TimedSolve:
    try:
        (code, milliseconds, *_), scramble = row[:2]
        comment = row[2] if len(row) > 2 else ""
        at = row[3] if len(row) > 3 else 0
        penalty = _READ_PENALTIES[code]
        if not (0 <= milliseconds <= LONGEST_MILLISECONDS and 0 <= (at or 0) < LATEST):
            raise ValueError
        return TimedSolve(
            "", int(milliseconds), str(scramble), penalty, str(comment or ""), float(at or 0)
        )
    except (TypeError, ValueError, KeyError, IndexError):
        raise PuzzleryError(
            f"{where}: expected [[penalty, milliseconds], scramble, comment, seconds] with a "
            f"penalty of 0, 2000 or -1, got {json.dumps(row)[:120]}"
        ) from None


def csv_text(solves: Sequence[TimedSolve]) -> str:
    """The solves of one session as a table with semicolons, in csTimer's columns.

    Times have three decimals and dates end with Z, for the time of Greenwich: nothing is lost.

    >>> print(csv_text([TimedSolve("a", 9_000, "R U", "+2", "cat; dog", 7.0)]).strip())
    No.;Time;Comment;Scramble;Date;P.1
    1;11.000+;"cat; dog";R U;1970-01-01T00:00:07Z;9.000
    """
    target = io.StringIO()
    table = csv.writer(target, delimiter=";", lineterminator="\n")
    table.writerow(COLUMNS)
    for number, solve in enumerate(solves, 1):
        at = datetime.fromtimestamp(solve.at, UTC).isoformat().replace("+00:00", "Z")
        plain = written_result(TimedSolve("", solve.milliseconds))
        texts = (_harmless(solve.comment), _harmless(solve.scramble))
        table.writerow((number, written_result(solve), *texts, at, plain))
    return target.getvalue()


def _harmless(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(("'", *FORMULA_MARKS)) else text


def _as_written(text: str) -> str:
    """A text without the mark that `_harmless` puts before it."""
    return text[1:] if text[:1] == "'" and text[1:].startswith(("'", *FORMULA_MARKS)) else text


def read_csv(text: str, session: str) -> list[TimedSolve]:
    """The solves of a table with a column Time, with semicolons, commas or tabs between columns.

    >>> [solve] = read_csv("No.;Time;Comment;Scramble;Date;P.1\\n1;DNF(9.00);;R U;;9.00", "mon")
    >>> solve.penalty, solve.milliseconds, solve.scramble
    ('DNF', 9000, 'R U')
    """
    lines = text.removeprefix("\ufeff").strip()
    head = lines.partition("\n")[0]
    mark = max(";,\t", key=head.count)
    rows = csv.DictReader(io.StringIO(lines), delimiter=mark)
    named = {(name or "").strip().lower(): name for name in rows.fieldnames or ()}
    if "time" not in named:
        raise PuzzleryError(
            f'expected a table whose first line names a column "Time", got "{head[:80]}"'
        )

    def solve(number: int, row: Mapping[str, Any]) -> TimedSolve:
        told = {name: row.get(column) or "" for name, column in named.items()}
        try:
            milliseconds, penalty = read_result(told["time"])
            comment, scramble = (
                _as_written(told.get(name, "")) for name in ("comment", "scramble")
            )
            at = _seconds(told.get("date", ""))
        except PuzzleryError as fault:
            raise PuzzleryError(f"row {number}: {fault}") from None
        return TimedSolve("", milliseconds, scramble, penalty, comment, at)

    return identified(session, (solve(number, row) for number, row in enumerate(rows, 1)))


def _seconds(date: str) -> float:
    """A date as seconds since 1970; one without a zone is of this machine's."""
    if not date.strip():
        return 0.0
    if date.strip().isdecimal():
        return float(date)
    try:
        return datetime.fromisoformat(date.strip()).timestamp()
    except ValueError:
        raise PuzzleryError(f'expected a date such as 2026-11-19 10:00:00, got "{date}"') from None


def identified(session: str, solves: Iterable[TimedSolve]) -> list[TimedSolve]:
    """Solves with ids made of the session and what they say, so that equal files give equal ids.

    >>> first, again = identified("mon", [TimedSolve("", 9_000), TimedSolve("", 9_000)])
    >>> first.id != again.id
    True
    """
    found: dict[str, TimedSolve] = {}
    for solve in solves:
        told = f"{session}\n{solve.milliseconds}\n{solve.scramble}\n{int(solve.at)}"
        key, same = "", 0
        while not key or key in found:
            key = sha256(f"{told}\n{same}".encode()).hexdigest()[:32]
            same += 1
        found[key] = TimedSolve(
            key, solve.milliseconds, solve.scramble, solve.penalty, solve.comment, solve.at,
        )  # fmt: skip
    return list(found.values())


def not_among(solves: Sequence[TimedSolve], present: Sequence[TimedSolve]) -> list[TimedSolve]:
    """The solves that are not present yet, where time, scramble and second tell solves apart.

    So a file that was written from a session can be read into it again, and adds nothing.

    >>> solve, other = TimedSolve("a", 9_000, "R U", at=7.4), TimedSolve("b", 8_000, at=8.0)
    >>> not_among([TimedSolve("c", 9_000, "R U", at=7.0), other], [solve]) == [other]
    True
    """
    known = Counter(_mark(solve) for solve in present)
    missing = []
    for solve in solves:
        known[_mark(solve)] -= 1
        if known[_mark(solve)] < 0:
            missing.append(solve)
    return missing


def _mark(solve: TimedSolve) -> tuple[int, str, int]:
    return solve.milliseconds, solve.scramble, int(solve.at)
