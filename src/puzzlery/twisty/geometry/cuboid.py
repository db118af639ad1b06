"""Cuboids: boxes of a×b×c cubes, turned in the ways that keep their shape."""

from functools import cache

import numpy as np

from puzzlery.errors import InvalidPuzzle
from puzzlery.twisty.geometry.build import PuzzleLabel, SolidStickers, assemble, check_size
from puzzlery.twisty.geometry.cut import Cut, Description
from puzzlery.twisty.geometry.solids import Direction, opposites, solid
from puzzlery.twisty.geometry.vocabulary import GripAxis
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Floats

Sizes = tuple[int, int, int]
# Around a square from its bottom left, seen from its top left, in sides.
STEPS_ACROSS = np.array([0, 1, 1, 0])
STEPS_UP = np.array([-1, -1, 0, 0])


def cube(n: int) -> Puzzle:
    """The n×n×n cube.

    >>> cube(4)
    <Puzzle 4x4x4: 96 stickers, 12 moves>
    """
    return cuboid(n, n, n)


def cuboid(a: int, b: int, c: int) -> Puzzle:
    """The box of a×b×c cubes: a from left to right, b from bottom to top, c from back to front.

    A layer makes quarter turns where it is square, and elsewhere half turns, which are written
    `R2`. A layer that is the whole puzzle is no move.

    >>> domino = cuboid(3, 2, 3)
    >>> domino, " ".join(domino.turns), " ".join(domino.rotations)
    (<Puzzle 3x2x3: 42 stickers, 8 moves>, 'U D F2 B2 R2 L2 S2 M2', 'x2 y z2')
    """
    sizes = (a, b, c)
    _check(sizes)
    is_cube = a == b == c
    return assemble(
        PuzzleLabel(
            "x".join(map(str, sizes)),
            description=description_of_cube(a) if is_cube else "",
            hints={"cube": a} if is_cube else {},
        ),
        _body(sizes),
        tuple(_line(near, far, sizes) for near, far in opposites("c")[:3]),
        rotation_kinds="fve" if is_cube else "f",
    )


@cache
def description_of_cube(n: int) -> str:
    """The cuts that make the n×n×n cube.

    >>> description_of_cube(4), description_of_cube(3), description_of_cube(1)
    ('c f 0.5 f 0', 'c f 0.3333333333333333', 'c f 1')
    """
    distances = [(n - 2 * k) / n for k in range(1, n // 2 + 1)] or [1.0]
    return str(Description("c", tuple(Cut("f", distance) for distance in distances)))


def _check(sizes: Sizes) -> None:
    for size in sizes:
        if size < 1:
            raise InvalidPuzzle(
                f"a {sizes[0]}x{sizes[1]}x{sizes[2]} cuboid has a side of {size}; "
                "expected whole numbers from 1 on"
            )
    a, b, c = sizes
    check_size(2 * (a * b + b * c + c * a), f"{a}x{b}x{c}")


def _line(near: Direction, far: Direction, sizes: Sizes) -> GripAxis:
    """The axis between two faces, with the turns about it that keep the shape."""
    along = int(np.argmax(np.abs(near.vector)))
    size, first, second = sizes[along], sizes[along - 1], sizes[along - 2]
    offsets = tuple((size - 2 * k) / max(sizes) for k in range(1, size))
    square = first == second
    return GripAxis(near, far, offsets, order=4 if square else 2, halves=not square)


def _body(sizes: Sizes) -> SolidStickers:
    """The stickers, as squares whose rows read as in the usual net."""
    cube = solid("c")
    half = np.array(sizes) / max(sizes)
    sides = [
        _face(normal * half, frame, sizes, half)
        for normal, frame in zip(cube.normals, cube.frames, strict=True)
    ]
    squares = np.concatenate(sides)
    counts = [len(side) for side in sides]
    return SolidStickers(
        shape="c",
        positions=squares.mean(axis=1),
        normals=np.repeat(cube.normals, counts, axis=0),
        polygons=tuple(squares),
        face=np.repeat(np.arange(6), counts),
        faces=cube.faces,
        colors=cube.colors,
    )


def _face(center: Floats, frame: Floats, sizes: Sizes, half: Floats) -> Floats:
    """The corners of the squares of one face, counter-clockwise, row by row from the top."""
    columns, rows = (np.abs(frame) @ sizes).round().astype(int).tolist()
    width, height = np.abs(frame) @ half
    unit = 2 / max(sizes)
    right, up = frame
    across = (unit * np.arange(columns) - width)[:, None] + unit * STEPS_ACROSS
    down = (height - unit * np.arange(rows))[:, None] + unit * STEPS_UP
    squares: Floats = center + across[:, :, None] * right + (down[:, :, None] * up)[:, None]
    return squares.reshape(-1, 4, 3)
