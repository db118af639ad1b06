"""Palettes: the shades, patterns and letters that distinguish colors in a picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.render.plane import Floats
from puzzlery.twisty.model.color import Color, shade_of
from puzzlery.twisty.model.puzzle import Puzzle

PaletteLike = str | Mapping[str, str] | Sequence[str]

# Okabe and Ito, "Color Universal Design" (2008), with white instead of black, which would be
# invisible on the body.
OKABE_ITO = (
    "#ffffff", "#f0e442", "#e69f00", "#d55e00", "#cc79a7", "#56b4e9", "#0072b2", "#009e73",
)  # fmt: skip
PATTERNS = ("", "stripes", "dots", "checks")


@dataclass(frozen=True, slots=True)
class Ink:
    """How one color is drawn: its shade as #rrggbb, and a pattern over it or "".

    >>> Ink("#d55e00", "dots").pattern in PATTERNS
    True
    """

    shade: str
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Palette:
    """The inks of a puzzle's colors, and whether letters are needed to distinguish them.

    >>> from puzzlery.twisty.geometry import cube
    >>> palette(cube(2), "gray").lettered
    True
    """

    inks: tuple[Ink, ...]
    lettered: bool = False


def palette(puzzle: Puzzle, wanted: PaletteLike = "standard") -> Palette:
    """The inks for a puzzle's colors.

    A palette is "standard" (the puzzle's own shades), "colorblind" (safe for the common kinds of
    color blindness), "pastel", or "gray" (for print); or a mapping from color names to other
    shades; or a list of shades, one a color.

    >>> two = Puzzle.from_cycles({"a": [[0, 1]]}, colors=["red", "green"])
    >>> [ink.shade for ink in palette(two, "colorblind").inks]
    ['#d55e00', '#009e73']
    >>> [ink.shade for ink in palette(two, {"red": "#f00"}).inks]
    ['#ff0000', '#0fa347']
    """
    if isinstance(wanted, str):
        return _named(puzzle, wanted)
    if isinstance(wanted, Mapping):
        return Palette(tuple(map(Ink, _recolored(puzzle, wanted))))
    if len(wanted) != len(puzzle.palette):
        raise PuzzleryError(
            f"the palette lists {len(wanted)} shades; "
            f"{puzzle.name} has {len(puzzle.palette)} colors"
        )
    return Palette(tuple(Ink(Color.of(shade).shade) for shade in wanted))


def _named(puzzle: Puzzle, name: str) -> Palette:
    shades = [Color.of(color.shade).shade for color in puzzle.palette]
    match name:
        case "standard":
            return Palette(tuple(map(Ink, shades)))
        case "pastel":
            return Palette(tuple(Ink(mixed(shade, "#ffffff", 0.45)) for shade in shades))
        case "gray":
            return Palette(_grays(shades), lettered=True)
        case "colorblind":
            return Palette(_colorblind(shades), lettered=len(shades) > len(OKABE_ITO))
    raise UnknownName.among("palette", name, ["standard", "colorblind", "pastel", "gray"])


def _recolored(puzzle: Puzzle, wanted: Mapping[str, str]) -> list[str]:
    names = [color.name for color in puzzle.palette]
    for name in wanted:
        if name not in names:
            raise UnknownName.near(
                f'unknown color "{name}" for {puzzle.name}; its colors are {", ".join(names)}',
                name,
                names,
            )
    return [Color.of(wanted.get(color.name, color.shade)).shade for color in puzzle.palette]


def _colorblind(shades: Sequence[str]) -> tuple[Ink, ...]:
    """The safe inks that look most like the shades, plain ones as far as they go."""
    rounds = -(-len(shades) // len(OKABE_ITO))
    inks = [
        Ink(shade, PATTERNS[turn % len(PATTERNS)]) for turn in range(rounds) for shade in OKABE_ITO
    ]
    theirs, ours = _oklab(shades), _oklab([ink.shade for ink in inks])
    far = np.linalg.norm(theirs[:, None] - ours[None], axis=2)
    later = np.repeat(np.arange(rounds), len(OKABE_ITO))
    return tuple(inks[number] for number in _matched(far + 0.02 * later))


def _matched(cost: Floats) -> list[int]:
    """For each row a column of its own, so that no two rows, nor a row with a free column, gain by
    a swap."""
    chosen = list(range(cost.shape[1]))
    rows = range(len(cost))
    padded = np.vstack([cost, np.zeros((cost.shape[1] - len(cost), cost.shape[1]))])
    improved = True
    while improved:
        improved = False
        for i in rows:
            for j in range(i + 1, len(chosen)):
                a, b = chosen[i], chosen[j]
                if padded[i, b] + padded[j, a] < padded[i, a] + padded[j, b] - 1e-9:
                    chosen[i], chosen[j], improved = b, a, True
    return chosen[: len(cost)]


def _grays(shades: Sequence[str]) -> tuple[Ink, ...]:
    """Grays from dark to light in the order of the shades' own lightness."""
    ranks = np.argsort(np.argsort(_oklab(shades)[:, 0], kind="stable"), kind="stable")
    levels = 70 + 180 * ranks / max(len(shades) - 1, 1)
    return tuple(Ink(shade_of(3 * [level])) for level in levels.tolist())


def letters(puzzle: Puzzle) -> tuple[str, ...]:
    """A short text for each color: the face it belongs to when solved, else from its name.

    >>> letters(Puzzle.from_cycles({"a": [[0, 1, 2]]}, colors=["red", "blue", "brown"]))
    ('R', 'B', 'BR')
    """
    homes: list[set[str]] = [set() for _ in puzzle.palette]
    for pick, face in zip(puzzle.solved_colors, _faces(puzzle), strict=True):
        homes[pick].add(face)
    names = [next(iter(home)) if len(home) == 1 else "" for home in homes]
    if all(names) and len(set(names)) == len(names):
        return tuple(names)
    taken: list[str] = []
    for color in puzzle.palette:
        taken.append(_abbreviation(color.name, taken))
    return tuple(taken)


def _faces(puzzle: Puzzle) -> Sequence[str]:
    return puzzle.skin.faces if puzzle.skin and puzzle.skin.faces else [""] * puzzle.degree


def _abbreviation(name: str, taken: Sequence[str]) -> str:
    """The first few letters of a name that are not taken yet; else a number."""
    word = name.lstrip("#").upper()
    starts = (word[:length] for length in range(1, 4))
    return next((start for start in starts if start not in taken), str(len(taken) + 1))


def shaded(shade: str, light: float) -> str:
    """A shade in some light: 1 leaves it, less darkens it, more whitens it.

    >>> shaded("#804020", 0.5), shaded("#804020", 1.0)
    ('#402010', '#804020')
    """
    if light > 1:
        return mixed(shade, "#ffffff", light - 1)
    return mixed(shade, "#000000", 1 - light)


def mixed(shade: str, other: str, part: float) -> str:
    """A shade mixed with a part, from 0 to 1, of another.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(channels(shade), channels(other), strict=True)
    return shade_of(a + (b - a) * min(max(part, 0.0), 1.0) for a, b in pairs)


def contrasting(shade: str) -> str:
    """Black or white, whichever is read better on a shade.

    >>> contrasting("#ffd500"), contrasting("#1c2b6b")
    ('#111111', '#ffffff')
    """
    # At a luminance of 0.192 the contrast ratio of WCAG 2 is the same against either.
    return "#111111" if luminance(shade) > 0.192 else "#ffffff"


def luminance(shade: str) -> float:
    """The relative luminance of a shade, from 0 for black to 1 for white (WCAG 2).

    >>> round(luminance("#00ff00"), 4)
    0.7152
    """
    return float(_linear([shade])[0] @ [0.2126, 0.7152, 0.0722])


def channels(shade: str) -> tuple[int, int, int]:
    """The red, green and blue of a shade, from 0 to 255.

    >>> channels("#ff8000")
    (255, 128, 0)
    """
    return int(shade[1:3], 16), int(shade[3:5], 16), int(shade[5:7], 16)


def _linear(shades: Sequence[str]) -> Floats:
    values = np.array([channels(shade) for shade in shades]) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def _oklab(shades: Sequence[str]) -> Floats:
    """Shades in a space where distance is how different they look (Ottosson's Oklab, 2020)."""
    cones = np.cbrt(_linear(shades) @ np.array([
        [0.4122214708, 0.2119034982, 0.0883024619],
        [0.5363325363, 0.6806995451, 0.2817188376],
        [0.0514459929, 0.1073969566, 0.6299787005],
    ]))  # fmt: skip
    return np.asarray(cones @ np.array([
        [0.2104542553, 1.9779984951, 0.0259040371],
        [0.7936177850, -2.4285922050, 0.7827717662],
        [-0.0040720468, 0.4505937099, -0.8086757660],
    ]))  # fmt: skip
