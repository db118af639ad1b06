"""Colored orbits: orbits of slots with their solved colors, to look up what a slot shows."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError
from puzzlery.twisty.structure.orientation_group import Sums
from puzzlery.twisty.structure.slots import Ints, SlotOrbit

Colors = NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class OrbitLook:
    """What the slots of an orbit show: for each the kind of piece and its orientation.

    The kind is None where no piece of the orbit looks like that.

    >>> from puzzlery.twisty.geometry import cube
    >>> cube(3).checker.pieces.orbits[0].home.kinds
    [0, 1, 2, 3, 4, 5, 6, 7]
    """

    kinds: list[int | None]
    orientations: list[int]

    def fits(self, orbit: "ColoredOrbit") -> bool:
        """Whether each kind of piece occurs as often as on the solved puzzle.

        >>> from puzzlery.twisty.geometry import cube
        >>> corners = cube(3).checker.pieces.orbits[0]
        >>> OrbitLook([7, 6, 5, 4, 3, 2, 1, 0], [0] * 8).fits(corners)
        True
        >>> OrbitLook([0, 0, 2, 3, 4, 5, 6, 7], [0] * 8).fits(corners)
        False
        """
        # Compared as plain dictionaries: none of the counts is 0, and Counter's way is slow.
        return dict.__eq__(Counter(self.kinds), orbit.counts)


@dataclass(frozen=True, eq=False)
class ColoredOrbit(SlotOrbit):
    """An orbit of slots and the colored pieces that fill it.

    Pieces are of one *kind* if they look alike, turned or not. An orientation is counted from the
    first piece of the kind, as it sits when solved. `shown` gives the kind and orientation of what
    a slot may show, `home` what the slots show when solved, and `still` for each kind the
    orientations in which it looks as in the first.

    >>> from puzzlery.twisty.geometry import cube
    >>> corners = cube(3).checker.pieces.orbits[0]
    >>> corners.size, corners.moduli, corners.has_twins
    (8, (3, 2), False)
    """

    shown: dict[bytes, tuple[int, int]]
    home: OrbitLook
    still: tuple[tuple[int, ...], ...]

    @classmethod
    def colored(cls, orbit: SlotOrbit, solved: Colors) -> "ColoredOrbit":
        """The orbit with the pieces that fill it in the solved coloring.

        >>> from puzzlery.twisty.structure.orientation_group import OrientationGroup
        >>> slots = SlotOrbit.of(np.array([[0], [1], [2]]), OrientationGroup.trivial(1), 3)
        >>> ColoredOrbit.colored(slots, np.array([5, 5, 9], dtype=np.uint16)).home.kinds
        [0, 0, 1]
        """
        shown: dict[bytes, tuple[int, int]] = {}
        still: list[tuple[int, ...]] = []
        turns = orbit.orientations.array
        for row in solved[orbit.slots]:
            if row.tobytes() in shown:
                continue
            turned = np.empty((len(turns), len(row)), dtype=np.uint16)
            turned[np.arange(len(turns))[:, None], turns] = row
            for number, look in enumerate(turned):
                shown.setdefault(look.tobytes(), (len(still), number))
            still.append(tuple(np.flatnonzero((turned == row).all(axis=1)).tolist()))
        return cls(
            orbit.slots,
            orbit.orientations,
            orbit.slot_of,
            orbit.column_of,
            shown,
            _look(orbit.slots, shown, solved),
            tuple(still),
        )

    def look(self, colors: NDArray[np.integer]) -> OrbitLook:
        """What the slots show in a coloring.

        The quarter turn U leaves four corners at home:

        >>> from puzzlery.twisty.geometry import cube
        >>> corners, colors = cube(3).checker.pieces.orbits[0], np.array(cube(3).solved_colors)
        >>> turned = colors[cube(3).moves["U"].inverse.array].astype(np.uint16)
        >>> sum(kind == home for home, kind in enumerate(corners.look(turned).kinds))
        4
        """
        return _look(self.slots, self.shown, as_colors(colors))

    @cached_property
    def counts(self) -> Counter[int | None]:
        """How many pieces of each kind there are.

        The 24 movable centers of a 4x4x4 are of six kinds:

        >>> from puzzlery.twisty.geometry import cube
        >>> [sorted(orbit.counts.values())[:6] for orbit in cube(4).checker.pieces.orbits]
        [[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1], [4, 4, 4, 4, 4, 4]]
        """
        return Counter(self.home.kinds)

    @cached_property
    def has_twins(self) -> bool:
        """Whether two pieces look alike.

        The centers of a 4x4x4 do:

        >>> from puzzlery.twisty.geometry import cube
        >>> [(orbit.size, orbit.has_twins) for orbit in cube(4).checker.pieces.orbits]
        [(8, False), (24, False), (24, True)]
        """
        return len(self.counts) < self.size

    @cached_property
    def sums(self) -> Sums:
        """The part of all orientations that adds up.

        Corners twist modulo 3, edges flip modulo 2:

        >>> from puzzlery.twisty.geometry import cube
        >>> [orbit.sums.moduli for orbit in cube(3).checker.pieces.orbits]
        [(3,), (2,), (), (), (), (), (), ()]
        """
        return self.orientations.sums()

    @cached_property
    def seen_sums(self) -> Sums:
        """The part of `sums` that can be seen: an orientation that some piece hides counts as 0.

        A piece with two stickers of one color hides its flip:

        >>> from puzzlery.twisty.structure.orientation_group import OrientationGroup
        >>> edges = SlotOrbit.of(np.array([[0, 1], [2, 3]]), OrientationGroup.rotations(2), 4)
        >>> orbit = ColoredOrbit.colored(edges, np.array([5, 5, 6, 7], dtype=np.uint16))
        >>> orbit.sums.moduli, orbit.seen_sums.moduli
        ((2,), ())
        """
        hidden = {number for still in self.still for number in still}
        return self.orientations.sums(hidden) if len(hidden) > 1 else self.sums

    @property
    def moduli(self) -> tuple[int, ...]:
        """The moduli of the coordinates: sums of orientations, then the parity of the arrangement.

        >>> from puzzlery.twisty.geometry import cube
        >>> [orbit.moduli for orbit in cube(3).checker.pieces.orbits]
        [(3, 2), (2, 2), (), (), (), (), (), ()]
        """
        return self.sums.moduli + ((2,) if self.size > 1 else ())

    @property
    def seen_moduli(self) -> tuple[int, ...]:
        """The moduli of those coordinates that can be seen; identical pieces hide the parity.

        >>> from puzzlery.twisty.geometry import cube
        >>> [orbit.seen_moduli for orbit in cube(4).checker.pieces.orbits]
        [(3, 2), (2,), ()]
        """
        return self.seen_sums.moduli + ((2,) if self.shows_parity else ())

    @property
    def shows_parity(self) -> bool:
        """Whether the parity of the arrangement can be seen: no two pieces look alike.

        >>> from puzzlery.twisty.geometry import cube
        >>> [(orbit.size, orbit.shows_parity) for orbit in cube(4).checker.pieces.orbits]
        [(8, True), (24, True), (24, False)]
        """
        return self.size > 1 and not self.has_twins

    def coordinates(self, move: Permutation) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """All coordinates of a move, and those that can be seen.

        A face turn twists corners by 0 in total, and is an odd permutation of them:

        >>> from puzzlery.twisty.geometry import cube
        >>> cube(3).checker.pieces.orbits[0].coordinates(cube(3).moves["R"])
        ((0, 1), (0, 1))
        """
        if np.array_equal(move.array[self.slots], self.slots):
            return self.at_rest
        slots, gained = self.action(move.array)
        odd = (parity(slots.tolist()),)
        full, seen = (_total(sums, gained) for sums in (self.sums, self.seen_sums))
        return (
            full + (odd if self.size > 1 else ()),
            seen + (odd if self.shows_parity else ()),
        )

    @cached_property
    def at_rest(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The coordinates of a move that moves nothing of the orbit, as `coordinates` gives them.

        >>> from puzzlery.twisty.geometry import cube
        >>> cube(3).checker.pieces.orbits[0].at_rest
        ((0, 0), (0, 0))
        """
        return (0,) * len(self.moduli), (0,) * len(self.seen_moduli)

    def seen_coordinates(self, look: OrbitLook) -> tuple[int, ...]:
        """The visible coordinates of any arrangement with this look.

        One twisted corner and two swapped ones break both laws of the 3x3x3:

        >>> from puzzlery.twisty.geometry import cube
        >>> corners = cube(3).checker.pieces.orbits[0]
        >>> corners.seen_coordinates(OrbitLook([1, 0, 2, 3, 4, 5, 6, 7], [0, 0, 0, 0, 0, 0, 0, 1]))
        (1, 1)
        """
        total = _difference(self.seen_sums, look.orientations, self.home.orientations)
        return (*total, parity(self.pairing(look))) if self.shows_parity else total

    def pairing(self, look: OrbitLook) -> list[int]:
        """For each slot where its piece may have gone; pieces of one kind are paired in order.

        >>> from puzzlery.twisty.geometry import cube
        >>> corners = cube(3).checker.pieces.orbits[0]
        >>> corners.pairing(OrbitLook([1, 2, 0, 3, 4, 5, 6, 7], [0] * 8))
        [2, 0, 1, 3, 4, 5, 6, 7]
        """
        waiting: dict[int | None, list[int]] = {}
        for slot, kind in enumerate(look.kinds):
            waiting.setdefault(kind, []).append(slot)
        order = {kind: iter(slots) for kind, slots in waiting.items()}
        return [next(order[kind]) for kind in self.home.kinds]

    @cached_property
    def home_stickers(self) -> Ints:
        """The stickers of each piece where it is when solved, in the order of its orientation.

        >>> from puzzlery.twisty.geometry import cube
        >>> cube(3).checker.pieces.orbits[0].home_stickers.shape
        (8, 3)
        """
        turned = self.orientations.array[self.home.orientations]
        stickers: Ints = self.slots[np.arange(self.size)[:, None], turned]
        return stickers

    @cached_property
    def lookalikes(self) -> int:
        """The number of arrangements of this orbit alone that look solved.

        Of the 4x4x4's centers, four of a color can be exchanged: 4!⁶ arrangements.

        >>> from puzzlery.twisty.geometry import cube
        >>> [orbit.lookalikes for orbit in cube(4).checker.pieces.orbits]
        [1, 1, 191102976]
        """
        return prod(
            factorial(count) * len(self.still[kind]) ** count
            for kind, count in self.counts.items()
            if kind is not None
        )

    @property
    def arrangements(self) -> int:
        """The number of ways to put the pieces into the slots in any orientation.

        The corners of a 3x3x3 can be assembled in 8!·3⁸ ways:

        >>> from puzzlery.twisty.geometry import cube
        >>> cube(3).checker.pieces.orbits[0].arrangements
        264539520
        """
        return factorial(self.size) * int(self.orientations.order**self.size)


def coordinate_rows(
    orbits: Sequence[ColoredOrbit], moves: Iterable[Permutation]
) -> Iterator[list[tuple[tuple[int, ...], tuple[int, ...]]]]:
    """For each move its coordinates in each orbit; a move of a large puzzle touches few of many.

    >>> from puzzlery.twisty.geometry import cube
    >>> puzzle = cube(3)
    >>> next(coordinate_rows(puzzle.checker.pieces.orbits[:2], [puzzle.moves["R"]]))
    [((0, 1), (0, 1)), ((0, 1), (0, 1))]
    """
    number: Ints | None = None
    for move in moves:
        if number is None:
            number = np.full(len(move), -1)
            for k, orbit in enumerate(orbits):
                number[orbit.slots] = k
        touched = set(np.unique(number[move.support]).tolist())
        yield [
            orbit.coordinates(move) if k in touched else orbit.at_rest
            for k, orbit in enumerate(orbits)
        ]


def parity(places: Sequence[int]) -> int:
    """0 for an even arrangement, 1 for an odd one.

    >>> parity([1, 0, 2]), parity([1, 2, 0])
    (1, 0)
    """
    seen = [False] * len(places)
    odd = 0
    for start in range(len(places)):
        at, length = start, 0
        while not seen[at]:
            seen[at] = True
            at = places[at]
            length += 1
        odd ^= (length + 1) & 1 if length else 0
    return odd


def as_colors(numbers: NDArray[np.integer]) -> Colors:
    """Numbers of colors of any width as those that are compared here, two bytes each.

    >>> as_colors(np.array([3, 1])).dtype
    dtype('uint16')
    """
    if numbers.dtype == np.uint16:
        return numbers.astype(np.uint16, copy=False)
    if numbers.dtype.kind not in "iu" or not ((numbers >= 0) & (numbers < 1 << 16)).all():
        raise PuzzleryError(f"colors are numbers 0 … 65535; got an array of {numbers.dtype}")
    return numbers.astype(np.uint16)


def _look(slots: Ints, shown: dict[bytes, tuple[int, int]], colors: Colors) -> OrbitLook:
    data = colors[slots].tobytes()
    width = 2 * slots.shape[1]
    kinds: list[int | None] = []
    orientations = []
    for at in range(0, len(data), width):
        kind, orientation = shown.get(data[at : at + width], (None, 0))
        kinds.append(kind)
        orientations.append(orientation)
    return OrbitLook(kinds, orientations)


def _total(sums: Sums, gained: Ints) -> tuple[int, ...]:
    total = sums.rows[gained].sum(axis=0).tolist()
    return tuple(x % modulus for x, modulus in zip(total, sums.moduli, strict=True))


def _difference(sums: Sums, now: Sequence[int], home: Sequence[int]) -> tuple[int, ...]:
    if not sums.moduli:
        return ()
    total = (sums.rows[now].sum(axis=0) - sums.rows[home].sum(axis=0)).tolist()
    return tuple(x % modulus for x, modulus in zip(total, sums.moduli, strict=True))
