"""The calendar board: months and days of which one each stays free, so that it shows a date."""

import re
from dataclasses import replace

from puzzlery.errors import InvalidPuzzle
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.lattice import SQUARE, Cell
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.shape import Shape

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAYS = 31
_DATE = re.compile(r"\s*(\d{1,2}|[a-z]{3,9})[\s./-]*(\d{1,2})\s*")


def calendar(date: str = "") -> Board:
    """The board of months and days; with a date such as "10-6" or "oct 6", those two are holes.

    Without a date, two markers come with the board: one lies on a month, the other on a day, so
    that the solutions are those of all dates.

    >>> len(calendar("oct 6")), len(calendar())
    (41, 43)
    """
    labels = _labels()
    colors = {cell: "day" if label.isdigit() else "month" for cell, label in labels.items()}
    if not date:
        return Board(SQUARE, tuple(labels), "calendar", colors=colors, labels=labels,
                     markers=(_marker("month"), _marker("day")))  # fmt: skip
    shown = set(_parsed(date))
    holes = [cell for cell, label in labels.items() if label in shown]
    full = Board(SQUARE, tuple(labels))
    # The labels of the two holes stay: they are what the solved puzzle shows.
    return replace(full.without(holes, f"calendar:{date}"), labels=labels)


def _labels() -> dict[Cell, str]:
    months: dict[Cell, str] = {(n // 6, n % 6): name for n, name in enumerate(MONTHS)}
    days: dict[Cell, str] = {(2 + n // 7, n % 7): str(n + 1) for n in range(_DAYS)}
    return months | days


def _marker(kind: str) -> Piece:
    return Piece(kind, Shape(SQUARE, ((0, 0),), (kind,)), title=f"shows the {kind}")


def _parsed(date: str) -> tuple[str, str]:
    match = _DATE.fullmatch(date.lower())
    month = _month(match[1]) if match else None
    if match is None or month is None or not 1 <= int(match[2]) <= _DAYS:
        raise InvalidPuzzle(f'"{date}" is no date; expected one such as "10-6" or "oct 6"')
    return month, str(int(match[2]))


def _month(word: str) -> str | None:
    if word.isdigit():
        return MONTHS[int(word) - 1] if 1 <= int(word) <= 12 else None
    return next((name for name in MONTHS if word[:3] == name.lower()), None)
