"""Pictures: colored patches in the order they are painted, and their text as SVG."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from puzzlery.render.palette import contrasting
from puzzlery.render.plane import Floats, OutlinePath

_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LETTERING = (
    '<g font-family="Helvetica, Arial, \'DejaVu Sans\', sans-serif" font-size="100" '
    'font-weight="bold" text-anchor="middle">'
)


@dataclass(frozen=True, eq=False)
class StickerLetter:
    """A letter on a sticker: its middle, and its directions right and up, one em long.

    >>> StickerLetter("U", np.zeros(2), np.eye(2)).text
    'U'
    """

    text: str
    middle: Floats
    axes: Floats


@dataclass(frozen=True, eq=False)
class Patch:
    """One colored outline; `place` is the sticker's place, −1 for a part of the body.

    `border` is the width of a line of the same shade around it, as a fraction of the picture.

    >>> triangle = OutlinePath.sharp(np.array([[0, 0], [1, 0], [0, 1]], dtype=float))
    >>> Patch(triangle, "#ff0000").place
    -1
    """

    path: OutlinePath
    shade: str
    place: int = -1
    pattern: str = ""
    label: StickerLetter | None = None
    border: float = 0.0


@dataclass(frozen=True, eq=False)
class PuzzlePicture:
    """Patches in pixels, x to the right and y down, and the size of the picture.

    >>> framed([], 100, square=True).width
    100
    """

    patches: tuple[Patch, ...]
    width: float
    height: float


def framed(
    patches: Iterable[Patch],
    size: float,
    *,
    square: bool,
    margin: float = 0.03,
    reach: float | None = None,
) -> PuzzlePicture:
    """The patches (with y up) scaled and moved into a picture whose longer side is `size`.

    With a `reach`, the picture shows everything within this distance from the middle, so that all
    frames of a film have the same scale.

    >>> triangle = OutlinePath.sharp(np.array([[0, 0], [2, 0], [0, 1]], dtype=float))
    >>> picture = framed([Patch(triangle, "#ff0000")], 100, square=False, margin=0)
    >>> picture.width, picture.height
    (100.0, 50.0)
    """
    patches = tuple(patches)
    if not patches:
        return PuzzlePicture((), size, size)
    points = np.concatenate([patch.path.points for patch in patches])
    low, high = points.min(axis=0), points.max(axis=0)
    if reach is not None:
        low, high = np.minimum(low, -reach), np.maximum(high, reach)
    room = size * (1 - 2 * margin)
    scale = room / (float((high - low).max()) or 1.0)
    inner = (high - low) * scale
    width, height = (size, size) if square else (inner + 2 * margin * size).tolist()
    shift = np.array([width, height]) / 2 - (low + high) / 2 * [scale, -scale]
    flip = np.array([scale, -scale])
    return PuzzlePicture(tuple(_placed(patch, flip, shift) for patch in patches), width, height)


def _placed(patch: Patch, scale: Floats, shift: Floats) -> Patch:
    label = patch.label
    if label is not None:
        label = StickerLetter(label.text, label.middle * scale + shift, label.axes * scale)
    return replace(patch, path=patch.path.moved(patch.path.points * scale + shift), label=label)


def to_svg(picture: PuzzlePicture, *, title: str, background: str | None = None) -> str:
    """The picture as the text of an SVG file.

    >>> print(to_svg(framed([], 9, square=True), title="a<b"), end="")
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9" role="img">
    <title>a&lt;b</title>
    </svg>
    """
    wide, high = number(picture.width), number(picture.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'width="{wide}" height="{high}" role="img">',
        f"<title>{_escaped(title)}</title>",
        *_pattern_definitions(picture.patches),
    ]
    if background is not None:
        lines.append(
            f'<rect width="{wide}" height="{high}" fill={quoteattr(_legible(background))}/>'
        )
    span = max(picture.width, picture.height)
    drawn = [line for patch in picture.patches for line in _patch_lines(patch, span)]
    if any(patch.label for patch in picture.patches):
        drawn = [_LETTERING, *drawn, "</g>"]
    return "\n".join([*lines, *drawn, "</svg>", ""])


def _legible(text: str) -> str:
    """The text with a replacement for every character that XML does not allow."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def _escaped(text: str) -> str:
    return escape(_legible(text))


def _patch_lines(patch: Patch, span: float) -> list[str]:
    outline = f'd="{path_data(patch.path)}"'
    if patch.place < 0:
        width = number(patch.border * span)
        line = f' stroke="{patch.shade}" stroke-width="{width}" stroke-linejoin="round"'
        return [f'<path fill="{patch.shade}"{line if patch.border else ""} {outline}/>']
    drawn = [f'<path data-place="{patch.place}" fill="{patch.shade}" {outline}/>']
    if patch.pattern:
        drawn.append(f'<path fill="url(#puzzlery-{_pattern_id(patch)})" {outline}/>')
    if patch.label is not None:
        drawn.append(_letter(patch.label, patch))
    return drawn


def _letter(label: StickerLetter, patch: Patch) -> str:
    right, up = label.axes / 100
    # The middle of a capital is about 0.36 em above its base line.
    base = label.middle - 36 * up
    matrix = " ".join(f"{value:.4g}" for value in [*right, *-up])
    place = " ".join(map(number, base.tolist()))
    ink = contrasting(patch.shade)
    return f'<text transform="matrix({matrix} {place})" fill="{ink}">{_escaped(label.text)}</text>'


def path_data(path: OutlinePath) -> str:
    """The path in SVG's syntax."""
    words: list[str] = []
    rows = iter(path.points.tolist())
    for curved in path.rounded:
        start = _pair(next(rows))
        words.append(f"{'L' if words else 'M'}{start}")
        if curved:
            words.append(f"Q{_pair(next(rows))} {_pair(next(rows))}")
    return "".join(words) + "Z"


def _pair(point: Sequence[float]) -> str:
    return f"{number(point[0])} {number(point[1])}"


def number(value: float) -> str:
    """A number with at most two decimals, and no more characters than it needs.

    >>> number(12.0), number(0.256), number(-0.001)
    ('12', '0.26', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _pattern_id(patch: Patch) -> str:
    return f"{patch.pattern}-{contrasting(patch.shade)[1:]}"


def _pattern_definitions(patches: Iterable[Patch]) -> list[str]:
    used = {_pattern_id(patch): patch for patch in patches if patch.pattern}
    lines = [_pattern(name, patch) for name, patch in sorted(used.items(), key=itemgetter(0))]
    return ["<defs>", *lines, "</defs>"] if lines else []


def _pattern(name: str, patch: Patch) -> str:
    """The tile of a pattern: thin marks in black or white, whichever is seen better."""
    marks = {
        "stripes": '<path d="M0 0H8" stroke-width="4"/>',
        "dots": '<circle cx="4" cy="4" r="1" stroke-width="1.6"/>',
        "checks": '<path d="M0 4H8M4 0V8" stroke-width="1.6"/>',
    }[patch.pattern]
    return (
        f'<pattern id="puzzlery-{name}" width="8" height="8" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)" stroke="{contrasting(patch.shade)}" '
        f'stroke-opacity="0.4" fill="none">{marks}</pattern>'
    )
