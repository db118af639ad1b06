"""The bandage rule in Python and in the kernels agrees with tests/data/bandages.json.

The viewer's tests read the same file.
"""

import json
from typing import Any

import numpy as np
import pytest
from tests.data import make_bandages

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.solve.exhaustive.group_numbering import as_points
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State, unblocked

PUZZLES = {puzzle.name: puzzle for puzzle in make_bandages.puzzles()}
VECTORS: list[dict[str, Any]] = json.loads(make_bandages.FILE.read_text())
CASES = [(PUZZLES[vectors["name"]], vectors) for vectors in VECTORS]


def test_the_file_is_what_the_script_writes() -> None:
    assert make_bandages.FILE.read_text() == make_bandages.text()


def test_every_puzzle_has_moves_that_are_blocked_and_moves_that_are_free() -> None:
    for vectors in VECTORS:
        answers = [each for state in vectors["states"] for each in state["allowed"]]
        assert len(answers) // 8 < sum(answers) < len(answers) - 3, vectors["name"]


@pytest.mark.parametrize(("puzzle", "vectors"), CASES, ids=PUZZLES)
def test_a_state_allows_these_moves(puzzle: Puzzle, vectors: dict[str, Any]) -> None:
    turns = make_bandages.turns(puzzle)
    for each in vectors["states"]:
        state = State(puzzle, Permutation(each["state"]))
        assert [state.allows(turn) for turn in turns] == each["allowed"]


@pytest.mark.parametrize(("puzzle", "vectors"), CASES, ids=PUZZLES)
def test_many_states_at_once_allow_these_moves(puzzle: Puzzle, vectors: dict[str, Any]) -> None:
    states = np.array([each["state"] for each in vectors["states"]], np.uint16)
    glued = [np.array(group) for group in vectors["glued"]]
    for number, turn in enumerate(make_bandages.turns(puzzle)):
        if turn.is_rotation or turn.permutation.is_identity:
            continue
        wanted = [each["allowed"][number] for each in vectors["states"]]
        assert unblocked(states, glued, turn).tolist() == wanted


@pytest.mark.parametrize(("puzzle", "vectors"), CASES, ids=PUZZLES)
def test_a_kernel_makes_these_moves(puzzle: Puzzle, vectors: dict[str, Any]) -> None:
    glued = [as_points(group) for group in vectors["glued"]]
    for each in vectors["states"]:
        start = Permutation(each["state"])
        for move, allowed in zip(vectors["moves"], each["allowed"], strict=True):
            made = Permutation(move["images"])
            if made.is_identity:
                continue
            part = as_points(move["moving"])
            job = _core.StateLayerJob(
                puzzle.degree, [made.data], [part], glued, [start.data], 1, 10
            )
            assert job.run(1000)
            assert (job.counts == [1, 1]) == allowed
