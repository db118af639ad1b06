"""Define small puzzles by hand and count their pieces and states, slowly and from the definitions.

Writes `pieces.json`: for each puzzle the positions of its stickers, its moves as cycles (a cycle of
one sticker turns in place), its pieces, how many pieces the rules 1 to 3 of docs/pieces.md leave,
and the order of its group, which GAP counts. Nothing of puzzlery is used. Run from the root of the
repository, with GAP installed: `python -m tests.data.make_pieces`.
"""

import json
import shutil
import subprocess
from itertools import combinations, product
from math import cos, dist, pi, sin
from pathlib import Path

import numpy as np
from tests.oracles.arrangement import FACES, units
from tests.oracles.polyhedra import tiles
from tests.oracles.refinement import pair_orbits, pieces_by_pairs, pieces_by_words

HERE = Path(__file__).parent
SIGNS = list(product((1, -1), repeat=3))
ODD = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]  # every other vertex of a cube
AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}


# Puzzles that turn in space ----------------------------------------------------------------------


def turning(points, turns):
    """Moves of points: each turns the points between two heights of an axis by part of a circle."""
    array = np.array(points, dtype=float)
    moves = {}
    for name, (axis, order, low, high) in turns.items():
        unit = units([axis])[0]
        inside = [k for k, point in enumerate(array) if low < point @ np.array(axis) < high]
        images = {k: nearest(array, turned(array[k], unit, 2 * pi / order)) for k in inside}
        moves[name] = cycles(images)
    return {"points": array.round(6).tolist(), "moves": moves}


def turned(point, axis, angle):
    """Rodrigues' formula."""
    along = (point @ axis) * axis
    return along + (point - along) * cos(angle) + np.cross(axis, point) * sin(angle)


def nearest(points, point):
    distances = np.abs(points - point).max(axis=1)
    assert distances.min() < 1e-6
    return int(distances.argmin())


def cycles(images):
    """The cycles of a dictionary, those of one point too, from their smallest points."""
    left, found = dict(images), []
    for start in sorted(images):
        if start in left:
            cycle = [start]
            while (following := left.pop(cycle[-1])) != start:
                cycle.append(following)
            found.append(cycle)
    return found


def box(a, b, c):
    """The middles of the stickers of a cuboid of unit cubes around the origin."""
    sizes = (a, b, c)
    points = []
    for axis, side in product(range(3), (1, -1)):
        others = [k for k in range(3) if k != axis]
        for i, j in product(*(range(sizes[k]) for k in others)):
            point = [0.0, 0.0, 0.0]
            point[axis] = side * sizes[axis] / 2
            for k, step in zip(others, (i, j), strict=True):
                point[k] = step + (1 - sizes[k]) / 2
            points.append(point)
    return points


def layers(a, b, c, *, inner=True):
    """All layers of a cuboid, by quarters where its cross-section is a square, else by halves."""
    sizes = (a, b, c)
    turns = {}
    for k, (name, axis) in enumerate(AXES.items()):
        first, second = (sizes[m] for m in range(3) if m != k)
        for layer in range(sizes[k]):
            low = layer - sizes[k] / 2
            ends = (low - 0.1 if layer == 0 else low, low + (1.1 if layer == sizes[k] - 1 else 1))
            if inner or layer in (0, sizes[k] - 1):
                turns[f"{name}{layer}"] = (axis, 4 if first == second else 2, *ends)
    return turns


def on_cube(*spots):
    """A spot given on one quarter of the face x = 1, on all quarters of all faces."""
    found = set()
    for (u, v), signs, axis in product(spots, SIGNS, range(3)):
        for pair in ((u, v), (v, u)):
            point = list(pair)
            point.insert(axis, 1.0)
            found.add(tuple(sign * x + 0.0 for sign, x in zip(signs, point, strict=True)))
    return sorted(found)


def about(axes, order, low):
    """Turns of what lies higher than this along each axis."""
    return {f"m{k}": (axis, order, low, 99.0) for k, axis in enumerate(axes)}


def megaminx():
    made = tiles("dodecahedron", 2)
    return turning(made.position, about(units(FACES["d"]), 5, 0.94))


def platonic(shape, size):
    made = tiles(shape, size)
    moves = {
        f"m{k}": cycles({i: image for i, image in enumerate(images) if i != image})
        for k, images in enumerate(made.moves)
    }
    return {"points": made.position.round(6).tolist(), "moves": moves}


# Puzzles that are lists of cycles ----------------------------------------------------------------


def listed(degree, moves, points=None):
    if points is None:
        points = [[float(k), float(k * k % 7), 0.0] for k in range(degree)]
    return {"points": points, "moves": moves}


def rings(size, apart):
    """Two rings of balls that share two, so many steps apart on both."""
    left = list(range(size))
    right = [*range(size, 2 * size - 2)]
    right = [0, *right[: apart - 1], apart, *right[apart - 1 :]]
    return listed(2 * size - 2, {"l": [left], "r": [right]})


def switches(count):
    return listed(2 * count, {f"m{k}": [[k, k + count]] for k in range(count)})


def spinner(count, window):
    """A ring, and a window in which the order is reversed."""
    flip = [[k, window - 1 - k] for k in range(window // 2)]
    return listed(count, {"turn": [list(range(count))], "flip": flip})


def cogs():
    """Cogs with six teeth on bases with two stickers; two rings carry them and roll them."""
    rows = {"a": ([0, 1, 2, 3, 4, 5], 1), "b": ([0, 6, 7, 3, 8, 9], 2)}
    number = {(slot, k): 8 * slot + k for slot in range(10) for k in range(8)}
    moves = {}
    for name, (slots, roll) in rows.items():
        images = {}
        for slot, following in zip(slots, slots[1:] + slots[:1], strict=True):
            for k in range(8):
                to = (k + roll) % 6 if k < 6 else k
                images[number[slot, k]] = number[following, to]
        moves[name] = cycles(images)
    tooth = [(0.3 * cos(k * pi / 3), 0.3 * sin(k * pi / 3)) for k in range(6)] + [(1, 0), (1, 1)]
    return listed(80, moves, [[3.0 * s + x, y, 0.0] for s in range(10) for x, y in tooth])


def leaning():
    """Pairs of stickers, farther apart in every other slot: two bodies that travel together."""
    rows = {"a": [0, 1, 2, 3], "b": [0, 4, 2, 5]}
    moves = {name: [[2 * s for s in row], [2 * s + 1 for s in row]] for name, row in rows.items()}
    points = [[5.0 * s, 0.0, 0.0] for s in range(6)]
    both = [p for s, p in enumerate(points) for p in (p, [p[0], 1.0 + s % 2, 0.0])]
    return listed(12, moves, both)


def wedges():
    """Two layers of twelve wedges with two stickers each; both turn by one, halves are swapped."""
    number = {(layer, place, k): 24 * layer + 2 * place + k
              for layer in (0, 1) for place in range(12) for k in (0, 1)}  # fmt: skip
    turns = {
        name: cycles({number[layer, p, k]: number[layer, (p + 1) % 12, k]
                      for p in range(12) for k in (0, 1)})
        for layer, name in enumerate("ud")
    }  # fmt: skip
    swap = [[number[0, p, k], number[1, 5 - p, k]] for p in range(6) for k in (0, 1)]
    points = [[cos(p * pi / 6) * (1 + k), sin(p * pi / 6) * (1 + k), float(layer)]
              for layer, p, k in number]  # fmt: skip
    return listed(48, {**turns, "s": swap}, points)


def zigzag(length):
    """Two tracks side by side that only many moves tell apart (docs/pieces.md)."""

    def steps(first):
        pairs = [[k, k + 1] for k in range(first, length - 1, 2)]
        return [*pairs, *([a + length, b + length] for a, b in pairs)]

    return listed(2 * length + 1, {"a": steps(0), "b": steps(1), "c": [[length - 1, 2 * length]]})


def barrel():
    """Four rows of five balls that turn, and a column between them that slides."""
    rows = {f"r{k}": [list(range(5 * k, 5 * k + 5))] for k in range(4)}
    return listed(23, {**rows, "s": [[20, 0, 5, 21, 10, 15, 22]]})


def puzzles():
    return {
        "cube 2": turning(box(2, 2, 2), layers(2, 2, 2)),
        "cube 3": turning(box(3, 3, 3), layers(3, 3, 3)),
        "cube 3, faces only": turning(box(3, 3, 3), layers(3, 3, 3, inner=False)),
        "cube 4": turning(box(4, 4, 4), layers(4, 4, 4)),
        "cuboid 2x3x4": turning(box(2, 3, 4), layers(2, 3, 4)),
        "cuboid 3x3x1": turning(box(3, 3, 1), layers(3, 3, 1, inner=False)),
        "cuboid 2x2x3": turning(box(2, 2, 3), layers(2, 2, 3)),
        "skewb": turning(on_cube((0, 0), (0.8, 0.8)), about(ODD, 3, 0)),
        "dino": turning(on_cube((0.5, 0)), about(SIGNS, 3, 1)),
        "helicopter": turning(
            on_cube((0.8, 0.8), (0.3, 0.3)),
            about([e for e in product((1, 0, -1), repeat=3) if sum(map(abs, e)) == 2], 2, 1),
        ),
        "ivy": turning(
            [p for p in on_cube((0, 0), (0.8, 0.8)) if 0 in p or np.prod(p) > 0], about(ODD, 3, 0.5)
        ),
        "tetrahedron 3": platonic("tetrahedron", 3),
        "octahedron 3": platonic("octahedron", 3),
        "icosahedron 2": platonic("icosahedron", 2),
        "megaminx": megaminx(),
        "one face of a megaminx": {**megaminx(), "moves": {"m0": megaminx()["moves"]["m0"]}},
        "rings": rings(20, 5),
        "switches": switches(12),
        "spinner": spinner(20, 4),
        "cogs": cogs(),
        "leaning": leaning(),
        "wedges": wedges(),
        "zigzag": zigzag(7),
        "barrel": barrel(),
    }


# Pieces ------------------------------------------------------------------------------------------


def images_of(degree, moves):
    """The moves as lists of images."""
    found = []
    for cycles_of_move in moves.values():
        images = list(range(degree))
        for cycle in cycles_of_move:
            for place, following in zip(cycle, cycle[1:] + cycle[:1], strict=True):
                images[place] = following
        found.append(images)
    return found


def by_moves(degree, moves):
    """Rule 1: stickers that the same moves move."""
    kinds = {}
    for point in range(degree):
        kinds.setdefault(tuple(move[point] != point for move in moves), set()).add(point)
    return {frozenset(kind) for kind in kinds.values()}


def cut(pieces, moves):
    """Rule 2 to the letter: what a cycle holds of a piece leaves it, if it is two or more.

    Pieces come in the order of their smallest stickers, those cut off at the end; the cycles in
    the order of the moves.
    """
    waiting = sorted(map(set, pieces), key=min)
    for piece in waiting:
        for cycle in (cycle for cycles_of_move in moves.values() for cycle in cycles_of_move):
            part = piece & set(cycle)
            if 2 <= len(part) < len(piece):
                waiting.append(part)
                piece -= part
    return waiting


def told_by_turning(degree, named, moves):
    """The definition, where a move that turns one sticker in place also tells it from others."""
    roots = pair_orbits(degree, moves)
    resting = [
        {cycle[0] for cycle in cycles_of_move if len(cycle) == 1}
        for cycles_of_move in named.values()
    ]
    apart = {
        roots[p * degree + q]
        for p, q in product(range(degree), repeat=2)
        if any((p in turned) != (q in turned) for turned in resting)
    }
    found = set()
    for piece in pieces_by_pairs(degree, moves):
        for p in piece:
            found.add(frozenset(q for q in piece if roots[p * degree + q] not in apart))
    return found


def bodies(points, pieces, moves):
    """Pieces, parted where the distance of two stickers differs from pose to pose."""
    found = set()
    for piece in pieces:
        poses = poses_of(tuple(sorted(piece)), moves)
        columns = range(len(piece))
        kept = {
            frozenset(pair)
            for pair in combinations(columns, 2)
            if len({round(dist(*(points[pose[k]] for k in pair)), 3) for pose in poses}) == 1
        } | {frozenset([k]) for k in columns}
        alike = {k: frozenset(j for j in columns if frozenset((j, k)) in kept) for k in columns}
        for pose in poses:
            for k in columns:
                body = [j for j in columns if alike[j] == alike[k] and j in alike[k]]
                found.add(frozenset(pose[j] for j in body))
    return found


def poses_of(piece, moves):
    reached, todo = {piece}, [piece]
    while todo:
        pose = todo.pop()
        for move in moves:
            image = tuple(move[point] for point in pose)
            if image not in reached:
                reached.add(image)
                todo.append(image)
    return reached


def counted(definition):
    """The definition with its pieces and counts."""
    points, named = definition["points"], definition["moves"]
    degree = len(points)
    moves = images_of(degree, named)
    pieces = pieces_by_pairs(degree, moves)
    closed = pieces_by_words(degree, moves)
    label = {point: min(piece) for piece in pieces for point in piece}
    return {
        **definition,
        "pieces": [label[point] for point in range(degree)],
        "counts": {
            "rule 1": len(by_moves(degree, moves)),
            "rules 1 and 3": len(closed),
            "rules 1, 2 and 3": len(cut(closed, named)),
            "definition": len(pieces),
            "definition, turning in place": len(told_by_turning(degree, named, moves)),
            "bodies": len(bodies(points, pieces, moves)),
        },
        "order": str(order(moves)),
    }


def order(moves):
    """The number of states, counted by GAP."""
    group = ",".join(f"PermList({[image + 1 for image in move]})" for move in moves)
    asked = subprocess.run(
        [str(shutil.which("gap")), "-q", "-b", "-A", "-x", "10000"],
        input=f'Print(Size(Group([{group}])),"\\n");\nQUIT;\n',
        capture_output=True,
        text=True,
        check=True,
    )
    return int(asked.stdout)


def main():
    lines = [f"{json.dumps(n)}: {json.dumps(counted(d))}" for n, d in puzzles().items()]
    (HERE / "pieces.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
