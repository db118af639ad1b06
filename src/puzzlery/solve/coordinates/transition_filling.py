"""Transition filling: the transitions of a coordinate in Python, by a job that can be stopped."""

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError
from puzzlery.twisty.notation.metrics import turn_amounts

if TYPE_CHECKING:
    from puzzlery.solve.coordinates.coordinate import Coordinate

# Values whose states are moved at once: few at first, as a function may be slow; at most so many
# that they take some MiB.
FIRST_CHUNK = 32
LARGEST_CHUNK = 1 << 15
# A chunk takes at most about this share of a slice.
CHUNK_SHARE = 0.25


class TransitionFilling:
    """A job that moves a state of each value; powers of a move follow from its own column.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> filling = TransitionFilling(named_coordinate(cube(3), "parity-0"))
    >>> filling.run(1000), filling.table()[:, :3].tolist()
    (True, [[1, 0, 1], [0, 1, 0]])
    """

    def __init__(self, coordinate: "Coordinate") -> None:
        self.coordinate = coordinate
        self.units = _units(coordinate.moves.permutations)
        self._found = np.empty((len(self.units), coordinate.size), dtype=np.int64)
        self._done, self._chunk = 0, FIRST_CHUNK
        # Whether random states showed no fault: this is not tried again after a time limit.
        self.is_checked = False

    def run(self, milliseconds: float) -> bool:
        """Go on for so long; is the table filled?"""
        end = time.monotonic() + milliseconds / 1000
        while self._done < self.coordinate.size:
            start = time.monotonic()
            if start >= end:
                return False
            self._fill(range(self._done, min(self._done + self._chunk, self.coordinate.size)))
            if 1000 * (time.monotonic() - start) < CHUNK_SHARE * milliseconds / 2:
                self._chunk = min(2 * self._chunk, LARGEST_CHUNK)
        return True

    def _fill(self, values: range) -> None:
        try:
            found = self._moved(values)
        except PuzzleryError:
            raise
        except Exception as fault:
            raise PuzzleryError(
                f"{self.coordinate.label} of {self.coordinate.puzzle.name} raises "
                f"{type(fault).__name__} for one of the values {values.start} … {values.stop - 1}: "
                f"{fault}"
            ) from fault
        self._found[:, values.start : values.stop] = found
        self._done = values.stop

    def _moved(self, values: range) -> list[NDArray[np.int64]]:
        """What each unit makes of these values."""
        coordinate = self.coordinate
        states = np.array([coordinate.state(i).permutation.array for i in values], dtype=np.uint16)
        return [
            _in_range(coordinate, coordinate.indices(move.array[states])) for move in self.units
        ]

    def table(self) -> NDArray[np.uint32]:
        """For each value a row with its value after each move."""
        moves = self.coordinate.moves
        numbers = {move: k for k, move in enumerate(moves.permutations)}
        table = np.empty((self.coordinate.size, len(moves)), dtype=np.uint32)
        for unit, column in zip(self.units, self._found, strict=True):
            power, values = unit, column
            while not power.is_identity:
                if power in numbers:
                    table[:, numbers[power]] = values
                power, values = power * unit, column[values]
        return table

    def progress(self) -> tuple[float, float | None, str]:
        """How many values are done, and of how many."""
        return self._done, self.coordinate.size, f"moving the values of {self.coordinate.label}"

    def snapshot(self) -> bytes:
        """The values after each move, as far as they are known."""
        return np.ascontiguousarray(self._found[:, : self._done]).tobytes()

    def restore(self, snapshot: bytes) -> None:
        """Go on from a snapshot."""
        known = np.frombuffer(snapshot, dtype=np.int64).reshape(len(self.units), -1)
        if known.shape[1] > self.coordinate.size:
            raise PuzzleryError(f"the snapshot is not of {self.coordinate.label}")
        self._done = known.shape[1]
        self._found[:, : self._done] = known


def _in_range(coordinate: "Coordinate", values: NDArray[np.int64]) -> NDArray[np.int64]:
    outside = values[(values < 0) | (values >= coordinate.size)]
    if outside.size:
        raise PuzzleryError(
            f"{coordinate.label} of {coordinate.puzzle.name} gives the value {outside[0]}; "
            f"expected 0 … {coordinate.size - 1}"
        )
    return values


def _units(moves: Iterable[Permutation]) -> list[Permutation]:
    """The moves that are no powers of an earlier one."""
    units: list[Permutation] = []
    covered: set[Permutation] = set()
    for move in moves:
        if move not in covered:
            units.append(move)
            covered |= {move**k for k in turn_amounts(move.order)}
    return units
