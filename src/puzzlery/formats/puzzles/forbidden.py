"""Forbidden states of ksolve files, read as pieces that are joined.

`Illegal SLICE 3 17` forbids every state with a piece 17 in slot 3. Square-1 is written like this: a
corner fills two slots, and it must not lie across the cut. Here the same puzzle has the two halves
of each corner joined, and a move that would tear them apart is blocked. Both say the same if, for
some other piece q, the forbidden slots of a piece p are just those in which some move would tear p
and q apart: wherever the two are carried without being torn apart. That is checked, piece by piece,
by a walk over all places of the pair; a file for which it does not hold is refused.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from puzzlery.formats.puzzles.orbit_form import PieceSet, SolvedPattern
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Turn

Places = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A slot of a set, and the labels of the pieces that must not come there.

    >>> Forbidden("SLICE", 2, frozenset({16})).slot
    2
    """

    set_name: str
    slot: int
    labels: frozenset[int]


def joined_instead(
    puzzle: Puzzle,
    sets: Sequence[PieceSet],
    solved: Mapping[str, SolvedPattern],
    forbidden: Sequence[Forbidden],
) -> tuple[frozenset[int], ...] | None:
    """The groups of stickers to join so that moves are blocked where a state is forbidden.

    None if no pairs of pieces say the same as the forbidden states.
    """
    groups: list[frozenset[int]] = []
    base = 0
    for one in sets:
        for piece, label in enumerate(solved[one.name].labels):
            slots = {f.slot for f in forbidden if f.set_name == one.name and label in f.labels}
            if slots:
                first = base + piece * one.orientations
                bad = {base + slot * one.orientations + k for slot in slots for k in _marks(one)}
                partner = next(_partners(puzzle, base, one, first, bad), None)
                if partner is None:
                    return None
                groups.append(frozenset(at + k for at in (first, partner) for k in _marks(one)))
        base += one.stickers
    return tuple(dict.fromkeys(groups))


def _marks(one: PieceSet) -> range:
    return range(one.orientations)


def _partners(puzzle: Puzzle, base: int, one: PieceSet, first: int, bad: set[int]) -> Iterator[int]:
    """The pieces of the set that are torn off a piece just where that piece is forbidden."""
    turns = list(puzzle.turns.values())
    for slot in range(one.slots):
        other = base + slot * one.orientations
        if other != first and _says_the_same(turns, (first, other), bad):
            yield other


def _says_the_same(turns: Sequence[Turn], start: Places, bad: set[int]) -> bool:
    """Whether, wherever a pair is carried, it could be torn apart just at the bad places."""
    found, queue = {start}, [start]
    for pair in queue:
        torn = [(pair[0] in turn.moving) != (pair[1] in turn.moving) for turn in turns]
        if any(torn) != (pair[0] in bad):
            return False
        for turn, is_torn in zip(turns, torn, strict=True):
            then = (turn.permutation[pair[0]], turn.permutation[pair[1]])
            if not is_torn and then not in found:
                found.add(then)
                queue.append(then)
    return True
