"""Move subgroups: what restricted moves generate, each class of symmetric ones once."""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock
from puzzlery.groups import PermGroup
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.phases.growth import growth
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.structure.puzzle_orientation import puzzle_orientations

# More classes are not looked at: those of the largest groups come first.
MOST_CLASSES = 400
# Stickers of all groups that are computed to find them, so that a chain is there soon. This is a
# number and no time: the chain of a puzzle must not depend on how busy the machine is.
MOST_STICKERS = 100_000

Steps = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class MoveSubgroup:
    """A subgroup that moves generate, with all moves of the puzzle that it contains.

    `steps` gives for each move of the basis its least power that belongs to the subgroup; the
    order of the move if only its identity does.

    >>> from puzzlery.twisty.geometry import cube
    >>> lattice = MoveLattice(cube(2))
    >>> half_turns = lattice.closed((2, 2, 2))
    >>> print(half_turns), half_turns.order
    U2 F2 R2
    (None, 24)
    """

    puzzle: Puzzle
    steps: Steps
    group: PermGroup

    @cached_property
    def order(self) -> int:
        """The number of its elements."""
        return self.group.order

    @cached_property
    def layers(self) -> list[tuple[str, Permutation, int]]:
        """The layers that turn: name of the least turn, what it does, and in how many ways."""
        found = []
        for name, step in zip(self.puzzle.basis, self.steps, strict=True):
            order = self.puzzle.moves[name].order
            if step < order:
                text = name if step == 1 else f"{name}{step}"
                found.append((text, self.puzzle.moves[name] ** step, order // step - 1))
        return found

    @cached_property
    def growth(self) -> float:
        """By what factor a further move multiplies the number of its canonical sequences.

        >>> from puzzlery.twisty.geometry import cube
        >>> round(MoveLattice(cube(3)).whole.growth, 2)
        13.35
        """
        return growth([(permutation, ways) for _, permutation, ways in self.layers])

    def __str__(self) -> str:
        return " ".join(text for text, _, _ in self.layers) or "none"


class MoveLattice:
    """The subgroups that arise by leaving moves out, or by allowing only some of their powers.

    >>> from puzzlery.twisty.geometry import cube
    >>> lattice = MoveLattice(cube(3))
    >>> len(lattice.symmetries), len(lattice.classes())
    (48, 34)
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._basis = [puzzle.moves[name] for name in puzzle.basis]
        self._orders = tuple(move.order for move in self._basis)
        self._known: dict[Steps, MoveSubgroup] = {}
        self._closed: dict[Steps, MoveSubgroup] = {}

    @cached_property
    def moves(self) -> MoveSet:
        """The moves of the basis with their powers, and blocks of layers that count as one move.

        A block is left out if it is a move of the basis, but for a rotation of the whole.

        >>> from puzzlery.twisty.geometry import cube
        >>> print(*MoveLattice(cube(4)).moves.names[27:])
        Uw Uw' Uw2 Rw Rw' Rw2 Fw Fw' Fw2 Dw Dw' Dw2 Lw Lw' Lw2 Bw Bw' Bw2
        """
        basis, group = MoveSet.of(self.puzzle), self.puzzle.group
        turned = {
            permutation * orientation.rotation
            for orientation in puzzle_orientations(self.puzzle)
            for permutation in basis.permutations
        }
        blocks = (
            one for one in MoveSet.written(self.puzzle).moves
            if one.cost == 1 and one.permutation not in turned and group.contains(one.permutation)
        )  # fmt: skip
        return replace(basis, moves=(*basis.moves, *blocks))

    @cached_property
    def symmetries(self) -> list[Permutation]:
        """The symmetries of the puzzle that carry moves of the basis to such moves."""
        all_of_them = (symmetry.stickers for symmetry in self.puzzle.symmetries())
        return [s for s in dict.fromkeys(all_of_them) if self._on_layers(s) is not None]

    @cached_property
    def _carried(self) -> list[list[int]]:
        """For each symmetry and each layer the layer that it is carried to."""
        return [found for s in self.symmetries if (found := self._on_layers(s)) is not None]

    def _on_layers(self, stickers: Permutation) -> list[int] | None:
        numbers: dict[Permutation, int] = {}
        for k, move in enumerate(self._basis):
            for power in range(1, self._orders[k]):
                numbers.setdefault(move**power, k)
        found = [numbers.get(move.conjugate(stickers)) for move in self._basis]
        return (
            None
            if None in found or len(set(found)) < len(found)
            else [k for k in found if k is not None]
        )

    @cached_property
    def whole(self) -> MoveSubgroup:
        """The subgroup of all moves."""
        return self.closed((1,) * len(self._basis))

    def closed(self, steps: Steps) -> MoveSubgroup:
        """The subgroup of the moves of these steps, with every move that belongs to it.

        All faces of a 3x3x3 but one can do what that one does:

        >>> from puzzlery.twisty.geometry import cube
        >>> print(MoveLattice(cube(3)).closed((1, 1, 1, 1, 1, 4)))
        U D F B R L
        """
        if steps not in self._closed:
            self._closed[steps] = self._generated(steps)
        return self._closed[steps]

    def _generated(self, steps: Steps) -> MoveSubgroup:
        powers = [move**step for move, step in zip(self._basis, steps, strict=True)]
        chosen = [power for power in powers if not power.is_identity]
        group = PermGroup(chosen, degree=self.puzzle.degree)
        found = tuple(
            next(d for d in divisors(order) if d == step or group.contains(move**d))
            for move, order, step in zip(self._basis, self._orders, steps, strict=True)
        )
        return self._known.setdefault(found, MoveSubgroup(self.puzzle, found, group))

    def images(self, steps: Steps) -> list[Steps]:
        """The steps of all symmetric subgroups, each once.

        >>> from puzzlery.twisty.geometry import cube
        >>> len(MoveLattice(cube(3)).images((1, 1, 2, 2, 2, 2)))
        3
        """
        return list(dict.fromkeys(_moved(carried, steps) for carried in self._carried))

    def image(self, symmetry: Permutation, steps: Steps) -> Steps:
        """The steps of the subgroup that a symmetry carries a subgroup to."""
        return _moved(self._carried[self._number[symmetry]], steps)

    def keeps(self, symmetry: Permutation, steps: Steps) -> bool:
        """Whether a symmetry carries a subgroup to itself.

        >>> from puzzlery.twisty.geometry import cube
        >>> lattice, turned = MoveLattice(cube(3)), cube(3).rotations["y"]
        >>> lattice.keeps(turned, (1, 1, 2, 2, 2, 2)), lattice.keeps(turned, (1, 1, 1, 1, 2, 2))
        (True, False)
        """
        return self.image(symmetry, steps) == steps

    @cached_property
    def _number(self) -> dict[Permutation, int]:
        return {symmetry: k for k, symmetry in enumerate(self.symmetries)}

    def classes(self, timeout: Clock | None = None) -> list[MoveSubgroup]:
        """One subgroup of each class of symmetric ones, the largest first."""
        limit = timeout or Clock(None)
        looked_at = set(self.images(self.whole.steps))
        found: dict[Steps, MoveSubgroup] = {}
        known: set[Steps] = set()
        queue = [(-self.whole.order, self.whole.steps)]
        while queue and len(found) < MOST_CLASSES and not self._is_tired:
            if limit.is_over:
                raise limit.timed_out("looking for subgroups")
            # Not only closed sets are restricted further: five faces of a cube generate the sixth,
            # but four of them do not.
            steps = heapq.heappop(queue)[1]
            subgroup = self.closed(steps)
            if subgroup.steps not in known:
                known.update(self.images(subgroup.steps))
                found[subgroup.steps] = subgroup
            for smaller in self._restricted(steps):
                if smaller not in looked_at:
                    looked_at.update(self.images(smaller))
                    heapq.heappush(queue, (-self.closed(smaller).order, smaller))
        return sorted(found.values(), key=lambda subgroup: -subgroup.order)

    @property
    def _is_tired(self) -> bool:
        return len(self._closed) * self.puzzle.degree > MOST_STICKERS

    def _restricted(self, steps: Steps) -> Iterator[Steps]:
        """The steps with one move restricted by the least that is possible."""
        for k, (step, order) in enumerate(zip(steps, self._orders, strict=True)):
            for prime in primes(order // step):
                yield (*steps[:k], step * prime, *steps[k + 1 :])


def phase_moves(lattice: MoveLattice, one: MoveSubgroup) -> list[Permutation]:
    """The moves of a phase: those of the subgroup that count as one move, if they generate it.

    Else all moves that it contains, such as slices that count as two.

    >>> from puzzlery.twisty.geometry import cube
    >>> lattice = MoveLattice(cube(2))
    >>> [move.order for move in phase_moves(lattice, lattice.closed((1, 2, 4)))]
    [4, 2, 4, 2]
    """
    moves = lattice.moves
    pairs = zip(moves.permutations, moves.costs, strict=True)
    held = [(move, cost) for move, cost in pairs if one.group.contains(move)]
    single = [move for move, cost in held if cost == 1]
    if single and PermGroup(single).order == one.order:
        return single
    return [move for move, _ in held]


def _moved(carried: Sequence[int], steps: Steps) -> Steps:
    image = [0] * len(steps)
    for k, to in enumerate(carried):
        image[to] = steps[k]
    return tuple(image)


def is_within(smaller: Sequence[int], larger: Sequence[int]) -> bool:
    """Whether all moves of the first steps are among those of the second.

    >>> is_within((2, 4), (1, 2)), is_within((1, 2), (2, 1))
    (True, False)
    """
    return all(a % b == 0 for a, b in zip(smaller, larger, strict=True))


def divisors(number: int) -> list[int]:
    """The divisors of a number, the smallest first.

    >>> divisors(12)
    [1, 2, 3, 4, 6, 12]
    """
    return [d for d in range(1, number + 1) if number % d == 0]


def primes(number: int) -> list[int]:
    """The primes that divide a number.

    >>> primes(12)
    [2, 3]
    """
    return [d for d in divisors(number) if d > 1 and len(divisors(d)) == 2]
