"""Timed solves and their results: what a timer shows, penalties included."""

import re
import uuid
from dataclasses import dataclass
from typing import Literal

from puzzlery.errors import PuzzleryError

Penalty = Literal["none", "+2", "DNF"]
Event = Literal["usual", "one-handed", "blind"]
PENALTY_SECONDS = 2
# From ten minutes on, results are rounded to seconds: regulation 9f2.
LONG = 600_00
LONGEST_MILLISECONDS = 100 * 3600 * 1000
_CLOCK = re.compile(r"(?:(?:(\d+):)?(\d{1,2}):)?(\d+)(?:[.,](\d{1,3}))?")


@dataclass(frozen=True, slots=True)
class Session:
    """Solves of one puzzle in one event that are counted together.

    >>> Session("s1", "3x3x3 on Mondays", "3x3x3").event
    'usual'
    """

    id: str
    name: str
    puzzle: str
    event: Event = "usual"
    created: float = 0.0
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class TimedSolve:
    """One solve: the time that was measured, without penalty, and what belongs to it.

    `at` is when it ended and `changed` when the record was last changed, both in seconds since
    1970. A deleted solve is kept for some time, so that it can be put back.

    >>> TimedSolve("a", 12_345, penalty="+2").result
    1434
    >>> TimedSolve("a", 12_345, penalty="DNF").result is None
    True
    """

    id: str
    milliseconds: int
    scramble: str = ""
    penalty: Penalty = "none"
    comment: str = ""
    at: float = 0.0
    changed: float = 0.0
    deleted: bool = False

    @property
    def result(self) -> int | None:
        """Hundredths of a second as a competition writes them; None for one that did not finish.

        Below ten minutes the time is cut off after hundredths, from there rounded to seconds.

        >>> TimedSolve("a", 9_999).result, TimedSolve("a", 600_500).result
        (999, 60100)
        """
        if self.penalty == "DNF":
            return None
        more = 100 * PENALTY_SECONDS if self.penalty == "+2" else 0
        return rounded_if_long(self.milliseconds // 10 + more)


def rounded_if_long(hundredths: int) -> int:
    """The same below ten minutes, else the nearest second, with halves upwards.

    >>> rounded_if_long(59_999), rounded_if_long(60_049), rounded_if_long(60_050)
    (59999, 60000, 60100)
    """
    return hundredths if hundredths < LONG else (hundredths + 50) // 100 * 100


def clock_text(hundredths: int | None) -> str:
    """A result as one writes it.

    >>> clock_text(1434), clock_text(6_203), clock_text(360_000), clock_text(None)
    ('14.34', '1:02.03', '1:00:00.00', 'DNF')
    """
    if hundredths is None:
        return "DNF"
    seconds, rest = divmod(hundredths, 100)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds:02}.{rest:02}"
    return f"{minutes}:{seconds:02}.{rest:02}" if minutes else f"{seconds}.{rest:02}"


def written_result(solve: TimedSolve) -> str:
    """A solve's time as timers write it, to the millisecond: the penalty included and marked.

    >>> [written_result(TimedSolve("a", 12_345, penalty=p)) for p in ("none", "+2", "DNF")]
    ['12.345', '14.345+', 'DNF(12.345)']
    """
    total = solve.milliseconds + (1000 * PENALTY_SECONDS if solve.penalty == "+2" else 0)
    text = f"{clock_text(total // 10)}{total % 10}"
    if solve.penalty == "DNF":
        return f"DNF({text})"
    return text + "+" if solve.penalty == "+2" else text


def read_result(text: str) -> tuple[int, Penalty]:
    """The milliseconds without penalty, and the penalty, of a written time.

    >>> read_result("1:02.345"), read_result("14.34+"), read_result("DNF(9.5)"), read_result("DNF")
    ((62345, 'none'), (12340, '+2'), (9500, 'DNF'), (0, 'DNF'))
    """
    given = text.strip()
    unfinished = re.fullmatch(r"DNF(?:\((.*)\))?", given, re.IGNORECASE)
    penalty: Penalty = "DNF" if unfinished else "+2" if given.endswith("+") else "none"
    clock = (unfinished[1] or "0") if unfinished else given.removesuffix("+")
    measured = _milliseconds(clock, text)
    if penalty == "+2":
        measured -= 1000 * PENALTY_SECONDS
    if measured < 0:
        raise PuzzleryError(f'"{text}" is less than its penalty of {PENALTY_SECONDS} seconds')
    if measured > LONGEST_MILLISECONDS:
        raise PuzzleryError(f'"{text}" is longer than 100 hours, the longest time that is kept')
    return measured, penalty


def _milliseconds(clock: str, text: str) -> int:
    found = _CLOCK.fullmatch(clock.strip())
    if found is None:
        raise PuzzleryError(f'expected a time such as 12.34, 1:02.03, 14.34+ or DNF, got "{text}"')
    hours, minutes, seconds = (int(part or 0) for part in found.groups()[:3])
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((found[4] or "").ljust(3, "0"))


def new_id() -> str:
    """A name for a record that no other record has.

    >>> len(new_id())
    32
    """
    return uuid.uuid4().hex
