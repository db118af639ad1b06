"""Basic coordinates: what is seen of one orbit — sets of pieces, chosen pieces, orientations."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import drive
from puzzlery.errors import PuzzleryError
from puzzlery.solve.coordinates.coordinate import Coordinate, Table
from puzzlery.solve.coordinates.coordinate_slots import CoordinateOrbit, slots_of
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.tables.store import Store
from puzzlery.tables.table_key import TableKey
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.structure.symmetry import Symmetry

Kind = Literal["sets", "places"]
Ints = NDArray[np.int64]
# Tables that take longer to make than to read are kept on the disk.
KEPT = 1 << 22


class Basic(Coordinate):
    """What is seen of the pieces of one orbit.

    With the kind "sets" it is which slots hold pieces of which class; with "places" where the
    pieces are whose class is 1, 2, … (0 for those that are not looked at). With `oriented` it is
    also how they sit there.
    """

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
        self.puzzle, self.slots, self.kind = puzzle, slots, kind
        self.moves = moves or MoveSet.of(puzzle)
        self.classes = np.array(classes, dtype=np.uint8)
        self.oriented = oriented and slots.orientations.order > 1
        turns = slots.orientations.order if self.oriented else 1
        self.law = kind == "sets" and self.oriented and _adds_up(puzzle, slots)
        self.kernel = _core.Basic(kind, self.classes.tobytes(), turns, self.law)
        self.label = label or f"{kind} {slots.number} {_digits(classes)}" + " oriented" * oriented

    @property
    def size(self) -> int:
        return self.kernel.size

    def index(self, state: State) -> int:
        pieces, turns = self.slots.read(state.permutation.array)
        kinds = self.classes[pieces]
        seen = turns if self.oriented else np.zeros_like(turns)
        if self.kind == "places":
            seen = np.where(kinds > 0, seen, 0)
        return self.kernel.rank(kinds.tobytes(), seen.astype(np.uint8).tobytes())

    def state(self, i: int) -> State:
        images = self.laid_over(i, np.arange(self.puzzle.degree))
        return State(self.puzzle, Permutation(images))

    def laid_over(self, i: int, images: Ints) -> Ints:
        """A list of images in which this orbit has the value, and all else is as it was.

        What the value leaves open stays as it was, too, as far as it can.
        """
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
        self._check_table()
        actions = [self._action(*self.slots.action(p.array)) for p in self.moves.permutations]
        return self._table(actions, "transitions", " ".join(self.moves.names))

    def carries(self, symmetry: Symmetry) -> bool:
        return self.goes_to(self, symmetry)

    def goes_to(self, other: "Basic", symmetry: Symmetry) -> bool:
        """Whether the symmetry turns what this one sees into what the other one sees."""
        return self._carrying(other, symmetry) is not None

    def transforms(self, symmetries: Sequence[Symmetry]) -> Table:
        return self.transforms_to(self, symmetries)

    def transforms_to(self, other: Coordinate, symmetries: Sequence[Symmetry]) -> Table:
        actions = []
        for symmetry in symmetries:
            action = self._carrying(other, symmetry) if isinstance(other, Basic) else None
            if action is None:
                raise PuzzleryError(f"{self.label} does not go along with this symmetry")
            actions.append(action)
        return self._filled(actions).reshape(self.size, len(actions))

    def relabeled(self, pieces: Ints) -> NDArray[np.uint32]:
        """For each value that of the state in which piece p is called `pieces[p]`."""
        relabel = np.arange(self._kinds)
        relabel[self.classes] = self.classes[pieces]
        still = np.zeros(self.slots.size, dtype=np.int64)
        return self._filled([self._action(np.arange(self.slots.size), still, relabel)])

    def _carrying(self, other: "Basic", symmetry: Symmetry) -> bytes | None:
        """The action of a symmetry, or None if it mixes what is seen with what is not."""
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
        """What the turning of its reference sticker takes from the orientation of each class."""
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
        if self.size * len(actions) < KEPT:
            return self._filled(actions).reshape(shape)
        key = TableKey.of(self.puzzle, name, coordinate=self.label, of=of)
        table = Store.usual().open(key, lambda: _core.TransitionJob(self.kernel, actions, 2))
        return table.array(np.uint32, *shape)

    def _filled(self, actions: list[bytes]) -> Table:
        job = drive(_core.TransitionJob(self.kernel, actions, 1))
        return job.data().view(np.uint32)


def permutation(puzzle: Puzzle, orbit: int = 0, moves: MoveSet | None = None) -> Basic:
    """Where every piece of an orbit is.

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
    """Where some pieces of an orbit are, and if asked how they sit there."""
    slots = orbit_slots(puzzle, orbit)
    classes = np.zeros(slots.size, dtype=np.int64)
    classes[list(pieces)] = 1 + np.arange(len(pieces))
    return Basic(puzzle, slots, "places", classes.tolist(), moves, oriented=oriented)


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
    """Which slots hold pieces of which class; `classes` gives each piece its class, from 0 on."""
    return Basic(puzzle, orbit_slots(puzzle, orbit), "sets", classes, moves)


def orientation(
    puzzle: Puzzle,
    orbit: int = 0,
    moves: MoveSet | None = None,
    *,
    upright: Sequence[str] = (),
) -> Basic:
    """How the piece in each slot sits, whichever it is.

    What counts as sitting upright is a convention: moves named in `upright` change no
    orientation, if there is such a convention. If all moves turn by amounts that add up to
    nothing, the last orientation follows from the others and is left out.

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
    """Which slots hold pieces of which class, and how the piece in each slot sits.

    This is more than a composite of the two: a symmetry may change which orientations count as
    upright, as long as it does so alike for all pieces of a class.
    """
    keeping = [puzzle.turn(name).permutation for name in upright]
    slots = orbit_slots(puzzle, orbit, keeping)
    label = f"sets {orbit} {_digits(classes)} oriented, upright {' '.join(upright) or '-'}"
    return Basic(puzzle, slots, "sets", classes, moves, oriented=True, label=label)


def orbit_slots(puzzle: Puzzle, orbit: int, upright: Sequence[Permutation] = ()) -> CoordinateOrbit:
    """An orbit by its number; see `slots_of` for their order."""
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
    """Pieces for the slots: of the class that is wanted, in the order in which they stood."""
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
