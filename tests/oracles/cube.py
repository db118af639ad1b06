"""A cube of any size, made from coordinates and quarter turns of them: slow and plain."""

from dataclasses import dataclass
from functools import cache

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.model.color import palette_of
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Turn
from puzzlery.twisty.notation.alg import Move

Point = tuple[int, int, int]
AXES = {"R": (0, 1), "L": (0, -1), "U": (1, 1), "D": (1, -1), "F": (2, 1), "B": (2, -1)}
LIKE = {"M": "L", "E": "D", "S": "F", "x": "R", "y": "U", "z": "F"}
COLORS = dict(zip("RLUDFB", ["red", "orange", "white", "yellow", "green", "blue"], strict=True))


def cube(size: int) -> Puzzle:
    """A cube with so many layers, whose notation is that of cubes."""
    stickers = _stickers(size)
    notation = CubeNotation(size)
    turns = {face: notation.turn(Move(face)) for face in AXES}
    whole = {letter: notation.turn(Move(letter)) for letter in "xyz"}
    palette, picks = palette_of([COLORS[_face(point, size)] for point in stickers])
    return Puzzle(f"oracle {size}", len(stickers), turns, palette, picks, whole, notation)


@dataclass(frozen=True)
class CubeNotation:
    """Faces, slices, blocks and rotations of a cube, from the definition of each letter."""

    size: int
    dialect: str = "sign"

    @property
    def families(self) -> frozenset[str]:
        blocks = [form for face in AXES for form in (face, face.lower(), f"{face}w", f"{face}v")]
        return frozenset([*blocks, *"xyzmes", *("MES" if self.size % 2 else "")])

    def turn(self, move: Move) -> Turn | None:
        layers = self._layers(move)
        if move.family not in self.families or not layers or max(layers) > self.size:
            return None
        axis, side = AXES[self._face(move)]
        sheets = {side * (self.size + 1 - 2 * layer) for layer in layers}
        whole = len(layers) == self.size
        permutation, moving = _quarter(self.size, axis, side, frozenset(sheets))
        reach = 1 in layers or self.size in layers
        return Turn(str(move), permutation, moving, (), 0 if whole else len(layers), reach) ** (
            move.amount
        )

    def _face(self, move: Move) -> str:
        letter = move.family[0]
        return LIKE.get(letter) or LIKE.get(letter.upper()) or letter.upper()

    def _layers(self, move: Move) -> list[int]:
        family, size = move.family, self.size
        if family in "xyz" or family.endswith("v"):
            return list(range(1, size + 1)) if move.inner is None else []
        if family in "MES":
            return [(size + 1) // 2] if move.inner is None else []
        if family in "mes":
            return list(range(2, size)) if move.inner is None else []
        wide = family.islower() or family.endswith("w")
        last = move.inner or (2 if wide else 1)
        first = move.outer or (1 if wide else last)
        return list(range(first, last + 1))

    def written(self, name: str) -> Move:
        return Move(name)


@cache
def _stickers(size: int) -> list[Point]:
    """The stickers as points: two coordinates in steps of 2, one on the face at size + 1."""
    steps, out = range(1 - size, size, 2), size + 1
    return [
        (*pair[:axis], side * out, *pair[axis:])
        for axis in range(3)
        for side in (1, -1)
        for pair in [(a, b) for a in steps for b in steps]
    ]


def _face(point: Point, size: int) -> str:
    return next(face for face, (axis, side) in AXES.items() if point[axis] == side * (size + 1))


@cache
def _quarter(
    size: int, axis: int, side: int, sheets: frozenset[int]
) -> tuple[Permutation, frozenset[int]]:
    """A quarter turn, clockwise seen from outside, of the sheets at these heights."""
    stickers = _stickers(size)
    number = {point: index for index, point in enumerate(stickers)}
    images = list(range(len(stickers)))
    moving = set()
    for index, point in enumerate(stickers):
        height = max(1 - size, min(size - 1, point[axis]))
        if height in sheets:
            moving.add(index)
            images[index] = number[_turned(point, axis, side)]
    return Permutation(images), frozenset(moving)


def _turned(point: Point, axis: int, side: int) -> Point:
    """A quarter turn about an axis: against the right-hand rule if seen from the positive side."""
    a, b = (axis + 1) % 3, (axis + 2) % 3
    turned = list(point)
    turned[a], turned[b] = side * point[b], -side * point[a]
    return (turned[0], turned[1], turned[2])
