"""Words: what the grips of a cut solid are called, and everything one may write for them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations

from puzzlery.twisty.geometry.solids import EPS, Direction
from puzzlery.twisty.notation import Pivot, Reading, Word
from puzzlery.twisty.puzzle import Grip

# The WCA's R U L B are among the corners by which Sarah Strong's notation calls a skewb's halves.
SKEWB = {
    "UBL": "U", "ULF": "UL", "UFR": "F", "URB": "UR",
    "DLB": "B", "DRF": "D", "DFL": "L", "DBR": "R",
}  # fmt: skip
# M turns like L, E like D, S like F.
MIDDLES = {"L": "M", "D": "E", "F": "S"}
# Letters for turns of the whole puzzle: the grip they turn like. A megaminx turns over with `x2`,
# about the edge at its right; `x` alone would not bring it to itself.
USUAL_PIVOTS = {
    "c": {"x": "R", "y": "U", "z": "F"},
    "o": {"T": "U_L_F_R"},
    "d": {"y": "U"},
}
MEGAMINX_X = Pivot((1.0, 0.0, 0.0), order=4)
# Rotations that bring the solid into every position in which it can be held.
GENERATING = {
    "t": ("Uv", "Rv"),
    "c": ("x", "y", "z"),
    "o": ("Uv", "T"),
    "d": ("Uv", "Fv"),
    "i": ("Uv", "UGJMQv"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """An axis through a solid, from what lies at its near end to what lies at its far end.

    `order` turns about it bring the puzzle home; with `halves` these are half turns of what
    would otherwise make quarter turns.
    """

    near: Direction
    far: Direction
    offsets: tuple[float, ...]
    order: int
    halves: bool = False


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """What can be written: the grips with their names, and the words for layers and rotations.

    `layers` holds for each axis the names of its layers, from the near end, as the puzzle's
    moves are called.
    """

    grips: tuple[Grip, ...]
    layers: tuple[tuple[str, ...], ...]
    dialect: str = "sign"
    words: dict[str, Word] = field(default_factory=dict)
    pivots: dict[str, Pivot] = field(default_factory=dict)


def vocabulary(shape: str, lines: tuple[Line, ...], pivots: Iterable[Direction]) -> Vocabulary:
    """The words for the layers of these lines and for turns about these directions."""
    names = SKEWB if _is_skewb(shape, lines) else {}
    tips = _is_pyraminx(shape, lines)
    grips = tuple(_grip(line, names) for line in lines)
    made = Vocabulary(
        grips=grips,
        layers=tuple(
            _layer_names(grip, _middle(shape, line), tips=tips, halves=line.halves)
            for grip, line in zip(grips, lines, strict=True)
        ),
        dialect="megaminx" if _is_megaminx(shape, lines) else "sign",
    )
    if tips:
        _add_tips(made)
    _add_ends(made, lines)
    if shape == "c":
        _add_middles(made, lines)
    _add_pivots(made.pivots, shape, pivots)
    return made


def _is_skewb(shape: str, lines: tuple[Line, ...]) -> bool:
    return shape == "c" and all(line.near.kind == "v" and len(line.offsets) == 1 for line in lines)


def _is_pyraminx(shape: str, lines: tuple[Line, ...]) -> bool:
    """Whether the outermost layers are tips that no other cut reaches."""
    return shape == "t" and all(
        line.near.kind == "v" and len(line.offsets) == 2 and sum(line.offsets) > 2 - EPS
        for line in lines
    )


def _is_megaminx(shape: str, lines: tuple[Line, ...]) -> bool:
    return shape == "d" and all(line.near.kind == "f" and len(line.offsets) == 2 for line in lines)


def _grip(line: Line, names: Mapping[str, str]) -> Grip:
    near, far = (names.get(end.name, end.name) for end in (line.near, line.far))
    return Grip(line.near.vector, line.order, line.offsets, (near, far))


def _middle(shape: str, line: Line) -> str:
    """What cubers call the layer halfway between two faces of a cube."""
    if shape != "c" or line.near.kind != "f":
        return ""
    return MIDDLES.get(line.near.name) or MIDDLES[line.far.name]


def _layer_names(grip: Grip, middle: str, *, tips: bool, halves: bool) -> tuple[str, ...]:
    """Each layer by its number from the nearer end; the middle of a cube's faces is M, E or S."""
    count = grip.layers
    near, far = grip.names
    names = [_numbered(k + 1, near) for k in range((count + 1) // 2)]
    names += [_numbered(count - k, far) for k in range(len(names), count)]
    if middle and count % 2:
        names[count // 2] = middle
    if tips:
        names[0] = near.lower()
    return tuple(f"{name}2" if halves else name for name in names)


def _numbered(layer: int, name: str) -> str:
    return name if layer == 1 else f"{layer}{name}"


def _add_tips(made: Vocabulary) -> None:
    """A pyraminx: `u` turns a tip, `U` the tip with the layer below."""
    for k, grip in enumerate(made.grips):
        name = grip.names[0]
        made.words[name] = Word(k, False, Reading.PAIR)
        made.words[name.lower()] = Word(k, False, Reading.TIP)


def _add_ends(made: Vocabulary, lines: tuple[Line, ...]) -> None:
    """The words for layers; where two would be the same, the end with fewer faces has it."""
    ends = [
        (end, Word(k, bool(far), Reading.SLICE), made.grips[k].names[far])
        for k, line in enumerate(lines)
        for far, end in enumerate((line.near, line.far))
    ]
    for end, word, name in sorted(ends, key=lambda entry: len(entry[0].faces)):
        block = Word(word.axis, word.far, Reading.BLOCK)
        has_blocks = made.grips[word.axis].layers > 1
        for spelling in (name, *_spellings(end)):
            made.words.setdefault(spelling, word)
            if has_blocks:
                made.words.setdefault(spelling.lower(), block)
                made.words.setdefault(spelling + "w", block)


def _add_middles(made: Vocabulary, lines: tuple[Line, ...]) -> None:
    for k, line in enumerate(lines):
        name, count = _middle("c", line), made.grips[k].layers
        far = line.far.name in MIDDLES
        if name and count % 2 and count > 1:
            made.words[name] = Word(k, far, Reading.MIDDLE)
        if name and count > 2:
            made.words[name.lower()] = Word(k, far, Reading.INNER)


def _add_pivots(pivots: dict[str, Pivot], shape: str, directions: Iterable[Direction]) -> None:
    for direction in directions:
        pivot = Pivot(direction.vector, direction.order)
        for spelling in (direction.name, *_spellings(direction)):
            pivots.setdefault(spelling + "v", pivot)
    for word, grip in USUAL_PIVOTS.get(shape, {}).items():
        pivots[word] = pivots[grip + "v"]
    if shape == "d":
        pivots["x"] = MEGAMINX_X


def _spellings(direction: Direction) -> Iterator[str]:
    """The ways to write a place by its faces, which may come in any order.

    Three faces are enough to tell a vertex where more meet.
    """
    faces = direction.faces
    orders = [faces, *permutations(faces, min(len(faces), 3))]
    if len(faces) == 4:
        orders += permutations(faces)
    for order in orders:
        yield "".join(order)
        yield "_".join(order)
