"""Coordinates: numbers for what matters of a state, which moves and symmetries act on.

A *coordinate* is a map from states to 0 … size − 1 such that its value after a move follows from
its value before. `docs/coordinates.md` teaches them from zero.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation, Points
from puzzlery.core.progress import Clock, Reporter, drive
from puzzlery.errors import PuzzleryError
from puzzlery.solve.coordinates.coordinate_check import (
    definition_fault_of,
    fault_of,
    table_fault_of,
    told_of,
    walk_of,
)
from puzzlery.solve.coordinates.coordinate_images import image_under
from puzzlery.solve.coordinates.transition_filling import TransitionFilling
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.structure.symmetry import Symmetry

Table = NDArray[np.uint32]
Ints = NDArray[np.int64]
# Entries of a transition table: 1 GiB.
LARGEST_TABLE = 1 << 28
# Values of which `check` looks at the whole transition table: a second of Python.
WHOLE_CHECK = 1 << 12
# Random states that `check` tries.
TRIES = 100


class Coordinate(ABC):
    """The base of all coordinates: `size`, `index` and `state` make one, all else follows.

    `label` distinguishes it from all other coordinates of the puzzle. `moves` act on values
    without a state: `transitions` is the table of that. `transforms` is the same for symmetries.

    >>> from puzzlery.twisty.geometry import cube
    >>> class Turned(Coordinate):  # how often the top was turned, if nothing else was
    ...     size = 4
    ...     def index(self, state):
    ...         return [0, 2, 8, 6].index(state.permutation[0])
    ...     def state(self, i):
    ...         return self.puzzle.apply("U " * i)
    >>> top = Turned(cube(3), MoveSet.of(cube(3), only=["U"]))
    >>> top.transitions.tolist()  # after U, U2 and U'
    [[1, 2, 3], [2, 3, 0], [3, 0, 1], [0, 1, 2]]
    """

    label = ""
    # Whether tests, not users, answer for its laws; such coordinates are not checked again.
    built_in = False

    def __init__(self, puzzle: Puzzle, moves: MoveSet | None = None, label: str = "") -> None:
        self.puzzle = puzzle
        self.moves = moves or MoveSet.of(puzzle)
        self.label = label or self.label or type(self).__name__

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of values."""

    @abstractmethod
    def index(self, state: State) -> int:
        """The value of a state."""

    @abstractmethod
    def state(self, i: int) -> State:
        """A state with this value; it need not be reachable by moves."""

    def indices(self, images: Points) -> Ints:
        """The values of many states, given as the rows of an array of images.

        Override it where NumPy or a kernel can do all rows at once. It may give −1 for a state
        that has no value.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> states = [cube(3).permutation(alg).array for alg in ("", "R", "R2")]
        >>> named_coordinate(cube(3), "parity-0").indices(np.array(states)).tolist()
        [0, 1, 0]
        """
        rows = np.ascontiguousarray(images, dtype=np.uint16)
        states = (State(self.puzzle, Permutation._from_bytes(row.tobytes())) for row in rows)
        return np.array([self.index(state) for state in states], dtype=np.int64)

    @property
    def solved(self) -> int:
        """The value of the solved state.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> named_coordinate(cube(3), "parity-1").solved
        0
        """
        return self.index(self.puzzle.solved)

    @property
    def goals(self) -> Sequence[int]:
        """The values that count as solved: distances are counted from these.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> co = named_coordinate(cube(3), "co-ud")
        >>> co.goals == [co.solved]
        True
        """
        return [self.solved]

    @property
    def labels(self) -> Ints | None:
        """For each sticker a number; the value is solved exactly if every place shows its own.

        None if the coordinate cannot be seen on the stickers, or if that is not known.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> named_coordinate(cube(3), "htr-cp").labels is None
        True
        >>> len(set(named_coordinate(cube(3), "eo-fb").labels))  # flipped, not flipped, no edge
        3
        """
        return None

    @cached_property
    def transitions(self) -> Table:
        """For each value a row with its value after each move.

        A state of each value is moved. Powers of a move follow from its own column.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> parity = named_coordinate(cube(3), "parity-0")  # a quarter turn changes it
        >>> parity.transitions[:, :3].tolist()
        [[1, 0, 1], [0, 1, 0]]
        """
        table = drive(self._filling).table()
        del self.__dict__["_filling"]
        return table

    @cached_property
    def _filling(self) -> TransitionFilling:
        self.check_size()
        return TransitionFilling(self)

    def prepare(
        self, *, progress: Reporter | None = None, timeout: float | Clock | None = None
    ) -> None:
        """Check the coordinate and fill its transition table, with reports and a time limit.

        Whatever needs the table does so by itself. After `TimedOut` a further call resumes the
        work.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> named_coordinate(cube(3), "eo-fb").prepare(timeout=10)
        """
        if self.built_in or "_is_sound" in self.__dict__:
            return
        clock = Clock.of(timeout)
        if type(self).transitions is Coordinate.transitions and "transitions" not in self.__dict__:
            if not self._filling.is_checked:
                _refuse(fault_of(self, TRIES, progress=progress, timeout=clock))
                self._filling.is_checked = True
            drive(self._filling, progress=progress, timeout=clock)
            _refuse(table_fault_of(self))
            self.__dict__["_is_sound"] = True
        self.ensure_sound()

    def rows(self, values: NDArray[Any]) -> Table:
        """For each of these values a row with its value after each move."""
        found: Table = self.transitions[values]
        return found

    def move(self, i: int, m: str | int) -> int:
        """The value after a move, given by its name or number.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> parity = named_coordinate(cube(3), "parity-0")
        >>> parity.move(0, "R"), parity.move(0, "R2")
        (1, 0)
        """
        return int(self.transitions[i, self.moves.number(m)])

    def carries(self, symmetry: Symmetry) -> bool:
        """Whether the value of a transformed state follows from the value of the state.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> co = named_coordinate(cube(3), "co-ud")
        >>> sum(map(co.carries, cube(3).symmetries()))  # those that keep the axis of U and D
        16
        """
        return self.carries_to(self, symmetry)

    def carries_to(self, other: "Coordinate", symmetry: Symmetry) -> bool:
        """Whether the value of another coordinate after a symmetry follows from this one's.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> ud, fb = (named_coordinate(cube(3), name) for name in ("slice-ud", "slice-fb"))
        >>> sum(ud.carries_to(fb, symmetry) for symmetry in cube(3).symmetries())
        16
        """
        return image_under(self, other, symmetry) is not None

    def transforms(self, symmetries: Sequence[Symmetry]) -> Table:
        """For each value a row with its value after each symmetry.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> named_coordinate(cube(3), "parity-0").transforms(cube(3).symmetries()[:3]).tolist()
        [[0, 0, 0], [1, 1, 1]]
        """
        return self.transforms_to(self, symmetries)

    def transforms_to(self, other: "Coordinate", symmetries: Sequence[Symmetry]) -> Table:
        """For each value the value of another coordinate after each symmetry."""
        columns = [image_under(self, other, symmetry) for symmetry in symmetries]
        found = [column for column in columns if column is not None]
        if len(found) < len(columns):
            raise self._not_carried()
        return np.stack(found, axis=1)

    def transform(self, i: int, t: Symmetry) -> int:
        """The value of the state transformed by a symmetry.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> co, state = named_coordinate(cube(3), "co-ud"), cube(3).apply("R F")
        >>> t = co.symmetries()[5]
        >>> co.transform(co.index(state), t) == co.index(transformed(state, t))
        True
        """
        if not self.carries(t):
            raise self._not_carried()
        return int(self.transforms([t])[i, 0])

    def _not_carried(self) -> PuzzleryError:
        return PuzzleryError(f"{self.label} of {self.puzzle.name} does not carry this symmetry")

    def symmetries(self, *, reflections: bool = True) -> list[Symmetry]:
        """The symmetries of the puzzle that the coordinate carries and that permute its moves.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> len(named_coordinate(cube(3), "parity-0").symmetries())
        48
        """
        return [
            symmetry
            for symmetry in self.puzzle.symmetries(reflections=reflections)
            if self.moves.under(symmetry.stickers) is not None and self.carries(symmetry)
        ]

    def imposed(self, i: int, images: Ints) -> Ints:
        """Images of stickers changed so that this coordinate has a value.

        What the value leaves open stays as it was, as far as possible.
        """
        return images[self.state(i).permutation.array]

    def on(self, moves: MoveSet) -> Self:
        """The same coordinate with other moves.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> eo = named_coordinate(cube(3), "eo-fb").on(MoveSet.of(cube(3), only=["R", "F"]))
        >>> eo.transitions.shape
        (2048, 6)
        """
        return self if moves == self.moves else self._on(moves)

    def _on(self, moves: MoveSet) -> Self:
        copy = object.__new__(type(self))
        computed = {
            name
            for kind in type(self).__mro__
            for name, value in vars(kind).items()
            if isinstance(value, cached_property)
        }
        copy.__dict__ = {k: v for k, v in self.__dict__.items() if k not in computed}
        copy.moves = moves
        return copy

    def check(self, tries: int = TRIES) -> str | None:
        """What is wrong with the coordinate, in a sentence; None if nothing is found.

        It tries random states, and looks at the whole transition table if that is small.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> print(named_coordinate(cube(3), "eo-fb").check())
        None
        """
        if tries < 1:
            raise PuzzleryError(f"tries must be at least 1, not {tries}")
        fault = fault_of(self, tries)
        if fault is not None or self.size > WHOLE_CHECK:
            return fault
        try:
            return table_fault_of(self)
        except PuzzleryError as raised:
            return str(raised)

    @cached_property
    def _is_sound(self) -> bool:
        if not self.built_in:
            _refuse(self.check() or table_fault_of(self))
        return True

    def ensure_sound(self) -> None:
        """Raise what `check` finds; tables and solvers ask this first, once for a coordinate."""
        _ = self._is_sound

    @cached_property
    def fingerprint(self) -> str:
        """A digest of what tables depend on: size, goals, and values of fixed random states.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> names = ("eo-fb", "eo-ud", "co-ud")
        >>> len({named_coordinate(cube(3), name).fingerprint for name in names})
        3
        """
        values = self.indices(walk_of(self.moves))
        goals = sorted(map(int, self.goals))
        seen = sha256(repr((int(self.size), goals, values.tolist())).encode())
        seen.update(self._definition())
        return seen.hexdigest()[:32]

    def _definition(self) -> bytes:
        """What distinguishes it beyond doubt; a function is known by all that it does."""
        return self.transitions.tobytes()

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.label} of {self.puzzle.name}: {self.size} values>"

    def _check(self, i: int) -> None:
        if not 0 <= i < self.size:
            raise PuzzleryError(
                f"{self.label} of {self.puzzle.name} has no value {i}; expected 0 … {self.size - 1}"
            )

    def check_size(self) -> None:
        """Refuse a coordinate that has no number of values, or too many for a transition table."""
        _refuse(told_of(self, definition_fault_of(self)))
        if self.size * max(1, len(self.moves)) > LARGEST_TABLE:
            raise PuzzleryError(
                f"{self.label} of {self.puzzle.name} has {self.size} values, too many for a table"
            )


def _refuse(fault: str | None) -> None:
    if fault is not None:
        raise PuzzleryError(fault)


def transformed(state: State, symmetry: Symmetry) -> State:
    """The state conjugated by a symmetry: each of its moves is replaced by the move's image.

    >>> from puzzlery.twisty.geometry import cube
    >>> state = cube(3).apply("R")
    >>> images = {transformed(state, t).permutation for t in cube(3).symmetries()}
    >>> len(images)  # six faces, clockwise or not
    12
    """
    return State(state.puzzle, state.permutation.conjugate(symmetry.stickers))
