"""PNG: the SVG picture of a puzzle as pixels, by the optional package resvg-py."""

from pathlib import Path
from typing import Any

from puzzlery.core.files import write_atomically
from puzzlery.errors import MissingExtra
from puzzlery.render.surface import Drawable
from puzzlery.render.svg import svg


def png(drawn: Drawable, path: str | Path | None = None, **options: Any) -> bytes:
    """A puzzle, a state or a coloring as the bytes of a PNG file, written to `path` if given.

    The options are those of `svg`; `size` is the longer side in pixels.
    """
    picture = rasterized(svg(drawn, **options))
    if path is not None:
        write_atomically(Path(path), picture)
    return picture


def rasterized(text: str) -> bytes:
    """The text of an SVG file as the bytes of a PNG file."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as missing:
        raise MissingExtra("drawing PNG", "png") from missing
    return bytes(svg_to_bytes(svg_string=text))
