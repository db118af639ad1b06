"""Shades for the pieces of a packing puzzle, for color-blind people too."""

from collections.abc import Mapping

from puzzlery.errors import UnknownName
from puzzlery.packings.model.packing import Packing
from puzzlery.twisty.model.color import shade_of, shade_of_hue

# Okabe and Ito, "Color Universal Design" (2008), then lighter kinds of the same.
_COLORBLIND_SHADES = (
    "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#999999",
    "#f4d08a", "#b8def6", "#8ad4bd", "#e9bcd3", "#7fb6d8", "#f2ad80",
)  # fmt: skip
_STANDARD_SHADES = (
    "#e6453c", "#f59e2e", "#f7d842", "#8ac43f", "#2f9e5b", "#27b8b0", "#3f9be8", "#3557c8",
    "#7a49c4", "#c04fb4", "#f08fb5", "#9a6a43", "#8d99a6", "#c9b79c",
)  # fmt: skip
PALETTES = ("standard", "colorblind", "gray")


def shades(packing: Packing, palette: str | Mapping[str, str] = "standard") -> dict[str, str]:
    """A shade for every piece: its own, or one of a palette, or what a mapping tells.

    >>> from puzzlery.packings import packing
    >>> shades(packing("iq", "5x11"))["K"], shades(packing("soma", "3x3x3"), "colorblind")["V"]
    ('#7fc8ee', '#e69f00')
    """
    names = [piece.id for piece in packing.pieces]
    if isinstance(palette, Mapping):
        return shades(packing) | dict(palette)
    if palette not in PALETTES:
        raise UnknownName.among("palette", palette, PALETTES)
    if palette == "gray":
        return {name: _gray(number, len(names)) for number, name in enumerate(names)}
    if palette == "standard" and all(piece.shade for piece in packing.pieces):
        return {piece.id: piece.shade for piece in packing.pieces}
    table = _COLORBLIND_SHADES if palette == "colorblind" else _STANDARD_SHADES
    return {name: _shade(table, number) for number, name in enumerate(names)}


def _shade(table: tuple[str, ...], number: int) -> str:
    """The shade of that number; beyond the table, hues in steps of the golden angle."""
    if number < len(table):
        return table[number]
    return shade_of_hue(number * 0.618033988749895 % 1, (0.45, 0.6, 0.75)[number % 3], 0.55)


def _gray(number: int, count: int) -> str:
    return shade_of(3 * [255 * (0.95 - 0.6 * number / max(1, count - 1))])
