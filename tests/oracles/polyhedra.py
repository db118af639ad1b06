"""Platonic puzzles of any size, plainly: small tiles on the faces, and slabs that turn them."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from tests.oracles.arrangement import FACES, corners_of, units

EPS = 1e-6


@dataclass(frozen=True)
class Tiles:
    """Stickers by face and position; turns by axis, and where each carries the stickers."""

    face: list[int]
    position: np.ndarray
    axis: np.ndarray
    moves: list[list[int]]


def tiles(shape: str, size: int) -> Tiles:
    """The puzzle of a shape with so many rows of tiles on each face.

    Tetrahedra and icosahedra turn about their vertices, the others about their faces. The slabs of
    tetrahedra, cubes and octahedra reach through the whole; those of an icosahedron end at the rim
    of the five faces around a vertex. A dodecahedron has half as many slabs as its size for each
    face: the first takes the face along, each the next strip of tiles around it.
    """
    normals = units(FACES[shape[0]])
    corners = corners_of(normals)
    if shape == "dodecahedron":
        return _dodecahedron(normals, corners, size // 2)
    placed = [
        (face, point)
        for face, normal in enumerate(normals)
        for point in _grid(corners[np.abs(corners @ normal - 1) < EPS], size)
    ]
    position = np.array([point for _, point in placed])
    axes = units(corners) if shape in ("tetrahedron", "icosahedron") else normals
    if shape in ("cube", "octahedron"):
        axes = np.array([a for k, a in enumerate(axes) if not any(a @ axes[:k].T < EPS - 1)])
    order = {"cube": 4, "icosahedron": 5}.get(shape, 3)
    turns = [
        (axis, (position @ axis >= low - EPS) & (position @ axis <= high + EPS))
        for axis in axes
        for low, high in _slabs(axis, corners, size, is_capped=shape == "icosahedron")
    ]
    return _turning([face for face, _ in placed], position, turns, order)


def _slabs(axis, corners, size, *, is_capped):
    """The heights between which the layers of an axis lie, from the top."""
    heights = sorted({round(float(height), 6) for height in corners @ axis}, reverse=True)
    ends = np.linspace(heights[0], heights[1] if is_capped else heights[-1], size + 1)
    return list(zip(ends[1:], ends[:-1], strict=True))


def _grid(corners, size):
    """The middles of the equal tiles of a triangle or a square."""
    if len(corners) == 4:
        nearest = sorted(corners[1:], key=lambda corner: np.linalg.norm(corner - corners[0]))
        across, up = ((corner - corners[0]) / size for corner in nearest[:2])
        halves = [k + 0.5 for k in range(size)]
        return [corners[0] + i * across + j * up for i in halves for j in halves]
    across, up = ((corner - corners[0]) / size for corner in corners[1:])
    upright = [(i + 1 / 3, j + 1 / 3) for i in range(size) for j in range(size - i)]
    hanging = [(i + 2 / 3, j + 2 / 3) for i in range(size) for j in range(size - i - 1)]
    return [corners[0] + i * across + j * up for i, j in upright + hanging]


def _dodecahedron(normals, corners, depth):
    """Tiles where two strips of a face cross, on one strip only, and on none."""
    placed = [
        (face, strips, point)
        for face in range(len(normals))
        for strips, point in _pentagon(normals, corners, face, depth)
    ]
    turns = [
        (normal, np.array([(f == k and row == 1) or s.get(k) == row for f, s, _ in placed]))
        for k, normal in enumerate(normals)
        for row in range(1, depth + 1)
    ]
    position = np.array([point for _, _, point in placed])
    return _turning([face for face, _, _ in placed], position, turns, 5)


def _pentagon(normals, corners, face, depth):
    """The tiles of a face: their strips, numbered from each edge, and their middles.

    An edge is named by the face beyond it. Strips are so narrow that only those of neighboring
    edges cross.
    """
    normal = normals[face]
    meet = max(a @ b for a, b in combinations(normals, 2))
    beside = [k for k, other in enumerate(normals) if abs(other @ normal - meet) < EPS]
    towards = {k: units([normals[k] - meet * normal])[0] for k in beside}
    rim = max(corners[np.abs(corners @ normal - 1) < EPS] @ towards[beside[0]])
    heights = {row: rim - (row - 0.5) * 0.1 / depth for row in range(1, depth + 1)}
    found = [({}, normal)]
    for a in beside:
        found += [({a: row}, normal + heights[row] * towards[a]) for row in heights]
    for a, b in combinations(beside, 2):
        if abs(normals[a] @ normals[b] - meet) < EPS:
            system = np.array([normal, towards[a], towards[b]])
            found += [
                ({a: i, b: j}, np.linalg.solve(system, [1, heights[i], heights[j]]))
                for i in heights
                for j in heights
            ]
    return found


def _turning(face, position, turns, order):
    moves = []
    for axis, moving in turns:
        angle = 2 * np.pi / order
        along = np.outer(position @ axis, axis)
        across = np.cross(axis, position)
        turned = along + (position - along) * np.cos(angle) + across * np.sin(angle)
        near = ((turned[:, None] - position[None]) ** 2).sum(axis=2).argmin(axis=1)
        moves.append([int(near[k]) if moving[k] else k for k in range(len(face))])
    return Tiles(face, position, np.array([axis for axis, _ in turns]), moves)
