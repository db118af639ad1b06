"""Cycles as text: what is written reads back, and faults are pointed at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import permutations

from puzzlery.core.permutation import MAX_DEGREE, Permutation, cycles_text, parse_cycles
from puzzlery.errors import PuzzleryError, SyntaxFault
from puzzlery.formats.puzzles.cycles import cycles_of_turn, turn_of_cycles

cycles = st.lists(st.lists(st.integers(0, MAX_DEGREE), min_size=1, max_size=5).map(tuple))


@given(cycles)
def test_what_is_written_reads_back(listed):
    assert parse_cycles(cycles_text(listed)) == listed
    assert parse_cycles(" " + cycles_text(listed).replace(" ", " , ") + " ") == listed


def test_no_cycles_are_written_as_empty_brackets():
    assert cycles_text([]) == "()"
    assert parse_cycles("()") == parse_cycles("") == parse_cycles("( )\n()") == []


@given(permutations(12), st.sets(st.integers(0, 11)))
def test_a_turn_is_its_cycles_and_the_points_that_turn_in_place(permutation, named):
    moved = {point for cycle in permutation.cycles() for point in cycle}
    resting = sorted(named - moved)
    turn = turn_of_cycles("r", [*permutation.cycles(), *([point] for point in resting)], 12)
    assert (turn.name, turn.permutation) == ("r", permutation)
    assert turn.moving == moved | named
    assert cycles_of_turn(turn) == [*permutation.cycles(), *((point,) for point in resting)]


def test_numbers_end_at_the_largest_degree():
    assert parse_cycles(f"({MAX_DEGREE} 000001)") == [(MAX_DEGREE, 1)]
    with pytest.raises(PuzzleryError):
        turn_of_cycles("r", [[0, 5]], degree=5)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("x", 0),
        ("(0 1)x", 5),
        ("(0 1) (2 3", 6),
        ("(0 -1)", 0),
        (f"(0 {MAX_DEGREE + 1})", 3),
        (f"(1)(2,{MAX_DEGREE + 1})", 6),
        ("(0000001)", 1),
        ("(0 1)\n(5 " + "9" * 5000 + ")", 9),
    ],
)
def test_faults_are_pointed_at(text, position):
    with pytest.raises(SyntaxFault) as caught:
        parse_cycles(text)
    assert caught.value.position == position


def test_a_cycle_carries_each_point_to_the_next():
    turn = turn_of_cycles("r", parse_cycles("(0 5 7) (1,2)(9)"), 10)
    assert turn.permutation == Permutation([5, 2, 1, 3, 4, 7, 6, 0, 8, 9])
    assert turn.moving == {0, 5, 7, 1, 2, 9}
