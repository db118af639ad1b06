"""AR, RZP and floppy reduction are found as their definitions say."""

import random
from itertools import product

import pytest

from puzzlery import puzzle
from puzzlery.core.permutation import Permutation
from puzzlery.groups import PermGroup
from puzzlery.solve.cube3.step_catalog import STEPS, dr_case, find_step, group_of, turns
from puzzlery.solve.cube3.steps import StepRequest, candidates
from puzzlery.solve.fewest.pipeline import solve_pipelines

CUBE = puzzle("3x3x3")
EO = sorted(turns("udrl"))


def random_state(names: list[str], seed: int) -> Permutation:
    words = random.Random(seed).choices(names, k=40)
    return Permutation.product([CUBE.turn(name).permutation for name in words], CUBE.degree)


def look(state: Permutation) -> tuple[bool, ...]:
    """What domino reduction on ud sees: where the stickers of corners on U and D are, and where
    the edges of the slice."""
    pieces = CUBE.pieces()
    upright = {s.index for s in CUBE.stickers if s.face in "UD"}
    corners = {s for piece in pieces if len(piece) == 3 for s in piece & upright}
    edges = {s for piece in pieces if len(piece) == 2 and not piece & upright for s in piece}
    before = state.inverse
    return tuple(before[place] in corners | edges for place in range(CUBE.degree))


def looks_of_ar() -> set[tuple[bool, ...]]:
    moves = [CUBE.turn(name).permutation for name in ("R", "L", "U2", "D2", "F2", "B2")]
    start = Permutation.identity(CUBE.degree)
    found = {look(start)}
    for state in (order := [start]):
        for move in moves:
            seen = look(state * move)
            if seen not in found:
                found.add(seen)
                order.append(state * move)
    return found


def shortest(state: Permutation, is_goal, most: int) -> int | None:  # type: ignore[no-untyped-def]
    """By trying all words of the moves that keep edges oriented on fb."""
    for length in range(most + 1):
        for word in product(EO, repeat=length):
            effect = Permutation.product([CUBE.turn(m).permutation for m in word], CUBE.degree)
            if is_goal(state * effect):
                return length
    return None


def test_ar_is_where_domino_reduction_needs_no_quarter_turn_of_its_axis() -> None:
    found = looks_of_ar()
    assert len(found) == 4900
    for seed in range(12):
        state = random_state(EO, seed)
        inside = look(state) in found or look(state.inverse) in found
        assert STEPS["ar"].test is not None
        assert STEPS["ar"].reached(CUBE, state) == inside
        domino = random_state(sorted(turns("ud")), seed)
        assert STEPS["ar"].reached(CUBE, domino * random_state(sorted(turns("rl")), seed + 99))


@pytest.mark.parametrize("seed", range(3))
def test_ar_and_rzp_are_as_short_as_all_words_tell(seed: int) -> None:
    start = random_state(EO, seed)
    ar = looks_of_ar()
    goals = {
        "ar": lambda state: look(state) in ar,
        "rzp": lambda state: dr_case(CUBE, state) in ((4, 4), (4, 2), (3, 2), (0, 0)),
    }
    for name, is_goal in goals.items():
        expected = shortest(start, is_goal, 2)
        asked = StepRequest(axis="ud-fb", count=1)
        found = candidates(CUBE, start, find_step(name), asked).candidates[0]
        assert is_goal(found.state)
        assert found.length == expected if expected is not None else found.length > 2


@pytest.mark.parametrize("name", ["fr", "fr-leave-slice"])
def test_floppy_reduction_is_its_subgroup(name: str) -> None:
    floppy = PermGroup([CUBE.turn(turn).permutation for turn in ("R2", "L2", "F2", "B2")])
    assert floppy.order == 192
    for seed in range(4):
        state = random_state(sorted(turns("")), seed)
        for found in candidates(
            CUBE, state, find_step(name), StepRequest(axis="ud", niss=True, count=3)
        ).candidates:
            assert group_of(CUBE, turns("")).contains(found.state)
            slices = {s for p in CUBE.pieces() if len(p) == 2 for s in p} & {
                s.index for s in CUBE.stickers if s.face in "FBRL"
            }
            if name == "fr":
                assert floppy.contains(found.state)
            else:
                assert any(
                    all(one[s] == found.state[s] for s in range(54) if s not in slices)
                    for one in floppy.elements()
                )


@pytest.mark.parametrize(
    "text",
    [
        'EO > RZP[max=2] > DR[triggers=R,"R U2 R",R U R] > HTR > FIN',
        "EO > AR > DR > HTR > FR > FIN",
        "EO > DR > HTR > FRLS > FINLS > FIN",
    ],
)
def test_pipelines_with_these_steps_solve(text: str) -> None:
    scramble = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' B D2 B U2 L U2 R' U' F"
    [best] = solve_pipelines(scramble, text, StepRequest(niss=True), beam=6)
    assert CUBE.apply(scramble).apply(best.alg).is_solved
    assert [part.name for part in best.parts][-1] == "finish"
