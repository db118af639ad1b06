"""Move sets: the moves that a search may make, what each does and what it costs."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.errors import NotFound, PuzzleryError, UnknownName
from puzzlery.solve.moves.canonical import automaton
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg, Move
from puzzlery.twisty.notation.metrics import metric as find_metric
from puzzlery.twisty.notation.metrics import parts_by_puzzle
from puzzlery.twisty.structure.puzzle_orientation import puzzle_orientations
from puzzlery.twisty.structure.written_moves import basis_moves, named_moves, written_moves

# Kernels keep the cost of a move in seven bits.
MOST_COST = 127


@dataclass(frozen=True, slots=True)
class SearchMove:
    """A move of a search: how it is written, what it does to the stickers, what it costs.

    `rotation` is a rotation of the whole puzzle that hands make along with it. A slice of a cube is
    two face turns, which are its `permutation`, and such a rotation.

    >>> from puzzlery.twisty.geometry import cube
    >>> one = MoveSet.of(cube(2), "OBQTM").moves[1]
    >>> one.name, one.cost, one.permutation.order
    ('U2', 2, 2)
    """

    written: Move
    permutation: Permutation
    cost: int
    rotation: Permutation

    @property
    def name(self) -> str:
        """The move as text.

        >>> from puzzlery.twisty.geometry import cube
        >>> MoveSet.of(cube(2)).moves[2].name
        "U'"
        """
        return str(self.written)

    @property
    def kind(self) -> tuple[str, int | None, int | None]:
        """The family and layers that turn, whatever the angle.

        >>> from puzzlery.twisty.geometry import cube
        >>> [one.kind for one in MoveSet.of(cube(2), only=["R", "R2"]).moves]
        [('R', None, None), ('R', None, None), ('R', None, None)]
        """
        return self.written.family, self.written.inner, self.written.outer

    def is_better_than(self, other: "SearchMove") -> bool:
        """Whether it costs less, or as much without a rotation of the whole puzzle.

        >>> from puzzlery.twisty.geometry import cube
        >>> quarter, half, _ = MoveSet.of(cube(2), "OBQTM", only=["R"]).moves
        >>> quarter.is_better_than(half)
        True
        """
        order = (self.cost, not self.rotation.is_identity)
        return order < (other.cost, not other.rotation.is_identity)


@dataclass(frozen=True)
class MoveSet:
    """The moves of a search by number, with costs in a metric.

    If `folded`, rotations of the whole puzzle are free and put aside.

    >>> from puzzlery.twisty.geometry import cube
    >>> print(*MoveSet.of(cube(2)).names)
    U U2 U' F F2 F' R R2 R'
    >>> MoveSet.of(cube(2), "OBQTM").costs
    (1, 2, 1, 1, 2, 1, 1, 2, 1)
    >>> print(*MoveSet.for_search(cube(3), moves=("R", "U2")).names)
    R R' R2 U2
    """

    puzzle: Puzzle
    metric: str
    moves: tuple[SearchMove, ...]
    folded: bool = False

    @classmethod
    def of(
        cls, puzzle: Puzzle, metric: str | None = None, only: Iterable[str] | None = None
    ) -> "MoveSet":
        """The moves of the basis with all their powers.

        `only` names moves ("R2") or families ("R") that may be made.

        >>> from puzzlery.twisty.geometry import cube
        >>> print(*MoveSet.of(cube(3), only=["U", "R2"]).names)
        U U2 U' R2
        """
        name = find_metric(metric or puzzle.metric).name
        chosen = cls(puzzle, name, tuple(_cheapest(puzzle, basis_moves(puzzle), name)))
        return chosen if only is None else chosen.restricted(only)

    @classmethod
    def for_search(
        cls,
        puzzle: Puzzle,
        metric: str | None = None,
        moves: Iterable[str] | None = None,
        weights: Mapping[str, int] | None = None,
    ) -> "MoveSet":
        """All moves that a search needs, or the powers of the named moves.

        `weights` replace the metric's costs, by name of a move or of its single turn. Unless moves
        are named, those that other moves replace at no higher cost are left out. So slices are
        searched only in a metric where a slice turn counts less than two face turns:

        >>> from puzzlery.twisty.geometry import cube
        >>> len(MoveSet.for_search(cube(3), "OBTM")), len(MoveSet.for_search(cube(3), "RBTM"))
        (18, 27)
        """
        name = find_metric(metric or puzzle.metric).name
        if moves is None:
            found = _needed(list(_folded(puzzle, written_moves(puzzle), name)))
        else:
            found = list(_cheapest(puzzle, named_moves(puzzle, moves), name))
        return cls(puzzle, name, tuple(found), folded=moves is None).weighed(weights or {})

    @classmethod
    def written(cls, puzzle: Puzzle, metric: str | None = None) -> "MoveSet":
        """All moves that can be written, blocks of layers included, the cheapest of each effect.

        >>> from puzzlery.twisty.geometry import cube
        >>> "Uw2" in MoveSet.written(cube(4)).names
        True
        """
        name = find_metric(metric or puzzle.metric).name
        return cls(puzzle, name, tuple(_cheapest(puzzle, written_moves(puzzle), name)))

    @classmethod
    def folded_of(
        cls, puzzle: Puzzle, metric: str, moves: Iterable[Move], prices: Mapping[Move, int]
    ) -> "MoveSet":
        """The given moves without their rotations of the whole puzzle, the cheapest of each effect.

        `prices` replace the metric's costs. On a 2x2x2, L is R and a rotation:

        >>> from puzzlery.twisty.geometry import cube
        >>> MoveSet.folded_of(cube(2), "OBTM", written_moves(cube(2)), {}).names
        ('U', "U'", 'U2', 'F', "F'", 'F2', 'R', "R'", 'R2')
        """
        return cls(puzzle, metric, tuple(_folded(puzzle, moves, metric, prices)), folded=True)

    def restricted(self, only: Iterable[str]) -> "MoveSet":
        """The moves that are named, by themselves or by their family.

        >>> from puzzlery.twisty.geometry import cube
        >>> MoveSet.of(cube(2)).restricted(["R", "U2"]).names
        ('U2', 'R', 'R2', "R'")
        """
        wanted = list(only)
        known = {*self.names, *(one.written.family for one in self.moves)}
        for name in wanted:
            if name not in known:
                raise UnknownName.near(
                    f'"{name}" is none of the moves of {self.puzzle.name}: {" ".join(self.names)}',
                    name, known,
                )  # fmt: skip
        keep = [one for one in self.moves if one.name in wanted or one.written.family in wanted]
        return MoveSet(self.puzzle, self.metric, tuple(keep))

    def weighed(self, weights: Mapping[str, int]) -> "MoveSet":
        """The same moves with other costs, by name of a move or of its single turn.

        >>> from puzzlery.twisty.geometry import cube
        >>> MoveSet.of(cube(2), only=["R"]).weighed({"R": 2, "R2": 3}).costs
        (2, 3, 2)
        """
        known = {*self.names, *(_unit(one) for one in self.moves)}
        known |= {one.written.family for one in self.moves}
        for name in weights:
            if name not in known:
                raise UnknownName.near(
                    f'a weight is given for "{name}", which is none of the moves searched: '
                    f"{' '.join(self.names)}",
                    name, known,
                )  # fmt: skip
        found = [_weighed(one, weights) for one in self.moves]
        _check(self.puzzle, self.metric, found)
        return replace(self, moves=tuple(found))

    def __len__(self) -> int:
        return len(self.moves)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The moves as they are written.

        >>> from puzzlery.twisty.geometry import cube
        >>> MoveSet.of(cube(2), only=["R"]).names
        ('R', 'R2', "R'")
        """
        return tuple(one.name for one in self.moves)

    @cached_property
    def permutations(self) -> tuple[Permutation, ...]:
        """What the moves do to the stickers.

        >>> from puzzlery.twisty.geometry import cube
        >>> [move.order for move in MoveSet.of(cube(2), only=["R"]).permutations]
        [4, 2, 4]
        """
        return tuple(one.permutation for one in self.moves)

    @cached_property
    def costs(self) -> tuple[int, ...]:
        """The costs of the moves in the metric.

        In the quarter-turn metric a half turn costs 2:

        >>> from puzzlery.twisty.geometry import cube
        >>> MoveSet.of(cube(2), "OBQTM", only=["R"]).costs
        (1, 2, 1)
        """
        return tuple(one.cost for one in self.moves)

    @cached_property
    def permutation_bytes(self) -> list[bytes]:
        """The permutations as kernels take them."""
        return [permutation.data for permutation in self.permutations]

    @cached_property
    def cost_bytes(self) -> bytes:
        """The costs as kernels take them: one byte per move.

        >>> from puzzlery.twisty.geometry import cube
        >>> list(MoveSet.of(cube(2), "OBQTM", only=["R"]).cost_bytes)
        [1, 2, 1]
        """
        return bytes(self.costs)

    def number(self, move: str | int) -> int:
        """The number of a move that is given by its name or its number.

        >>> from puzzlery.twisty.geometry import cube
        >>> MoveSet.of(cube(2)).number("F'")
        5
        """
        if isinstance(move, int):
            return move
        if move not in self.names:
            raise UnknownName.near(
                f'"{move}" is none of the moves {" ".join(self.names)}', move, self.names
            )
        return self.names.index(move)

    @cached_property
    def follow(self) -> NDArray[np.uint16]:
        """The automaton of canonical sequences, those that are written in one way only.

        No turn of R follows a turn of R:

        >>> from puzzlery.twisty.geometry import cube
        >>> MoveSet.of(cube(2), only=["R"]).follow.tolist()
        [[1, 1, 1], [65535, 65535, 65535]]
        """
        return automaton(self.permutations, self.costs)

    @cached_property
    def _numbers(self) -> dict[Permutation, int]:
        return {permutation: k for k, permutation in enumerate(self.permutations)}

    @cached_property
    def inverses(self) -> tuple[int, ...]:
        """For each move the number of the one that undoes it.

        >>> from puzzlery.twisty.geometry import cube
        >>> MoveSet.of(cube(2), only=["R"]).inverses
        (2, 1, 0)
        """
        found = tuple(self._numbers.get(move.inverse, -1) for move in self.permutations)
        if -1 in found:
            raise NotFound(f"nothing undoes {self.names[found.index(-1)]} among these moves")
        return found

    @cached_property
    def is_reversible(self) -> bool:
        """Whether every move can be undone by one that costs as much.

        >>> from puzzlery.twisty.geometry import cube
        >>> weights = {"R": 1, "R'": 2}
        >>> MoveSet.of(cube(2)).is_reversible
        True
        >>> MoveSet.for_search(cube(2), moves=["R"], weights=weights).is_reversible
        False
        """
        known = set(zip(self.permutations, self.costs, strict=True))
        return all((one.permutation.inverse, one.cost) in known for one in self.moves)

    def under(self, stickers: Permutation) -> tuple[int, ...] | None:
        """For each move the one that a symmetry turns it into; None if one is not in this set.

        The rotation y carries F to L and R to F:

        >>> from puzzlery.twisty.geometry import cube
        >>> turned, faces = cube(3).rotations["y"], MoveSet.of(cube(3))
        >>> faces.names[faces.under(turned)[faces.number("R")]]
        'F'
        >>> MoveSet.of(cube(3), only=["R"]).under(turned) is None
        True
        """
        found = tuple(self._numbers.get(p.conjugate(stickers), -1) for p in self.permutations)
        costs = tuple(self.costs[k] for k in found)
        return found if -1 not in found and costs == self.costs else None

    @cached_property
    def idle_rotations(self) -> list[Permutation]:
        """The rotations of the whole puzzle that moves alone can make; the identity comes first.

        Face turns of a 3x3x3 leave its centers in place. A 4x4x4 has no fixed centers:

        >>> from puzzlery.twisty.geometry import cube
        >>> [len(MoveSet.for_search(cube(n)).idle_rotations) for n in (3, 4)]
        [1, 24]
        """
        if not self.folded:
            return [Permutation.identity(self.puzzle.degree)]
        return [turned for turned in self._orientations if self.puzzle.group.contains(turned)]

    def alg(self, word: Iterable[int], held: Permutation | None = None) -> Alg:
        """Write move numbers as an alg; after a slice, moves are named as the hands see them.

        `held` is the rotation by which the whole puzzle already differs from the position that the
        word solves. M carries the top center to the front, so the top is then turned by F:

        >>> from puzzlery.twisty.geometry import cube
        >>> moves = MoveSet.for_search(cube(3), "RBTM")
        >>> print(moves.alg(map(moves.number, ["M", "U", "M'"])))
        M F M'
        """
        held = held or Permutation.identity(self.puzzle.degree)
        moves = []
        for number in word:
            one = self.moves[number]
            if held.is_identity:
                moves.append(one.written)
            else:
                moves.append(self._written_as[(one.permutation * one.rotation).conjugate(held)])
            held = one.rotation * held
        return Alg(tuple(moves)) + self._orientations[held].inverse

    @cached_property
    def _orientations(self) -> dict[Permutation, Alg]:
        """The rotations of the whole puzzle, as algs."""
        return {
            orientation.rotation: orientation.alg
            for orientation in puzzle_orientations(self.puzzle)
        }

    @cached_property
    def _written_as(self) -> dict[Permutation, Move]:
        """How turns are written, rotations of the whole included: first by moves of this set."""
        names = {one.permutation * one.rotation: one.written for one in self.moves}
        for move in written_moves(self.puzzle):
            names.setdefault(self.puzzle.turn(move).permutation, move)
        return names


Prices = Mapping[Move, int]


def _cheapest(
    puzzle: Puzzle, moves: Iterable[Move], metric: str, prices: Prices | None = None
) -> Iterator[SearchMove]:
    """The moves as they are written, the cheapest of those that do the same."""
    counted, part_of = find_metric(metric), parts_by_puzzle(puzzle)
    still = Permutation.identity(puzzle.degree)
    best: dict[Permutation, SearchMove] = {}
    for move in moves:
        cost = (prices or {}).get(move, counted.count(*part_of(move)))
        one = SearchMove(move, puzzle.turn(move).permutation, cost, still)
        if one.permutation not in best or one.cost < best[one.permutation].cost:
            best[one.permutation] = one
    yield from (one for one in best.values() if not one.permutation.is_identity)


def _folded(
    puzzle: Puzzle, moves: Iterable[Move], metric: str, prices: Prices | None = None
) -> Iterator[SearchMove]:
    """The moves with rotations of the whole put aside, the cheapest of each effect."""
    orientations = puzzle_orientations(puzzle)
    best: dict[Permutation, SearchMove] = {}
    for one in _cheapest(puzzle, moves, metric, prices):
        rotations = {
            one.permutation * orientation.rotation.inverse: orientation.rotation
            for orientation in orientations
            if puzzle.group.contains(one.permutation * orientation.rotation.inverse)
        }
        if rotations:
            effect = min(rotations, key=lambda e: (e.support.size, e not in best))
            folded = replace(one, permutation=effect, rotation=rotations[effect])
            if effect not in best or folded.is_better_than(best[effect]):
                best[effect] = folded
    yield from (one for effect, one in best.items() if not effect.is_identity)


def _needed(moves: list[SearchMove]) -> list[SearchMove]:
    """Without what two cheaper moves of other kinds do for as much: in HTM a slice of a cube."""
    kept: list[SearchMove] = []
    for one in sorted(moves, key=lambda one: one.cost):
        known = {other.permutation: other for other in kept}
        if not any(_is_replaced(one, first, known) for first in kept):
            kept.append(one)
    return sorted(kept, key=moves.index)


def _is_replaced(
    one: SearchMove, first: SearchMove, known: Mapping[Permutation, SearchMove]
) -> bool:
    second = known.get(first.permutation.inverse * one.permutation)
    if second is None or first.cost + second.cost > one.cost:
        return False
    return one.kind != first.kind


def _weighed(one: SearchMove, weights: Mapping[str, int]) -> SearchMove:
    """The move with the weight of its own name, else of its single turn's."""
    return replace(one, cost=weights.get(one.name, weights.get(_unit(one), one.cost)))


def _unit(one: SearchMove) -> str:
    return str(one.written.of_amount(1))


def _check(puzzle: Puzzle, metric: str, moves: list[SearchMove]) -> None:
    if not moves:
        raise PuzzleryError(f"{puzzle.name} has no moves to search with")
    for one in moves:
        if not 1 <= one.cost <= MOST_COST:
            raise PuzzleryError(
                f"{one.written} of {puzzle.name} weighs {one.cost} ({metric}); a search needs "
                f"whole weights from 1 to {MOST_COST}"
            )
