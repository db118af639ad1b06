"""Coordinates: numbers for what matters of a state, which moves and symmetries act on.

A *coordinate* is a map from states to 0 … size − 1 such that its value after a move follows from
its value before. `docs/coordinates.md` teaches them from zero.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError
from puzzlery.solve.coordinates.coordinate_slots import slots_of
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.structure.symmetry import Symmetry

Table = NDArray[np.uint32]
LARGEST_TABLE = 1 << 28


class Coordinate(ABC):
    """What every coordinate can do.

    `label` says all that tells it from other coordinates of the puzzle. Values are moved and
    transformed without a state; a whole table of this is had by `transitions` and `transforms`.
    """

    puzzle: Puzzle
    moves: MoveSet
    label: str

    @property
    @abstractmethod
    def size(self) -> int:
        """How many values there are."""

    @abstractmethod
    def index(self, state: State) -> int:
        """The value of a state."""

    @abstractmethod
    def state(self, i: int) -> State:
        """A state with this value; not all pieces of it need be where moves could bring them."""

    @abstractmethod
    def carries(self, symmetry: Symmetry) -> bool:
        """Whether the value of a transformed state follows from the value of the state."""

    @cached_property
    @abstractmethod
    def transitions(self) -> Table:
        """For each value a row with its value after each move."""

    @abstractmethod
    def transforms(self, symmetries: Sequence[Symmetry]) -> Table:
        """For each value a row with its value after each symmetry."""

    def transforms_to(self, other: "Coordinate", symmetries: Sequence[Symmetry]) -> Table:
        """For each value the value that another coordinate has after each symmetry."""
        if other is not self:
            raise PuzzleryError(f"no symmetry makes {other.label} of {self.label}")
        return self.transforms(symmetries)

    def rows(self, values: NDArray[np.uint32]) -> Table:
        """For each of these values a row with its value after each move."""
        return self.transitions[values]

    def move(self, i: int, m: str | int) -> int:
        """The value after a move, given by its name or number."""
        return int(self.transitions[i, self.moves.number(m)])

    def transform(self, i: int, t: Symmetry) -> int:
        """The value of the transformed state: seen through the symmetry."""
        if not self.carries(t):
            raise PuzzleryError(f"{self.label} of {self.puzzle.name} does not keep its meaning")
        return self.index(transformed(self.state(i), t))

    def symmetries(self, *, reflections: bool = True) -> list[Symmetry]:
        """Those symmetries of the puzzle that the coordinate and its moves go along with."""
        return [
            symmetry
            for symmetry in self.puzzle.symmetries(reflections=reflections)
            if self.moves.under(symmetry.stickers) is not None and self.carries(symmetry)
        ]

    @property
    def solved(self) -> int:
        """The value of the solved state."""
        return self.index(self.puzzle.solved)

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.label} of {self.puzzle.name}: {self.size} values>"

    def _check(self, i: int) -> None:
        if not 0 <= i < self.size:
            raise PuzzleryError(
                f"{self.label} of {self.puzzle.name} has no value {i}; expected 0 … {self.size - 1}"
            )

    def _check_table(self) -> None:
        if self.size * max(1, len(self.moves)) > LARGEST_TABLE:
            raise PuzzleryError(
                f"{self.label} of {self.puzzle.name} has {self.size} values, too many for a table"
            )


def transformed(state: State, symmetry: Symmetry) -> State:
    """The state as it is seen through a symmetry: all its moves are turned into others."""
    return State(state.puzzle, state.permutation.conjugate(symmetry.stickers))


class Parity(Coordinate):
    """Whether the pieces of an orbit are evenly permuted (0) or oddly (1)."""

    def __init__(self, puzzle: Puzzle, orbit: int, moves: MoveSet | None = None) -> None:
        self.puzzle, self.moves = puzzle, moves or MoveSet.of(puzzle)
        self.slots = slots_of(puzzle)[orbit]
        if self.slots.size < 2:
            raise PuzzleryError(f"orbit {orbit} of {puzzle.name} has one piece, thus no parity")
        self.label = f"parity {orbit}"

    @property
    def size(self) -> int:
        return 2

    def _of(self, permutation: Permutation) -> int:
        return Permutation(self.slots.action(permutation.array)[0]).parity

    def index(self, state: State) -> int:
        return self._of(state.permutation)

    def state(self, i: int) -> State:
        self._check(i)
        pieces = np.arange(self.slots.size)
        pieces[:2] = pieces[:2][::-1] if i else pieces[:2]
        images = np.arange(self.puzzle.degree)
        self.slots.write(images, pieces, np.zeros_like(pieces))
        return State(self.puzzle, Permutation(images))

    def carries(self, symmetry: Symmetry) -> bool:
        return bool((self.slots.slot_of[symmetry.stickers.array[self.slots.places]] >= 0).all())

    @cached_property
    def transitions(self) -> Table:
        odd = np.array([self._of(p) for p in self.moves.permutations], dtype=np.uint32)
        return np.stack([odd, 1 - odd])

    def transforms(self, symmetries: Sequence[Symmetry]) -> Table:
        return np.repeat(np.arange(2, dtype=np.uint32)[:, None], len(symmetries), axis=1)


class Composite(Coordinate):
    """Several coordinates as one: i₁ + n₁ · (i₂ + n₂ · (…))."""

    def __init__(self, *parts: Coordinate) -> None:
        if not parts or any(part.moves != parts[0].moves for part in parts):
            raise PuzzleryError("a composite needs coordinates that have the same moves")
        self.parts: tuple[Coordinate, ...] = tuple(one for part in parts for one in _parts(part))
        self.puzzle, self.moves = parts[0].puzzle, parts[0].moves
        self.label = " × ".join(part.label for part in self.parts)

    @cached_property
    def _size(self) -> int:
        size = 1
        for part in self.parts:
            size *= part.size
        return size

    @property
    def size(self) -> int:
        return self._size

    def split(self, i: int) -> list[int]:
        """The values of the parts."""
        self._check(i)
        values = []
        for part in self.parts:
            i, value = divmod(i, part.size)
            values.append(value)
        return values

    def join(self, values: Sequence[int]) -> int:
        """The value that the values of the parts make up."""
        i = 0
        for part, value in zip(reversed(self.parts), reversed(values), strict=True):
            i = i * part.size + int(value)
        return i

    def index(self, state: State) -> int:
        return self.join([part.index(state) for part in self.parts])

    def state(self, i: int) -> State:
        """What the parts say, one after the other, each on top of what those before it said."""
        return State(self.puzzle, Permutation(laid_over(self, i, np.arange(self.puzzle.degree))))

    def move(self, i: int, m: str | int) -> int:
        return self.join(
            [part.move(v, m) for part, v in zip(self.parts, self.split(i), strict=True)]
        )

    def carries(self, symmetry: Symmetry) -> bool:
        return self._targets(symmetry) is not None

    def _targets(self, symmetry: Symmetry) -> list[int] | None:
        """For each part the one that the symmetry carries it to; it may swap orbits."""
        targets = [
            next((k for k, other in enumerate(self.parts) if goes(part, other, symmetry)), -1)
            for part in self.parts
        ]
        return targets if sorted(targets) == list(range(len(targets))) else None

    @cached_property
    def transitions(self) -> Table:
        self._check_table()
        return self.rows(np.arange(self.size, dtype=np.uint32))

    def rows(self, values: NDArray[np.uint32]) -> Table:
        tables = [part.transitions for part in self.parts]
        return _joined(self, values, tables, range(len(self.parts)))

    def transforms(self, symmetries: Sequence[Symmetry]) -> Table:
        columns = [self._transforms_of(symmetry) for symmetry in symmetries]
        return np.concatenate(columns, axis=1)

    def _transforms_of(self, symmetry: Symmetry) -> Table:
        targets = self._targets(symmetry)
        if targets is None:
            raise PuzzleryError(f"{self.label} does not go along with this symmetry")
        tables = [
            part.transforms_to(self.parts[target], [symmetry])
            for part, target in zip(self.parts, targets, strict=True)
        ]
        return _joined(self, np.arange(self.size), tables, targets)


def _parts(coordinate: Coordinate) -> tuple[Coordinate, ...]:
    return coordinate.parts if isinstance(coordinate, Composite) else (coordinate,)


def goes(part: Coordinate, other: Coordinate, symmetry: Symmetry) -> bool:
    """Whether the symmetry carries one coordinate to the other."""
    if part is other:
        return part.carries(symmetry)
    from puzzlery.solve.coordinates.basic import Basic

    return isinstance(part, Basic) and isinstance(other, Basic) and part.goes_to(other, symmetry)


def laid_over(part: Coordinate, value: int, images: NDArray[np.int64]) -> NDArray[np.int64]:
    """A list of images in which a coordinate has the value, and what it leaves open stays."""
    from puzzlery.solve.coordinates.basic import Basic

    if isinstance(part, Basic):
        return part.laid_over(value, images)
    if isinstance(part, Composite):
        for one, own in zip(part.parts, part.split(value), strict=True):
            images = laid_over(one, own, images)
        return images
    return images[part.state(value).permutation.array]


def _joined(
    composite: Composite,
    values: NDArray[Any],
    tables: Sequence[Table],
    targets: Sequence[int],
) -> Table:
    """Rows of a composite from those of its parts, whose values become those of the targets."""
    sizes = [part.size for part in composite.parts]
    scales = np.cumprod([1, *sizes[:-1]])
    rest = values.astype(np.int64)
    total = np.zeros((len(values), tables[0].shape[1]), dtype=np.uint32)
    for size, table, target in zip(sizes, tables, targets, strict=True):
        total += table[rest % size] * np.uint32(scales[target])
        rest //= size
    return total
