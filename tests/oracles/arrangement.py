"""Counting the parts of a face without cutting it: lines, and the points where they cross.

Each line that crosses a convex polygon adds one part, and so does each crossing inside, once for
every line through it after the first (Euler's formula).
"""

from itertools import combinations, product

import numpy as np

EPS = 1e-7
PHI = (1 + 5**0.5) / 2
FACES = {
    "t": [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)],
    "c": [(x, 0, 0) for x in (1, -1)] + [(0, x, 0) for x in (1, -1)] + [(0, 0, x) for x in (1, -1)],
    "o": list(product((1, -1), repeat=3)),
    "d": [
        np.roll((0, a, b * PHI), turn) for a in (1, -1) for b in (1, -1) for turn in range(3)
    ],
    "i": [
        *product((1, -1), repeat=3),
        *(
            np.roll((0, a / PHI, b * PHI), turn)
            for a in (1, -1) for b in (1, -1) for turn in range(3)
        ),
    ],
}  # fmt: skip


def parts_of_a_face(shape: str, cuts: list[tuple[str, float]]) -> int:
    """How many stickers a face has."""
    normals = units(FACES[shape])
    corners = corners_of(normals)
    home = corners[np.abs(corners @ normals[0] - 1) < EPS]
    lines = [
        plane
        for plane in planes_of(normals, corners, cuts)
        if np.ptp(np.sign(_rounded(home @ plane[:3] - plane[3]))) == 2
    ]
    crossings: dict[tuple[float, ...], set[int]] = {}
    for (i, a), (j, b) in combinations(enumerate(lines), 2):
        system = np.array([normals[0], a[:3], b[:3]])
        if abs(np.linalg.det(system)) < EPS:
            continue
        point = np.linalg.solve(system, [1, a[3], b[3]])
        beside = [normal for normal in normals[1:] if (home @ normal).max() > 1 - EPS]
        if all(point @ normal < 1 - EPS for normal in beside):
            key = next((k for k in crossings if np.abs(point - k).max() < 1e-6), tuple(point))
            crossings.setdefault(key, set()).update((i, j))
    return 1 + len(lines) + sum(len(through) - 1 for through in crossings.values())


def planes_of(normals, corners, cuts):
    """The planes of all cuts as (x, y, z, offset), each once."""
    found: list[np.ndarray] = []
    for kind, distance in cuts:
        for direction in directions_of(kind, normals, corners):
            plane = np.append(direction, distance)
            if not any(min(abs(plane - p).max(), abs(plane + p).max()) < EPS for p in found):
                found.append(plane)
    return found


def directions_of(kind, normals, corners):
    if kind == "f":
        return normals
    if kind == "v":
        return units(corners)
    pairs = list(combinations(corners, 2))
    shortest = min(np.linalg.norm(a - b) for a, b in pairs)
    return units([a + b for a, b in pairs if np.linalg.norm(a - b) < shortest + EPS])


def corners_of(normals):
    """The points where three faces or more meet and none is passed."""
    found: list[np.ndarray] = []
    for three in combinations(normals, 3):
        if abs(np.linalg.det(three)) < EPS:
            continue
        point = np.linalg.solve(three, np.ones(3))
        is_new = all(np.abs(point - other).max() > EPS for other in found)
        if is_new and (normals @ point < 1 + EPS).all():
            found.append(point)
    return np.array(found)


def units(vectors):
    rows = np.array(vectors, dtype=float)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def _rounded(values):
    return np.where(np.abs(values) < EPS, 0.0, values)
