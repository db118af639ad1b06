"""Symmetries: rotations and reflections that carry a puzzle and its moves to themselves."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.model.point_matching import match_points

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle

Floats = NDArray[np.float64]
EPS = 1e-5


@dataclass(frozen=True, slots=True, eq=False)
class Symmetry:
    """A rotation or reflection of space that carries the puzzle to itself.

    `stickers` says where each sticker's place goes; `moves` says which move, made how many
    times, each basic move becomes: under a reflection a clockwise turn becomes another one made
    backwards.

    >>> from puzzlery.twisty.geometry import cube
    >>> mirror = symmetries(cube(2))[-1]
    >>> mirror.is_reflection, sorted({times for _, times in mirror.moves.values()})
    (True, [-1])
    """

    matrix: Floats
    stickers: Permutation
    moves: Mapping[str, tuple[str, int]]

    @property
    def is_reflection(self) -> bool:
        """Whether the symmetry turns a left hand into a right one.

        >>> from puzzlery.twisty.geometry import cube
        >>> sum(symmetry.is_reflection for symmetry in symmetries(cube(3)))
        24
        """
        return bool(np.linalg.det(self.matrix) < 0)


def symmetries(puzzle: "Puzzle", *, reflections: bool = True) -> list[Symmetry]:
    """All symmetries, the identity first; a puzzle without positions has just that one.

    Candidates are the orthogonal maps that carry three chosen stickers to stickers equally far
    from the middle and from each other; those that carry every sticker to a sticker and every
    move to a move are kept.

    >>> from puzzlery.twisty.geometry import cube
    >>> len(symmetries(cube(3))), len(symmetries(cube(3), reflections=False))
    (48, 24)
    """
    if puzzle.skin is None:
        identity = Permutation.identity(puzzle.degree)
        return [Symmetry(np.eye(3), identity, {name: (name, 1) for name in puzzle.turns})]
    points = puzzle.skin.positions - puzzle.skin.positions.mean(axis=0)
    names = _names_by_permutation(puzzle)
    found = []
    for matrix in _isometries(points):
        if not reflections and np.linalg.det(matrix) < 0:
            continue
        symmetry = _as_symmetry(puzzle, matrix, points, names)
        if symmetry is not None:
            found.append(symmetry)
    return sorted(found, key=_identity_first)


def _as_symmetry(
    puzzle: "Puzzle", matrix: Floats, points: Floats, names: dict[bytes, tuple[str, int]]
) -> Symmetry | None:
    images = match_points(points, points @ matrix.T, EPS)
    if images is None or len(np.unique(images)) != len(images):
        return None
    stickers = Permutation(images)
    if not _keeps_glue(puzzle, stickers):
        return None
    moves = {}
    for name, move in puzzle.moves.items():
        becomes = names.get(move.conjugate(stickers).data)
        if becomes is None:
            return None
        moves[name] = becomes
    return Symmetry(matrix, stickers, moves)


def _keeps_glue(puzzle: "Puzzle", stickers: Permutation) -> bool:
    glued = set(puzzle.glued)
    return all(frozenset(stickers[i] for i in group) in glued for group in glued)


def _names_by_permutation(puzzle: "Puzzle") -> dict[bytes, tuple[str, int]]:
    """The moves and their inverses, found by what they do."""
    names: dict[bytes, tuple[str, int]] = {}
    for name, move in puzzle.moves.items():
        names.setdefault(move.data, (name, 1))
    for name, move in puzzle.moves.items():
        names.setdefault(move.inverse.data, (name, -1))
    return names


def _isometries(points: Floats) -> Iterator[Floats]:
    """Orthogonal maps about the origin that might carry the points to themselves."""
    frame = _reference_points(points)
    if len(frame) < 3:
        yield from _flat_isometries(points, frame)
        return
    yield from _maps_of_frame(points, points[frame])


def _reference_points(points: Floats) -> list[int]:
    """Up to three points that span as much of space as there is, from small shells."""
    radii = np.round(np.linalg.norm(points, axis=1), 4)
    shells, counts = np.unique(radii, return_counts=True)
    order = {float(shell): count for shell, count in zip(shells, counts, strict=True)}
    by_shell = sorted(range(len(points)), key=lambda i: (order[float(radii[i])], i))
    frame: list[int] = []
    for i in by_shell:
        if np.linalg.matrix_rank(points[[*frame, i]], tol=1e-3) == len(frame) + 1:
            frame.append(i)
            if len(frame) == 3:
                break
    return frame


def _flat_isometries(points: Floats, frame: list[int]) -> Iterator[Floats]:
    """Maps of points in a plane, which keep the side that one looks at."""
    if len(frame) < 2:
        yield np.eye(3)
        return
    normal = np.cross(points[frame[0]], points[frame[1]])
    normal /= np.linalg.norm(normal)
    yield from _maps_of_frame(np.vstack([points, normal]), np.vstack([points[frame], normal]))


def _maps_of_frame(points: Floats, frame: Floats) -> Iterator[Floats]:
    """The orthogonal maps that carry the frame's points to points of the set."""
    gram = frame @ frame.T
    inverse = np.linalg.inv(frame)
    lengths = np.einsum("ij,ij->i", points, points)
    first, second, third = (np.flatnonzero(np.abs(lengths - gram[k, k]) < EPS) for k in range(3))
    for a in points[first]:
        for b in points[second][np.abs(points[second] @ a - gram[0, 1]) < EPS]:
            near_c = points[third]
            fits = (np.abs(near_c @ a - gram[0, 2]) < EPS) & (np.abs(near_c @ b - gram[1, 2]) < EPS)
            for c in near_c[fits]:
                yield (inverse @ np.vstack([a, b, c])).T


def _identity_first(symmetry: Symmetry) -> tuple[bool, bool, bytes]:
    is_identity = symmetry.stickers.is_identity and not symmetry.is_reflection
    return (not is_identity, symmetry.is_reflection, symmetry.stickers.data)
