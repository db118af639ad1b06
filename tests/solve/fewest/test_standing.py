"""Where an attempt stands is what the stickers show, and candidates lead where they say."""

import pytest

from puzzlery import puzzle
from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError
from puzzlery.solve.cube3.steps import StepRequest, step
from puzzlery.solve.fewest.candidate_list import Line, candidate_list, sides
from puzzlery.solve.fewest.standing import standing

CUBE = puzzle("3x3x3")
SCRAMBLE = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' B D2 B U2 L U2 R' U' F"
FACES = {"ud": "UD", "fb": "FB", "rl": "RL"}


def states() -> list[Permutation]:
    return [CUBE.permutation(CUBE.scramble(seed=seed, length=30)) for seed in range(12)]


def test_bad_corners_are_those_whose_color_of_the_axis_is_elsewhere() -> None:
    face = [sticker.face for sticker in CUBE.stickers]
    for state in states():
        shown = [face[sticker] for sticker in state.inverse.images]
        for one in standing(state).axes:
            on_axis = FACES[one.axis]
            bad = {
                place
                for piece in CUBE.pieces()
                if len(piece) == 3
                and not any(face[s] in on_axis and shown[s] in on_axis for s in piece)
                for place in piece
            }
            assert set(one.corner_places) == bad
            assert one.bad_corners == len(bad) // 3


def test_a_quarter_turn_of_the_axis_changes_its_four_edges_and_no_other() -> None:
    for state in states():
        for axis, faces in FACES.items():
            for turned in "UDFBRL":
                before, after = (
                    next(one for one in standing(each).axes if one.axis == axis)
                    for each in (state, state * CUBE.moves[turned])
                )
                move = CUBE.moves[turned]
                carried = {move[place] for place in before.edge_places}
                edges = {
                    place
                    for piece in CUBE.pieces()
                    if len(piece) == 2 and any(move[s] != s for s in piece)
                    for place in piece
                }
                expected = carried ^ edges if turned in faces else carried
                assert set(after.edge_places) == expected


def test_an_axis_without_bad_edges_is_one_where_edges_are_oriented() -> None:
    for found in step(CUBE, SCRAMBLE, "eo", niss=True, count=12):
        after = Line.of(str(found.alg)).state(SCRAMBLE)
        axis = found.parts[0].note
        assert next(one for one in standing(after).axes if one.axis == axis).bad_edges == 0
        assert f"eo on {axis}" in standing(after).reached


def test_candidates_are_all_within_the_limit_and_pass_the_filters() -> None:
    state = Line.of("(L R B)").state(SCRAMBLE)
    asked = StepRequest(niss=True, count=400, beyond=1)
    everything = candidate_list(state, "DR", asked)
    assert {one.length for one in everything} == {7, 8}
    few = candidate_list(state, "DR[subsets=4a1]", asked)
    assert few
    assert {one.normal + "|" + one.inverse for one in few} <= {
        one.normal + "|" + one.inverse for one in everything if one.leads_to.startswith("4a1")
    }
    for one in everything[:20]:
        line = f"(L R B) {one.normal} ({one.inverse})"
        axis = one.place.partition("-")[0]
        assert f"dr on {axis}" in standing(Line.of(line).state(SCRAMBLE)).reached


def test_what_no_filter_lets_pass_is_an_empty_list_and_what_is_no_step_is_refused() -> None:
    state = Line.of("(L R B)").state(SCRAMBLE)
    asked = StepRequest(niss=True, count=5, beyond=0, max_length=5)
    assert candidate_list(state, "DR[triggers=R L]", asked) == []
    with pytest.raises(PuzzleryError, match="one step"):
        candidate_list(state, "DR > HTR", asked)
    with pytest.raises(PuzzleryError, match="parentheses"):
        sides("R (U)2")
