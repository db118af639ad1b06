"""Basic coordinates of one orbit: sets of pieces, chosen pieces, orientations."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.core.permutation import Permutation, Points
from puzzlery.core.progress import drive
from puzzlery.errors import PuzzleryError
from puzzlery.solve.coordinates.composite import Composite
from puzzlery.solve.coordinates.coordinate import Coordinate, Ints, Table
from puzzlery.solve.coordinates.coordinate_slots import CoordinateOrbit, slots_of
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.tables.store import Store
from puzzlery.tables.table_key import TableKey
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.structure.piece_names import piece_named
from puzzlery.twisty.structure.symmetry import Symmetry

Kind = Literal["sets", "places"]
# Entries: smaller transition tables are computed faster than they are read from the store.
LEAST_STORED_ENTRIES = 1 << 22


class Basic(Coordinate):
    """A coordinate of one orbit.

    Kind "sets": which slots hold pieces of which class. Kind "places": the slots of the pieces of
    class 1, 2, …, each of which is one piece; class 0 is ignored. With `oriented`, the
    orientations count too.

    >>> from puzzlery.twisty.geometry import cube
    >>> corners = orbit_slots(cube(3), 0)
    >>> Basic(cube(3), corners, "sets", [0, 0, 0, 0, 1, 1, 1, 1]).size  # 8 choose 4
    70
    """

    built_in = True

    def __init__(
        self,
        puzzle: Puzzle,
        slots: CoordinateOrbit,
        kind: Kind,
        classes: Sequence[int],
        moves: MoveSet | None = None,
        *,
        oriented: bool = False,
        label: str = "",
    ) -> None:
        label = label or f"{kind} {slots.number} {_digits(classes)}" + " oriented" * oriented
        super().__init__(puzzle, moves, label)
        self.slots, self.kind = slots, kind
        self.classes = np.array(classes, dtype=np.uint8)
        self.oriented = oriented and slots.orientations.order > 1
        turns = slots.orientations.order if self.oriented else 1
        self.law = kind == "sets" and self.oriented and _adds_up(puzzle, slots)
        try:
            self.kernel = _core.Basic(kind, self.classes.tobytes(), turns, self.law)
        except ValueError as fault:
            raise PuzzleryError(f"{self.label} of {puzzle.name}: {fault}") from fault

    @property
    def size(self) -> int:
        return self.kernel.size

    def index(self, state: State) -> int:
        return int(self.indices(state.permutation.array[None])[0])

    def indices(self, images: Points) -> Ints:
        rows, slots = np.ascontiguousarray(images, dtype=np.uint16), self.slots
        found = self.kernel.indices(rows, self._references, slots.slot_of, slots.orientation_of)
        return np.frombuffer(found, dtype=np.int64)

    @cached_property
    def _references(self) -> Ints:
        return np.ascontiguousarray(self.slots.places[:, 0])

    @property
    def labels(self) -> Ints:
        """Stickers of one orbit differ by the class of their piece, and by orientation if told."""
        slots, order = self.slots, self.slots.orientations.order
        own = slots.slot_of >= 0
        kinds = np.where(own, 1 + self.classes[slots.slot_of].astype(np.int64), 0)
        # Stickers that no orientation carries into one another differ in any case.
        sort = np.where(own, slots.orientations.array.min(axis=0)[slots.column_of], 0)
        turns = np.where(own & (kinds > (self.kind == "places")), slots.orientation_of, 0)
        found: Ints = (kinds * slots.width + sort) * order + turns * self.oriented
        return found

    def _definition(self) -> bytes:
        return self.label.encode()

    def state(self, i: int) -> State:
        images = self.imposed(i, np.arange(self.puzzle.degree))
        return State(self.puzzle, Permutation(images))

    def imposed(self, i: int, images: Ints) -> Ints:
        self._check(i)
        kinds, turns = (np.frombuffer(b, np.uint8).astype(np.int64) for b in self.kernel.unrank(i))
        pieces, turned = self.slots.read(images)
        pieces = _dealt(kinds, self.classes, pieces)
        if self.oriented:
            turned = turns
        changed = images.copy()
        self.slots.write(changed, pieces, turned)
        return changed

    @cached_property
    def transitions(self) -> Table:
        self.check_size()
        actions = [self._action(*self.slots.action(p.array)) for p in self.moves.permutations]
        return self._table(actions, "transitions", " ".join(self.moves.names))

    def carries_to(self, other: Coordinate, symmetry: Symmetry) -> bool:
        return isinstance(other, Basic) and self._carrying(other, symmetry) is not None

    def transforms_to(self, other: Coordinate, symmetries: Sequence[Symmetry]) -> Table:
        actions = []
        for symmetry in symmetries:
            action = self._carrying(other, symmetry) if isinstance(other, Basic) else None
            if action is None:
                raise self._not_carried()
            actions.append(action)
        return self._filled(actions).reshape(self.size, len(actions))

    def relabeled(self, pieces: Ints) -> NDArray[np.uint32]:
        """For each value that of the state in which piece p is renamed to `pieces[p]`."""
        relabel = np.arange(self._kinds)
        relabel[self.classes] = self.classes[pieces]
        still = np.zeros(self.slots.size, dtype=np.int64)
        return self._filled([self._action(np.arange(self.slots.size), still, relabel)])

    def _carrying(self, other: "Basic", symmetry: Symmetry) -> bytes | None:
        """The action of a symmetry; None if it mixes what counts with what does not."""
        if (self.kind, self.oriented, self.law) != (other.kind, other.oriented, other.law):
            return None
        images = symmetry.stickers.array[self.slots.places].astype(np.int64)
        to, turns = other.slots.slot_of[images], other.slots.orientation_of[images]
        if (to < 0).any() or (to != to[:, :1]).any():
            return None
        unit = _unit(turns)
        relabel = _relabeling(self.classes, other.classes[to[:, 0]])
        if relabel is None or not np.array_equal(_counts(self.classes), _counts(other.classes)):
            return None
        if self.kind == "places" and relabel[0]:
            return None
        if not self.oriented:
            return self._action(to[:, 0], np.zeros_like(to[:, 0]), relabel)
        shift = self._shift(turns[:, 0])
        if unit is None or shift is None:
            return None
        return self._action(to[:, 0], turns[:, 0], relabel, shift, unit)

    def _shift(self, turned: Ints) -> Ints | None:
        """What the rotation of its reference sticker subtracts from each class's orientation."""
        shift = np.zeros(self._kinds, dtype=np.int64)
        shift[self.classes] = -turned % self.slots.orientations.order
        if self.kind == "places":
            shift[0] = 0
        elif ((shift[self.classes] + turned) % self.slots.orientations.order).any():
            return None
        return shift

    @property
    def _kinds(self) -> int:
        return int(self.classes.max()) + 1

    def _action(
        self, to: Ints, twist: Ints, relabel: Ints | None = None, shift: Ints | None = None,
        unit: int = 1,
    ) -> bytes:  # fmt: skip
        parts = [
            to,
            twist if self.oriented else np.zeros_like(twist),
            np.arange(self._kinds) if relabel is None else relabel,
            np.zeros(self._kinds) if shift is None else shift,
            [unit],
        ]
        return np.concatenate(parts).astype(np.uint8).tobytes()

    def _table(self, actions: list[bytes], name: str, of: str) -> Table:
        shape = (self.size, len(actions))
        if self.size * len(actions) < LEAST_STORED_ENTRIES:
            return self._filled(actions).reshape(shape)
        key = TableKey.of(self.puzzle, name, coordinate=self.label, of=of, size=self.size)
        table = Store.usual().open(key, lambda: _core.TransitionJob(self.kernel, actions, 2))
        return table.array(np.uint32, *shape)

    def _filled(self, actions: list[bytes]) -> Table:
        job = drive(_core.TransitionJob(self.kernel, actions, 1))
        return job.data().view(np.uint32)


def permutation(puzzle: Puzzle, orbit: int = 0, moves: MoveSet | None = None) -> Basic:
    """The slots of all pieces of an orbit.

    >>> from puzzlery.twisty.geometry import cube
    >>> permutation(cube(3), 0).size
    40320
    """
    slots = orbit_slots(puzzle, orbit)
    return Basic(puzzle, slots, "places", range(1, slots.size + 1), moves)


def partial_permutation(
    puzzle: Puzzle,
    orbit: int,
    pieces: Sequence[int],
    moves: MoveSet | None = None,
    *,
    oriented: bool = False,
) -> Basic:
    """The slots of some pieces of an orbit, and their orientations if `oriented`.

    >>> from puzzlery.twisty.geometry import cube
    >>> partial_permutation(cube(3), 1, range(4)).size  # 12 · 11 · 10 · 9
    11880
    >>> partial_permutation(cube(3), 1, range(4), oriented=True).size
    190080
    """
    slots = orbit_slots(puzzle, orbit)
    classes = np.zeros(slots.size, dtype=np.int64)
    classes[list(pieces)] = 1 + np.arange(len(pieces))
    return Basic(puzzle, slots, "places", classes.tolist(), moves, oriented=oriented)


def pieces(puzzle: Puzzle, names: Iterable[str], moves: MoveSet | None = None) -> Coordinate:
    """Where some pieces are and how they sit; a piece is named by its faces.

    Pieces of several orbits give a composite.

    >>> from puzzlery.twisty.geometry import cube
    >>> pieces(cube(3), ["DF", "DR", "DB", "DL"]).size  # the cross: 24 · 22 · 20 · 18
    190080
    >>> pieces(cube(3), ["DLB", "DL", "DB", "LB"]).size  # a block: 24 · (24 · 22 · 20)
    253440
    """
    chosen: dict[int, list[int]] = {}
    for name in names:
        sticker = piece_named(puzzle, name)[0]
        orbit = next((one for one in slots_of(puzzle) if one.slot_of[sticker] >= 0), None)
        if orbit is None:
            raise PuzzleryError(f"no move of {puzzle.name} moves the piece {name}")
        chosen.setdefault(orbit.number, []).append(int(orbit.slot_of[sticker]))
    if not chosen:
        raise PuzzleryError("name at least one piece")
    parts = [partial_permutation(puzzle, k, few, moves, oriented=True) for k, few in chosen.items()]
    return parts[0] if len(parts) == 1 else Composite(*parts)


def combination(
    puzzle: Puzzle, orbit: int, pieces: Iterable[int], moves: MoveSet | None = None
) -> Basic:
    """Which slots hold the pieces of a set.

    >>> from puzzlery.twisty.geometry import cube
    >>> combination(cube(3), 1, range(4)).size
    495
    """
    slots = orbit_slots(puzzle, orbit)
    chosen = set(pieces)
    return Basic(puzzle, slots, "sets", [int(k in chosen) for k in range(slots.size)], moves)


def sets(puzzle: Puzzle, orbit: int, classes: Sequence[int], moves: MoveSet | None = None) -> Basic:
    """Which slots hold pieces of which class; `classes` gives the class of each piece, from 0 on.

    >>> from puzzlery.twisty.geometry import cube
    >>> sets(cube(3), 1, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]).size  # 12! / 4!³
    34650
    """
    return Basic(puzzle, orbit_slots(puzzle, orbit), "sets", classes, moves)


def orientation(
    puzzle: Puzzle,
    orbit: int = 0,
    moves: MoveSet | None = None,
    *,
    upright: Sequence[str] = (),
) -> Basic:
    """The orientation of the piece in each slot, whichever piece it is.

    Which orientation is 0 is a convention: the moves named in `upright` change no orientation, if
    such a convention exists. If the orientations always add up to 0, the last one follows from
    the others and is left out.

    >>> from puzzlery.twisty.geometry import cube
    >>> orientation(cube(3), 0).size, 3**7
    (2187, 2187)
    """
    count = orbit_slots(puzzle, orbit).size
    return oriented_sets(puzzle, orbit, [0] * count, moves, upright=upright)


def oriented_sets(
    puzzle: Puzzle,
    orbit: int,
    classes: Sequence[int],
    moves: MoveSet | None = None,
    *,
    upright: Sequence[str] = (),
) -> Basic:
    """Which slots hold pieces of which class, and the orientation of the piece in each slot.

    This carries more symmetries than a composite of the two: a symmetry may change which
    orientation is 0, as long as it does so for all pieces of a class.

    >>> from puzzlery.twisty.geometry import cube
    >>> oriented_sets(cube(3), 1, [0] * 8 + [1] * 4).size  # 495 · 2¹¹
    1013760
    """
    keeping = [puzzle.turn(name).permutation for name in upright]
    slots = orbit_slots(puzzle, orbit, keeping)
    label = f"sets {orbit} {_digits(classes)} oriented, upright {' '.join(upright) or '-'}"
    return Basic(puzzle, slots, "sets", classes, moves, oriented=True, label=label)


def orbit_slots(puzzle: Puzzle, orbit: int, upright: Sequence[Permutation] = ()) -> CoordinateOrbit:
    """The slots of an orbit by its number; `slots_of` gives the order.

    >>> from puzzlery.twisty.geometry import cube
    >>> orbit_slots(cube(3), 1).size
    12
    """
    found = slots_of(puzzle, upright)
    if not 0 <= orbit < len(found):
        raise PuzzleryError(f"{puzzle.name} has no orbit {orbit}; expected 0 … {len(found) - 1}")
    return found[orbit]


def _adds_up(puzzle: Puzzle, slots: CoordinateOrbit) -> bool:
    """Whether every move turns the pieces by amounts that add up to whole turns."""
    sums = [
        slots.action(puzzle.moves[name].array)[1].sum() % slots.orientations.order
        for name in puzzle.basis
    ]
    return slots.orientations.order > 1 and not any(sums)


def _dealt(kinds: Ints, classes: NDArray[np.uint8], before: Ints) -> Ints:
    """Pieces for the slots: of the wanted class, in their previous order."""
    pieces = np.empty_like(kinds)
    for kind in np.unique(kinds):
        own = before[classes[before] == kind]
        pieces[kinds == kind] = own
    return pieces


def _unit(turns: Ints) -> int | None:
    """The factor by which a symmetry changes orientations: 1, or −1 for most reflections."""
    count = turns.shape[1]
    if count == 1:
        return 1
    unit = int((turns[0, 1] - turns[0, 0]) % count)
    expected = (turns[:, :1] + unit * np.arange(count)) % count
    return unit if np.array_equal(turns, expected) else None


def _relabeling(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> Ints | None:
    """The class that each class becomes; None if one becomes several."""
    relabel = np.zeros(int(before.max()) + 1, dtype=np.int64)
    relabel[before] = after
    if not np.array_equal(relabel[before], after):
        return None
    return (
        relabel
        if len(set(relabel[np.unique(before)].tolist())) == len(set(after.tolist()))
        else None
    )


def _counts(classes: NDArray[np.uint8]) -> Ints:
    return np.bincount(classes)


def _digits(classes: Sequence[int]) -> str:
    return ".".join(map(str, classes))
