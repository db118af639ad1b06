"""Errors: messages that say where and what, and words that machines read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlery import errors
from puzzlery.errors import (
    FileFault,
    PuzzleryError,
    SyntaxFault,
    TimedOut,
    UnknownName,
    UnknownWord,
    Unsolvable,
)

lines = st.text(st.characters(categories=["L", "N"]), max_size=200)


@given(st.lists(lines, min_size=1, max_size=4).filter(any), st.data())
def test_a_caret_stands_under_the_place(listed, data):
    row = data.draw(st.integers(0, len(listed) - 1))
    column = data.draw(st.integers(0, len(listed[row])))
    position = sum(len(line) + 1 for line in listed[:row]) + column
    fault = SyntaxFault("expected a move", "\n".join(listed), position)
    reason, shown, caret = str(fault).split("\n")
    assert reason == fault.reason == "expected a move"
    assert caret.strip() == "^"
    assert shown.startswith("  ")
    assert shown[2:] in listed[row]
    # What stands from the caret on is what stands there in the text.
    after = shown[len(caret) - 1 :]
    assert listed[row][column:].startswith(after)
    assert (fault.text, fault.position) == ("\n".join(listed), position)


def test_short_lines_are_shown_whole_and_long_ones_in_part():
    short = SyntaxFault("bad", "a" * 60 + "b" * 40, 60)
    assert str(short).split("\n")[1:] == ["  " + "a" * 60 + "b" * 40, "  " + " " * 60 + "^"]
    long = SyntaxFault("bad", "a" * 61 + "b" * 99, 61)
    assert str(long).split("\n")[1:] == ["  " + "a" * 60 + "b" * 40, "  " + " " * 60 + "^"]


def test_a_place_at_an_end_of_line_is_on_that_line():
    assert str(SyntaxFault("bad", "one\ntwo", 3)) == "bad\n  one\n     ^"
    assert str(SyntaxFault("bad", "one\ntwo", 4)) == "bad\n  two\n  ^"
    assert str(SyntaxFault("bad", "one\n", 4)) == "bad\n  \n  ^"


def test_an_unknown_word_is_told_by_the_puzzle():
    near = UnknownWord("Q", "did you mean R?", "R Q", 2).on("3x3x3", "R, U")
    assert near.reason == 'unknown move "Q" for 3x3x3; its moves are R, U; did you mean R?'
    assert (near.text, near.position) == ("R Q", 2)
    far = UnknownWord("Q", "expected a face", "R Q", 2)
    assert far.reason == 'unknown move "Q"; expected a face'
    assert far.on("2x2x2", "U").reason == 'unknown move "Q" for 2x2x2; its moves are U'


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "input: is empty"),
        ({"source": "a.json"}, "a.json: is empty"),
        ({"source": "a.json", "line": 0}, "a.json, line 0: is empty"),
        ({"line": 7}, "input, line 7: is empty"),
    ],
)
def test_a_fault_of_a_file_names_file_and_line(options, message):
    fault = FileFault("is empty", **options)
    assert str(fault) == message
    assert (fault.source, fault.line) == (options.get("source", ""), options.get("line"))


def test_near_names_are_suggested_and_at_most_three():
    fault = UnknownName.near("unknown", "megaminz", ["megaminx", "gigaminx", "skewb"])
    assert str(fault) == "unknown; did you mean megaminx, gigaminx?"
    assert fault.suggestions == ("megaminx", "gigaminx")
    many = UnknownName.near("unknown", "abcd", ["abce", "abcf", "abcg", "abch"])
    assert len(many.suggestions) == 3
    assert str(UnknownName.near("unknown", "skewb", ["clock"])) == "unknown"
    # Two equal letters of four, twice counted, over eight: just half, and so too far.
    assert UnknownName.near("unknown", "abcd", ["abxy"]).suggestions == ()
    # Three of five: just near enough.
    assert UnknownName.near("unknown", "abcde", ["abcxy"]).suggestions == ("abcxy",)


def test_every_reason_has_its_line():
    fault = Unsolvable("no moves lead there", ["a corner is turned", "two edges are swapped"])
    assert str(fault).split("\n  ") == ["no moves lead there", *fault.reasons]
    assert str(Unsolvable("no moves lead there")) == "no moves lead there"


def test_every_error_is_of_one_tree_and_has_a_word_of_its_own():
    classes = [one for one in vars(errors).values() if isinstance(one, type)]
    faults = [one for one in classes if issubclass(one, Exception)]
    assert all(issubclass(one, PuzzleryError) for one in faults)
    words = {one.kind for one in faults if one is not UnknownWord}
    assert len(words) == len(faults) - 1
    assert issubclass(TimedOut, errors.Stopped)
