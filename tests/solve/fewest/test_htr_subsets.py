"""Names of HTR subsets: published generators, published sizes, and laws."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlery import puzzle
from puzzlery.errors import PuzzleryError
from puzzlery.solve.fewest.htr_subsets import (
    corner_classes,
    parse_subset,
    subset_matches,
    subset_of,
)

CUBE = puzzle("3x3x3")
DR_MOVES = ["U", "U'", "U2", "D", "D'", "D2", "R2", "L2", "F2", "B2"]
HALF_TURNS = [name for name in DR_MOVES if name.endswith("2")]
WORDS = st.lists(st.sampled_from(DR_MOVES), max_size=25).map(" ".join)


@pytest.mark.parametrize(
    ("generator", "corners"),
    # The generators of cubelib's table of subsets; cubelib prints 4c3 for 4b3.
    [
        ("", "0c0"),
        ("U", "4a1"),
        ("U R2 U", "4b2"),
        ("U R2 U2 F2 U", "4a2"),
        ("U R2 U R2 U", "2c3"),
        ("U B2 U R2 U2 F2 D", "4b3"),
        ("U R2 U' R2 U R2 U", "2c4"),
        ("U L2 U R2 U' R2 U R2 U", "2c5"),
    ],
)
def test_published_generators_have_their_names(generator, corners):
    assert subset_of(CUBE.permutation(generator), "ud").corners == corners


def test_the_twelve_classes_have_their_published_sizes():
    assert corner_classes() == {
        "0c0": 192, "4a1": 1152, "4a2": 1152, "4b2": 4608, "0c3": 576, "2c3": 6144, "4b3": 4608,
        "0c4": 384, "2c4": 9216, "4b4": 4608, "2c5": 3072, "4b5": 4608,
    }  # fmt: skip


@settings(max_examples=30)
@given(WORDS, st.sampled_from(HALF_TURNS))
def test_half_turns_on_either_side_and_inversion_keep_the_subset(word, turn):
    found = subset_of(CUBE.permutation(word), "ud")
    for other in (f"{word} {turn}", f"{turn} {word}", f"({word})'"):
        assert subset_of(CUBE.permutation(other), "ud") == found


@settings(max_examples=20)
@given(WORDS)
def test_half_turn_reduction_is_0c0_without_bad_edges(word):
    """The other way round it does not hold: U D is in this subset, too."""
    halves = " ".join(turn.rstrip("'2") + "2" for turn in word.split())
    assert str(subset_of(CUBE.permutation(halves), "ud")) == "0c0 0e"
    assert str(subset_of(CUBE.permutation("U D"), "ud")) == "0c0 0e"


@settings(max_examples=20)
@given(WORDS)
def test_the_axis_is_where_the_cube_is_turned_to(word):
    found = subset_of(CUBE.permutation(word), "ud")
    assert subset_of(CUBE.permutation(f"x {word} x'"), "fb") == found
    assert subset_of(CUBE.permutation(f"z {word} z'"), "rl") == found


def test_subsets_are_asked_for_by_name_by_number_and_by_others_names():
    subset = subset_of(CUBE.permutation("U B2 U R2 U2 F2 D"), "ud")
    for name in ("4b3", "4c3", "3", str(subset), str(subset).replace("b", "c")):
        assert subset_matches(subset, parse_subset(name)), name
    for name in ("4b2", "2", "2c3"):
        assert not subset_matches(subset, parse_subset(name)), name


@pytest.mark.parametrize("name", ["4d2", "0c1", "6", "", "4a1 3e"])
def test_unknown_names_are_refused(name):
    with pytest.raises(PuzzleryError, match="unknown subset"):
        parse_subset(name)
