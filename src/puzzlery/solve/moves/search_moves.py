"""The moves of a search: which there are, what each weighs, and in which order they are made."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.solve.moves.canonical import automaton
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg, Move
from puzzlery.twisty.notation.metrics import metric as find_metric
from puzzlery.twisty.notation.metrics import parts_by_puzzle, shortest
from puzzlery.twisty.validate.holding import holdings

MOST_WEIGHT = 127


@dataclass(frozen=True, slots=True)
class Made:
    """A move as a search makes it: `effect` stays in the puzzle's group, `turned` is the rest.

    A slice of a cube is two face turns and a rotation of the whole; the rotation is put aside.
    """

    move: Move
    effect: Permutation
    weight: int
    turned: Permutation


@dataclass(frozen=True, eq=False)
class SearchMoves:
    """The moves of a search, with weights in a metric.

    If `folded`, a rotation of the whole puzzle counts as nothing, and is put aside.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> print(*(made.move for made in SearchMoves.of(puzzle("3x3x3"), moves=("R", "U2")).made))
    R R' R2 U2
    >>> quarter = SearchMoves.of(puzzle("2x2x2"), "QTM")
    >>> [(str(made.move), made.weight) for made in quarter.made][:3]
    [('U', 1), ("U'", 1), ('U2', 2)]
    """

    puzzle: Puzzle
    metric: str
    made: tuple[Made, ...]
    folded: bool = True

    @classmethod
    def of(
        cls,
        puzzle: Puzzle,
        metric: str | None = None,
        moves: Iterable[str] | None = None,
        weights: Mapping[str, int] | None = None,
    ) -> "SearchMoves":
        """The puzzle's moves, or the powers of those named; `weights` replace the metric's."""
        name = find_metric(metric or puzzle.metric).name
        if moves is None:
            made = _needed(list(_in_group(puzzle, written_moves(puzzle), name)))
        else:
            units = [_unit(puzzle, text) for text in moves]
            made = list(_as_written(puzzle, _powers(puzzle, units), name))
        made = [_weighed(puzzle, one, weights) for one in made] if weights else made
        _check(puzzle, name, made)
        return cls(puzzle, name, tuple(made), folded=moves is None)

    def within(self, keep: Iterable[str]) -> "SearchMoves":
        """Only the moves with these names."""
        wanted = set(keep)
        made = tuple(one for one in self.made if str(one.move) in wanted)
        return SearchMoves(self.puzzle, self.metric, made, folded=False)

    @property
    def effects(self) -> list[bytes]:
        """The permutations as kernels take them."""
        return [one.effect.data for one in self.made]

    @property
    def weights(self) -> bytes:
        """One byte a move."""
        return bytes(one.weight for one in self.made)

    @cached_property
    def follow(self) -> NDArray[np.uint16]:
        """The automaton of the sequences that are written in one way only."""
        return automaton([one.effect for one in self.made], [one.weight for one in self.made])

    @cached_property
    def is_reversible(self) -> bool:
        """Whether every move can be undone by one that weighs as much."""
        known = {(one.effect, one.weight) for one in self.made}
        return all((one.effect.inverse, one.weight) in known for one in self.made)

    @cached_property
    def idle_rotations(self) -> list[Permutation]:
        """The rotations of the whole that moves alone can make, as on a 4x4x4; nothing first."""
        if not self.folded:
            return [Permutation.identity(self.puzzle.degree)]
        return [turned for turned in self._ways if self.puzzle.group.contains(turned)]

    def alg(self, word: Iterable[int], held: Permutation | None = None) -> Alg:
        """A word of move numbers as people make it: after a slice the hands hold it otherwise.

        `held` is how the whole is already turned away from the position that the word solves.
        """
        held = held or Permutation.identity(self.puzzle.degree)
        moves = []
        for number in word:
            one = self.made[number]
            if held.is_identity:
                moves.append(one.move)
            else:
                moves.append(self._names[(one.effect * one.turned).conjugate(held)])
            held = one.turned * held
        return Alg(tuple(moves)) + self._ways[held].inverse

    @cached_property
    def _ways(self) -> dict[Permutation, Alg]:
        """The rotations of the whole puzzle, as algs."""
        return {way.turned: way.alg for way in holdings(self.puzzle)}

    @cached_property
    def _names(self) -> dict[Permutation, Move]:
        names: dict[Permutation, Move] = {}
        for move in written_moves(self.puzzle):
            names.setdefault(self.puzzle.turn(move).permutation, move)
        return names


def written_moves(puzzle: Puzzle) -> Iterator[Move]:
    """All moves that can be written: the basis first, then other layers and blocks of layers."""
    notation = puzzle.notation
    assert notation is not None
    blocks = _blocks(puzzle) if notation.dialect in ("sign", "megaminx") else []
    units = [*map(notation.written, puzzle.basis), *blocks, *map(notation.written, puzzle.turns)]
    yield from _powers(puzzle, units)


def _blocks(puzzle: Puzzle) -> list[Move]:
    """Blocks of neighboring layers, as far as there are words for them."""
    assert puzzle.notation is not None
    most = max((grip.layers for grip in puzzle.grips), default=1)
    families = puzzle.notation.families - set(puzzle.whole)
    ranges: list[tuple[int | None, int | None]] = [(None, None)]
    ranges += [(inner, None) for inner in range(2, most)]
    ranges += [(inner, outer) for inner in range(3, most) for outer in range(2, inner)]
    units = [Move(word, 1, *layers) for layers in ranges for word in _as_people_say(families)]
    return [unit for unit in units if _is_layer_turn(puzzle, unit)]


def _as_people_say(families: Iterable[str]) -> list[str]:
    """`Rw` before `r`, and the front, top and right before what is behind."""
    order = "URFDLB"

    def key(word: str) -> tuple[bool, int, int, str]:
        return word.islower(), len(word), order.find(word[0]) % len(order), word

    return sorted(families, key=key)


def _is_layer_turn(puzzle: Puzzle, unit: Move) -> bool:
    try:
        return not puzzle.turn(unit).is_rotation
    except UnknownName:
        return False


def _powers(puzzle: Puzzle, units: Iterable[Move]) -> Iterator[Move]:
    for unit in dict.fromkeys(units):
        order = puzzle.turn(unit).permutation.order
        amounts = sorted(
            (shortest(times, order) for times in range(1, order)), key=lambda n: (abs(n), -n)
        )
        for amount in amounts:
            yield unit.of_amount(unit.amount * amount)


def _unit(puzzle: Puzzle, text: str) -> Move:
    written = list(puzzle.alg(text).moves())
    if len(written) != 1 or puzzle.turn(written[0]).is_rotation:
        raise PuzzleryError(f'"{text}" is no single turn of {puzzle.name}; name moves such as R U')
    return written[0] if written[0].amount > 0 else written[0].inverse


def _as_written(puzzle: Puzzle, moves: Iterable[Move], metric: str) -> Iterator[Made]:
    """The moves as they are, rotations of the whole included; each effect once."""
    counted, part_of = find_metric(metric), parts_by_puzzle(puzzle)
    still = Permutation.identity(puzzle.degree)
    seen = set()
    for move in moves:
        effect = puzzle.turn(move).permutation
        if effect not in seen and not effect.is_identity:
            seen.add(effect)
            yield Made(move, effect, counted.count(*part_of(move)), still)


def _in_group(puzzle: Puzzle, moves: Iterable[Move], metric: str) -> Iterator[Made]:
    """The moves with rotations of the whole put aside, the lightest of each effect."""
    best: dict[Permutation, Made] = {}
    for one in _as_written(puzzle, moves, metric):
        effects = {
            one.effect * way.turned.inverse: way.turned
            for way in holdings(puzzle)
            if puzzle.group.contains(one.effect * way.turned.inverse)
        }
        if effects:
            effect = min(effects, key=lambda e: (e.support.size, e not in best))
            made = Made(one.move, effect, one.weight, effects[effect])
            if effect not in best or _is_better(made, best[effect]):
                best[effect] = made
    yield from (made for effect, made in best.items() if not effect.is_identity)


def _is_better(made: Made, known: Made) -> bool:
    """Lighter, or as light and without a rotation of the whole."""
    order = (made.weight, not made.turned.is_identity)
    return order < (known.weight, not known.turned.is_identity)


def _needed(made: list[Made]) -> list[Made]:
    """Without what two lighter moves of other kinds do as cheaply: in HTM a slice of a cube."""
    kept: list[Made] = []
    for one in sorted(made, key=lambda m: m.weight):
        known = {other.effect: other for other in kept}
        if not any(_replaced(one, first, known) for first in kept):
            kept.append(one)
    return sorted(kept, key=made.index)


def _replaced(one: Made, first: Made, known: Mapping[Permutation, Made]) -> bool:
    second = known.get(first.effect.inverse * one.effect)
    if second is None or first.weight + second.weight > one.weight:
        return False
    return not _same_kind(one, first)


def _same_kind(one: Made, other: Made) -> bool:
    def kind(made: Made) -> tuple[str, int | None, int | None]:
        return made.move.family, made.move.inner, made.move.outer

    return kind(one) == kind(other)


def _weighed(puzzle: Puzzle, one: Made, weights: Mapping[str, int]) -> Made:
    """The move with the weight of its own name, else of its family's."""
    unit = str(one.move.of_amount(1))
    weight = weights.get(str(one.move), weights.get(unit, one.weight))
    return Made(one.move, one.effect, weight, one.turned)


def _check(puzzle: Puzzle, metric: str, made: list[Made]) -> None:
    if not made:
        raise PuzzleryError(f"{puzzle.name} has no moves to search with")
    for one in made:
        if not 1 <= one.weight <= MOST_WEIGHT:
            raise PuzzleryError(
                f"{one.move} of {puzzle.name} weighs {one.weight} ({metric}); a search needs "
                f"whole weights from 1 to {MOST_WEIGHT}"
            )
