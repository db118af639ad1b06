"""Solids: the five platonic ones, with the names and directions of their faces, vertices and edges.

Every face lies at distance 1 from the middle. U looks up (+y) and F to the viewer (+z) as far as
the solid allows; a tetrahedron stands on its face D, an icosahedron has a vertex on top. Names of
faces and grips agree with cubing.js, so that algs can be exchanged.
"""

from dataclasses import dataclass
from functools import cache
from math import cos, radians, sin, sqrt

import numpy as np

from puzzlery.twisty.model.skin import Floats
from puzzlery.twisty.model.turn import Vector

# Distances and sines that differ by less are equal; faces are at distance 1 from the middle.
EPS = 1e-7
SHAPES = {
    "t": "tetrahedron",
    "c": "cube",
    "o": "octahedron",
    "d": "dodecahedron",
    "i": "icosahedron",
}
# Rings of faces around the vertical: the sine of their elevation, then name and azimuth of each
# face, counted in degrees from the viewer's side towards the right.
RINGS: dict[str, tuple[tuple[float, dict[str, float]], ...]] = {
    "t": ((1 / 3, {"F": 0, "BR": 120, "BL": 240}), (-1.0, {"D": 0})),
    "c": ((1.0, {"U": 0}), (0.0, {"F": 0, "R": 90, "B": 180, "L": 270}), (-1.0, {"D": 0})),
    "o": (
        (1.0, {"U": 0}),
        (1 / 3, {"R": 60, "B": 180, "L": 300}),
        (-1 / 3, {"F": 0, "BR": 120, "BL": 240}),
        (-1.0, {"D": 0}),
    ),
    "d": (
        (1.0, {"U": 0}),
        (1 / sqrt(5), {"F": 0, "R": 72, "BR": 144, "BL": 216, "L": 288}),
        (-1 / sqrt(5), {"FR": 36, "DR": 108, "B": 180, "DL": 252, "FL": 324}),
        (-1.0, {"D": 0}),
    ),
    "i": (
        (sqrt((5 + 2 * sqrt(5)) / 15), {"U": 0, "G": 72, "J": 144, "M": 216, "Q": 288}),
        (sqrt((5 - 2 * sqrt(5)) / 15), {"F": 0, "E": 72, "S": 144, "K": 216, "P": 288}),
        (-sqrt((5 - 2 * sqrt(5)) / 15), {"R": 36, "I": 108, "B": 180, "O": 252, "L": 324}),
        (-sqrt((5 + 2 * sqrt(5)) / 15), {"C": 36, "H": 108, "D": 180, "N": 252, "A": 324}),
    ),
}
# The order in which stickers are numbered; that of the cube is the one of facelet strings.
FACE_ORDER = {
    "t": "F D BL BR",
    "c": "U R F D L B",
    "o": "F D L BL R U BR B",
    "d": "U F L BL BR R FR FL DL B DR D",
    "i": "R L G U H C I O F P A N M J E Q B D S K",
}
# Which face a compound name such as UFR begins with.
PRECEDENCE = {
    face: rank
    for rank, face in enumerate(
        ("U", "D", "F", "B", "R", "L", "BR", "BL", "FR", "FL", "DR", "DL", *"GHCIOPANMJEQSK")
    )
}
TETRAHEDRON_VERTICES = {"D": "U", "BR": "L", "BL": "R", "F": "B"}
COLORS = {
    "t": {"F": "green", "D": "yellow", "BL": "red", "BR": "blue"},
    "c": {"U": "white", "R": "red", "F": "green", "D": "yellow", "L": "orange", "B": "blue"},
    "o": {
        "U": "white", "F": "red", "R": "green", "D": "yellow",
        "B": "blue", "L": "purple", "BL": "orange", "BR": "gray",
    },
    "d": {
        "U": "white", "F": "green", "L": "purple", "BL": "yellow", "BR": "blue", "R": "red",
        "FR": "cream", "FL": "cyan", "DL": "orange", "B": "lime", "DR": "pink", "D": "gray",
    },
    "i": {
        "U": "white", "G": "red", "J": "green", "M": "purple", "Q": "blue",
        "F": "yellow", "E": "cyan", "S": "pink", "K": "lime", "P": "orange",
        "R": "maroon", "I": "cream", "B": "navy", "O": "lavender", "L": "teal",
        "C": "mint", "H": "brown", "D": "gray", "N": "olive", "A": "magenta",
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Direction:
    """The direction from the middle to a face, vertex or edge, and its name.

    `kind` is its letter in a description: f, v or e. `faces` are the faces that meet there,
    counter-clockwise as one looks at it; `order` turns about it are a full turn; `distance` is
    its distance from the middle.

    >>> corner = solid("c").kinds["v"][0]
    >>> corner.name, corner.order, round(corner.distance, 3)
    ('UFR', 3, 1.732)
    """

    kind: str
    name: str
    vector: Vector
    faces: tuple[str, ...]
    order: int
    distance: float


@dataclass(frozen=True, eq=False)
class Solid:
    """A platonic solid: its faces with their planes, and everything that can be gripped.

    `frames[k]` are the directions right and up as one looks at face k; `spread[k]` is a rotation
    that carries the first face to face k; `outline` is the polygon of the first face; `kinds` are
    its directions by the letter of a cut: f, v, e.

    >>> {kind: len(directions) for kind, directions in solid("i").kinds.items()}
    {'f': 20, 'v': 12, 'e': 30}
    """

    letter: str
    faces: tuple[str, ...]
    normals: Floats
    frames: Floats
    spread: Floats
    outline: Floats
    kinds: dict[str, tuple[Direction, ...]]

    @property
    def name(self) -> str:
        """Its name in English.

        >>> [solid(letter).name for letter in "tcodi"]
        ['tetrahedron', 'cube', 'octahedron', 'dodecahedron', 'icosahedron']
        """
        return SHAPES[self.letter]

    @property
    def colors(self) -> tuple[str, ...]:
        """The usual color of each face.

        >>> dict(zip(solid("c").faces, solid("c").colors))["F"]
        'green'
        """
        return tuple(COLORS[self.letter][face] for face in self.faces)


@cache
def solid(letter: str) -> Solid:
    """The solid that a description calls t, c, o, d or i.

    >>> [(s.name, len(s.faces), len(s.kinds["v"]), len(s.kinds["e"])) for s in map(solid, "tcd")]
    [('tetrahedron', 4, 4, 6), ('cube', 6, 8, 12), ('dodecahedron', 12, 20, 30)]
    >>> [corner.name for corner in solid("c").kinds["v"]]
    ['UFR', 'UBL', 'URB', 'ULF', 'DFL', 'DBR', 'DRF', 'DLB']
    """
    faces = tuple(FACE_ORDER[letter].split())
    normals = _normals(letter, faces)
    rotations = _rotations(normals)
    outline = _outline(normals)
    corner, edge = outline[0], (outline[0] + outline[1]) / 2
    kinds = {
        kind: _directions(kind, letter, normals, rotations @ point)
        for kind, point in (("f", normals[0]), ("v", corner), ("e", edge))
    }
    frames = np.array([_face_frame(normal) for normal in normals])
    return Solid(letter, faces, normals, frames, _spread(normals, rotations), outline, kinds)


@cache
def opposites(letter: str) -> tuple[tuple[Direction, Direction], ...]:
    """The near and the far end of each axis of symmetry.

    In a tetrahedron a vertex is opposite to each face, and the vertex is the near end.

    >>> [(near.name, far.name) for near, far in opposites("c")][:4]
    [('U', 'D'), ('F', 'B'), ('R', 'L'), ('UFR', 'DLB')]
    """
    kinds = solid(letter).kinds
    ends = [direction for kind in ("vfe" if letter == "t" else "fve") for direction in kinds[kind]]
    vectors = np.array([end.vector for end in ends])
    across = np.argmin(vectors @ vectors.T, axis=1).tolist()
    return tuple((ends[k], ends[other]) for k, other in enumerate(across) if k < other)


def _face_frame(normal: Floats) -> tuple[Floats, Floats]:
    """The directions right and up as one looks at a face in the usual net.

    Up is +y where the face allows it; the top face has the back above, the bottom the front.
    """
    if abs(normal[1]) > 1 - EPS:
        up = np.array([0.0, 0.0, -np.sign(normal[1])])
    else:
        up = np.array([0.0, 1.0, 0.0]) - normal[1] * normal
        up /= np.linalg.norm(up)
    return _cross(up, normal), up


def _cross(a: Floats, b: Floats) -> Floats:
    """The same as `np.cross` for two vectors, in a fraction of the time."""
    (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


def _normals(letter: str, faces: tuple[str, ...]) -> Floats:
    found = {}
    for height, ring in RINGS[letter]:
        across = sqrt(1 - height * height)
        for face, azimuth in ring.items():
            at = radians(azimuth)
            found[face] = (across * sin(at), height, across * cos(at))
    return _without_rounding_errors(np.array([found[face] for face in faces]))


def _without_rounding_errors(vectors: Floats) -> Floats:
    """The vectors with the zeros that rounding missed, so that cubes get whole numbers."""
    return np.asarray(np.where(np.abs(vectors) < 1e-15, 0.0, vectors))


def _neighbors(normals: Floats, face: int) -> list[int]:
    """The faces across the edges of a face, counter-clockwise."""
    products = normals @ normals[face]
    nearest = np.sort(products)[-2]
    right, up = _face_frame(normals[face])
    beside = np.flatnonzero(np.abs(products - nearest) < EPS)
    return sorted(beside.tolist(), key=lambda k: np.arctan2(normals[k] @ up, normals[k] @ right))


def _outline(normals: Floats) -> Floats:
    """The corners of the first face, counter-clockwise: where it meets two faces in a row."""
    beside = _neighbors(normals, 0)
    planes = [normals[[0, a, b]] for a, b in zip(beside, [*beside[1:], beside[0]], strict=True)]
    return np.array([np.linalg.solve(three, np.ones(3)) for three in planes])


def _rotations(normals: Floats) -> Floats:
    """The rotations that carry the solid to itself: each face and one beside it decide one."""
    inverse = np.linalg.inv(_frame(normals[0], normals[_neighbors(normals, 0)[0]]))
    return np.array(
        [
            _frame(normals[face], normals[other]) @ inverse
            for face in range(len(normals))
            for other in _neighbors(normals, face)
        ]
    )


def _frame(a: Floats, b: Floats) -> Floats:
    return np.array([a, b, _cross(a, b)]).T


def _spread(normals: Floats, rotations: Floats) -> Floats:
    """For each face one rotation that carries the first face to it."""
    images = rotations @ normals[0]
    picks = [int(np.argmax(images @ normal)) for normal in normals]
    return rotations[picks]


def _directions(kind: str, letter: str, normals: Floats, images: Floats) -> tuple[Direction, ...]:
    """The different ones among the images of a place under all rotations."""
    firsts = np.unique(images.round(6) + 0.0, axis=0, return_index=True)[1]
    order = len(images) // len(firsts)
    found = [
        Direction(
            kind, *_named(letter, normals, images[k]), order, float(np.linalg.norm(images[k]))
        )
        for k in firsts
    ]
    return tuple(sorted(found, key=_rank))


def _rank(direction: Direction) -> list[int]:
    names = [direction.name] if direction.name in PRECEDENCE else direction.faces
    return [PRECEDENCE[name] for name in names]


def _named(letter: str, normals: Floats, point: Floats) -> tuple[str, Vector, tuple[str, ...]]:
    """The name of a place, where it is seen from the middle, and the faces that meet there."""
    toward = point / np.linalg.norm(point)
    touching = np.flatnonzero(normals @ point > 1 - EPS).tolist()
    around = _counter_clockwise(toward, normals, touching)
    faces = [FACE_ORDER[letter].split()[k] for k in around]
    first = min(range(len(faces)), key=lambda k: PRECEDENCE[faces[k]])
    faces = faces[first:] + faces[:first]
    x, y, z = _without_rounding_errors(toward).tolist()
    return _compound(letter, faces), (x, y, z), tuple(faces)


def _counter_clockwise(axis: Floats, normals: Floats, faces: list[int]) -> list[int]:
    right, up = _face_frame(axis)
    return sorted(faces, key=lambda k: np.arctan2(normals[k] @ up, normals[k] @ right))


def _compound(letter: str, names: list[str]) -> str:
    """The name of the place where these faces meet."""
    if letter == "t" and len(names) == 3:
        (opposite,) = set(FACE_ORDER[letter].split()) - set(names)
        return TETRAHEDRON_VERTICES[opposite]
    return _hyphen(letter).join(names)


@cache
def _hyphen(letter: str) -> str:
    """What separates the faces in a name: nothing if no face's name begins another's."""
    faces = FACE_ORDER[letter].split()
    return "_" if any(a != b and b.startswith(a) for a in faces for b in faces) else ""
