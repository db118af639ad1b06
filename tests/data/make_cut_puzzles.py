"""Count the parts of puzzles that planes cut out of a solid, slowly and from the definition.

Writes `cut_puzzles.json`. Every plane cuts every face into convex polygons, the stickers. Two
stickers are on one piece if every plane has them on the same side. Rotations about the axes join
pieces to orbits. Nothing of puzzlery is used. Run from the root of the repository:
`python -m tests.data.make_cut_puzzles`.

In November 2026 the counts agreed with the table of 72 puzzles that Tomas Rokicki publishes for
PuzzleGeometry (https://alpha.twizzle.net/explore/), from which the names and distances are taken.
"""

import json
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
from tests.oracles.arrangement import FACES, corners_of, directions_of, planes_of, units

HERE = Path(__file__).parent
EPS = 1e-7
KINDS = {1: "CENTERS", 2: "EDGES", 3: "CORNERS", 4: "C4RNER", 5: "C5RNER"}
CUBES = [*range(2, 14), 20, 30, 40]
CUTS = {
    "skewb": "c v 0",
    "master skewb": "c v 0.275",
    "professor skewb": "c v 0 v 0.38",
    "compy cube": "c v 0.915641442663986",
    "helicopter": "c e 0.707106781186547",
    "curvy copter": "c e 0.83",
    "dino": "c v 0.577350269189626",
    "little chop": "c e 0",
    "pyramorphix": "t e 0",
    "mastermorphix": "t e 0.346184634065199",
    "pyraminx": "t v 0.333333333333333 v 1.66666666666667",
    "tetraminx": "t v 0.333333333333333",
    "master pyraminx": "t v 0 v 1 v 2",
    "master tetraminx": "t v 0 v 1",
    "professor pyraminx": "t v -0.2 v 0.6 v 1.4 v 2.2",
    "professor tetraminx": "t v -0.2 v 0.6 v 1.4",
    "royal pyraminx": "t v -0.333333333333333 v 0.333333333333333 v 1 v 1.66666666666667"
    " v 2.33333333333333",
    "royal tetraminx": "t v -0.333333333333333 v 0.333333333333333 v 1 v 1.66666666666667",
    "emperor pyraminx": "t v -0.428571428571429 v 0.142857142857143 v 0.714285714285714"
    " v 1.28571428571429 v 1.85714285714286 v 2.42857142857143",
    "emperor tetraminx": "t v -0.428571428571429 v 0.142857142857143 v 0.714285714285714"
    " v 1.28571428571429 v 1.85714285714286",
    "Jing pyraminx": "t f 0",
    "master pyramorphix": "t e 0.866025403784437",
    "megaminx": "d f 0.7",
    "gigaminx": "d f 0.64 f 0.82",
    "teraminx": "d f 0.64 f 0.76 f 0.88",
    "petaminx": "d f 0.64 f 0.73 f 0.82 f 0.91",
    "examinx": "d f 0.64 f 0.712 f 0.784 f 0.856 f 0.928",
    "zetaminx": "d f 0.64 f 0.7 f 0.76 f 0.82 f 0.88 f 0.94",
    "yottaminx": "d f 0.64 f 0.6914 f 0.7429 f 0.7943 f 0.8457 f 0.8971 f 0.9486",
    "pentultimate": "d f 0",
    "master pentultimate": "d f 0.1",
    "elite pentultimate": "d f 0 f 0.145905",
    "starminx": "d v 0.937962370425399",
    "starminx 2": "d f 0.23606797749979",
    "pyraminx crystal": "d f 0.447213595499989",
    "chopasaurus": "d v 0",
    "big chop": "d e 0",
    "skewb diamond": "o f 0",
    "FTO": "o f 0.333333333333333",
    "master FTO": "o f 0.5 f 0",
    "Christopher's jewel": "o v 0.577350269189626",
    "octastar": "o e 0",
    "Trajber's octahedron": "o v 0.433012701892219",
    "radio chop": "i f 0",
    "icosamate": "i v 0",
    "Regular Astrominx": "i v 0.18759247376021",
    "Regular Astrominx + Big Chop": "i v 0.18759247376021 e 0",
    "Redicosahedron": "i v 0.794654472291766",
    "Redicosahedron with centers": "i v 0.84",
    "Icosaminx": "i v 0.73",
    "Eitan's star": "i f 0.61803398874989",
    "2x2x2 + dino": "c f 0 v 0.577350269189626",
    "2x2x2 + little chop": "c f 0 e 0",
    "dino + little chop": "c v 0.577350269189626 e 0",
    "2x2x2 + dino + little chop": "c f 0 v 0.577350269189626 e 0",
    "megaminx + chopasaurus": "d f 0.61803398875 v 0",
    "starminx combo": "d f 0.23606797749979 v 0.937962370425399",
}


def cube_cuts(size):
    """Cuts that part an edge into equal lengths, from the outermost to the middle."""
    distances = [1 - 2 * k / size for k in range(1, size // 2 + 1)]
    return "c " + " ".join(f"f {distance:.15g}" for distance in distances)


def counted(cuts):
    """The counts of a puzzle."""
    shape, *words = cuts.split()
    listed = list(zip(words[::2], map(float, words[1::2]), strict=True))
    normals = units(FACES[shape])
    corners = corners_of(normals)
    planes = planes_of(normals, corners, listed)
    polygons = [
        part
        for normal in normals
        for part in divided([outline(normal, corners)], crossing(planes, normal, corners))
    ]
    middles = np.array([polygon.mean(axis=0) for polygon in polygons])
    pieces = pieces_of(middles, planes)
    axes = axes_of(listed, normals, corners)
    return {
        "cuts": cuts,
        "faces": len(normals),
        "stickers": len(polygons),
        "pieces": len(set(pieces.tolist())),
        "grips": [
            {"axes": count, "cuts": number, "order": order}
            for (number, order), count in Counter(
                (len(offsets), order) for _, offsets, order in axes
            ).items()
        ],
        "orbits": dict(sorted(orbits(middles, pieces, axes).items())),
    }


def pieces_of(middles, planes):
    """For each sticker the number of its piece.

    The part in the very middle is the core and no piece: each sticker on it is counted apart.
    """
    sides = np.array([middles @ plane[:3] > plane[3] for plane in planes])
    core = np.array([[plane[3] < 0] for plane in planes])
    on_core = (sides == core).all(axis=0) & all(abs(plane[3]) > EPS for plane in planes)
    apart = np.where(on_core, np.arange(len(middles)), -1)
    return np.unique(np.vstack([sides, apart]), axis=1, return_inverse=True)[1].reshape(-1)


def outline(normal, corners):
    """The corners of a face in their order around it."""
    own = corners[np.abs(corners @ normal - 1) < EPS]
    across = own[0] - normal
    up = np.cross(normal, across)
    return own[np.argsort(np.arctan2(own @ up, own @ across))]


def crossing(planes, normal, corners):
    """The planes that have corners of this face on both sides."""
    own = corners[np.abs(corners @ normal - 1) < EPS]
    heights = [own @ plane[:3] - plane[3] for plane in planes]
    return [
        plane for plane, h in zip(planes, heights, strict=True) if h.min() < -EPS and h.max() > EPS
    ]


def divided(polygons, planes):
    """Convex polygons, each cut by each plane."""
    for plane in planes:
        polygons = [part for polygon in polygons for part in halves(polygon, plane)]
    return polygons


def halves(polygon, plane):
    """A convex polygon, cut in two if the plane passes through its inside."""
    heights = polygon @ plane[:3] - plane[3]
    if heights.min() > -EPS or heights.max() < EPS:
        return [polygon]
    above, below = [], []
    for k, (point, height) in enumerate(zip(polygon, heights, strict=True)):
        following, beyond = polygon[(k + 1) % len(polygon)], heights[(k + 1) % len(polygon)]
        if height > -EPS:
            above.append(point)
        if height < EPS:
            below.append(point)
        if (height > EPS and beyond < -EPS) or (height < -EPS and beyond > EPS):
            met = point + (following - point) * height / (height - beyond)
            above.append(met)
            below.append(met)
    return [np.array(above), np.array(below)]


def axes_of(cuts, normals, corners):
    """Each axis with the offsets of its cuts and the number of turns until it is back."""
    found = []
    for kind, distance in cuts:
        for direction in directions_of(kind, normals, corners):
            for axis, offsets, _ in found:
                if abs(abs(axis @ direction) - 1) < EPS:
                    offsets.add(round(distance * float(axis @ direction), 9) + 0.0)
                    break
            else:
                order = max(n for n in (2, 3, 4, 5) if is_symmetry(direction, n, normals))
                found.append((direction, {round(distance, 9) + 0.0}, order))
    return found


def is_symmetry(axis, order, normals):
    """Whether turning by one part of a circle carries faces to faces."""
    turned = normals @ rotation(axis, order).T
    return bool(((turned @ normals.T).max(axis=1) > 1 - EPS).all())


def rotation(axis, order):
    """The matrix of a turn by one part of a circle (Rodrigues' formula)."""
    angle = 2 * np.pi / order
    x, y, z = axis
    across = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * across + (1 - np.cos(angle)) * across @ across


def orbits(middles, pieces, axes):
    """How often there is an orbit of so many pieces with so many stickers.

    Every layer of an axis turns by the same angle, so the turn of the layer that a piece lies in
    carries it to where the turn of the whole does.
    """
    parent = {piece: piece for piece in pieces.tolist()}

    def root(piece):
        while parent[piece] != piece:
            piece = parent[piece]
        return piece

    place = Places(middles)
    for axis, _, order in axes:
        for sticker, point in enumerate(middles @ rotation(axis, order).T):
            parent[root(pieces[sticker])] = root(pieces[place.at(point)])
    stickers = Counter(pieces.tolist())
    members = Counter(root(piece) for piece in parent)
    return Counter(
        f"{KINDS[stickers[top]]}:{count}x{stickers[top]}" for top, count in members.items()
    )


class Places:
    """Points, found again by where they are."""

    GRID = 1e-4

    def __init__(self, points):
        self.cells = {tuple(np.floor(p / self.GRID).astype(int)): k for k, p in enumerate(points)}
        assert len(self.cells) == len(points)

    def at(self, point):
        x, y, z = np.floor(point / self.GRID).astype(int)
        near = product((x, x - 1, x + 1), (y, y - 1, y + 1), (z, z - 1, z + 1))
        return next(self.cells[cell] for cell in near if cell in self.cells)


def main():
    puzzles = {**{f"{n}x{n}x{n}": cube_cuts(n) for n in CUBES}, **CUTS}
    lines = [f"{json.dumps(name)}: {json.dumps(counted(cuts))}" for name, cuts in puzzles.items()]
    (HERE / "cut_puzzles.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
