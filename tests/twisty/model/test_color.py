"""Colors: the shades that CSS and colorsys know, and faults that are refused."""

import colorsys
import zlib
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlery.errors import InvalidPuzzle
from puzzlery.twisty.model.color import NAMED, Color, palette_of

bytes_of_color = st.tuples(*[st.integers(0, 255)] * 3)


def channels(shade: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(shade[1:]))


@given(bytes_of_color)
def test_six_digits_are_three_bytes(parts):
    text = "#" + bytes(parts).hex()
    assert Color.of(text) == Color.of(text.upper()) == Color(text, text)
    assert channels(Color.of(text).shade) == parts


@given(st.tuples(*[st.integers(0, 15)] * 3))
def test_three_digits_are_each_doubled_as_in_css(digits):
    text = "#" + "".join(f"{digit:x}" for digit in digits)
    assert channels(Color.of(text.upper()).shade) == tuple(17 * digit for digit in digits)
    assert Color.of(text).name == Color.of(text).shade


@given(bytes_of_color)
def test_numbers_up_to_255_are_bytes_and_up_to_1_are_parts_of_them(parts):
    if max(parts) > 1:
        assert channels(Color.of(parts).shade) == parts
    assert channels(Color.of([part / 255 for part in parts]).shade) == parts


def test_one_is_all_of_a_channel():
    assert Color.of((1, 0, 1)).shade == "#ff00ff"
    assert Color.of((2, 0, 1)).shade == "#020001"
    assert Color.of((0, 0, 0)).shade == "#000000"
    assert Color.of([255, 255.0, 0]) == Color("#ffff00", "#ffff00")


@pytest.mark.parametrize("name", NAMED)
def test_known_names_have_their_shade_however_they_are_written(name):
    assert Color.of(name) == Color(name, NAMED[name])
    assert Color.of(f" {name.upper()} ") == Color(name.upper(), NAMED[name])


def test_no_two_names_have_one_shade():
    assert len(set(NAMED.values())) == len(NAMED)


@given(
    st.text(st.characters(categories=["L"]), min_size=1).filter(lambda n: n.lower() not in NAMED)
)
def test_other_names_get_a_clear_shade_of_their_own(name):
    """The hue from the checksum, never pale, never dark."""
    color = Color.of(name)
    assert color.name == name
    red, green, blue = (channel / 255 for channel in channels(color.shade))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    checksum = zlib.crc32(name.encode())
    assert 360 * hue == pytest.approx(checksum % 360, abs=0.6) or checksum % 360 == 0
    assert lightness == pytest.approx(0.4 + (checksum // 512 % 16) / 60, abs=0.003)
    assert saturation == pytest.approx(0.65, abs=0.02)


def test_a_color_is_itself():
    red = Color.of("red")
    assert Color.of(red) is red


@pytest.mark.parametrize(
    "given", ["", "  ", [1, 2], [1, 2, 3, 4], (0, 0, 256), (-1, 0, 0), ["a", "b", "c"], None, []]
)
def test_what_is_no_color_is_refused(given):
    with pytest.raises(InvalidPuzzle, match="color"):
        Color.of(given)


def test_a_palette_lists_colors_as_they_appear():
    palette, picks = palette_of(["red", "blue", "red", "#fff", (255, 255, 255), "blue"])
    assert [color.name for color in palette] == ["red", "blue", "#ffffff"]
    assert picks == (0, 1, 0, 2, 2, 1)
    assert palette_of([]) == ((), ())


def test_labels_are_colors_and_equal_ones_are_one():
    palette, picks = palette_of([1, 0, np.int64(1), 1.0, ("left", 2), Fraction(1, 2)])
    assert [color.name for color in palette] == ["1", "0", "('left', 2)", "1/2"]
    assert picks == (0, 1, 0, 0, 2, 3)


@pytest.mark.parametrize("colors", [[1, "1"], ["1", 1]])
def test_labels_that_would_have_one_name_are_refused(colors):
    with pytest.raises(InvalidPuzzle, match='both be called "1"'):
        palette_of(colors)


def test_values_that_are_equal_need_one_name():
    with pytest.raises(InvalidPuzzle, match="are equal as values"):
        palette_of([True, 1, False, 0])
    assert palette_of([1, 1.0, np.int64(1)])[1] == (0, 0, 0)


def test_pairs_of_numbers_are_labels_and_three_numbers_a_shade():
    assert palette_of([(1, 2), (3, 4)])[0][0].name == "(1, 2)"
    assert palette_of([(1, 0, 0), (0, 0, 1)])[0][0].shade == "#ff0000"
