"""Palettes: shades that people with other eyes can tell apart, and letters that are read."""

from itertools import combinations

import numpy as np
import pytest

from puzzlery.render import svg
from puzzlery.render.palette import OKABE_ITO, contrasting, letters, luminance, mixed, palette
from puzzlery.twisty.geometry import cube, platonic
from puzzlery.twisty.model.puzzle import Puzzle

# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency" (2009), for full severity, on linear RGB.
DEFICIENCIES = {
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
               [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
               [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
               [0.004733, 0.691367, 0.303900]],
}  # fmt: skip


def lab(shade, matrix):
    """CIE L*a*b* of a shade as a person with a deficiency sees it."""
    values = np.array([int(shade[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(matrix) @ linear, 0, 1)
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    x, y, z = np.array(to_xyz) @ seen / np.array([0.9505, 1.0, 1.089])
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])


def closest(inks, matrix):
    """The least difference (CIE 1976 ΔE) between two inks that no pattern tells apart."""
    return min(
        np.linalg.norm(lab(a.shade, matrix) - lab(b.shade, matrix))
        for a, b in combinations(inks, 2)
        if a.pattern == b.pattern
    )


@pytest.mark.parametrize("kind", DEFICIENCIES)
@pytest.mark.parametrize(
    "puzzle",
    [cube(3), platonic("octahedron", 2), platonic("dodecahedron", 2), platonic("icosahedron", 2)],
)
def test_colorblind_inks_are_told_apart(puzzle, kind):
    assert closest(palette(puzzle, "colorblind").inks, DEFICIENCIES[kind]) > 12


def test_the_standard_inks_of_a_dodecahedron_are_not():
    inks = palette(platonic("dodecahedron", 2)).inks
    assert min(closest(inks, matrix) for matrix in DEFICIENCIES.values()) < 12


def test_a_cube_keeps_its_usual_colors_as_far_as_they_are_safe():
    names = [color.name for color in cube(3).palette]
    inks = dict(zip(names, palette(cube(3), "colorblind").inks, strict=True))
    assert inks["white"].shade == "#ffffff"
    assert inks["yellow"].shade == "#f0e442"
    assert inks["blue"].shade == "#0072b2"
    assert inks["green"].shade == "#009e73"
    assert {inks["red"].shade, inks["orange"].shade} == {"#d55e00", "#e69f00"}


@pytest.mark.parametrize(("shape", "colors"), [("dodecahedron", 12), ("icosahedron", 20)])
def test_many_colors_get_patterns_and_letters(shape, colors):
    chosen = palette(platonic(shape, 2), "colorblind")
    assert len(set(chosen.inks)) == colors
    assert chosen.lettered
    text = svg(platonic(shape, 2), palette="colorblind")
    assert "<pattern " in text
    assert "<text " in text


def test_few_colors_need_neither():
    chosen = palette(cube(3), "colorblind")
    assert not chosen.lettered
    assert {ink.pattern for ink in chosen.inks} == {""}
    assert {ink.shade for ink in chosen.inks} <= set(OKABE_ITO)


def test_grays_are_in_the_order_of_lightness():
    inks = palette(cube(3), "gray").inks
    names = [color.name for color in cube(3).palette]
    levels = {name: luminance(ink.shade) for name, ink in zip(names, inks, strict=True)}
    assert levels["white"] == max(levels.values())
    assert len(set(levels.values())) == 6


def test_letters_are_read_on_every_shade():
    for shade in [*OKABE_ITO, "#000000", "#777777", "#d32027", "#1560d4"]:
        text = luminance(contrasting(shade))
        high, low = max(text, luminance(shade)), min(text, luminance(shade))
        assert (high + 0.05) / (low + 0.05) > 4.3


def test_letters_are_the_faces():
    names = [color.name for color in cube(3).palette]
    assert dict(zip(names, letters(cube(3)), strict=True)) == {
        "white": "U", "yellow": "D", "red": "R", "orange": "L", "green": "F", "blue": "B",
    }  # fmt: skip


def test_letters_are_never_the_same():
    colors = ["blue", "black", "blush", "blank", "b", "bl", "blu", "blu "]
    marks = letters(Puzzle.from_cycles({"a": [[0, 1]]}, colors=colors))
    assert len(set(marks)) == len(marks)


def test_shades_of_ones_own():
    puzzle = cube(2)
    wanted = ["#000000", "#111111", "#222222", "#333333", "#444444", "#555555"]
    assert [ink.shade for ink in palette(puzzle, wanted).inks] == wanted


def test_mixing_goes_from_one_shade_to_the_other():
    assert mixed("#000000", "#ffffff", 0.0) == "#000000"
    assert mixed("#000000", "#ffffff", 1.0) == "#ffffff"
    assert mixed("#102030", "#305070", 0.5) == "#203850"
