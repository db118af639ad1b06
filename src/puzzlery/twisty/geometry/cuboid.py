"""Cuboids: boxes of a×b×c cubes, turned in the ways that keep their shape."""

from functools import cache

import numpy as np

from puzzlery.errors import InvalidPuzzle
from puzzlery.twisty.geometry.build import Body, Label, assemble, check_size
from puzzlery.twisty.geometry.cut import Cut, Description
from puzzlery.twisty.geometry.solids import Direction, face_frame, opposites, solid
from puzzlery.twisty.geometry.words import Line
from puzzlery.twisty.puzzle import Floats, Puzzle

Sizes = tuple[int, int, int]


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
    frame = solid("c")
    return assemble(
        Label(
            "x".join(map(str, sizes)),
            description=description_of_cube(a) if is_cube else "",
            hints={"cube": a} if is_cube else {},
        ),
        _body(sizes),
        tuple(_line(near, far, sizes) for near, far in opposites("c")[:3]),
        frame.directions if is_cube else frame.kinds["f"],
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


def _line(near: Direction, far: Direction, sizes: Sizes) -> Line:
    """The axis between two faces, with the turns about it that keep the shape."""
    along = int(np.argmax(np.abs(near.vector)))
    size, first, second = sizes[along], sizes[along - 1], sizes[along - 2]
    offsets = tuple((size - 2 * k) / max(sizes) for k in range(1, size))
    square = first == second
    return Line(near, far, offsets, order=4 if square else 2, halves=not square)


def _body(sizes: Sizes) -> Body:
    """The stickers, as squares whose rows read as in the usual net."""
    frame = solid("c")
    half = np.array(sizes) / max(sizes)
    sides = [_face(normal, sizes, half) for normal in frame.normals]
    centers = [squares.mean(axis=1) for squares in sides]
    counts = [len(squares) for squares in sides]
    return Body(
        shape="c",
        positions=np.concatenate(centers),
        normals=np.repeat(frame.normals, counts, axis=0),
        polygons=tuple(np.concatenate(sides)),
        face=np.repeat(np.arange(6), counts),
        faces=frame.faces,
        colors=frame.colors,
    )


def _face(normal: Floats, sizes: Sizes, half: Floats) -> Floats:
    """The corners of the squares of one face, counter-clockwise, row by row from the top."""
    right, up = face_frame(normal)
    columns, rows = (int(np.abs(side) @ np.array(sizes)) for side in (right, up))
    unit = 2 / max(sizes)
    across = unit * np.arange(columns) - np.abs(right) @ half
    down = np.abs(up) @ half - unit * np.arange(rows)
    y, x = (grid.reshape(-1, 1, 1) for grid in np.meshgrid(down, across, indexing="ij"))
    steps = unit * np.array([[0, -1], [1, -1], [1, 0], [0, 0]])
    base = normal * (np.abs(normal) @ half)
    squares: Floats = base + (x + steps[:, :1]) * right + (y + steps[:, 1:]) * up
    return squares
