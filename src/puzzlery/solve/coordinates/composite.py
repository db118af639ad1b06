"""Composites: several coordinates as one number."""

from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from math import prod
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation, Points
from puzzlery.core.progress import Clock, Reporter
from puzzlery.errors import PuzzleryError
from puzzlery.solve.coordinates.coordinate import Coordinate, Ints, Table
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.model.state import State
from puzzlery.twisty.structure.symmetry import Symmetry


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
        self.parts: tuple[Coordinate, ...] = tuple(one for part in parts for one in parts_of(part))
        label = " × ".join(part.label for part in self.parts)
        super().__init__(parts[0].puzzle, parts[0].moves, label)

    def _on(self, moves: MoveSet) -> Self:
        return type(self)(*(part.on(moves) for part in self.parts))

    @cached_property
    def _size(self) -> int:
        return prod(part.size for part in self.parts)

    @property
    def size(self) -> int:
        return self._size

    @property
    def goals(self) -> Sequence[int]:
        """The combinations of goals of the parts."""
        total, scale = np.zeros(1, dtype=np.int64), 1
        for part in self.parts:
            goals = np.array(part.goals, dtype=np.int64)
            total = (total[:, None] + goals * scale).ravel()
            scale *= part.size
        found: list[int] = total.tolist()
        return found

    @property
    def labels(self) -> Ints | None:
        """The labels of all parts together, so that stickers differ if any part says so."""
        seen = [part.labels for part in self.parts]
        known = [labels for labels in seen if labels is not None]
        if len(known) < len(seen):
            return None
        return np.unique(np.stack(known, axis=1), axis=0, return_inverse=True)[1].reshape(-1)

    def check(self, tries: int = 100) -> str | None:
        return next(filter(None, (part.check(tries) for part in self.parts)), None)

    def prepare(
        self, *, progress: Reporter | None = None, timeout: float | Clock | None = None
    ) -> None:
        clock = Clock.of(timeout)
        for part in self.parts:
            part.prepare(progress=progress, timeout=clock)

    def ensure_sound(self) -> None:
        for part in self.parts:
            part.ensure_sound()

    @cached_property
    def fingerprint(self) -> str:
        told = " ".join(part.fingerprint for part in self.parts)
        return sha256(told.encode()).hexdigest()[:32]

    def split(self, i: int) -> list[int]:
        """The values of the parts.

        >>> from puzzlery.solve.coordinates.parity import Parity
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

        >>> from puzzlery.solve.coordinates.parity import Parity
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

    def indices(self, images: Points) -> Ints:
        total, scale = np.zeros(len(images), dtype=np.int64), 1
        for part in self.parts:
            values = part.indices(images)
            total = np.where((total < 0) | (values < 0), -1, total + scale * values)
            scale *= part.size
        return total

    def state(self, i: int) -> State:
        """A state with this value; each part is imposed on what the parts before it gave."""
        images = self.imposed(i, np.arange(self.puzzle.degree))
        state = State(self.puzzle, Permutation(images))
        if self.index(state) != i:
            raise PuzzleryError(f"no state with the value {i} of {self.label} was found")
        return state

    def imposed(self, i: int, images: Ints) -> Ints:
        for part, value in zip(self.parts, self.split(i), strict=True):
            images = part.imposed(value, images)
        return images

    def move(self, i: int, m: str | int) -> int:
        return self.join(
            [part.move(v, m) for part, v in zip(self.parts, self.split(i), strict=True)]
        )

    def carries_to(self, other: Coordinate, symmetry: Symmetry) -> bool:
        return self._targets(parts_of(other), symmetry) is not None

    def _targets(self, others: Sequence[Coordinate], symmetry: Symmetry) -> list[int] | None:
        """For each part the other one that the symmetry carries it to; it may swap orbits."""
        targets: list[int] = []
        for part in self.parts:
            open_ = (k for k in range(len(others)) if k not in targets)
            targets.append(next((k for k in open_ if part.carries_to(others[k], symmetry)), -1))
        return targets if sorted(targets) == list(range(len(others))) else None

    @cached_property
    def transitions(self) -> Table:
        self.check_size()
        return self.rows(np.arange(self.size, dtype=np.uint32))

    def rows(self, values: NDArray[Any]) -> Table:
        tables = [part.transitions for part in self.parts]
        sizes = [part.size for part in self.parts]
        return _joined(self.parts, values, tables, range(len(self.parts)), sizes)

    def transforms_to(self, other: Coordinate, symmetries: Sequence[Symmetry]) -> Table:
        columns = [self._transforms_of(parts_of(other), symmetry) for symmetry in symmetries]
        return np.concatenate(columns, axis=1)

    def _transforms_of(self, others: Sequence[Coordinate], symmetry: Symmetry) -> Table:
        targets = self._targets(others, symmetry)
        if targets is None:
            raise self._not_carried()
        tables = [
            part.transforms_to(others[target], [symmetry])
            for part, target in zip(self.parts, targets, strict=True)
        ]
        sizes = [other.size for other in others]
        return _joined(self.parts, np.arange(self.size), tables, targets, sizes)


def parts_of(coordinate: Coordinate) -> tuple[Coordinate, ...]:
    """The parts of a composite; any other coordinate is its only part.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> [part.size for part in parts_of(named_coordinate(cube(3), "corners"))]
    [2187, 40320]
    """
    return coordinate.parts if isinstance(coordinate, Composite) else (coordinate,)


def _joined(
    parts: Sequence[Coordinate],
    values: NDArray[Any],
    tables: Sequence[Table],
    targets: Sequence[int],
    target_sizes: Sequence[int],
) -> Table:
    """Rows of a composite from those of its parts, whose values become those of the targets."""
    scales = np.cumprod([1, *target_sizes[:-1]])
    rest = values.astype(np.int64)
    total = np.zeros((len(values), tables[0].shape[1]), dtype=np.uint32)
    for part, table, target in zip(parts, tables, targets, strict=True):
        total += table[rest % part.size] * np.uint32(scales[target])
        rest //= part.size
    return total
