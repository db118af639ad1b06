"""Nodes: the values of a structured file, each with its path, so that errors say where they are."""

import math
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches

from puzzlery.errors import FileFault, PuzzleryError
from puzzlery.twisty.model.turn import Vector

Path = tuple[str | int, ...]
LineOf = Callable[[Path], int | None]


def _no_line(path: Path) -> int | None:
    return None


@dataclass(frozen=True, slots=True)
class Origin:
    """The file that a document came from, and how to find the line of a value in it.

    >>> Node(1, ("moves", "r"), Origin("cube.toml", lambda path: 7)).text()
    Traceback (most recent call last):
    puzzlery.errors.FileFault: cube.toml, line 7: moves.r is 1; expected text
    """

    source: str = ""
    line_of: LineOf = _no_line


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a document and its path.

    >>> node = Node({"moves": {"r": [0, 1.5]}})
    >>> node.table()["moves"].table()["r"].items()[1].whole()
    Traceback (most recent call last):
    puzzlery.errors.FileFault: input: moves.r[1] is 1.5; expected a whole number
    """

    value: object
    path: Path = ()
    origin: Origin = field(default_factory=Origin)

    def __str__(self) -> str:
        shown = ""
        for step in self.path:
            shown += f"[{step}]" if isinstance(step, int) else f".{step}" if shown else step
        return shown or "the file"

    def fault(self, reason: str) -> FileFault:
        """An error about this value; the message begins with its path.

        >>> print(Node([], ("moves",)).fault("is empty"))
        input: moves is empty
        """
        return FileFault(
            f"{self} {reason}", source=self.origin.source, line=self.origin.line_of(self.path)
        )

    def because(self, fault: PuzzleryError) -> FileFault:
        """The error of this value that another error caused.

        >>> print(Node("(0 0)", ("moves", "a")).because(PuzzleryError("point 0 stands twice")))
        input: moves.a: point 0 stands twice
        """
        return FileFault(
            f"{self}: {fault}", source=self.origin.source, line=self.origin.line_of(self.path)
        )

    @contextmanager
    def faults(self) -> Iterator[None]:
        """Turn every error of a block into an error of this value.

        >>> with Node("(0 0)", ("moves", "a")).faults():
        ...     raise PuzzleryError("point 0 stands twice")
        Traceback (most recent call last):
        puzzlery.errors.FileFault: input: moves.a: point 0 stands twice
        """
        try:
            yield
        except FileFault:
            raise
        except PuzzleryError as fault:
            raise self.because(fault) from fault

    def expected(self, what: str) -> FileFault:
        """The error of a value that is of another kind than expected.

        >>> print(Node(3, ("name",)).expected("text"))
        input: name is 3; expected text
        """
        return self.fault(f"is {_shown(self.value)}; expected {what}")

    def child(self, step: str | int, value: object) -> "Node":
        return Node(value, (*self.path, step), self.origin)

    def table(self, known: Collection[str] | None = None) -> dict[str, "Node"]:
        """The entries of a table; with `known`, any other key is an error.

        >>> Node({"colour": "red"}).table(known=["color", "at"])
        Traceback (most recent call last):
        puzzlery.errors.FileFault: input: colour is not a key that is known here; did you ...?
        """
        if not isinstance(self.value, dict):
            raise self.expected("a table")
        entries = {str(key): self.child(str(key), value) for key, value in self.value.items()}
        for key, entry in entries.items():
            if known is not None and key not in known:
                near = get_close_matches(key, list(known), n=1)
                hint = f"; did you mean {near[0]}?" if near else f"; known: {', '.join(known)}"
                raise entry.fault(f"is not a key that is known here{hint}")
        return entries

    def items(self) -> list["Node"]:
        """The items of a list.

        >>> [str(item) for item in Node([5, 6], ("cycles",)).items()]
        ['cycles[0]', 'cycles[1]']
        """
        if not isinstance(self.value, list):
            raise self.expected("a list")
        return [self.child(index, value) for index, value in enumerate(self.value)]

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.expected("text")
        return self.value

    def whole(self, low: int | None = None, high: int | None = None) -> int:
        """A whole number, at least `low` and at most `high` where these are given.

        >>> Node(7).whole(0, 9)
        7
        """
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.expected("a whole number")
        if (low is not None and value < low) or (high is not None and value > high):
            if high is None:
                raise self.expected(f"a whole number from {low} on")
            raise self.expected(f"a whole number in {low} … {high}")
        return value

    def wholes(self, low: int, high: int) -> tuple[int, ...]:
        """A list of whole numbers from `low` to `high`.

        >>> Node([0, 2, 1]).wholes(0, 2)
        (0, 2, 1)
        """
        value = self.value
        # Long rows of good numbers are the rule; only a bad one needs its own place.
        if isinstance(value, list) and all(
            type(each) is int and low <= each <= high for each in value
        ):
            return tuple(value)
        return tuple(item.whole(low, high) for item in self.items())

    def number(self) -> float:
        """A finite number.

        >>> Node(3).number()
        3.0
        """
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.expected("a number")
        if abs(value) > 1e300 or math.isnan(value):
            raise self.expected("a finite number")
        return float(value)

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.expected("true or false")
        return self.value

    def vector(self) -> Vector:
        """Three numbers.

        >>> Node([0, 1, 0.5]).vector()
        (0.0, 1.0, 0.5)
        """
        items = self.items()
        if len(items) != 3:
            raise self.expected("three numbers")
        return (items[0].number(), items[1].number(), items[2].number())


def _shown(value: object) -> str:
    """A value in short, for a message."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list) and len(value) > 6:
        return f"a list of {len(value)}"
    try:
        shown = repr(value)
    except (ValueError, RecursionError):
        return "a value too large to show"
    return shown if len(shown) <= 60 else shown[:57] + "…"
