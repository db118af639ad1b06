"""Two-phase: coordinates against plain twins, admissible tables, answers that solve, resuming."""

import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.oracles import cube as plain_cube
from tests.oracles import phases

import puzzlery
from puzzlery import _core
from puzzlery.core.progress import Report, drive
from puzzlery.errors import NotFound, PuzzleryError, TimedOut
from puzzlery.solve.api.methods import solutions, solve
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.cube3 import twophase
from puzzlery.solve.cube3.numbering import alg_of, pieces
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State

CUBE = puzzlery.puzzle("3x3x3")
SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
ROW_BYTES, KINDS, TWISTS = 547, 64_430, 2_187
# Kinds with twists up to a distance from H; the last is all of them.
WITHIN = [1, 2, 7, 51, 538, 6379, 74743, 851311, 8802059, 60900935, 137137169, 140908281]

turns = st.lists(st.integers(0, 17), max_size=30)
seeds = st.integers(0, 2**32)


@pytest.fixture(scope="module", autouse=True)
def table() -> Iterator[NDArray[np.uint8]]:
    """The tables, built here, so that no test depends on what a store holds."""
    made = drive(_core.TwoPhaseTable(twophase.REACH)).data()
    before, twophase._loaded[:] = twophase._loaded[:], [made]
    yield made
    twophase._loaded[:] = before


def random_state(seed: int) -> State:
    return State(CUBE, CUBE.group.random(random.Random(seed)))


def job_for(state: State, **limits: int) -> _core.TwoPhase:
    return _core.TwoPhase(twophase.table(), twophase.REACH, pieces(state), **limits)


def walked(path: list[int]) -> phases.Pieces:
    cube = phases.SOLVED
    for turn in path:
        cube = phases.turned(cube, turn)
    return cube


# Pieces and turns


@given(turns)
def test_pieces_of_a_state_are_those_that_its_turns_lead_to(path: list[int]) -> None:
    assert pieces(CUBE.apply(alg_of(bytes(path)))) == phases.packed(walked(path))


@pytest.mark.parametrize("puzzle", [CUBE, plain_cube.cube(3)], ids=lambda puzzle: puzzle.name)
def test_a_3x3x3_fits_however_its_stickers_are_numbered(puzzle: Puzzle) -> None:
    assert twophase.unfit(puzzle) is None


@pytest.mark.parametrize("name", ["2x2x2", "4x4x4", "pyraminx", "3x3x2", "megaminx"])
def test_other_puzzles_are_refused(name: str) -> None:
    assert "3x3x3" in str(twophase.unfit(puzzlery.puzzle(name)))
    with pytest.raises(PuzzleryError, match="does not fit"):
        solve(puzzlery.puzzle(name), "", method="twophase")


# Coordinates


@given(turns)
def test_coordinates_agree_with_plain_twins(path: list[int]) -> None:
    cube = walked(path)
    twist, edges, *_ = _core.two_phase_coordinates(phases.packed(cube))
    layers, flips = divmod(edges, 2048)
    assert twist == phases.twist(cube)
    assert [flips >> slot & 1 for slot in range(11)] == list(cube[3][:11])
    assert 0 <= layers < 495


@given(st.lists(st.sampled_from(phases.INNER), max_size=30))
def test_permutations_inside_h_are_ranked(path: list[int]) -> None:
    corners, _, edges, _ = cube = walked(path)
    *_, corner_rank, rim_rank, middle_rank = _core.two_phase_coordinates(phases.packed(cube))
    assert corner_rank == phases.rank(corners)
    assert rim_rank == phases.rank(edges[:8])
    assert middle_rank == phases.rank(edges[8:])


def test_every_middle_layer_has_its_own_number() -> None:
    rng = random.Random(1)
    seen: dict[tuple[bool, ...], set[int]] = {}
    cube = phases.SOLVED
    for _ in range(20_000):
        cube = phases.turned(cube, rng.randrange(18))
        _, edges, *_ = _core.two_phase_coordinates(phases.packed(cube))
        seen.setdefault(phases.coset(cube)[2], set()).add(edges // 2048)
    assert len(seen) == 495
    assert sorted(number for (number,) in seen.values()) == list(range(495))


# Tables


def test_distances_to_h_are_those_of_a_plain_breadth_first_search(
    table: NDArray[np.uint8],
) -> None:
    for depth, shell in enumerate(phases.cosets_by_distance(4)):
        for cube in shell.values():
            far = _core.two_phase_distances(table, twophase.REACH, phases.packed(cube))
            assert far[0] == depth


@given(turns)
def test_no_distance_to_h_exceeds_the_turns_made(path: list[int]) -> None:
    cube = phases.packed(walked(path))
    far = _core.two_phase_distances(twophase.table(), twophase.REACH, cube)
    assert max(far) <= min(len(path), twophase.REACH + 1)


@given(st.lists(st.sampled_from(phases.INNER), max_size=18))
def test_no_bound_inside_h_exceeds_the_turns_made(path: list[int]) -> None:
    assert _core.two_phase_bound(twophase.table(), phases.packed(walked(path))) <= len(path)


def known(table: NDArray[np.uint8]) -> int:
    """How many kinds with twists have their distance in the table."""
    entries = np.bincount(table[: KINDS * ROW_BYTES], minlength=256)
    unknown = [sum(byte >> 2 * k & 3 == 3 for k in range(4)) for byte in range(256)]
    return int(4 * entries.sum() - entries @ np.array(unknown))


@pytest.mark.parametrize("reach", [4, 7])
def test_the_table_holds_all_that_is_near(reach: int) -> None:
    assert known(drive(_core.TwoPhaseTable(reach)).data()) == WITHIN[reach]


@pytest.mark.slow
def test_nothing_is_farther_than_twelve() -> None:
    assert known(drive(_core.TwoPhaseTable(11)).data()) == WITHIN[11]
    assert known(drive(_core.TwoPhaseTable(12)).data()) == KINDS * TWISTS == 140_908_410


def test_a_table_resumed_from_a_snapshot_is_the_same() -> None:
    whole = drive(_core.TwoPhaseTable(7)).data()
    begun = _core.TwoPhaseTable(7)
    while begun.progress()[0] < 1000:
        begun.run(0.0)
    resumed = _core.TwoPhaseTable(7)
    resumed.restore(begun.snapshot())
    assert resumed.progress()[0] == begun.progress()[0]
    assert np.array_equal(drive(resumed).data(), whole)


def test_bad_tables_and_snapshots_are_refused() -> None:
    with pytest.raises(ValueError, match="1 to 12"):
        _core.TwoPhaseTable(13)
    with pytest.raises(RuntimeError, match="not finished"):
        _core.TwoPhaseTable(3).data()
    with pytest.raises(ValueError, match="another reach"):
        _core.TwoPhaseTable(3).restore(_core.TwoPhaseTable(4).snapshot())
    with pytest.raises(ValueError, match="bytes, not 10"):
        _core.TwoPhase(np.zeros(10, np.uint8), 9, pieces(CUBE.solved))


# Answers


@settings(max_examples=8)
@given(seeds)
def test_every_answer_solves_and_the_first_is_short(seed: int) -> None:
    state = random_state(seed)
    found = solve(CUBE, state, method="twophase")
    assert state.apply(found.alg).is_solved
    assert found.length == len(list(found.alg.moves())) <= 21
    assert found.history[0][1] <= 23


def test_a_solved_cube_has_the_empty_solution() -> None:
    found = solve(CUBE, "", method="twophase")
    assert (str(found.alg), found.length, found.optimal) == ("", 0, True)


def test_the_hardest_cube_has_an_answer_at_once() -> None:
    assert 20 <= solve(CUBE, SUPERFLIP, method="twophase").length <= 23


@settings(max_examples=8)
@given(st.lists(st.integers(0, 17), max_size=5))
def test_short_scrambles_are_solved_optimally_and_proven(path: list[int]) -> None:
    found = solve(CUBE, alg_of(bytes(path)), method="twophase", timeout=20)
    assert found.optimal
    assert found.length <= len(path)
    assert found.length == next(n for n in range(6) if _within(path, n))


def _within(path: list[int], n: int) -> bool:
    """Whether n turns lead there, from both ends."""
    near, far = _shells()[n // 2], _shells()[n - n // 2]
    cube = walked(path)
    return any(_after(cube, way) in near for way in far.values())


def _after(cube: phases.Pieces, way: tuple[int, ...]) -> phases.Pieces:
    for turn in way:
        cube = phases.turned(cube, turn)
    return cube


_SHELLS: list[dict[phases.Pieces, tuple[int, ...]]] = []


def _shells() -> list[dict[phases.Pieces, tuple[int, ...]]]:
    """The cubes after at most 0, 1, 2, 3 turns, each with a way to it."""
    if not _SHELLS:
        _SHELLS.append({phases.SOLVED: ()})
        for _ in range(3):
            shell = dict(_SHELLS[-1])
            for cube, way in _SHELLS[-1].items():
                for turn in range(18):
                    shell.setdefault(phases.turned(cube, turn), (*way, turn))
            _SHELLS.append(shell)
    return _SHELLS


def test_several_answers_differ_and_none_can_be_shortened_at_sight() -> None:
    found = solutions(CUBE, random_state(5), method="twophase", count=6, timeout=0.3)
    assert len({str(one.alg) for one in found}) == 6
    assert [one.length for one in found] == sorted(one.length for one in found)
    for one in found:
        assert one.alg.simplify(CUBE).length("OBTM", CUBE) == one.length


def test_the_history_descends_to_the_answer() -> None:
    found = solve(CUBE, random_state(7), method="twophase", timeout=0.3)
    seconds, lengths = zip(*found.history, strict=True)
    assert list(seconds) == sorted(seconds)
    assert list(lengths) == sorted(set(lengths), reverse=True)
    assert lengths[-1] == found.length


def test_a_search_stops_early_when_the_answer_is_short_enough() -> None:
    found = solve(CUBE, random_state(9), method="twophase", max_length=21, timeout=30)
    assert found.length <= 21
    assert found.seconds < 20


@pytest.mark.timing
def test_what_does_not_exist_is_told_apart_from_what_was_not_found() -> None:
    with pytest.raises(NotFound, match="at most 4 moves; the shortest has 5"):
        solve(CUBE, "R U F D L", method="twophase", max_length=4)
    with pytest.raises(TimedOut, match="at most 15 moves within"):
        solve(CUBE, SUPERFLIP, method="twophase", max_length=15, timeout=3)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_any_number_of_threads_proves_the_same(threads: int) -> None:
    found = solve(CUBE, "R U F D L B R2 U'", method="twophase", threads=threads, timeout=30)
    assert (found.length, found.optimal) == (8, True)


def test_nodes_of_a_fixed_search_are_fixed() -> None:
    job = drive(job_for(CUBE.apply("R U F D L B R2 U' F2 D L")))
    assert job.proven
    assert job.answers == [bytes([14, 11, 7, 0, 4, 17, 14, 11, 8, 2, 5])]
    assert job.nodes == 256


def test_a_search_goes_on_from_a_snapshot() -> None:
    state = CUBE.apply("R U F D L B R2 U' F2 D")
    begun = job_for(state)
    while not begun.answers:
        begun.run(1.0)
    resumed = job_for(state)
    resumed.restore(begun.snapshot())
    assert resumed.answers == begun.answers
    assert resumed.nodes == begun.nodes
    assert len(drive(resumed).answers[0]) == 10
    assert resumed.proven
    with pytest.raises(ValueError, match="another search"):
        job_for(CUBE.apply("R")).restore(begun.snapshot())
    with pytest.raises(ValueError, match="cut short"):
        job_for(state).restore(begun.snapshot()[:-1])


def test_progress_is_told_while_searching() -> None:
    reports: list[Report] = []
    solve(CUBE, random_state(3), method="twophase", timeout=0.2, progress=reports.append)
    assert reports[-1].note.startswith("best: ")


def test_what_two_phase_does_not_know_is_refused() -> None:
    def ask(**limits: object) -> Solution:
        return solve(CUBE, "R U", method="twophase", **limits)

    for wish in ({"metric": "OBQTM"}, {"mask": frozenset([1])}, {"moves": ("R", "U")}):
        with pytest.raises(PuzzleryError, match=f"does not take {next(iter(wish))}.* search"):
            ask(**wish)
    with pytest.raises(PuzzleryError, match=r"does not take niss.* steps can"):
        ask(niss=True)


def test_what_is_no_cube_is_refused() -> None:
    solved = pieces(CUBE.solved)
    flipped = solved[:28] + bytes([1]) + solved[29:]
    twice = bytes([1]) + solved[1:]
    for bad in (flipped, twice, solved[:28] + bytes([9]) * 12):
        with pytest.raises(ValueError, match="no turns lead"):
            _core.TwoPhase(twophase.table(), twophase.REACH, bad)
    with pytest.raises(ValueError, match="8 corners"):
        _core.TwoPhase(twophase.table(), twophase.REACH, b"")
    with pytest.raises(ValueError, match="at least 1"):
        job_for(CUBE.solved, count=0)
