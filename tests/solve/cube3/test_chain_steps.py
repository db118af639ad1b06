"""Chains of steps: the beam's best line solves, and is as long as it says."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlery import puzzle
from puzzlery.errors import NotFound, PuzzleryError
from puzzlery.solve.api.methods import solutions
from puzzlery.solve.cube3.step_catalog import group_of, turns
from puzzlery.solve.cube3.step_chains import chain
from puzzlery.solve.cube3.steps import StepRequest

CUBE = puzzle("3x3x3")
WHOLE = "eo+dr+htr+finish"


@settings(max_examples=4)
@given(st.integers(0, 10**6), st.booleans())
def test_a_chain_solves_the_cube(seed: int, niss: bool):
    scramble = CUBE.scramble(seed=seed)
    [found] = chain(CUBE, scramble, WHOLE, StepRequest(niss=niss), beam=4)
    assert CUBE.apply(scramble).apply(found.alg).permutation.is_identity
    assert found.alg.length("HTM") == found.length <= 40
    assert [part.name for part in found.parts] == ["eo", "dr", "htr", "finish"]


def test_a_wider_beam_is_not_worse():
    scramble = CUBE.scramble(seed=7)
    narrow, wide = (chain(CUBE, scramble, WHOLE, beam=beam)[0].length for beam in (1, 30))
    assert wide <= narrow


def test_an_unfinished_chain_tells_both_sides():
    scramble = CUBE.scramble(seed=3)
    found = chain(CUBE, scramble, "eo+dr", StepRequest(niss=True, count=5, axis="fb"), beam=10)
    assert len(found) == 5
    for one in found:
        assert one.parts[0].note == "fb"
        assert one.length == sum(len(list(part.alg.moves())) for part in one.parts)


def test_the_parts_lead_from_group_to_group():
    scramble = CUBE.scramble(seed=11)
    [found] = chain(CUBE, scramble, WHOLE, beam=3)
    state = CUBE.apply(scramble)
    for part, quarter in zip(found.parts, (None, 0, None, None), strict=True):
        state = state.apply(part.alg)
        if quarter is not None:
            axis = part.note.split("-")[quarter]
            assert state.permutation in group_of(CUBE, turns(axis))
    assert state.permutation.is_identity


def test_limits_and_mistakes_are_told():
    with pytest.raises(NotFound, match="no way through"):
        chain(CUBE, CUBE.scramble(seed=2), WHOLE, StepRequest(max_length=6), beam=5)
    with pytest.raises(PuzzleryError, match="at least 1"):
        chain(CUBE, "R", WHOLE, beam=0)


def test_method_runs_chains():
    [found] = solutions(CUBE, "R U2 F' L", "steps", step=WHOLE, beam=3)
    assert CUBE.apply("R U2 F' L").apply(found.alg).permutation.is_identity
