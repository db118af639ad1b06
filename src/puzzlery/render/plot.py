"""Plots: counts as bars in SVG or in the terminal."""

from collections.abc import Sequence
from math import log10
from xml.sax.saxutils import escape

BAR = "█"
EIGHTHS = " ▏▎▍▌▋▊▉"
INK, MUTED, FILL = "#1f2937", "#6b7280", "#4c78a8"


def bars_svg(counts: Sequence[int], *, title: str, axis: str = "", size: float = 640) -> str:
    """Bars whose height is the logarithm of a count, each with its number.

    >>> bars_svg([1, 10, 100], title="powers").count("<rect")
    4
    """
    height, left, bottom, top = size * 0.6, 16.0, 40.0, 44.0
    step = (size - 2 * left) / max(1, len(counts))
    tallest = log10(max([*counts, 10])) + 0.3
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size:g}" height="{height:g}" '
        f'viewBox="0 0 {size:g} {height:g}" font-family="sans-serif">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{size:g}" height="{height:g}" fill="#ffffff"/>',
        _text(left, 22, escape(title), 15, INK, "start"),
    ]
    for k, count in enumerate(counts):
        tall = (log10(count) + 0.3) / tallest * (height - top - bottom - 14) if count else 0.0
        x, y = left + k * step, height - bottom - tall
        parts.append(
            f'<rect x="{x + 0.1 * step:.1f}" y="{y:.1f}" width="{0.8 * step:.1f}" '
            f'height="{tall:.1f}" fill="{FILL}"/>'
        )
        parts.append(_text(x + step / 2, y - 4, short_count(count), 9, INK))
        parts.append(_text(x + step / 2, height - bottom + 14, str(k), 11, INK))
    parts.append(_text(size / 2, height - 8, escape(axis), 11, MUTED))
    return "\n".join([*parts, "</svg>\n"])


def bars_text(counts: Sequence[int], width: int = 40) -> list[str]:
    """Bars for the terminal, one line each, as long as the logarithm of the count.

    >>> for line in bars_text([1, 1000], 8):
    ...     print(line)
    0     1 ▊
    1 1,000 ████████
    """
    digits = max(len(f"{count:,}") for count in counts)
    numbers = len(str(len(counts) - 1))
    tallest = log10(max([*counts, 10])) + 0.3
    lines = []
    for k, count in enumerate(counts):
        share = (log10(count) + 0.3) / tallest if count else 0.0
        whole, part = divmod(round(share * width * 8), 8)
        bar = BAR * whole + EIGHTHS[part].strip()
        lines.append(f"{k:>{numbers}} {count:>{digits},} {bar}".rstrip())
    return lines


def short_count(count: int) -> str:
    """A count in few letters.

    >>> [short_count(count) for count in (7, 2644, 870072, 15139616, 1199128738)]
    ['7', '2644', '870k', '15.1M', '1.2G']
    """
    for unit, scale in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if count >= 10 * scale or (count >= scale and unit != "k"):
            shown = count / scale
            return (
                f"{shown:.0f}{unit}" if shown >= 100 else f"{shown:.1f}".removesuffix(".0") + unit
            )
    return str(count)


def _text(x: float, y: float, words: str, size: int, color: str, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}" '
        f'text-anchor="{anchor}">{words}</text>'
    )
