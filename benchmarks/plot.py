"""Plots: curves in an SVG, the x axis by powers of ten or by numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 660, 360, 60, 140, 12, 46
COLORS = ("#2f6fb0", "#c2502e", "#3c8d4f", "#8253a8")


@dataclass(frozen=True, slots=True)
class Curve:
    """A named sequence of points, from left to right."""

    name: str
    points: Sequence[tuple[float, float]]

    def at(self, x: float) -> float:
        """The value of the last point that is not beyond x."""
        return [y for there, y in self.points if there <= x * 1.001][-1]


def plot(curves: Sequence[Curve], x_title: str, y_title: str, *, logarithmic_y: bool = True) -> str:
    """The curves as an SVG with a logarithmic x axis."""
    xs = [log10(x) for curve in curves for x, _ in curve.points]
    scale = log10 if logarithmic_y else float
    ys = [scale(y) for curve in curves for _, y in curve.points]
    low = min(ys) if logarithmic_y else 0.0

    def place(x: float, y: float) -> str:
        across = (log10(x) - min(xs)) / (max(xs) - min(xs) or 1)
        up = (scale(y) - low) / (max(ys) - low or 1)
        right, down = across * (WIDTH - LEFT - RIGHT), (1 - up) * (HEIGHT - BOTTOM - TOP)
        return f"{LEFT + right:.1f},{TOP + down:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<path d="M{LEFT},{TOP} V{HEIGHT - BOTTOM} H{WIDTH - RIGHT}" fill="none" stroke="#888"/>',
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" '
        f'text-anchor="middle">{x_title}</text>',
        f'<text x="14" y="{HEIGHT / 2}" transform="rotate(-90 14 {HEIGHT / 2})" '
        f'text-anchor="middle">{y_title}</text>',
    ]
    first, last = curves[0].points[0][0], curves[0].points[-1][0]
    for x in _ticks(first, last):
        at = place(x, curves[0].points[0][1]).partition(",")[0]
        parts.append(f'<text x="{at}" y="{HEIGHT - 28}" text-anchor="middle">{x:g}</text>')
    bottom, top = (10**low, 10 ** max(ys)) if logarithmic_y else (0.0, max(ys))
    for y in _ticks(bottom, top) if logarithmic_y else _even_ticks(top):
        height = float(place(first, y).partition(",")[2])
        parts.append(f'<text x="{LEFT - 6}" y="{height + 4:.1f}" text-anchor="end">{y:g}</text>')
    for color, curve in zip(COLORS, curves, strict=False):
        line = " ".join(place(x, y) for x, y in curve.points)
        right, down = place(*curve.points[-1]).split(",")
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts.append(
            f'<text x="{float(right) + 6:.1f}" y="{float(down) + 4:.1f}" fill="{color}">'
            f"{curve.name} {curve.points[-1][1]:.4g}</text>"
        )
    return "\n".join([*parts, "</svg>", ""])


def _ticks(first: float, last: float) -> list[float]:
    """Round numbers between two, from 1, 2 and 5 times a power of ten."""
    steps = [m * 10.0**e for e in range(-4, 5) for m in (1, 2, 5)]
    return [step for step in steps if first <= step <= last]


def _even_ticks(last: float) -> list[float]:
    """Four to ten round numbers from 0 on, equally far apart."""
    step = next(m * 10.0**e for e in range(-4, 8) for m in (1, 2, 5) if last / (m * 10.0**e) < 10)
    return [k * step for k in range(int(last / step) + 1)]
