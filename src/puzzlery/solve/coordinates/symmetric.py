"""Symmetric coordinates: values that symmetries carry into one another count as one.

A *class* is a set of values of a coordinate that symmetries carry into one another. Its
*representative* is the smallest of them. A *self-symmetry* of a class keeps the representative. A
*symcomposite* is a symmetric coordinate together with another one, which is transformed by the
symmetry that carries the first to its representative.
"""

from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from typing import Self

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation, Points
from puzzlery.core.progress import Clock, Reporter
from puzzlery.errors import PuzzleryError
from puzzlery.solve.coordinates.based import Based
from puzzlery.solve.coordinates.coordinate import Coordinate, Ints, Table
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.model.state import State
from puzzlery.twisty.structure.symmetry import Symmetry

Numbers = NDArray[np.uint32]
# Values × symmetries in a table of images: 1 GiB.
MOST_IMAGES = 1 << 28


class Symmetric(Based):
    """The classes of a coordinate under symmetries.

    The symmetries must be a group, with the identity first; by default all that the base carries.
    `class_of`, `representatives`, `to_representative` and `self_symmetries` describe the classes.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> upright = named_coordinate(cube(3), "co-ud").symmetries()
    >>> Symmetric(named_coordinate(cube(3), "cp"), upright).size
    2768
    """

    def __init__(self, base: Coordinate, symmetries: Sequence[Symmetry] | None = None) -> None:
        super().__init__(base.puzzle, base.moves)
        self.base = base
        self.used = tuple(base.symmetries() if symmetries is None else symmetries)
        self._check_group()
        self.label = f"{base.label} under {len(self.used)} symmetries {self._digest()}"

    def _on(self, moves: MoveSet) -> Self:
        return type(self)(self.base.on(moves), self.used)

    @cached_property
    def fingerprint(self) -> str:
        return sha256(f"{self.base.fingerprint} {self._digest()}".encode()).hexdigest()[:32]

    @property
    def goals(self) -> Sequence[int]:
        found: list[int] = np.unique(self.class_of[list(self.base.goals)]).tolist()
        return found

    def _check_group(self) -> None:
        if not self.used or not self.used[0].stickers.is_identity:
            raise PuzzleryError("the symmetries must begin with the identity")
        if any(self.moves.under(t.stickers) is None for t in self.used):
            raise PuzzleryError("a symmetry turns the moves into others that are not allowed")
        if self.base.size * len(self.used) > MOST_IMAGES:
            raise PuzzleryError(f"{self.base!r} is too large for tables of its classes")
        if (self.products < 0).any():
            raise PuzzleryError("the symmetries are no group: a product of two is missing")

    def _digest(self) -> str:
        return sha256(b"".join(t.stickers.data for t in self.used)).hexdigest()[:8]

    @cached_property
    def products(self) -> NDArray[np.int64]:
        """`products[a, b]` is the number of the symmetry that is first a, then b.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> symmetric = Symmetric(named_coordinate(cube(3), "slice-ud"))
        >>> symmetric.products[0].tolist() == list(range(16))
        True
        """
        numbers = {t.stickers: k for k, t in enumerate(self.used)}
        return np.array(
            [[numbers.get(a.stickers * b.stickers, -1) for b in self.used] for a in self.used]
        )

    @cached_property
    def _images(self) -> Table:
        return self.base.transforms(self.used)

    @cached_property
    def to_representative(self) -> NDArray[np.uint8]:
        """For each value of the base a symmetry that carries it to its representative, by number.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> symmetric = Symmetric(named_coordinate(cube(3), "slice-ud"))
        >>> symmetric.to_representative[symmetric.representatives].max()
        np.uint8(0)
        """
        chosen: NDArray[np.uint8] = self._images.argmin(axis=1).astype(np.uint8)
        return chosen

    @cached_property
    def _classes(self) -> tuple[Numbers, Numbers]:
        smallest, numbers = np.unique(self._images.min(axis=1), return_inverse=True)
        return smallest.astype(np.uint32), numbers.reshape(-1).astype(np.uint32)

    @property
    def representatives(self) -> Numbers:
        """For each class its representative, a value of the base.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> len(Symmetric(named_coordinate(cube(3), "slice-ud")).representatives)
        45
        """
        return self._classes[0]

    @property
    def class_of(self) -> Numbers:
        """For each value of the base the number of its class.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> symmetric = Symmetric(named_coordinate(cube(3), "slice-ud"))
        >>> len(symmetric.class_of), symmetric.class_of[symmetric.representatives[7]]
        (495, np.uint32(7))
        """
        return self._classes[1]

    @cached_property
    def is_self(self) -> NDArray[np.bool_]:
        """For each class and symmetry whether it is a self-symmetry.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> Symmetric(named_coordinate(cube(3), "slice-ud")).is_self.shape
        (45, 16)
        """
        found: NDArray[np.bool_] = (
            self._images[self.representatives] == self.representatives[:, None]
        )
        return found

    @property
    def class_sizes(self) -> Numbers:
        """For each class the number of its values.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> int(Symmetric(named_coordinate(cube(3), "slice-ud")).class_sizes.sum())
        495
        """
        return np.bincount(self.class_of).astype(np.uint32)

    def self_symmetries(self, i: int) -> list[int]:
        """The numbers of the self-symmetries of a class.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> symmetric = Symmetric(named_coordinate(cube(3), "slice-ud"))
        >>> len(symmetric.self_symmetries(symmetric.solved))
        16
        """
        return np.flatnonzero(self.is_self[i]).tolist()

    @property
    def size(self) -> int:
        return len(self.representatives)

    def index(self, state: State) -> int:
        return int(self.class_of[self.base.index(state)])

    def indices(self, images: Points) -> Ints:
        return self.class_of[self.base.indices(images)].astype(np.int64)

    def state(self, i: int) -> State:
        self._check(i)
        return self.base.state(int(self.representatives[i]))

    def carries_to(self, other: Coordinate, symmetry: Symmetry) -> bool:
        return other is self and any(symmetry.stickers == t.stickers for t in self.used)

    @cached_property
    def _rows_of_representatives(self) -> Table:
        """The values of the base after each move of each representative."""
        return self.base.rows(self.representatives)

    @cached_property
    def transitions(self) -> Table:
        """For each class its class after each move of the representative."""
        return self.class_of[self._rows_of_representatives]

    @cached_property
    def offsets(self) -> NDArray[np.uint8]:
        """For each class and move the symmetry that carries the result to its representative."""
        return self.to_representative[self._rows_of_representatives]

    @cached_property
    def _moves_under(self) -> NDArray[np.int64]:
        """`_moves_under[t, m]` is the image of move m under symmetry t."""
        return np.array([self.moves.under(t.stickers) for t in self.used])

    def carried(self, i: int, offset: int, m: str | int) -> tuple[int, int]:
        """The class after a move of the state itself, and the new offset.

        The *offset* is the symmetry that carries the state to the representative. It carries the
        move along.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> symmetric = Symmetric(named_coordinate(cube(3), "slice-ud"))
        >>> after, offset = symmetric.carried(symmetric.solved, 0, "R")
        >>> after == symmetric.index(cube(3).apply("R"))
        True
        """
        seen = int(self._moves_under[offset, self.moves.number(m)])
        further = int(self.offsets[i, seen])
        return int(self.transitions[i, seen]), int(self.products[offset, further])

    def transforms_to(self, other: Coordinate, symmetries: Sequence[Symmetry]) -> Table:
        """The identity for all symmetries used: they keep every class."""
        if not all(self.carries_to(other, symmetry) for symmetry in symmetries):
            raise self._not_carried()
        return np.repeat(np.arange(self.size, dtype=np.uint32)[:, None], len(symmetries), axis=1)


class SymComposite(Coordinate):
    """A symmetric coordinate s and another one c as one: s · n + c, with n values of the other.

    The other is the value of the state transformed by the symmetry that carries the first to its
    representative. If there are self-symmetries, several values mean the same state up to
    symmetry: `same` lists them.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> co, slice_ud = (named_coordinate(cube(3), name) for name in ("co-ud", "slice-ud"))
    >>> SymComposite(Symmetric(slice_ud), co).size, 45 * 2187
    (98415, 98415)
    """

    def __init__(self, symmetric: Symmetric, other: Coordinate) -> None:
        if symmetric.moves != other.moves:
            raise PuzzleryError("a symcomposite needs coordinates that have the same moves")
        for t in symmetric.used:
            if not other.carries(t):
                raise PuzzleryError(f"{other.label} does not carry all symmetries used")
        super().__init__(other.puzzle, other.moves, f"({symmetric.label}) × {other.label}")
        self.symmetric, self.other = symmetric, other

    def _on(self, moves: MoveSet) -> Self:
        return type(self)(self.symmetric.on(moves), self.other.on(moves))

    def check(self, tries: int = 100) -> str | None:
        return self.symmetric.check(tries) or self.other.check(tries)

    def prepare(
        self, *, progress: Reporter | None = None, timeout: float | Clock | None = None
    ) -> None:
        clock = Clock.of(timeout)
        self.symmetric.prepare(progress=progress, timeout=clock)
        self.other.prepare(progress=progress, timeout=clock)

    def ensure_sound(self) -> None:
        self.symmetric.ensure_sound()
        self.other.ensure_sound()

    @cached_property
    def fingerprint(self) -> str:
        told = f"{self.symmetric.fingerprint} {self.other.fingerprint}"
        return sha256(told.encode()).hexdigest()[:32]

    @property
    def goals(self) -> Sequence[int]:
        """What the goals of both parts become, each base seen as its representative."""
        base = list(self.symmetric.base.goals)
        by = self.symmetric.to_representative[base]
        seen = self.other_transforms[list(self.other.goals)][:, by].astype(np.int64)
        seen += self.symmetric.class_of[base].astype(np.int64) * self.other.size
        found: list[int] = np.unique(seen).tolist()
        return found

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
        """A state whose base is a representative, with the other value imposed on it."""
        self._check(i)
        images = np.arange(self.puzzle.degree)
        base = int(self.symmetric.representatives[i // self.other.size])
        images = self.symmetric.base.imposed(base, images)
        images = self.other.imposed(i % self.other.size, images)
        return State(self.puzzle, Permutation(images))

    def indices(self, images: Points) -> Ints:
        base, other = self.symmetric.base.indices(images), self.other.indices(images)
        seen = self.other_transforms[other, self.symmetric.to_representative[base]]
        return self.symmetric.class_of[base].astype(np.int64) * self.other.size + seen

    def carries_to(self, other: Coordinate, symmetry: Symmetry) -> bool:
        return other is self and self.symmetric.carries(symmetry)

    def move(self, i: int, m: str | int) -> int:
        """The value after a move of the transformed state; `carried` moves the state itself."""
        s, c = divmod(i, self.other.size)
        number = self.moves.number(m)
        offset = int(self.symmetric.offsets[s, number])
        after = self.other_transforms[self.other.move(c, number), offset]
        return int(self.symmetric.transitions[s, number]) * self.other.size + int(after)

    def carried(self, i: int, offset: int, m: str | int) -> tuple[int, int]:
        """The value after a move of the state itself, and the new offset."""
        seen = int(self.symmetric._moves_under[offset, self.moves.number(m)])
        further = int(self.symmetric.offsets[i // self.other.size, seen])
        return self.move(i, seen), int(self.symmetric.products[offset, further])

    def offset(self, state: State) -> int:
        """The number of the symmetry that carries a state to its representative.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> co, slice_ud = (named_coordinate(cube(3), name) for name in ("co-ud", "slice-ud"))
        >>> SymComposite(Symmetric(slice_ud), co).offset(cube(3).solved)
        0
        """
        return int(self.symmetric.to_representative[self.symmetric.base.index(state)])

    def same(self, i: int) -> set[int]:
        """The values that mean the same state up to symmetry.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> co, slice_ud = (named_coordinate(cube(3), name) for name in ("co-ud", "slice-ud"))
        >>> phase1 = SymComposite(Symmetric(slice_ud), co)
        >>> phase1.same(phase1.solved) == {phase1.solved}
        True
        """
        s, c = divmod(i, self.other.size)
        images = self.other_transforms[c, self.symmetric.self_symmetries(s)]
        return {s * self.other.size + int(image) for image in images}

    @cached_property
    def transitions(self) -> Table:
        self.check_size()
        n, moves = self.other.size, len(self.moves)
        table = np.empty((self.symmetric.size, n, moves), dtype=np.uint32)
        for m in range(moves):
            after = self.other_transforms[self.other.transitions[:, m]]
            table[:, :, m] = after[:, self.symmetric.offsets[:, m]].T
            table[:, :, m] += self.symmetric.transitions[:, m, None] * np.uint32(n)
        return table.reshape(self.size, moves)

    def transform(self, i: int, t: Symmetry) -> int:
        """A value of the transformed state: the smallest of those in `same`."""
        if not self.carries(t):
            raise self._not_carried()
        return min(self.same(i))

    def transforms_to(self, other: Coordinate, symmetries: Sequence[Symmetry]) -> Table:
        columns = [[self.transform(i, t) for t in symmetries] for i in range(self.size)]
        return np.array(columns, dtype=np.uint32)
