"""Orbit form: a puzzle as pieces in slots with orientations, as ksolve and KPuzzle define it.

A *set* has n slots, and a piece in a slot has one of m orientations, which add up modulo m.
Transformations are passive: `pieces[i]` is the slot whose piece comes to slot i, and `twists[i]`
is added to its orientation on the way. Doing a and then b,

    pieces[i] = a.pieces[b.pieces[i]]        twists[i] = a.twists[b.pieces[i]] + b.twists[i]

Puzzlery's own permutations are active: `p[i]` is where sticker i goes. To convert between the
two, there is a sticker for each slot and orientation: sticker (s, k) is the mark number k of the
piece whose home is slot s. It is at (i, k + r) when that piece is in slot i with orientation r.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from puzzlery.core.permutation import MAX_DEGREE, Permutation
from puzzlery.errors import InvalidPuzzle
from puzzlery.formats.puzzles.derived import with_derived
from puzzlery.formats.puzzles.move_names import split_rotations, without_powers
from puzzlery.twisty.model.color import palette_of
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Turn

HINT = "sets"


@dataclass(frozen=True, slots=True)
class PieceSet:
    """A name, the number of slots, and the number of orientations of a piece in a slot.

    >>> PieceSet("CORNERS", slots=8, orientations=3).stickers
    24
    """

    name: str
    slots: int
    orientations: int

    @property
    def stickers(self) -> int:
        return self.slots * self.orientations


@dataclass(frozen=True, slots=True)
class Transformation:
    """What a move does to one set: which piece comes to each slot, and how it is turned.

    >>> Transformation.identity(3).is_identity, Transformation((1, 0, 2), (0, 0, 0)).is_identity
    (True, False)
    """

    pieces: tuple[int, ...]
    twists: tuple[int, ...]

    @classmethod
    def identity(cls, slots: int) -> "Transformation":
        return cls(tuple(range(slots)), (0,) * slots)

    @property
    def is_identity(self) -> bool:
        return not any(self.twists) and self.pieces == tuple(range(len(self.pieces)))


@dataclass(frozen=True, slots=True)
class SolvedPattern:
    """How one set looks when solved.

    Pieces with the same label look alike. Orientations are known only modulo `visible`, which
    divides the number of orientations: it is that number when a piece shows its orientation, and
    1 when it shows nothing.

    >>> plain_edges = SolvedPattern(labels=(0, 0, 1), twists=(0, 0, 0), visible=(1, 1, 1))
    >>> plain_edges.is_consistent
    True
    """

    labels: tuple[int, ...]
    twists: tuple[int, ...]
    visible: tuple[int, ...]

    @classmethod
    def all_visible(cls, one: PieceSet) -> "SolvedPattern":
        """The pattern in which all pieces are different and show their orientation.

        >>> SolvedPattern.all_visible(PieceSet("EDGES", slots=2, orientations=2))
        SolvedPattern(labels=(0, 1), twists=(0, 0), visible=(2, 2))
        """
        return cls(tuple(range(one.slots)), (0,) * one.slots, (one.orientations,) * one.slots)

    @property
    def is_consistent(self) -> bool:
        """Whether pieces that look alike show the same part of their orientation.

        >>> SolvedPattern(labels=(0, 0), twists=(0, 0), visible=(2, 1)).is_consistent
        False
        """
        return len(set(zip(self.labels, self.visible, strict=True))) == len(set(self.labels))


@dataclass(frozen=True, slots=True)
class OrbitForm:
    """A puzzle in orbit form; a set that a move does not name stays as it is.

    >>> edges = PieceSet("EDGES", slots=2, orientations=2)
    >>> swap = {"EDGES": Transformation((1, 0), (0, 1))}
    >>> form = OrbitForm("flip", (edges,), {"EDGES": SolvedPattern.all_visible(edges)}, {"R": swap})
    >>> turns_of(form)["R"].permutation.order
    4
    """

    name: str
    sets: tuple[PieceSet, ...]
    solved: Mapping[str, SolvedPattern]
    moves: Mapping[str, Mapping[str, Transformation]]
    note: str = ""
    derived: Mapping[str, str] = field(default_factory=dict)


def check_size(sets: Sequence[PieceSet]) -> None:
    """Refuse sets that need more stickers than a puzzle can have.

    >>> check_size([PieceSet("EDGES", 10_000, 12)])
    Traceback (most recent call last):
    puzzlery.errors.InvalidPuzzle: its pieces and orientations need 120000 stickers; expected ...
    """
    total = sum(one.stickers for one in sets)
    if not 0 < total <= MAX_DEGREE:
        raise InvalidPuzzle(
            f"its pieces and orientations need {total} stickers; expected 1 … {MAX_DEGREE}"
        )


def turns_of(form: OrbitForm) -> dict[str, Turn]:
    """The moves of a form as permutations of its stickers, one for each slot and orientation.

    >>> edges = PieceSet("EDGES", slots=2, orientations=2)
    >>> flip = {"EDGES": Transformation((0, 1), (1, 1))}
    >>> form = OrbitForm("flip", (edges,), {"EDGES": SolvedPattern.all_visible(edges)}, {"R": flip})
    >>> turns_of(form)["R"].permutation
    Permutation('(0 1)(2 3)', degree=4)
    """
    return {
        name: Turn.plain(name, _permutation(form.sets, parts)) for name, parts in form.moves.items()
    }


def _permutation(sets: Sequence[PieceSet], parts: Mapping[str, Transformation]) -> Permutation:
    images, base = [], 0
    for one in sets:
        part = parts.get(one.name) or Transformation.identity(one.slots)
        images.append(base + _images(one, part))
        base += one.stickers
    return Permutation(np.concatenate(images))


def _images(one: PieceSet, part: Transformation) -> np.ndarray:
    """Where the stickers of one set go: mark j in slot p[i] to mark j + o[i] in slot i."""
    marks = np.arange(one.orientations)
    images = np.empty((one.slots, one.orientations), dtype=np.int64)
    twists = np.array(part.twists)[:, None]
    slots = np.arange(one.slots)[:, None]
    images[list(part.pieces)] = slots * one.orientations + (marks + twists) % one.orientations
    return images.reshape(-1)


def colors_of(form: OrbitForm) -> list[str]:
    """A color for each sticker; two stickers get the same one exactly if they look alike.

    Mark k of a piece that is twisted by t when solved is the piece's own mark k − t. It looks
    like every other of its marks that differs by a multiple of what is visible.

    >>> edges = PieceSet("EDGES", slots=2, orientations=2)
    >>> alike = SolvedPattern(labels=(0, 0), twists=(0, 1), visible=(2, 2))
    >>> colors_of(OrbitForm("pair", (edges,), {"EDGES": alike}, {}))
    ['EDGES 0.0', 'EDGES 0.1', 'EDGES 0.1', 'EDGES 0.0']
    """
    colors = []
    for one in form.sets:
        pattern = form.solved[one.name]
        for label, twist, visible in zip(
            pattern.labels, pattern.twists, pattern.visible, strict=True
        ):
            for mark in range(one.orientations):
                own = (mark - twist) % visible
                colors.append(f"{one.name} {label}" + (f".{own}" if visible > 1 else ""))
    return colors


def puzzle_of(form: OrbitForm, whole: Mapping[str, Turn], turns: Mapping[str, Turn]) -> Puzzle:
    """The puzzle with the stickers of a form, given its moves and rotations.

    >>> edges = PieceSet("EDGES", slots=2, orientations=2)
    >>> form = OrbitForm("pair", (edges,), {"EDGES": SolvedPattern.all_visible(edges)}, {})
    >>> puzzle_of(form, whole={}, turns={}).cells
    (0, 0, 1, 1)
    """
    check_size(form.sets)
    palette, picks = palette_of(colors_of(form))
    return Puzzle(
        form.name, len(picks), turns, palette, picks, whole=whole, cells=_cells(form),
        note=form.note, hints={HINT: form.sets},
    )  # fmt: skip


def puzzle_with_rotations(form: OrbitForm, derived: Mapping[str, str]) -> Puzzle:
    """The puzzle of a form, its rotations recognized by their names, with derived moves.

    >>> edges = PieceSet("EDGES", slots=2, orientations=2)
    >>> solved = {"EDGES": SolvedPattern.all_visible(edges)}
    >>> swap, flip = Transformation((1, 0), (0, 0)), Transformation((0, 1), (1, 1))
    >>> moves = {"R": {"EDGES": flip}, "x": {"EDGES": swap}}
    >>> puzzle = puzzle_with_rotations(OrbitForm("pair", (edges,), solved, moves), {"r": "R x"})
    >>> list(puzzle.moves), list(puzzle.rotations)
    (['R'], ['x'])
    """
    turns, whole = split_rotations(without_powers(turns_of(form)))
    return with_derived(puzzle_of(form, whole, turns), derived)


def _cells(form: OrbitForm) -> tuple[int, ...]:
    """The piece of each sticker."""
    counts = [one.orientations for one in form.sets for _ in range(one.slots)]
    return tuple(np.repeat(np.arange(len(counts)), counts).tolist())
