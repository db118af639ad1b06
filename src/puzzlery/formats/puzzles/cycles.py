"""Cycles as text: `(0 1 2)(3 4)`, with a point that turns in place as a cycle of its own."""

import re
from collections.abc import Iterable, Sequence

from puzzlery.core.permutation import MAX_DEGREE, Permutation
from puzzlery.errors import SyntaxFault
from puzzlery.twisty.model.turn import Turn

_CYCLE = re.compile(r"\s*\(([0-9,\s]*)\)\s*")


def parse_cycles(text: str) -> list[tuple[int, ...]]:
    """Read cycles whose points are parted by spaces or commas.

    >>> parse_cycles("(0 5 7) (1,2)(9)")
    [(0, 5, 7), (1, 2), (9,)]
    """
    cycles, at = [], 0
    while at < len(text):
        match = _CYCLE.match(text, at)
        if match is None:
            raise SyntaxFault("expected cycles such as (0 1 2)(3 4)", text, at)
        cycles.append(tuple(_points(text, match)))
        at = match.end()
    return [cycle for cycle in cycles if cycle]


def _points(text: str, match: re.Match[str]) -> Iterable[int]:
    for word in re.finditer(r"[0-9]+", match[1]):
        # The length is looked at first: Python refuses to read absurdly long numbers.
        if len(word[0]) > 6 or int(word[0]) > MAX_DEGREE:
            raise SyntaxFault(
                f"point numbers end at {MAX_DEGREE}", text, match.start(1) + word.start()
            )
        yield int(word[0])


def turn_of_cycles(name: str, cycles: Iterable[Sequence[int]], degree: int) -> Turn:
    """The turn with these cycles; every point that is named takes part in it.

    >>> turn = turn_of_cycles("r", [[0, 1, 2], [3]], degree=5)
    >>> turn.permutation, sorted(turn.moving)
    (Permutation('(0 1 2)', degree=5), [0, 1, 2, 3])
    """
    listed = [tuple(cycle) for cycle in cycles]
    permutation = Permutation.from_cycles(listed, degree)
    return Turn(name, permutation, frozenset(point for cycle in listed for point in cycle))


def cycles_of_turn(turn: Turn) -> list[tuple[int, ...]]:
    """The cycles of a turn, followed by the points that turn in place.

    >>> turn = turn_of_cycles("r", [[3], [0, 1, 2]], degree=5)
    >>> cycles_of_turn(turn)
    [(0, 1, 2), (3,)]
    """
    moved = turn.permutation.cycles()
    support = {point for cycle in moved for point in cycle}
    return moved + [(point,) for point in sorted(turn.moving - support)]


def cycles_text(cycles: Iterable[Sequence[int]]) -> str:
    """Cycles in brackets, as `parse_cycles` reads them; `()` when there are none.

    >>> cycles_text([(0, 1, 2), (3,)]), cycles_text([])
    ('(0 1 2)(3)', '()')
    """
    return "".join(f"({' '.join(map(str, cycle))})" for cycle in cycles) or "()"
