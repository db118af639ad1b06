"""Mechanisms: stickers on moving parts; moving the parts gives the permutations of the turns."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import pi
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from puzzlery.core.permutation import Permutation
from puzzlery.errors import InvalidPuzzle
from puzzlery.twisty.model.color import palette_of
from puzzlery.twisty.model.layer_notation import rotation
from puzzlery.twisty.model.point_matching import match_points
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Floats, Skin
from puzzlery.twisty.model.turn import NAMES_OF_TURNS, Grip, Notation, Spin, Turn, Vector
from puzzlery.twisty.notation.alg import Move
from puzzlery.twisty.notation.metrics import USUAL_METRIC

# Places closer than this are the same; the rounding errors of rotations are far smaller.
EPS = 1e-6
QUARTER = pi / 2
AXES: Mapping[str, Vector] = {
    "U": (0.0, 1.0, 0.0),
    "D": (0.0, -1.0, 0.0),
    "R": (1.0, 0.0, 0.0),
    "L": (-1.0, 0.0, 0.0),
    "F": (0.0, 0.0, 1.0),
    "B": (0.0, 0.0, -1.0),
}
COLORS = {"U": "white", "D": "yellow", "R": "red", "L": "orange", "F": "green", "B": "blue"}


def moved(points: Floats, spin: Spin) -> Floats:
    """Points after a spin.

    >>> half_turn = Spin(frozenset(), (0, 0, 1), pi, pivot=(1, 0, 0))
    >>> (moved(np.array([[0.0, 0, 5]]), half_turn).round(9) + 0.0).tolist()
    [[2.0, 0.0, 5.0]]
    """
    pivot = np.asarray(spin.pivot)
    return np.asarray((points - pivot) @ rotation(spin.axis, spin.angle).T + pivot)


@dataclass(frozen=True, eq=False, slots=True)
class StickerOutline:
    """One sticker of a mechanism: its outline, normal, color and face.

    `cell` names the piece that it is on, by anything that can be hashed.

    >>> ball = regular((2, 0, 0), (0, 0, 1), radius=0.5)
    >>> StickerOutline(ball, (0, 0, 1), "red", "", cell="left ring").outward.shape
    (16, 3)
    """

    polygon: Floats
    normal: Vector
    color: str
    face: str
    cell: Any

    @property
    def outward(self) -> Floats:
        """The outline, counter-clockwise as seen from outside.

        >>> clockwise = np.array([[0.0, 0, 0], [0, 1, 0], [1, 0, 0]])
        >>> StickerOutline(clockwise, (0, 0, 1), "red", "F", 0).outward.tolist()
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]
        """
        spokes = self.polygon - self.polygon[0]
        sweep = np.cross(spokes[:-1], spokes[1:]).sum(axis=0)
        return self.polygon if sweep @ np.asarray(self.normal) > 0 else self.polygon[::-1]


@dataclass(frozen=True, eq=False)
class Mechanism:
    """All the stickers of a mechanism, from which its turns and the puzzle are built.

    >>> front = (0.0, 0.0, 1.0)
    >>> discs = [regular((x, 0, 0), front, 0.4) for x in (-1, 1)]
    >>> body = Mechanism(tuple(StickerOutline(disc, front, "red", "", None) for disc in discs))
    >>> body.whole_turn("r2", front, pi).permutation
    Permutation('(0 1)', degree=2)
    """

    patches: tuple[StickerOutline, ...]
    skin: Skin = field(init=False)

    def __post_init__(self) -> None:
        skin = Skin(
            positions=np.array([_middle(patch.polygon) for patch in self.patches]),
            normals=np.array([patch.normal for patch in self.patches]),
            polygons=tuple(patch.outward for patch in self.patches),
            faces=tuple(patch.face for patch in self.patches),
        )
        object.__setattr__(self, "skin", skin)

    @property
    def everything(self) -> frozenset[int]:
        """The numbers of all stickers."""
        return frozenset(range(len(self.patches)))

    @property
    def cells(self) -> tuple[int, ...]:
        """For each sticker the number of its piece.

        >>> disc = regular((0, 0, 0), (0, 0, 1), 1)
        >>> pieces = ("hub", "rim", "hub")
        >>> Mechanism(tuple(StickerOutline(disc, (0, 0, 1), "red", "", p) for p in pieces)).cells
        (0, 1, 0)
        """
        numbers: dict[object, int] = {}
        return tuple(numbers.setdefault(patch.cell, len(numbers)) for patch in self.patches)

    def where(self, holds: Callable[[Floats], bool]) -> frozenset[int]:
        """The stickers whose position has a property.

        >>> front = (0.0, 0.0, 1.0)
        >>> discs = [regular((x, 0, 0), front, 0.4) for x in (-1, 1, 3)]
        >>> body = Mechanism(tuple(StickerOutline(disc, front, "red", "", None) for disc in discs))
        >>> sorted(body.where(lambda point: point[0] > 0))
        [1, 2]
        """
        return frozenset(i for i, point in enumerate(self.skin.positions) if holds(point))

    def of_cells(self, holds: Callable[[Any], bool]) -> frozenset[int]:
        """The stickers whose piece has a property."""
        return frozenset(i for i, patch in enumerate(self.patches) if holds(patch.cell))

    def of_cell(self, cell: object) -> frozenset[int]:
        """The stickers of one piece.

        >>> disc = regular((0, 0, 0), (0, 0, 1), 1)
        >>> pieces = ("hub", "rim", "hub")
        >>> body = Mechanism(tuple(StickerOutline(disc, (0, 0, 1), "red", "", p) for p in pieces))
        >>> sorted(body.of_cell("hub"))
        [0, 2]
        """
        return self.of_cells(lambda other: bool(other == cell))

    def turn(
        self, name: str, spins: Iterable[Spin], *, layers: int = 1, outer: bool = True
    ) -> Turn:
        """The turn in which these parts spin; every sticker must arrive where one was.

        >>> front = (0.0, 0.0, 1.0)
        >>> discs = [regular((x, 0, 0), front, 0.4) for x in (-1, 1, 3)]
        >>> body = Mechanism(tuple(StickerOutline(disc, front, "red", "", None) for disc in discs))
        >>> body.turn("a", [Spin(frozenset({1, 2}), front, pi, pivot=(2, 0, 0))]).permutation
        Permutation('(1 2)', degree=3)
        """
        parts = tuple(spins)
        points = self.skin.positions.copy()
        for spin in parts:
            inside = sorted(spin.stickers)
            points[inside] = moved(points[inside], spin)
        images = match_points(self.skin.positions, points, EPS)
        if images is None:
            raise InvalidPuzzle(f'the turn "{name}" carries a sticker to where none belongs')
        moving = frozenset().union(*(spin.stickers for spin in parts))
        return Turn(name, Permutation(images), moving, parts, layers, outer)

    def whole_turn(self, name: str, axis: ArrayLike, angle: float) -> Turn:
        """The rotation of the whole puzzle about an axis.

        >>> front = (0.0, 0.0, 1.0)
        >>> places = [(1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)]
        >>> discs = [regular(place, front, 0.4) for place in places]
        >>> body = Mechanism(tuple(StickerOutline(disc, front, "red", "", None) for disc in discs))
        >>> body.whole_turn("z", front, -pi / 2).permutation
        Permutation('(0 3 2 1)', degree=4)
        """
        return self.turn(name, [Spin(self.everything, vector(axis), angle)], layers=0)

    def puzzle(
        self,
        name: str,
        turns: Iterable[Turn],
        *,
        whole: Iterable[Turn] = (),
        notation: Notation = NAMES_OF_TURNS,
        grips: Sequence[Grip] = (),
        basis: Iterable[str] = (),
        glued: Iterable[frozenset[int]] = (),
        note: str = "",
        metric: str = USUAL_METRIC,
        hints: Mapping[str, Any] | None = None,
    ) -> Puzzle:
        """The puzzle with these turns.

        >>> front = (0.0, 0.0, 1.0)
        >>> discs = [regular((x, 0, 0), front, 0.4) for x in (-1, 1)]
        >>> body = Mechanism(tuple(StickerOutline(disc, front, "red", "", None) for disc in discs))
        >>> body.puzzle("swap", [body.turn("a", [Spin(frozenset({0, 1}), front, pi)])])
        <Puzzle swap: 2 stickers, 1 moves>
        """
        palette, picks = palette_of([patch.color for patch in self.patches])
        return Puzzle(
            name,
            len(self.patches),
            {turn.name: turn for turn in turns},
            palette,
            picks,
            whole={turn.name: turn for turn in whole},
            notation=notation,
            skin=self.skin,
            grips=tuple(grips),
            basis=tuple(basis),
            cells=self.cells,
            glued=tuple(glued),
            note=note,
            metric=metric,
            hints=hints or {},
        )


@dataclass(frozen=True, slots=True)
class NamedNotation:
    """Words for turns, each with a step: the amount with which its turn is written.

    A half turn that is not twice another turn is written `x2`: the word `x` with the step 2.

    >>> flip = Turn.plain("x2", Permutation([1, 0]))
    >>> notation = NamedNotation.of([flip])
    >>> notation.turn(Move("x", 2)) == flip, notation.turn(Move("x"))
    (True, None)
    """

    words: Mapping[str, tuple[Turn, int]]
    dialect: str = "plain"
    mark: str = ""

    @classmethod
    def of(
        cls, turns: Iterable[Turn], *, dialect: str = "plain", mark: str = ""
    ) -> "NamedNotation":
        """Turns under their own names, where a digit at the end is the step.

        >>> NamedNotation.of([Turn.plain("x2", Permutation([1, 0]))]).families
        frozenset({'x'})
        """
        return cls(
            {word(turn.name)[0]: (turn, word(turn.name)[1]) for turn in turns}, dialect, mark
        )

    @property
    def families(self) -> frozenset[str]:
        return frozenset(self.words)

    def turn(self, move: Move) -> Turn | None:
        found = self.words.get(move.family)
        if found is None or move.inner is not None:
            return None
        turn, step = found
        return None if move.amount % step else turn ** (move.amount // step)

    def written(self, name: str) -> Move:
        family, step = word(name)
        turn = self.words[family][0]
        return Move(family, step, mark="" if turn.is_rotation else self.mark)


def word(name: str) -> tuple[str, int]:
    """A turn's name as a word and a step.

    >>> word("x2"), word("UR")
    (('x', 2), ('UR', 1))
    """
    return (name[:-1], int(name[-1])) if name[-1].isdigit() else (name, 1)


def vector(numbers: ArrayLike) -> Vector:
    """Three numbers as a tuple of floats.

    >>> vector(np.array([1, 2, 3]))
    (1.0, 2.0, 3.0)
    """
    x, y, z = np.asarray(numbers, dtype=np.float64).tolist()
    return (x, y, z)


def _middle(polygon: Floats) -> Floats:
    """The center of gravity of a flat outline."""
    spokes = polygon[1:] - polygon[0]
    fan = np.cross(spokes[:-1], spokes[1:])
    weights = fan @ fan.sum(axis=0)
    thirds = (polygon[0] + polygon[1:-1] + polygon[2:]) / 3
    return np.asarray(weights @ thirds / weights.sum())


def regular(center: ArrayLike, normal: ArrayLike, radius: float, corners: int = 16) -> Floats:
    """A regular polygon, as which a ball or a disc is drawn.

    >>> hexagon = regular((0, 0, 0), (0, 0, 1), radius=2, corners=6)
    >>> hexagon.shape, np.linalg.norm(hexagon[0] - hexagon[1]).round(9).item()
    ((6, 3), 2.0)
    """
    unit = np.asarray(normal, dtype=np.float64) / np.linalg.norm(normal)
    start = _across(unit)
    side = np.cross(unit, start)
    angles = 2 * pi * np.arange(corners) / corners
    ring: Floats = np.asarray(center) + radius * (
        np.outer(np.cos(angles), start) + np.outer(np.sin(angles), side)
    )
    return ring


def _across(unit: Floats) -> Floats:
    """A unit vector at right angles to another."""
    least = np.eye(3)[np.argmin(np.abs(unit))]
    across: Floats = np.cross(unit, least)
    return across / np.linalg.norm(across)
