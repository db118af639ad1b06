"""Alphabets of the 3x3x3: which moves a shortest solution may use, and what each one costs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from puzzlery.core.permutation import Permutation
from puzzlery.errors import NotExpressible, UnknownName
from puzzlery.solve.cube3.recognition import cube3
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.notation.alg import Alg, Move

# An axis, the quarters by which its two faces turn clockwise, and what that costs.
Letter = tuple[int, int, int, int]

# Two faces an axis: U D, R L, F B.
FACES = "UDRLFB"
_FAMILIES = (*FACES, "M", "E", "S", "r", "l", "u", "d", "f", "b")
_OUTER, _SLICES = _FAMILIES[:6], _FAMILIES[:9]
_WIDE = {f"{face}w": face.lower() for face in FACES}
# The families that a metric's own solutions use.
_SERVED = {
    "OBTM": _OUTER,
    "OBQTM": _OUTER,
    "RBTM": _SLICES,
    "RBQTM": _SLICES,
    "SSTM": _SLICES,
    "SSQTM": _SLICES,
}


@dataclass(frozen=True)
class Alphabet:
    """The moves of the catalogue's cube in the order of the kernel's letters.

    >>> len(alphabet("OBTM").letters), len(alphabet("RBTM").letters)
    (18, 27)
    """

    moves: MoveSet

    @cached_property
    def letters(self) -> list[Letter]:
        """The axis, the quarters of its two faces and the cost of each move, with fixed centers.

        >>> alphabet("OBQTM", ["U"]).letters
        [(0, 1, 0, 1), (0, 2, 0, 2), (0, 3, 0, 1)]
        >>> alphabet("RBTM", ["M"]).letters
        [(1, 1, 3, 1), (1, 2, 2, 1), (1, 3, 1, 1)]
        """
        return [(*_turns()[one.permutation], one.cost) for one in self.moves.moves]

    @property
    def table(self) -> str:
        """The metric whose table bounds these costs best: quarter, half or slice turns.

        >>> [alphabet(metric).table for metric in ("OBTM", "OBQTM", "RBTM")]
        ['half', 'quarter', 'slice']
        """
        if any(first and second for _, first, second, _ in self.letters):
            return "slice"
        unit = min(cost for *_, cost in self.letters)
        halves = [cost for _, a, b, cost in self.letters if (a + b) % 2 == 0]
        return "quarter" if halves and min(halves) >= 2 * unit else "half"

    @property
    def unit(self) -> int:
        """The least cost of one move in the table's metric.

        >>> alphabet("OBTM", weights={face: 3 for face in FACES}).unit
        3
        """
        by_quarters = self.table == "quarter"
        return min(
            cost // 2 if by_quarters and (a + b) % 2 == 0 else cost
            for _, a, b, cost in self.letters
        )

    @property
    def keeps_parity(self) -> bool:
        """Whether a move costs an odd number exactly if it permutes the corners oddly.

        >>> alphabet("OBQTM").keeps_parity, alphabet("OBTM").keeps_parity
        (True, False)
        """
        return all((a + b + cost) % 2 == 0 for _, a, b, cost in self.letters)

    def written(self, word: Sequence[int]) -> Alg:
        """The alg of a word from the kernel; rotations from slices are undone at its end.

        >>> slices = alphabet("RBTM", ["M", "E", "S"])
        >>> print(slices.written([0]))
        E y
        """
        return self.moves.alg(word)


@lru_cache(maxsize=1)
def _turns() -> dict[Permutation, tuple[int, int, int]]:
    """The axis and the quarters by which its two faces turn, for all turns of an axis."""
    faces = [cube3().moves[face] for face in FACES]
    return {
        faces[2 * axis] ** first * faces[2 * axis + 1] ** second: (axis, first, second)
        for axis in range(3)
        for first in range(4)
        for second in range(4)
        if first or second
    }


def alphabet(
    metric: str, names: Iterable[str] | None = None, weights: Mapping[str, int] | None = None
) -> Alphabet:
    """The alphabet of a metric, or of the moves named, with their own costs if given.

    A name without an amount stands for all amounts: `U` allows U, U2 and U', `U2` only itself;
    so does a name among the weights.

    >>> print(alphabet("OBTM").written([0, 4]))
    D U2
    """
    if metric not in _SERVED:
        raise NotExpressible(
            f'method "optimal" does not count in {metric}; expected {", ".join(_SERVED)}'
        )
    chosen = _SERVED[metric] if names is None else tuple(names)
    return _alphabet(metric, chosen, tuple((weights or {}).items()))


@lru_cache(maxsize=16)
def _alphabet(
    metric: str, names: tuple[str, ...], weights: tuple[tuple[str, int], ...]
) -> Alphabet:
    prices = {move: price for name, price in weights for move in _powers(name)}
    named = [move for name in names for move in _powers(name)]
    found = MoveSet.folded_of(cube3(), metric, named, prices)
    by_letter = sorted(found.moves, key=lambda one: _turns()[one.permutation])
    moves = replace(found, moves=tuple(by_letter))
    _refuse_if_frame_matters(moves)
    return Alphabet(moves)


def _powers(name: str) -> Iterator[Move]:
    """The moves that a name stands for."""
    written = list(Alg.parse(name).moves())
    family = _WIDE.get(written[0].family, written[0].family) if len(written) == 1 else ""
    if family not in _FAMILIES or written[0].inner is not None:
        raise UnknownName(f'unknown move "{name}"; expected one of {" ".join(_FAMILIES)}')
    amount = written[0].amount
    for quarters in (1, 2, 3) if amount == 1 else (amount % 4,):
        yield Move(family, quarters if quarters < 3 else -1)


def _refuse_if_frame_matters(moves: MoveSet) -> None:
    """Refuse sets of moves that mean something else after a slice has carried the centers along."""
    for one in moves.moves:
        if not one.rotation.is_identity and moves.under(one.rotation) is None:
            raise NotExpressible(
                f"{one.written.family} carries the centres along, and the other moves do not go "
                'with them; method "optimal" needs a set of moves that looks the same afterwards'
            )
