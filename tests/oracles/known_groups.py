"""Groups made by hand, from definitions, and all elements of a small one by plain closure."""

from itertools import combinations, product
from math import acos, cos, sin, sqrt

from puzzlery.core.permutation import Permutation

Vector = tuple[float, float, float]


def closure(generators: list[Permutation], degree: int) -> set[Permutation]:
    """All products, found one after the other."""
    found = {Permutation.identity(degree)}
    todo = list(found)
    for element in todo:
        for generator in generators:
            if (more := element * generator) not in found:
                found.add(more)
                todo.append(more)
    return found


def symmetric(n: int) -> list[Permutation]:
    return [Permutation([1, 0, *range(2, n)]), Permutation([*range(1, n), 0])]


def alternating(n: int) -> list[Permutation]:
    long = [*range(1, n), 0] if n % 2 else [0, *range(2, n), 1]
    return [Permutation([1, 2, 0, *range(3, n)]), Permutation(long)]


def dihedral(n: int) -> list[Permutation]:
    return [Permutation([*range(1, n), 0]), Permutation([-i % n for i in range(n)])]


def projective_line(p: int) -> list[Permutation]:
    """PSL(2, p) on the points 0 … p−1 and infinity = p: x ↦ x + 1 and x ↦ −1/x."""
    turned = [p, *(-pow(x, -1, p) % p for x in range(1, p)), 0]
    return [Permutation([*range(1, p), 0, p]), Permutation(turned)]


def wreath(inner: list[Permutation], outer: list[Permutation]) -> list[Permutation]:
    """Blocks of points: the inner group in the first block, the outer one carries blocks over."""
    size, count = len(inner[0]), len(outer[0])
    first = [Permutation([*g, *range(size, size * count)]) for g in inner]
    return first + [Permutation([size * g[i] + k for i in range(count) for k in range(size)])
                    for g in outer]  # fmt: skip


# Standard generators of the groups of Mathieu (J. Conway and N. Sloane, Sphere Packings, ch. 10).
MATHIEU_11 = [
    Permutation.parse(text, 11) for text in ("(0 1 2 3 4 5 6 7 8 9 10)", "(2 6 10 7)(3 9 4 5)")
]
MATHIEU_12 = [
    Permutation.parse(text, 12)
    for text in (
        "(0 1 2 3 4 5 6 7 8 9 10)",
        "(2 6 10 7)(3 9 4 5)",
        "(0 11)(1 10)(2 5)(3 7)(4 8)(6 9)",
    )
]
MATHIEU_24 = [
    *projective_line(23),
    Permutation(
        [
            *(
                0 if not x else (pow(x, 3, 23) * pow(9, -1 if pow(x, 11, 23) == 1 else 1, 23)) % 23
                for x in range(23)
            ),
            23,
        ]
    ),
]


def cube(size: int) -> list[Permutation]:
    """Each layer that turns about each axis; for an even size one layer of each axis rests."""
    edge = size - 1
    stickers = [
        (axis, point)
        for axis in range(3)
        for point in product(range(-edge, edge + 1, 2), repeat=3)
        if abs(point[axis]) == edge
    ]
    signed = [(axis, point[axis] > 0, point) for axis, point in stickers]
    place = {sticker: k for k, sticker in enumerate(signed)}

    def turn(axis: int, layer: int) -> Permutation:
        images = []
        for side, up, point in signed:
            if point[axis] != layer:
                images.append(place[side, up, point])
                continue
            a, b = (axis + 1) % 3, (axis + 2) % 3
            turned = list(point)
            turned[a], turned[b] = -point[b], point[a]
            to = {axis: axis, a: b, b: a}[side]
            images.append(place[to, turned[to] > 0, tuple(turned)])
        return Permutation(images)

    layers = [layer for layer in range(-edge, edge + 1, 2) if layer or size % 2 == 0]
    resting = 0 if size % 2 else -1 if size > 2 else -edge
    return [turn(axis, layer) for axis in range(3) for layer in layers if layer != resting]


def face_turning(
    normals: list[Vector], parts: int, adjacent: float, *, whole: bool = False
) -> list[Permutation]:
    """Turns by one part of a circle about each face, of corners and edges or of the whole.

    With `whole`, the faces themselves are further points and turn along.

    Two faces meet if the product of their normals is `adjacent`; an edge is a pair and a corner a
    triple of faces that meet; each of its stickers is named by the piece and one of its faces.
    """
    faces = range(len(normals))

    def meet(a: int, b: int) -> bool:
        return abs(_dot(normals[a], normals[b]) - adjacent) < 1e-6

    pieces = [
        frozenset(piece)
        for count in (2, 3)
        for piece in combinations(faces, count)
        if all(meet(a, b) for a, b in combinations(piece, 2))
    ]
    if whole:
        pieces += [frozenset([face]) for face in faces]
    stickers = [(piece, face) for piece in pieces for face in sorted(piece)]
    place = {sticker: k for k, sticker in enumerate(stickers)}

    def turn(about: int) -> Permutation:
        to = [_nearest(_turned(normals[face], normals[about], parts), normals) for face in faces]
        return Permutation(
            [
                place[frozenset(to[f] for f in piece), to[face]] if whole or about in piece else k
                for k, (piece, face) in enumerate(stickers)
            ]
        )

    return [turn(face) for face in faces]


def rubik() -> list[Permutation]:
    """The six faces of a 3×3×3 on its 48 stickers that move."""
    axes: list[Vector] = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    return face_turning([*axes, *((-x, -y, -z) for x, y, z in axes)], 4, 0.0)


def megaminx() -> list[Permutation]:
    """The twelve faces of a dodecahedron on its 120 stickers that move."""
    return face_turning(_dodecahedron(), 5, 1 / sqrt(5))


def megaminx_held_differently() -> list[Permutation]:
    """The same with twelve centers, and turns of the whole about each face."""
    turns = [Permutation([*turn, *range(120, 132)]) for turn in megaminx()]
    return turns + face_turning(_dodecahedron(), 5, 1 / sqrt(5), whole=True)


def _dodecahedron() -> list[Vector]:
    golden = (1 + sqrt(5)) / 2
    length = sqrt(1 + golden * golden)
    flat = [(0.0, a / length, b * golden / length) for a, b in product((1, -1), repeat=2)]
    return [(v[s], v[(1 + s) % 3], v[(2 + s) % 3]) for v in flat for s in range(3)]


def _dot(a: Vector, b: Vector) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _turned(v: Vector, about: Vector, parts: int) -> Vector:
    """Rodrigues' formula."""
    angle = 2 * acos(-1) / parts
    x, y, z = about
    cross = (y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0])
    along = _dot(v, about) * (1 - cos(angle))
    turned = [v[k] * cos(angle) + cross[k] * sin(angle) + about[k] * along for k in range(3)]
    return (turned[0], turned[1], turned[2])


def _nearest(v: Vector, normals: list[Vector]) -> int:
    return max(range(len(normals)), key=lambda k: _dot(v, normals[k]))
