"""The net of a scene: for each face the motion that lays it into the plane of the net."""

import numpy as np

from puzzlery.render.net import UnfoldedFace, unfold
from puzzlery.render.plane import Floats
from puzzlery.render.solid import solid
from puzzlery.render.surface import Surface, frame

# The usual net of a cube, in columns and rows of one face each.
CUBE_NET = {"U": (1, 1), "L": (0, 0), "F": (1, 0), "R": (2, 0), "B": (3, 0), "D": (1, -1)}


def face_net(shown: Surface) -> tuple[float, ...]:
    """Eight numbers for each face, in the order in which faces first occur; none without a net.

    They are the two rows of a matrix, and the shifts to the right and up.

    >>> from puzzlery.render.surface import surface
    >>> from puzzlery.twisty.geometry import cube
    >>> len(face_net(surface(cube(2))))
    48
    """
    names = list(dict.fromkeys(shown.faces))
    sheets = _unfolded(shown, names) or _looked_at(shown, names)
    rows = [(*sheet.matrix[0], *sheet.matrix[1], *sheet.shift[:2]) for sheet in sheets]
    return tuple((np.round(np.array(rows), 6) + 0.0).ravel().tolist())


def _unfolded(shown: Surface, names: list[str]) -> list[UnfoldedFace]:
    """The faces of a solid; none if several of its sides bear one name."""
    body = solid(shown)
    if body is None:
        return []
    by_name = {body.faces[sheet.face].name: sheet for sheet in unfold(body)}
    known = [face for face in body.faces if face.places]
    return [by_name[name] for name in names] if len(known) == len(names) else []


def _looked_at(shown: Surface, names: list[str]) -> list[UnfoldedFace]:
    """Each face as one looks at it, side by side; none if its stickers look all around."""
    labels = np.array(shown.faces)
    facing = [shown.normals[labels == name].mean(axis=0) for name in names]
    if min(float(np.linalg.norm(normal)) for normal in facing) < 0.5:
        return []
    step = 2.12 * float(np.abs(shown.corners).max())
    is_cube = set(names) <= set(CUBE_NET)
    sheets = []
    for number, (name, normal) in enumerate(zip(names, facing, strict=True)):
        unit = normal / np.linalg.norm(normal)
        if is_cube and len(names) == len(CUBE_NET):
            unit = np.round(unit)
        cell = CUBE_NET[name] if is_cube and len(names) == len(CUBE_NET) else (number, 0)
        sheets.append(UnfoldedFace(number, _axes(unit), step * np.array([*cell, 0.0])))
    return sheets


def _axes(normal: Floats) -> Floats:
    return np.array([*frame(normal), normal])
