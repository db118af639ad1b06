"""Symmetric coordinates: values that symmetries turn into one another count as one.

A *class* is a set of values of a coordinate that symmetries carry into one another, its
*representative* the smallest of them; a *self-symmetry* is one that leaves the representative as
it is. A symcomposite is a symmetric coordinate together with another one, which is looked at
through the symmetry that brings the first to its representative.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError
from puzzlery.solve.coordinates.coordinate import Coordinate, Table
from puzzlery.twisty.model.state import State
from puzzlery.twisty.structure.symmetry import Symmetry

Numbers = NDArray[np.uint32]
LARGEST = 1 << 28


class Symmetric(Coordinate):
    """The classes of a coordinate under symmetries.

    The symmetries must be a group, the identity first: all that the base goes along with,
    unless some are given. `class_of`, `representatives`, `to_representative` and
    `self_symmetries` are the tables that the classes bring with them.

    >>> from puzzlery.solve.coordinates.named_coordinates import named
    >>> from puzzlery.twisty.geometry import cube
    >>> Symmetric(named(cube(3), "cp"), named(cube(3), "co-ud").symmetries()).size
    2768
    """

    def __init__(self, base: Coordinate, symmetries: Sequence[Symmetry] | None = None) -> None:
        self.base = base
        self.puzzle, self.moves = base.puzzle, base.moves
        self.used = tuple(base.symmetries() if symmetries is None else symmetries)
        self._check_group()
        self.label = f"{base.label} under {len(self.used)} symmetries {self._digest()}"

    def _check_group(self) -> None:
        if not self.used or not self.used[0].stickers.is_identity:
            raise PuzzleryError("the symmetries must begin with the identity")
        if any(self.moves.under(t.stickers) is None for t in self.used):
            raise PuzzleryError("a symmetry turns the moves into others that are not allowed")
        if self.base.size * len(self.used) > LARGEST:
            raise PuzzleryError(f"{self.base!r} is too large for tables of its classes")
        if (self.products < 0).any():
            raise PuzzleryError("the symmetries are no group: a product of two is missing")

    def _digest(self) -> str:
        from hashlib import sha256

        return sha256(b"".join(t.stickers.data for t in self.used)).hexdigest()[:8]

    @cached_property
    def products(self) -> NDArray[np.int64]:
        """`products[a, b]` is the number of the symmetry that is first a, then b."""
        numbers = {t.stickers: k for k, t in enumerate(self.used)}
        return np.array(
            [[numbers.get(a.stickers * b.stickers, -1) for b in self.used] for a in self.used]
        )

    @cached_property
    def _images(self) -> Table:
        return self.base.transforms(self.used)

    @cached_property
    def to_representative(self) -> NDArray[np.uint8]:
        """For each value of the base the number of a symmetry that makes it its representative."""
        chosen: NDArray[np.uint8] = self._images.argmin(axis=1).astype(np.uint8)
        return chosen

    @cached_property
    def _classes(self) -> tuple[Numbers, Numbers]:
        smallest, numbers = np.unique(self._images.min(axis=1), return_inverse=True)
        return smallest.astype(np.uint32), numbers.reshape(-1).astype(np.uint32)

    @property
    def representatives(self) -> Numbers:
        """For each class its representative, a value of the base."""
        return self._classes[0]

    @property
    def class_of(self) -> Numbers:
        """For each value of the base the number of its class."""
        return self._classes[1]

    @cached_property
    def is_self(self) -> NDArray[np.bool_]:
        """For each class and symmetry whether it leaves the representative as it is."""
        found: NDArray[np.bool_] = (
            self._images[self.representatives] == self.representatives[:, None]
        )
        return found

    def self_symmetries(self, i: int) -> list[int]:
        """The numbers of the symmetries that leave the representative of a class as it is."""
        return np.flatnonzero(self.is_self[i]).tolist()

    @property
    def size(self) -> int:
        return len(self.representatives)

    def index(self, state: State) -> int:
        return int(self.class_of[self.base.index(state)])

    def state(self, i: int) -> State:
        self._check(i)
        return self.base.state(int(self.representatives[i]))

    def carries(self, symmetry: Symmetry) -> bool:
        return any(symmetry.stickers == t.stickers for t in self.used)

    @cached_property
    def _moved(self) -> Table:
        """The values of the base to which moves lead from the representatives."""
        return self.base.rows(self.representatives)

    @cached_property
    def transitions(self) -> Table:
        """For each class the classes to which moves lead from its representative."""
        return self.class_of[self._moved]

    @cached_property
    def offsets(self) -> NDArray[np.uint8]:
        """For each class and move the symmetry that makes the outcome its representative."""
        return self.to_representative[self._moved]

    @cached_property
    def moves_under(self) -> NDArray[np.int64]:
        """`moves_under[t, m]` is the move that symmetry t makes of move m."""
        return np.array([self.moves.under(t.stickers) for t in self.used])

    def carried(self, i: int, offset: int, m: str | int) -> tuple[int, int]:
        """The class after a move of the state itself, and the new offset.

        The *offset* is the symmetry through which the state is seen: it makes it the
        representative. Seen through it, the move is another one.
        """
        seen = int(self.moves_under[offset, self.moves.number(m)])
        further = int(self.offsets[i, seen])
        return int(self.transitions[i, seen]), int(self.products[offset, further])

    def transforms(self, symmetries: Sequence[Symmetry]) -> Table:
        """Any symmetry that is used leaves the classes as they are."""
        if not all(map(self.carries, symmetries)):
            raise PuzzleryError(f"{self.label} is not under this symmetry")
        return np.repeat(np.arange(self.size, dtype=np.uint32)[:, None], len(symmetries), axis=1)


class SymComposite(Coordinate):
    """A symmetric coordinate s and another one c as one: s · n + c, with n values of the other.

    The other is that of the state as it is seen through the symmetry that brings the first to
    its representative. Where there are self-symmetries, several values mean the same state up to
    symmetry: `same` lists them.
    """

    def __init__(self, symmetric: Symmetric, other: Coordinate) -> None:
        if symmetric.moves != other.moves:
            raise PuzzleryError("a symcomposite needs coordinates that have the same moves")
        for t in symmetric.used:
            if not other.carries(t):
                raise PuzzleryError(f"{other.label} does not go along with all symmetries used")
        self.symmetric, self.other = symmetric, other
        self.puzzle, self.moves = other.puzzle, other.moves
        self.label = f"({symmetric.label}) × {other.label}"

    @property
    def size(self) -> int:
        return self.symmetric.size * self.other.size

    @cached_property
    def other_transforms(self) -> Table:
        """The values of the other coordinate under the symmetries."""
        return self.other.transforms(self.symmetric.used)

    def index(self, state: State) -> int:
        base = self.symmetric.base.index(state)
        t = int(self.symmetric.to_representative[base])
        seen = self.other_transforms[self.other.index(state), t]
        return int(self.symmetric.class_of[base]) * self.other.size + int(seen)

    def state(self, i: int) -> State:
        """A state whose base is a representative, with the other value on top of it."""
        self._check(i)
        images = np.arange(self.puzzle.degree)
        base = int(self.symmetric.representatives[i // self.other.size])
        images = self.symmetric.base.imposed(base, images)
        images = self.other.imposed(i % self.other.size, images)
        return State(self.puzzle, Permutation(images))

    def carries(self, symmetry: Symmetry) -> bool:
        return self.symmetric.carries(symmetry)

    def move(self, i: int, m: str | int) -> int:
        """The value after a move of what is seen; `carried` makes moves of the state itself."""
        s, c = divmod(i, self.other.size)
        number = self.moves.number(m)
        offset = int(self.symmetric.offsets[s, number])
        after = self.other_transforms[self.other.move(c, number), offset]
        return int(self.symmetric.transitions[s, number]) * self.other.size + int(after)

    def carried(self, i: int, offset: int, m: str | int) -> tuple[int, int]:
        """The value after a move of the state itself, and the new offset."""
        seen = int(self.symmetric.moves_under[offset, self.moves.number(m)])
        further = int(self.symmetric.offsets[i // self.other.size, seen])
        return self.move(i, seen), int(self.symmetric.products[offset, further])

    def offset(self, state: State) -> int:
        """The symmetry through which a state is seen."""
        return int(self.symmetric.to_representative[self.symmetric.base.index(state)])

    def same(self, i: int) -> set[int]:
        """The values that mean the same state up to symmetry, by self-symmetries."""
        s, c = divmod(i, self.other.size)
        images = self.other_transforms[c, self.symmetric.self_symmetries(s)]
        return {s * self.other.size + int(image) for image in images}

    @cached_property
    def transitions(self) -> Table:
        self._check_table()
        n, moves = self.other.size, len(self.moves)
        table = np.empty((self.symmetric.size, n, moves), dtype=np.uint32)
        for m in range(moves):
            after = self.other_transforms[self.other.transitions[:, m]]
            table[:, :, m] = after[:, self.symmetric.offsets[:, m]].T
            table[:, :, m] += self.symmetric.transitions[:, m, None] * np.uint32(n)
        return table.reshape(self.size, moves)

    def transform(self, i: int, t: Symmetry) -> int:
        """The same value: seen through its own symmetry, a transformed state looks alike."""
        if not self.carries(t):
            raise PuzzleryError(f"{self.label} is not under this symmetry")
        return min(self.same(i))

    def transforms(self, symmetries: Sequence[Symmetry]) -> Table:
        columns = [[self.transform(i, t) for t in symmetries] for i in range(self.size)]
        return np.array(columns, dtype=np.uint32)
