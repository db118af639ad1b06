"""Nets: the faces of a solid unfolded into the plane; front and back of anything else."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from puzzlery.render.drawing import default_camera, draw
from puzzlery.render.drawn_puzzle import DrawnPuzzle, sticker
from puzzlery.render.picture import Patch, StickerLetter
from puzzlery.render.plane import Floats, OutlinePath, overlap
from puzzlery.render.solid import ConvexSolid, Hinge, hinges
from puzzlery.render.surface import frame
from puzzlery.render.view import Camera
from puzzlery.twisty.model.layer_notation import rotation

Tree = Sequence[Hinge]
"""Hinges from a face that is already laid out to one that is not, starting at the root."""


@dataclass(frozen=True, eq=False)
class UnfoldedFace:
    """The place of a face in a net: a rigid motion of space that lays it into the plane z = 0.

    >>> from puzzlery.render.solid import solid
    >>> from puzzlery.render.surface import surface
    >>> from puzzlery.twisty.geometry import cube
    >>> body = solid(surface(cube(2)))
    >>> sorted(sheet.face for sheet in unfold(body))
    [0, 1, 2, 3, 4, 5]
    """

    face: int
    matrix: Floats
    shift: Floats

    def project(self, points: Floats) -> Floats:
        """The points of the face as points of the net."""
        return np.asarray((points @ self.matrix.T + self.shift)[..., :2])

    def swung(self, body: ConvexSolid, hinge: Hinge) -> "UnfoldedFace":
        """The neighbor beyond a hinge, rotated about it until it lies in the same plane."""
        ours, theirs = body.faces[hinge.first].normal, body.faces[hinge.second].normal
        edge = hinge.end - hinge.start
        angle = np.arctan2(np.cross(theirs, ours) @ edge / np.linalg.norm(edge), theirs @ ours)
        opened = rotation(edge, float(angle))
        shift = self.matrix @ (hinge.start - opened @ hinge.start) + self.shift
        return UnfoldedFace(hinge.second, self.matrix @ opened, shift)


def draw_net(seen: DrawnPuzzle) -> list[Patch]:
    """The patches of an unfolded puzzle; if it is no solid, its front beside its back.

    >>> from puzzlery.render.drawn_puzzle import drawn_puzzle
    >>> from puzzlery.twisty.geometry import cube
    >>> sum(patch.place >= 0 for patch in draw_net(drawn_puzzle(cube(2))))
    24
    """
    if seen.body is None:
        return _front_and_back(seen)
    body = seen.body
    sheets = unfold(body)
    plastic = [
        Patch(
            OutlinePath.sharp(sheet.project(body.faces[sheet.face].outline)),
            seen.plastic,
            border=0.008,
        )
        for sheet in sheets
    ]
    return plastic + [
        sticker(seen, place, sheet.project, upright=True)
        for sheet in sheets
        for place in body.faces[sheet.face].places
    ]


def unfolded_outlines(seen: DrawnPuzzle, scale: float = 1.0) -> list[tuple[int, Floats]]:
    """The places with their outlines in the net of a solid.

    A scale below 1 shrinks each face, so that gaps separate it from its neighbors.

    >>> from puzzlery.render.drawn_puzzle import drawn_puzzle
    >>> from puzzlery.twisty.geometry import cube
    >>> len(unfolded_outlines(drawn_puzzle(cube(2))))
    24
    """
    body = seen.body
    if body is None:
        return []
    found = []
    for sheet in unfold(body):
        middle = sheet.project(body.faces[sheet.face].outline).mean(axis=0)
        for place in body.faces[sheet.face].places:
            outline = sheet.project(seen.surface.polygons[place])
            found.append((place, middle + scale * (outline - middle)))
    return found


def unfold(body: ConvexSolid) -> list[UnfoldedFace]:
    """The faces of a net, joined along edges if that is possible without overlap.

    It tries two flowers (a face with its neighbors, and the same around the opposite face; a
    cross for a cube), a belt with caps on both sides, and breadth-first trees. If all overlap, the
    faces lie side by side.

    >>> from puzzlery.render.solid import solid
    >>> from puzzlery.render.surface import surface
    >>> from puzzlery.twisty.geometry import cube
    >>> body = solid(surface(cube(2)))
    >>> outlines = [sheet.project(body.faces[sheet.face].outline) for sheet in unfold(body)]
    >>> np.ptp(np.concatenate(outlines), axis=0).round(6).tolist()  # a cross, four faces by three
    [8.0, 6.0]
    """
    edges = hinges(body)
    for shape in (_flowers, _belt, _plain):
        nets = [_laid(body, root, tree) for root, tree in shape(body, edges)]
        whole = [net for net in nets if len(net) == len(body.faces) and not _overlapping(body, net)]
        if whole:
            return min(whole, key=lambda net: _awkwardness(body, net))
    return _side_by_side(body)


def _flat(body: ConvexSolid, number: int) -> UnfoldedFace:
    face = body.faces[number]
    return UnfoldedFace(
        number, np.array([*frame(face.normal), face.normal]), np.array([0, 0, -face.offset])
    )


def _laid(body: ConvexSolid, root: int, tree: Tree) -> list[UnfoldedFace]:
    sheets = {root: _flat(body, root)}
    for hinge in tree:
        sheets[hinge.second] = sheets[hinge.first].swung(body, hinge)
    return list(sheets.values())


def _outlines(body: ConvexSolid, net: Iterable[UnfoldedFace]) -> list[Floats]:
    return [sheet.project(body.faces[sheet.face].outline) for sheet in net]


def _overlapping(body: ConvexSolid, net: Iterable[UnfoldedFace]) -> bool:
    slack = 1e-4 * float(np.abs(body.corners).max())
    return any(overlap(a, b, slack) for a, b in combinations(_outlines(body, net), 2))


def _awkwardness(body: ConvexSolid, net: Sequence[UnfoldedFace]) -> tuple[float, float]:
    """Less for a net that is low, then for one that goes on to the right."""
    outlines = _outlines(body, net)
    points = np.concatenate(outlines)
    middle = np.mean([outline.mean(axis=0) for outline in outlines], axis=0)
    return (round(float(np.ptp(points[:, 1])), 4), round(-float(middle[0]), 4))


def _toward(body: ConvexSolid, direction: Sequence[float]) -> int:
    """The face that looks most into a direction."""
    return int(np.argmax([face.normal @ direction for face in body.faces]))


def _flowers(body: ConvexSolid, edges: Sequence[Hinge]) -> Iterator[tuple[int, Tree]]:
    """Trees of two flowers: a face with its neighbors, and those around the opposite face."""
    root = _toward(body, (0.1, 1.0, 0.2) if len(body.faces) > 8 else (0.1, 0.2, 1.0))
    petals = [edge for edge in edges if edge.first == root]
    placed = {root, *(petal.second for petal in petals)}
    last = _toward(body, (-body.faces[root].normal).tolist())
    if last in placed:
        yield root, petals
        return
    far = [edge for edge in edges if edge.first == last and edge.second not in placed]
    for link in edges:
        if link.first not in placed or link.first == root or link.second in placed:
            continue
        if link.second == last:
            yield root, [*petals, link]
        for stem in edges:
            if stem.first == link.second and stem.second == last:
                rest = [petal for petal in far if petal.second != link.second]
                yield root, [*petals, link, stem, *rest]


def _belt(body: ConvexSolid, edges: Sequence[Hinge]) -> Iterator[tuple[int, Tree]]:
    """A tree of a belt around the middle, open at the back, with the rest hanging on to it."""
    steep = [abs(float(face.normal[1])) for face in body.faces]
    belt = {i for i, slope in enumerate(steep) if slope < min(steep) + 1e-3}
    root = max(belt, key=lambda i: float(body.faces[i].normal @ [0.1, 0.2, 1.0]))
    tree = _breadth_first(root, [edge for edge in edges if {edge.first, edge.second} <= belt])
    placed = {root, *(edge.second for edge in tree)}
    for number in sorted(range(len(steep)), key=lambda i: steep[i]):
        joints = [edge for edge in edges if edge.second == number and edge.first in placed]
        if number not in placed and joints:
            tree.append(min(joints, key=lambda edge: round(steep[edge.first], 6)))
            placed.add(number)
    yield root, tree


def _plain(body: ConvexSolid, edges: Sequence[Hinge]) -> Iterator[tuple[int, Tree]]:
    """Trees that grow from one face to its neighbors and theirs, from every face in turn."""
    for root in range(len(body.faces)):
        yield root, _breadth_first(root, edges)


def _breadth_first(root: int, edges: Sequence[Hinge]) -> list[Hinge]:
    tree: list[Hinge] = []
    placed, queue = {root}, [root]
    for here in queue:
        for edge in edges:
            if edge.first == here and edge.second not in placed:
                placed.add(edge.second)
                queue.append(edge.second)
                tree.append(edge)
    return tree


def _side_by_side(body: ConvexSolid) -> list[UnfoldedFace]:
    """The faces in rows, each upright, with a little room between them."""
    sheets = [_flat(body, number) for number in range(len(body.faces))]
    outlines = _outlines(body, sheets)
    step = 1.1 * max(float(np.ptp(outline, axis=0).max()) for outline in outlines)
    columns = int(np.ceil(np.sqrt(1.5 * len(sheets))))
    return [
        replace(sheet, shift=sheet.shift + _lifted(_cell(number, columns, step) - _middle(outline)))
        for number, (sheet, outline) in enumerate(zip(sheets, outlines, strict=True))
    ]


def _cell(number: int, columns: int, step: float) -> Floats:
    return np.array([number % columns, -(number // columns)], dtype=np.float64) * step


def _lifted(flat: Floats) -> Floats:
    return np.array([*flat.tolist(), 0.0])


def _middle(points: Floats) -> Floats:
    return np.asarray((points.min(axis=0) + points.max(axis=0)) / 2)


def _front_and_back(seen: DrawnPuzzle) -> list[Patch]:
    """What a camera sees, and to the right of it what one on the other side sees."""
    front = default_camera(seen)
    back = Camera(front.azimuth + 180, -front.elevation, front.distance)
    near, far = draw(seen, front), draw(seen, back)
    if not near or not far:
        return near or far
    left, right = _points(near), _points(far)
    gap = 0.12 * float(np.ptp(left, axis=0).max())
    shift = np.array([left[:, 0].max() + gap - right[:, 0].min(), 0.0])
    return near + [_shifted(patch, shift) for patch in far]


def _points(patches: Iterable[Patch]) -> Floats:
    return np.concatenate([patch.path.points for patch in patches])


def _shifted(patch: Patch, shift: Floats) -> Patch:
    label = patch.label
    if label is not None:
        label = StickerLetter(label.text, label.middle + shift, label.axes)
    return replace(patch, path=patch.path.moved(patch.path.points + shift), label=label)
