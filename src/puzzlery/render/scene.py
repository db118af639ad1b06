"""Scenes: what a viewer needs to show a puzzle and turn it, as plain data without any rules.

Everything is numbers, texts and flat lists, so that a scene becomes JSON as it is. Stickers are
numbered as in the puzzle. Points are three numbers each, one after the other. The outlines belong
to places; the sticker that stands at place p is the one whose entry in `state` is p.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from puzzlery.render.palette import PaletteLike, letters, palette
from puzzlery.render.plane import Floats
from puzzlery.render.props.scene_prop import SceneProp
from puzzlery.render.surface import Drawable, Surface, puzzle_of, surface
from puzzlery.twisty.model.puzzle import AlgLike, Puzzle
from puzzlery.twisty.model.state import Coloring, State
from puzzlery.twisty.model.turn import Grip, Spin, Turn, Vector
from puzzlery.twisty.structure.partition import labels_of

if TYPE_CHECKING:
    from puzzlery.render.piece_body import PieceBody

DIGITS = 6


@dataclass(frozen=True, slots=True)
class SceneSpin:
    """A rigid part that rotates during a move; `angle` in radians, by the right-hand rule.

    It takes along what stands at its places before the move. Spins of one move are made one
    after the other, each about its axis through its pivot as they stand in the scene.
    """

    places: tuple[int, ...]
    axis: Vector
    pivot: Vector
    angle: float


@dataclass(frozen=True, slots=True)
class SceneMove:
    """A move: what stands at place `sources[k]` goes to place `targets[k]`, the rest stays.

    `order` repetitions bring everything home; `layers` is 0 when the whole puzzle turns. Where
    `mark` is "+", an amount is written with its sign, as in `UR3-`; else it takes a prime. Glued
    stickers block the move when some of them, but not all, stand at the places in `moving`; it is
    empty for a move that nothing can block.
    """

    name: str
    sources: tuple[int, ...]
    targets: tuple[int, ...]
    order: int
    layers: int
    spins: tuple[SceneSpin, ...]
    moving: tuple[int, ...]
    mark: str


@dataclass(frozen=True, slots=True)
class SceneGrip:
    """An axis, how many turns about it bring the puzzle home, and its cuts from the outside in."""

    axis: Vector
    order: int
    offsets: tuple[float, ...]
    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class SceneBody:
    """A convex part of a piece in the solved state, as flat sides.

    The corners of side i are the points number `starts[i]` up to `starts[i + 1]`; `places` gives
    the place of the sticker that it is, −1 for a cut through the inside.
    """

    piece: int
    middle: Vector
    corners: tuple[float, ...]
    starts: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A puzzle as a viewer sees it.

    `corners` holds the corners of all outlines; those of place i are the points number
    `starts[i]` up to `starts[i + 1]`. `colors` gives each sticker's number in `shades`,
    `color_names`, `patterns` and `letters`; `faces` each place's number in `face_names`;
    `pieces` each sticker's piece. `shown` is the color number seen at each place, and `state`
    the place where each sticker stands; it is empty when only a coloring is known. `shifting`
    tells that turning changes the shape: then an outline goes along with its sticker. `bodies`
    are the parts of space that the pieces fill, and `props` what is no piece, such as a case, if
    they were asked for. `net` holds eight numbers for each face: the two rows of the matrix and
    the two shifts that lay it into the plane of the unfolded puzzle; it is empty if there is none.
    """

    name: str
    shades: tuple[str, ...]
    color_names: tuple[str, ...]
    patterns: tuple[str, ...]
    letters: tuple[str, ...]
    colors: tuple[int, ...]
    positions: tuple[float, ...]
    normals: tuple[float, ...]
    corners: tuple[float, ...]
    starts: tuple[int, ...]
    face_names: tuple[str, ...]
    faces: tuple[int, ...]
    pieces: tuple[int, ...]
    glued: tuple[tuple[int, ...], ...]
    grips: tuple[SceneGrip, ...]
    moves: tuple[SceneMove, ...]
    shown: tuple[int, ...]
    state: tuple[int, ...]
    shifting: bool
    bodies: tuple[SceneBody, ...]
    props: tuple[SceneProp, ...]
    net: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """The scene as dictionaries and tuples, ready for `json.dumps`."""
        return asdict(self)

    def outline(self, place: int) -> list[Vector]:
        """The corners of one place's outline."""
        rows = range(3 * self.starts[place], 3 * self.starts[place + 1], 3)
        return [(self.corners[i], self.corners[i + 1], self.corners[i + 2]) for i in rows]


def scene(drawn: Drawable, *, palette: PaletteLike = "standard", bodies: bool = False) -> Scene:
    """The scene of a puzzle, a state or a coloring; with the bodies of its pieces if wanted.

    >>> ring = Puzzle.from_cycles({"a": [[0, 1, 2]]}, colors=["red", "red", "blue"])
    >>> seen = scene(ring.solved)
    >>> seen.colors, seen.moves[0].targets, len(seen.outline(0))
    ((0, 0, 1), (1, 2, 0), 20)
    """
    puzzle = puzzle_of(drawn)
    return Scene(
        name=puzzle.name,
        **_color_fields(puzzle, palette),
        **shape_fields(surface(drawn)),
        pieces=tuple(labels_of(puzzle.pieces(), puzzle.degree).tolist()),
        glued=tuple(tuple(sorted(group)) for group in puzzle.glued),
        grips=tuple(_grip(grip) for grip in puzzle.grips),
        moves=_moves(puzzle),
        **_state_fields(drawn),
        shifting="outlines" in puzzle.hints,
        bodies=scene_bodies(_bodies(puzzle)) if bodies else (),
        props=(),
        net=(),
    )


def _color_fields(puzzle: Puzzle, wanted: PaletteLike) -> dict[str, Any]:
    inks = palette(puzzle, wanted).inks
    return {
        "shades": tuple(ink.shade for ink in inks),
        "color_names": tuple(color.name for color in puzzle.palette),
        "patterns": tuple(ink.pattern for ink in inks),
        "letters": letters(puzzle),
        "colors": puzzle.solved_colors,
    }


def shape_fields(seen: Surface) -> dict[str, Any]:
    """The fields of a scene that a surface fills.

    >>> from puzzlery.twisty.geometry import cube
    >>> shape_fields(surface(cube(2)))["face_names"]
    ('U', 'R', 'F', 'D', 'L', 'B')
    """
    names = tuple(dict.fromkeys(seen.faces))
    numbers = {name: number for number, name in enumerate(names)}
    counts = [len(polygon) for polygon in seen.polygons]
    return {
        "positions": _numbers(seen.centers),
        "normals": _numbers(seen.normals),
        "corners": _numbers(seen.corners),
        "starts": (0, *np.cumsum(counts).tolist()),
        "face_names": names,
        "faces": tuple(numbers[name] for name in seen.faces),
    }


def _state_fields(drawn: Drawable) -> dict[str, Any]:
    if isinstance(drawn, Coloring):
        return {"shown": drawn.picks, "state": ()}
    state = drawn if isinstance(drawn, State) else drawn.solved
    return {"shown": state.coloring.picks, "state": state.permutation.images}


def _bodies(puzzle: Puzzle) -> "list[PieceBody]":
    from puzzlery.render.bodies import bodies

    return bodies(puzzle)


def scene_bodies(found: Iterable["PieceBody"]) -> tuple[SceneBody, ...]:
    """Bodies as a scene holds them.

    >>> from puzzlery.render.bodies import bodies
    >>> from puzzlery.twisty.geometry import cube
    >>> scene_bodies(bodies(cube(2)))[0].places[:3]
    (0, 16, 21)
    """
    return tuple(
        SceneBody(
            body.piece,
            _vector(body.middle.tolist()),
            _numbers(np.concatenate([side.outline for side in body.sides])),
            (0, *accumulate(len(side.outline) for side in body.sides)),
            tuple(side.place for side in body.sides),
        )
        for body in found
        if body.sides
    )


def _grip(grip: Grip) -> SceneGrip:
    return SceneGrip(_vector(grip.axis), grip.order, tuple(map(_number, grip.offsets)), grip.names)


def _moves(puzzle: Puzzle) -> tuple[SceneMove, ...]:
    written = puzzle.notation.written
    return tuple(
        scene_move(puzzle, turn, written(turn.name).mark)
        for turn in [*puzzle.turns.values(), *puzzle.whole.values()]
    )


def scene_move(puzzle: Puzzle, turn: Turn, mark: str = "") -> SceneMove:
    """A turn of a puzzle as a viewer sees it."""
    moved = turn.permutation.support
    is_free = not puzzle.glued or turn.is_rotation or turn.permutation.is_identity
    return SceneMove(
        turn.name,
        tuple(moved.tolist()),
        tuple(turn.permutation.array[moved].tolist()),
        turn.permutation.order,
        turn.layers,
        tuple(_spin(spin) for spin in turn.spins),
        () if is_free else tuple(sorted(turn.moving)),
        mark,
    )


def scene_steps(puzzle: Puzzle, alg: AlgLike) -> tuple[list[tuple[str, int]], list[SceneMove]]:
    """The moves of an alg, each with the number of its turn, and every turn once.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> steps, turns = scene_steps(puzzle("3x3x3"), "R U2 R")
    >>> steps, [turn.order for turn in turns]
    ([('R', 0), ('U2', 1), ('R', 0)], [4, 2])
    """
    numbers: dict[str, int] = {}
    texts = [str(move) for move in puzzle.alg(alg).moves()]
    steps = [(text, numbers.setdefault(text, len(numbers))) for text in texts]
    return steps, [scene_move(puzzle, puzzle.turn(text)) for text in numbers]


def _spin(spin: Spin) -> SceneSpin:
    return SceneSpin(
        tuple(sorted(spin.stickers)), _vector(spin.axis), _vector(spin.pivot), float(spin.angle)
    )


def _number(value: float) -> float:
    return round(float(value), DIGITS) + 0.0


def _vector(vector: Vector) -> Vector:
    x, y, z = map(float, vector)
    return (x, y, z)


def _numbers(rows: Floats) -> tuple[float, ...]:
    return tuple((np.round(rows, DIGITS) + 0.0).ravel().tolist())
