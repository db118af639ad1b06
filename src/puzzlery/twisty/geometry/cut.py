"""Cut puzzles: a solid and planes through it, from a description such as `c f 0.5 f 0`."""

import re
from dataclasses import dataclass

import numpy as np

from puzzlery import _core
from puzzlery.core.permutation import MAX_DEGREE
from puzzlery.errors import SyntaxFault
from puzzlery.twisty.geometry.build import (
    ANCHOR,
    Labels,
    PuzzleLabel,
    SolidStickers,
    assemble,
    check_size,
)
from puzzlery.twisty.geometry.polygon_parts import PolygonParts
from puzzlery.twisty.geometry.solids import (
    EPS,
    SHAPES,
    Direction,
    Solid,
    opposites,
    solid,
)
from puzzlery.twisty.geometry.vocabulary import GripAxis
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Floats

# Far more than any puzzle with MAX_DEGREE stickers has; it bounds the work on hostile texts.
MAX_CUTS = 1000
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
# A skewb keeps the corner UFR in place, so that its basis is the WCA's R, U, L and B.
SKEWB_ANCHOR = (1.0, 1.01, 1.02)


@dataclass(frozen=True, slots=True)
class Cut:
    """Planes across all directions of a kind: f (faces), v (vertices) or e (edges).

    >>> str(Cut("v", 0.5)), str(Cut("f", 0.0))
    ('v 0.5', 'f 0')
    """

    kind: str
    distance: float

    def __str__(self) -> str:
        return f"{self.kind} {repr(self.distance).removesuffix('.0')}"


@dataclass(frozen=True, slots=True)
class Description:
    """A solid by its letter, and its cuts.

    >>> str(Description("c", (Cut("f", 0.5), Cut("f", 0.0))))
    'c f 0.5 f 0'
    """

    shape: str
    cuts: tuple[Cut, ...]

    @classmethod
    def parse(cls, text: str) -> "Description":
        """Read a description: the letter of a solid, then cuts with their distances.

        >>> Description.parse("c f 0.5 f 0")
        Description(shape='c', cuts=(Cut(kind='f', distance=0.5), Cut(kind='f', distance=0.0)))
        """
        words = [(match[0], match.start()) for match in re.finditer(r"\S+", text)]
        if not words or words[0][0] not in SHAPES:
            raise SyntaxFault(
                f"expected a solid: {_listed(SHAPES)}", text, words[0][1] if words else 0
            )
        if len(words) < 3:
            raise SyntaxFault("expected a cut such as f 0.5", text, len(text.rstrip()))
        if len(words) > 2 * MAX_CUTS + 1:
            at = words[2 * MAX_CUTS + 1][1]
            raise SyntaxFault(f"expected at most {MAX_CUTS} cuts", text, at)
        cuts = [_cut(text, words[k : k + 2]) for k in range(1, len(words), 2)]
        return cls(words[0][0], tuple(cuts))

    def __str__(self) -> str:
        return " ".join([self.shape, *map(str, self.cuts)])


def cut_puzzle(description: str, *, name: str = "", outer_only: bool = False) -> Puzzle:
    """The puzzle that a description cuts out of a solid.

    A description is the letter of a solid (t c o d i) followed by cuts: f, v or e, for planes
    across faces, vertices or edges, each with its distance from the middle, where faces lie at
    distance 1. A cut at or beyond the border adds an axis, but no plane. With `outer_only` the
    layer in the middle of an axis does not turn.

    >>> cube = cut_puzzle("c f 0.333333333333333", name="3x3x3")
    >>> cube, " ".join(cube.turns)
    (<Puzzle 3x3x3: 54 stickers, 9 moves>, 'U D F B R L E S M')
    """
    parsed = Description.parse(description)
    text = " ".join(description.split())
    frame, lines = solid(parsed.shape), _cut_lines(parsed)
    kinds = {cut.kind for cut in parsed.cuts}
    is_cube = parsed.shape == "c" and kinds == {"f"}
    return assemble(
        PuzzleLabel(
            name or text,
            description="" if outer_only else text,
            hints={"cube": len(lines[0].offsets) + 1} if is_cube else {},
        ),
        _cut_body(frame, lines, name or text),
        lines,
        anchor=SKEWB_ANCHOR if parsed.shape == "c" and kinds == {"v"} else ANCHOR,
        outer_only=outer_only,
    )


def _cut_lines(description: Description) -> tuple[GripAxis, ...]:
    """The axes of a description, each with its cuts from the near end."""
    kinds = {cut.kind for cut in description.cuts}
    # Directions of one kind are equally far out, so that axes of one kind have the same cuts.
    alike = {(near.kind, far.kind): (near, far) for near, far in opposites(description.shape)}
    offsets = {
        ends: _offsets(description.cuts, *alike[ends]) for ends in alike if kinds.intersection(ends)
    }
    return tuple(
        GripAxis(near, far, offsets[near.kind, far.kind], near.order)
        for near, far in opposites(description.shape)
        if (near.kind, far.kind) in offsets
    )


def _cut(text: str, words: list[tuple[str, int]]) -> Cut:
    kind, at = words[0]
    if kind not in ("f", "v", "e"):
        raise SyntaxFault("expected a cut: f (faces), v (vertices) or e (edges)", text, at)
    if len(words) < 2:
        raise SyntaxFault("expected the distance of the cut", text, len(text.rstrip()))
    number, at = words[1]
    if not NUMBER.fullmatch(number) or not np.isfinite(float(number)):
        raise SyntaxFault("expected a finite number, the distance of the cut", text, at)
    return Cut(kind, float(number))


def _listed(letters: dict[str, str]) -> str:
    return ", ".join(f"{letter} ({name})" for letter, name in letters.items())


def _offsets(cuts: tuple[Cut, ...], near: Direction, far: Direction) -> tuple[float, ...]:
    """The offsets along the axis of the planes that do cut the solid, from the near end."""
    wanted = [cut.distance for cut in cuts if cut.kind == near.kind]
    wanted += [-cut.distance for cut in cuts if cut.kind == far.kind]
    inside = sorted(x for x in wanted if EPS - far.distance < x < near.distance - EPS)[::-1]
    apart = [x for k, x in enumerate(inside) if not k or inside[k - 1] - x > EPS]
    return tuple(x + 0.0 for x in apart)


def _cut_body(body: Solid, lines: tuple[GripAxis, ...], name: str) -> SolidStickers:
    """The stickers: one face is split, and copied to all the others."""
    base, plane = body.normals[0], body.frames[0]
    axes = np.array([line.near.vector for line in lines])
    cuts = [len(line.offsets) for line in lines]
    offsets = np.array([offset for line in lines for offset in line.offsets])
    parts = PolygonParts.of(
        body.outline @ plane.T,
        np.repeat(axes @ plane.T, cuts, axis=0),
        offsets - np.repeat(axes @ base, cuts),
        most=MAX_DEGREE // len(body.faces),
    )
    check_size(len(parts) * len(body.faces), name)
    return _copied(body, parts, base + parts.corners @ plane, base + parts.centroids() @ plane)


def _copied(body: Solid, parts: PolygonParts, corners: Floats, centers: Floats) -> SolidStickers:
    """The parts of the first face, copied to every face and numbered row by row."""
    count = len(body.faces)
    turns = body.spread.transpose(0, 2, 1)
    places, outlines = centers @ turns, corners @ turns
    order = _reading_order(places, body.frames)
    spans = parts.spans
    return SolidStickers(
        shape=body.letter,
        positions=places[np.arange(count)[:, None], order].reshape(-1, 3),
        normals=np.repeat(body.normals, len(parts), axis=0),
        polygons=tuple(
            outline[spans[k]]
            for outline, row in zip(outlines, order.tolist(), strict=True)
            for k in row
        ),
        face=np.repeat(np.arange(count), len(parts)),
        faces=body.faces,
        colors=body.colors,
    )


def _reading_order(places: Floats, frames: Floats) -> Labels:
    """The places of each face row by row from the top, each row from left to right."""
    order = _core.reading_order(places, frames, 10 * EPS)
    return np.frombuffer(order, dtype=np.int64).reshape(len(places), -1)
