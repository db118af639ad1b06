"""Derived moves: sequences under a name, in any order, and faults that name the move."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlery.formats.puzzles.derived import InvalidDerived, derived_of, with_derived
from puzzlery.twisty.model.puzzle import Puzzle

SWAPS = Puzzle.from_cycles({"a": [[0, 1, 2]], "b": [[2, 3]]}, ["red"] * 4, name="toy")
words = st.lists(st.sampled_from(["a", "a'", "b", "a2"]), max_size=6).map(" ".join)


@given(words, words)
def test_a_derived_move_is_its_sequence(first, second):
    """Whichever is defined first: `d` uses `c`, which stands behind it."""
    puzzle = with_derived(SWAPS, {"d": f"c {second} c'", "c": first})
    assert puzzle.permutation("c") == SWAPS.permutation(first)
    inner = SWAPS.permutation(first)
    assert puzzle.permutation("d") == inner * SWAPS.permutation(second) * inner.inverse
    assert puzzle.permutation("d2 a") == puzzle.permutation("d d a")


def test_derived_moves_are_no_moves_of_the_puzzle():
    puzzle = with_derived(SWAPS, {"c": "a b"})
    assert list(puzzle.moves) == ["a", "b"]
    assert derived_of(puzzle) == {"c": "a b"}
    assert derived_of(SWAPS) == {}
    assert with_derived(SWAPS, {}) is SWAPS


def chained(length: int) -> dict[str, str]:
    """Each move stands for the next one, the last one for a."""
    names = [f"m{chr(97 + k // 26)}{chr(97 + k % 26)}" for k in range(length)]
    return dict(zip(names, [*names[1:], "a"], strict=True))


def test_a_chain_has_a_hundred_links_at_most():
    puzzle = with_derived(SWAPS, chained(100))
    assert puzzle.permutation("maa") == SWAPS.permutation("a")
    with pytest.raises(InvalidDerived, match="too long a chain") as caught:
        with_derived(SWAPS, chained(101))
    assert caught.value.name == list(chained(101))[100]


def test_a_move_has_a_hundred_thousand_moves_at_most():
    puzzle = with_derived(SWAPS, {"c": "(a b)50000"})
    assert puzzle.permutation("c") == SWAPS.permutation("a b") ** 50_000
    with pytest.raises(InvalidDerived, match='"c" has more than 100000 moves'):
        with_derived(SWAPS, {"c": "(a b)50000 a"})


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ({"a": "b"}, '"a" has the name of a move'),
        ({"c": "c"}, '"c" stands for itself: c'),
        ({"c": "d", "d": "a c"}, '"c" stands for itself: c → d'),
        ({"c": "q"}, '"c" cannot be read'),
        ({"c": "a ("}, '"c" cannot be read'),
    ],
)
def test_faults_name_the_move(written, reason):
    with pytest.raises(InvalidDerived, match=reason):
        with_derived(SWAPS, written)
