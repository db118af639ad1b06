"""State files."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.random_puzzles import cycle_puzzles
from tests.strategies import permutations

from puzzlery.errors import FileFault
from puzzlery.formats import dumps_state, loads_state, read_state, write_state
from puzzlery.twisty.catalog import puzzle as from_catalog
from puzzlery.twisty.model.state import Coloring, State


@given(st.data())
def test_states_and_colorings_survive(data):
    puzzle = data.draw(cycle_puzzles())
    state = State(puzzle, data.draw(permutations(puzzle.degree)))
    assert loads_state(dumps_state(state), puzzle) == state
    again = loads_state(dumps_state(state.coloring), puzzle)
    assert isinstance(again, Coloring)
    assert again == state.coloring


def test_the_catalogue_gives_the_puzzle(tmp_path):
    state = from_catalog("pyraminx").apply("U R'")
    write_state(state, tmp_path / "s.json")
    assert read_state(tmp_path / "s.json") == state
    assert json.loads((tmp_path / "s.json").read_text())["puzzle"] == "pyraminx"


GOOD = json.loads(dumps_state(from_catalog("2x2x2").apply("R")))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"puzzle": "no such thing"}, "puzzle: unknown puzzle"),
        ({"puzzle": 5}, "puzzle is 5; expected text"),
        ({"fingerprint": "abc"}, "it belongs to another"),
        ({"puzzlery": 2}, "the version 1"),
        ({"state": [0, 1]}, "a state of 2x2x2 permutes 24 stickers, not 2"),
        ({"state": [0] * 24}, "0 stands twice"),
        ({"state": [0.5] * 24}, "state[0] is 0.5"),
        ({"state": [-1] * 24}, "state[0] is -1"),
        ({"coloring": ["red"]}, 'either "state" or "coloring"'),
        ({"stat": 1}, "did you mean state?"),
    ],
)
def test_faults_are_told(change, words):
    with pytest.raises(FileFault) as caught:
        loads_state(json.dumps(GOOD | change), source="s.json")
    assert words in str(caught.value)
    assert str(caught.value).startswith("s.json")


def test_unknown_colors_are_told():
    with pytest.raises(FileFault, match='unknown color "rde" at sticker 0'):
        loads_state('{"puzzle": "2x2x2", "coloring": ["rde"]}')
