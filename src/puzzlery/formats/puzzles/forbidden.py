"""Forbidden states of ksolve files, read as pieces that are joined.

`Illegal SLICE 3 17` forbids every state with a piece 17 in slot 3. Square-1 is written like this: a
corner fills two slots, and it must not lie across the cut. Here the same puzzle has the two halves
of each corner joined, and a move that would tear them apart is blocked. Both say the same if, for
some other piece q, the forbidden slots of a piece p are just those in which some move would tear p
and q apart: wherever the two are carried without being torn apart. That is checked, piece by piece,
by a walk over all places of the pair. Where no piece q is found, pieces are joined to guards, which
are made for the purpose.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from puzzlery.formats.puzzles.guards import Ban, guarded
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


def with_blocked_moves(
    puzzle: Puzzle,
    sets: Sequence[PieceSet],
    solved: Mapping[str, SolvedPattern],
    forbidden: Sequence[Forbidden],
) -> Puzzle:
    """The puzzle with pieces joined so that moves are blocked where a state is forbidden."""
    bans = list(_bans(sets, solved, forbidden))
    groups = [_joined(puzzle, ban, piece) for ban in bans for piece in ban.pieces]
    known = [group for group in groups if group is not None]
    if len(known) < len(groups):
        return guarded(puzzle, bans)
    return replace(puzzle, glued=tuple(dict.fromkeys(known)))


def _bans(
    sets: Sequence[PieceSet],
    solved: Mapping[str, SolvedPattern],
    forbidden: Sequence[Forbidden],
) -> Iterator[Ban]:
    """The forbidden slots, each time for all pieces of which they are the same."""
    first = 0
    for one in sets:
        pieces: dict[frozenset[int], list[int]] = {}
        for piece, label in enumerate(solved[one.name].labels):
            slots = {f.slot for f in forbidden if f.set_name == one.name and label in f.labels}
            if slots:
                pieces.setdefault(frozenset(slots), []).append(piece)
        for forbidden_slots, having in pieces.items():
            yield Ban(one, first, forbidden_slots, tuple(having))
        first += one.stickers


def _joined(puzzle: Puzzle, ban: Ban, piece: int) -> frozenset[int] | None:
    """The stickers of a piece and of one that is torn off it just where it must not be."""
    bad = {place for slot in ban.slots for place in ban.stickers(slot)}
    turns = list(puzzle.turns.values())
    for other in range(ban.set.slots):
        pair = (ban.place(piece), ban.place(other))
        if other != piece and _says_the_same(turns, pair, bad):
            return frozenset([*ban.stickers(piece), *ban.stickers(other)])
    return None


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
