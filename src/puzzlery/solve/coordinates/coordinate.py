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
# Entries of a transition table: 1 GiB.
LARGEST_TABLE = 1 << 28


class Coordinate(ABC):
    """The base of all coordinates.

    `label` distinguishes it from all other coordinates of the puzzle. Moves and symmetries act on
    values without a state; `transitions` and `transforms` are tables of that.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> co = named_coordinate(cube(3), "co-ud")
    >>> state = cube(3).apply("R U")
    >>> co.index(state) == co.move(co.move(co.solved, "R"), "U")
    True
    """

    puzzle: Puzzle
    moves: MoveSet
    label: str

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of values.

        >>> from puzzlery.twisty.geometry import cube
        >>> Parity(cube(3), 0).size
        2
        """

    @abstractmethod
    def index(self, state: State) -> int:
        """The value of a state.

        >>> from puzzlery.twisty.geometry import cube
        >>> Parity(cube(3), 0).index(cube(3).apply("R"))
        1
        """

    @abstractmethod
    def state(self, i: int) -> State:
        """A state with this value; it need not be reachable by moves.

        >>> from puzzlery.twisty.geometry import cube
        >>> parity = Parity(cube(3), 0)
        >>> parity.index(parity.state(1))
        1
        """

    @abstractmethod
    def carries(self, symmetry: Symmetry) -> bool:
        """Whether the value of a transformed state follows from the value of the state.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> co = named_coordinate(cube(3), "co-ud")
        >>> sum(map(co.carries, cube(3).symmetries()))  # those that keep the axis of U and D
        16
        """

    @cached_property
    @abstractmethod
    def transitions(self) -> Table:
        """For each value a row with its value after each move.

        >>> from puzzlery.twisty.geometry import cube
        >>> Parity(cube(3), 0).transitions[:, :3].tolist()  # a quarter turn changes it
        [[1, 0, 1], [0, 1, 0]]
        """

    @abstractmethod
    def transforms(self, symmetries: Sequence[Symmetry]) -> Table:
        """For each value a row with its value after each symmetry.

        >>> from puzzlery.twisty.geometry import cube
        >>> Parity(cube(3), 0).transforms(cube(3).symmetries()[:3]).tolist()
        [[0, 0, 0], [1, 1, 1]]
        """

    def transforms_to(self, other: "Coordinate", symmetries: Sequence[Symmetry]) -> Table:
        """For each value the value of another coordinate after each symmetry."""
        if other is not self:
            raise PuzzleryError(f"no symmetry carries {self.label} to {other.label}")
        return self.transforms(symmetries)

    def carries_to(self, other: "Coordinate", symmetry: Symmetry) -> bool:
        """Whether the value of another coordinate after a symmetry follows from this one's.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> ud, fb = (named_coordinate(cube(3), name) for name in ("slice-ud", "slice-fb"))
        >>> sum(ud.carries_to(fb, symmetry) for symmetry in cube(3).symmetries())
        16
        """
        return other is self and self.carries(symmetry)

    def imposed(self, i: int, images: NDArray[np.int64]) -> NDArray[np.int64]:
        """Images of stickers changed so that this coordinate has a value.

        What the value leaves open stays as it was, as far as possible.
        """
        return images[self.state(i).permutation.array]

    def rows(self, values: NDArray[np.uint32]) -> Table:
        """For each of these values a row with its value after each move."""
        return self.transitions[values]

    def move(self, i: int, m: str | int) -> int:
        """The value after a move, given by its name or number.

        >>> from puzzlery.twisty.geometry import cube
        >>> Parity(cube(3), 0).move(0, "R"), Parity(cube(3), 0).move(0, "R2")
        (1, 0)
        """
        return int(self.transitions[i, self.moves.number(m)])

    def transform(self, i: int, t: Symmetry) -> int:
        """The value of the state transformed by a symmetry."""
        if not self.carries(t):
            raise PuzzleryError(f"{self.label} of {self.puzzle.name} does not carry this symmetry")
        return self.index(transformed(self.state(i), t))

    def symmetries(self, *, reflections: bool = True) -> list[Symmetry]:
        """The symmetries of the puzzle that the coordinate carries and that permute its moves.

        >>> from puzzlery.twisty.geometry import cube
        >>> len(Parity(cube(3), 0).symmetries())
        48
        """
        return [
            symmetry
            for symmetry in self.puzzle.symmetries(reflections=reflections)
            if self.moves.under(symmetry.stickers) is not None and self.carries(symmetry)
        ]

    @property
    def solved(self) -> int:
        """The value of the solved state.

        >>> from puzzlery.twisty.geometry import cube
        >>> Parity(cube(3), 1).solved
        0
        """
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
    """The state conjugated by a symmetry: each of its moves is replaced by the move's image.

    >>> from puzzlery.twisty.geometry import cube
    >>> state = cube(3).apply("R")
    >>> images = {transformed(state, t).permutation for t in cube(3).symmetries()}
    >>> len(images)  # six faces, clockwise or not
    12
    """
    return State(state.puzzle, state.permutation.conjugate(symmetry.stickers))


class Parity(Coordinate):
    """The parity of the permutation of an orbit's pieces: 0 if even, 1 if odd.

    >>> from puzzlery.twisty.geometry import cube
    >>> corners, edges = Parity(cube(3), 0), Parity(cube(3), 1)
    >>> state = cube(3).apply("R U F2")
    >>> corners.index(state) == edges.index(state)
    True
    """

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
    """Several coordinates as one: i₁ + n₁ · (i₂ + n₂ · (…)).

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> Composite(*(named_coordinate(cube(3), name) for name in ("co-ud", "slice-ud"))).size
    1082565
    """

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
        """The values of the parts.

        >>> from puzzlery.twisty.geometry import cube
        >>> Composite(Parity(cube(3), 0), Parity(cube(3), 1)).split(2)
        [0, 1]
        """
        self._check(i)
        values = []
        for part in self.parts:
            i, value = divmod(i, part.size)
            values.append(value)
        return values

    def join(self, values: Sequence[int]) -> int:
        """The value of the composite whose parts have these values.

        >>> from puzzlery.twisty.geometry import cube
        >>> Composite(Parity(cube(3), 0), Parity(cube(3), 1)).join([0, 1])
        2
        """
        i = 0
        for part, value in zip(reversed(self.parts), reversed(values), strict=True):
            i = i * part.size + int(value)
        return i

    def index(self, state: State) -> int:
        return self.join([part.index(state) for part in self.parts])

    def state(self, i: int) -> State:
        """A state with this value; each part is imposed on what the parts before it gave."""
        return State(self.puzzle, Permutation(self.imposed(i, np.arange(self.puzzle.degree))))

    def imposed(self, i: int, images: NDArray[np.int64]) -> NDArray[np.int64]:
        for part, value in zip(self.parts, self.split(i), strict=True):
            images = part.imposed(value, images)
        return images

    def move(self, i: int, m: str | int) -> int:
        return self.join(
            [part.move(v, m) for part, v in zip(self.parts, self.split(i), strict=True)]
        )

    def carries(self, symmetry: Symmetry) -> bool:
        return self._targets(symmetry) is not None

    def _targets(self, symmetry: Symmetry) -> list[int] | None:
        """For each part the one that the symmetry carries it to; it may swap orbits."""
        targets = [
            next((k for k, other in enumerate(self.parts) if part.carries_to(other, symmetry)), -1)
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
            raise PuzzleryError(f"{self.label} does not carry this symmetry")
        tables = [
            part.transforms_to(self.parts[target], [symmetry])
            for part, target in zip(self.parts, targets, strict=True)
        ]
        return _joined(self, np.arange(self.size), tables, targets)


def _parts(coordinate: Coordinate) -> tuple[Coordinate, ...]:
    return coordinate.parts if isinstance(coordinate, Composite) else (coordinate,)


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
