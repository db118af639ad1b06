"""PNG: bytes that are a picture of the size asked for."""

import struct
import sys
import zlib

import pytest

from puzzlery.errors import MissingExtra
from puzzlery.render import png
from puzzlery.twisty.geometry import cube


def chunks(data):
    at = 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += 12 + length


def test_the_bytes_are_a_png_of_that_size(tmp_path):
    path = tmp_path / "cube.png"
    data = png(cube(3), path, size=120)
    assert path.read_bytes() == data
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    parts = dict(chunks(data))
    assert struct.unpack(">II", parts[b"IHDR"][:8]) == (120, 120)
    pixels = zlib.decompress(b"".join(body for kind, body in chunks(data) if kind == b"IDAT"))
    assert len(pixels) == 120 * (1 + 4 * 120)
    assert b"IEND" in parts


def test_colors_reach_the_pixels():
    solved, turned = png(cube(3), size=60), png(cube(3).apply("R"), size=60)
    assert solved != turned


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtra, match=r"puzzlery\[png\]"):
        png(cube(3))
