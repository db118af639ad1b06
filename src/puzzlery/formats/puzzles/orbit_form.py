"""Orbit form: a puzzle as pieces in slots with orientations, the way ksolve and KPuzzle see it.

A *set* has n slots, and a piece in a slot has one of m orientations, which add up modulo m.
Transformations are passive: `pieces[i]` is the slot whose piece comes to slot i, and `twists[i]`
is what its orientation gains on the way. Doing a and then b,

    pieces[i] = a.pieces[b.pieces[i]]        twists[i] = a.twists[b.pieces[i]] + b.twists[i]

Puzzlery's own permutations are active: `p[i]` is where sticker i goes. The bridge between the
two is a sticker for each slot and orientation: sticker (s, k) is the mark number k of the piece
whose home is slot s, and stands at (i, k + r) when that piece sits in slot i with orientation r.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from puzzlery.core.permutation import MAX_DEGREE, Permutation
from puzzlery.errors import InvalidPuzzle
from puzzlery.twisty.model.color import palette_of
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Turn

HINT = "sets"


@dataclass(frozen=True, slots=True)
class PieceSet:
    """A name, the number of slots, and the number of orientations of a piece in a slot."""

    name: str
    slots: int
    orientations: int

    @property
    def stickers(self) -> int:
        return self.slots * self.orientations


@dataclass(frozen=True, slots=True)
class Transformation:
    """What a move does to one set: which piece comes to each slot, and how it is turned."""

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

    Pieces with one label look alike. Orientations are known only modulo `visible`, which is a
    divisor of the number of orientations: all of it when a piece shows how it is turned, 1 when
    it shows nothing.
    """

    labels: tuple[int, ...]
    twists: tuple[int, ...]
    visible: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OrbitForm:
    """A puzzle in orbit form; a set that a move does not name stays as it is."""

    name: str
    sets: tuple[PieceSet, ...]
    solved: Mapping[str, SolvedPattern]
    moves: Mapping[str, Mapping[str, Transformation]]
    note: str = ""
    derived: Mapping[str, str] = field(default_factory=dict)


def check_size(sets: Sequence[PieceSet]) -> None:
    """Refuse sets that need more stickers than a puzzle can have."""
    total = sum(one.stickers for one in sets)
    if not 0 < total <= MAX_DEGREE:
        raise InvalidPuzzle(
            f"its pieces and orientations need {total} stickers; expected 1 … {MAX_DEGREE}"
        )


def turns_of(form: OrbitForm) -> dict[str, Turn]:
    """The moves of a form as permutations of stickers, one for each slot and orientation."""
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
    """A color for each sticker, the same for two of them exactly if they cannot be told apart.

    Mark k of a piece that is twisted by t when solved is the piece's own mark k − t, and looks
    like every other of its marks that differs by a multiple of what is visible.
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
    """The puzzle with the stickers of a form, given its moves and rotations."""
    check_size(form.sets)
    palette, picks = palette_of(colors_of(form))
    return Puzzle(
        form.name, len(picks), turns, palette, picks, whole=whole, cells=_cells(form),
        note=form.note, hints={HINT: form.sets},
    )  # fmt: skip


def _cells(form: OrbitForm) -> tuple[int, ...]:
    """The piece of each sticker."""
    counts = [one.orientations for one in form.sets for _ in range(one.slots)]
    return tuple(np.repeat(np.arange(len(counts)), counts).tolist())
