"""Move sets: the moves that a search may make, what each does and what it counts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from puzzlery.core.permutation import Permutation
from puzzlery.errors import NotFound, UnknownName
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg, Move
from puzzlery.twisty.notation.metrics import shortest


@dataclass(frozen=True)
class MoveSet:
    """Moves by number: how they are written, what they permute, what they count.

    >>> from puzzlery.twisty.geometry import cube
    >>> print(*MoveSet.of(cube(2)).names)
    U U2 U' F F2 F' R R2 R'
    >>> MoveSet.of(cube(2), "OBQTM").costs
    (1, 2, 1, 1, 2, 1, 1, 2, 1)
    """

    puzzle: Puzzle
    moves: tuple[Move, ...]
    permutations: tuple[Permutation, ...]
    costs: tuple[int, ...]

    @classmethod
    def of(
        cls, puzzle: Puzzle, metric: str | None = None, only: Iterable[str] | None = None
    ) -> "MoveSet":
        """The moves of the basis, made as often as makes a difference.

        `only` names moves ("R2") or families ("R") that may be made.
        """
        metric = metric or puzzle.metric
        best: dict[Permutation, tuple[Move, int]] = {}
        for move in _written(puzzle):
            permutation = puzzle.turn(move).permutation
            cost = Alg((move,)).length(metric, puzzle)
            if permutation not in best or cost < best[permutation][1]:
                best[permutation] = (move, cost)
        chosen = cls(
            puzzle,
            tuple(move for move, _ in best.values()),
            tuple(best),
            tuple(cost for _, cost in best.values()),
        )
        return chosen if only is None else chosen.restricted(only)

    def restricted(self, only: Iterable[str]) -> "MoveSet":
        """Those moves that are named, by themselves or by their family."""
        wanted = list(only)
        known = {*self.names, *(move.family for move in self.moves)}
        for name in wanted:
            if name not in known:
                raise UnknownName.near(
                    f'"{name}" is none of the moves of {self.puzzle.name}: {" ".join(self.names)}',
                    name, known,
                )  # fmt: skip
        keep = [
            k
            for k, move in enumerate(self.moves)
            if self.names[k] in wanted or move.family in wanted
        ]
        return MoveSet(
            self.puzzle,
            tuple(self.moves[k] for k in keep),
            tuple(self.permutations[k] for k in keep),
            tuple(self.costs[k] for k in keep),
        )

    def __len__(self) -> int:
        return len(self.moves)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The moves as they are written."""
        return tuple(str(Alg((move,))) for move in self.moves)

    def number(self, move: str | int) -> int:
        """The number of a move that is given by its name or its number."""
        if isinstance(move, int):
            return move
        if move not in self.names:
            raise UnknownName.near(
                f'"{move}" is none of the moves {" ".join(self.names)}', move, self.names
            )
        return self.names.index(move)

    @cached_property
    def _numbers(self) -> dict[Permutation, int]:
        return {permutation: k for k, permutation in enumerate(self.permutations)}

    @cached_property
    def inverses(self) -> tuple[int, ...]:
        """For each move the number of the one that undoes it."""
        found = tuple(self._numbers.get(move.inverse, -1) for move in self.permutations)
        if -1 in found:
            raise NotFound(f"nothing undoes {self.names[found.index(-1)]} among these moves")
        return found

    def under(self, stickers: Permutation) -> tuple[int, ...] | None:
        """For each move the one that a symmetry turns it into; None if it is not among these."""
        found = tuple(self._numbers.get(p.conjugate(stickers), -1) for p in self.permutations)
        costs = tuple(self.costs[k] for k in found)
        return found if -1 not in found and costs == self.costs else None


def _written(puzzle: Puzzle) -> Iterator[Move]:
    """The moves of the basis with all their powers, wide ones too where these are as usual."""
    assert puzzle.notation is not None
    for name in puzzle.basis:
        unit = puzzle.notation.written(name)
        for move in (unit, *_wide(puzzle, unit)):
            order = puzzle.turn(move).permutation.order
            for times in range(1, order):
                yield move.of_amount(move.amount * shortest(times, order))


def _wide(puzzle: Puzzle, unit: Move) -> Iterator[Move]:
    """`U` beside `2U`, where that turns the layers above it along, as on a pyraminx."""
    assert puzzle.notation is not None
    if unit.inner is not None and unit.outer is None:
        wide = puzzle.notation.turn(Move(unit.family, unit.amount))
        if wide is not None and wide.layers == unit.inner:
            yield Move(unit.family, unit.amount)
