"""Colors: a name that people say and the shade that screens show."""

import re
from collections.abc import Hashable, Iterable, Sequence
from colorsys import hls_to_rgb
from dataclasses import dataclass
from numbers import Number
from zlib import crc32

import numpy as np

from puzzlery.errors import InvalidPuzzle

NAMED = {
    "white": "#f4f4f4",
    "yellow": "#ffd500",
    "red": "#d32027",
    "orange": "#ff7a00",
    "blue": "#1560d4",
    "green": "#0fa347",
    "purple": "#7b3fb3",
    "gray": "#9a9da3",
    "black": "#22252a",
    "pink": "#ff8fb8",
    "lime": "#9be04a",
    "cyan": "#4fc8f0",
    "cream": "#f5e6a8",
    "navy": "#1c2b6b",
    "brown": "#8a5a33",
    "teal": "#0e8a8a",
    "maroon": "#7d1f3c",
    "olive": "#7f8a1c",
    "lavender": "#b9a3ee",
    "mint": "#a6efc9",
    "coral": "#ff6f61",
    "gold": "#c9971c",
    "sky": "#a9d3ff",
    "magenta": "#d6349b",
}


@dataclass(frozen=True, slots=True)
class Color:
    """A color: its name, and its shade as #rrggbb.

    >>> Color("brand red", "#b00020").shade
    '#b00020'
    """

    name: str
    shade: str

    @classmethod
    def of(cls, given: "ColorLike") -> "Color":
        """A color from a name, from #rrggbb, from three numbers (0–1 or 0–255), or from a label.

        A *label* is any other value that can be a key: a whole number, a member of an enumeration,
        a pair of words. Its color is named as the label prints.

        >>> Color.of("red"), Color.of((0, 0.5, 1))
        (Color(name='red', shade='#d32027'), Color(name='#0080ff', shade='#0080ff'))
        >>> Color.of(7).name
        '7'
        """
        if isinstance(given, Color):
            return given
        if isinstance(given, str):
            return cls._from_text(given.strip())
        if is_label(given):
            return cls._from_text(label_name(given))
        return cls._from_numbers(given)  # type: ignore[arg-type]

    @classmethod
    def _from_text(cls, text: str) -> "Color":
        if re.fullmatch(r"#[0-9a-fA-F]{6}", text):
            return cls(text.lower(), text.lower())
        if re.fullmatch(r"#[0-9a-fA-F]{3}", text):
            long = "#" + "".join(2 * digit for digit in text[1:].lower())
            return cls(long, long)
        if not text:
            raise InvalidPuzzle("a color has an empty name; expected a word or #rrggbb")
        # A name of the user's own gets a shade that depends on nothing but the name.
        return cls(text, NAMED.get(text.lower()) or _shade_from_name(text))

    @classmethod
    def _from_numbers(cls, numbers: Sequence[float]) -> "Color":
        try:
            values = [float(value) for value in numbers]
        except (TypeError, ValueError):
            values = []
        if len(values) != 3 or not all(0 <= value <= 255 for value in values):
            raise InvalidPuzzle(
                f"{numbers!r} is not a color; expected a name, #rrggbb or three numbers"
            )
        scale = 255 if max(values) <= 1 else 1
        shade = shade_of(value * scale for value in values)
        return cls(shade, shade)


ColorLike = str | Color | Sequence[float] | Hashable


def is_label(value: object) -> bool:
    """Whether a value names a color by itself, and is neither text nor red, green and blue.

    >>> [is_label(value) for value in (1, (1, 2), "red", (1, 0, 0), [1, 2], None)]
    [True, True, False, False, False, False]
    """
    if value is None or isinstance(value, str | Color | list | np.ndarray):
        return False
    if isinstance(value, tuple) and len(value) == 3 and all(isinstance(x, Number) for x in value):
        return False
    return isinstance(value, Hashable)


def label_name(label: object) -> str:
    """The name of the color that a label stands for; equal numbers have equal names.

    >>> label_name(1), label_name(1.0), label_name(("a", 2))
    ('1', '1', "('a', 2)")
    """
    if isinstance(label, np.generic):
        label = label.item()
    is_whole = isinstance(label, float) and label.is_integer()
    return str(int(label) if is_whole else label)  # type: ignore[call-overload]


def palette_of(colors: "Iterable[ColorLike]") -> tuple[tuple[Color, ...], tuple[int, ...]]:
    """The different colors in order of appearance, and for each sticker its number in that list.

    >>> palette, picks = palette_of(["white", "white", "#FF0000", "white"])
    >>> [color.name for color in palette], picks
    (['white', '#ff0000'], (0, 0, 1, 0))
    >>> palette_of([1, 0, 1, 0])[1]
    (0, 1, 0, 1)
    """
    numbers: dict[Color, int] = {}
    labels: dict[Color, object] = {}
    by_value: dict[object, Color] = {}
    picks = []
    for given in colors:
        color = Color.of(given)
        first = labels.setdefault(color, given)
        if (is_label(given) or is_label(first)) and first != given:
            raise InvalidPuzzle(
                f'the colors {first!r} and {given!r} would both be called "{color.name}"'
            )
        if is_label(given) and by_value.setdefault(given, color) != color:
            raise InvalidPuzzle(
                f'the colors "{by_value[given].name}" and "{color.name}" are equal as values'
            )
        picks.append(numbers.setdefault(color, len(numbers)))
    return tuple(numbers), tuple(picks)


def shade_of(channels: Iterable[float]) -> str:
    """A shade by its red, green and blue, each from 0 to 255.

    >>> shade_of((255, 127.6, 0))
    '#ff8000'
    """
    return "#" + "".join(f"{round(value):02x}" for value in channels)


def shade_of_hue(hue: float, lightness: float, saturation: float) -> str:
    """A shade by its hue, a whole turn being 1, its lightness and its saturation.

    >>> shade_of_hue(1 / 3, 0.5, 1.0)
    '#00ff00'
    """
    return shade_of(255 * part for part in hls_to_rgb(hue, lightness, saturation))


def _shade_from_name(name: str) -> str:
    spread = crc32(name.encode())
    return shade_of_hue((spread % 360) / 360, 0.4 + 0.25 * ((spread >> 9) % 16) / 15, 0.65)
