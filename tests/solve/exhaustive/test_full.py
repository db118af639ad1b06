"""Full tables give shortest solutions, all of them, and random states."""

from itertools import product

import pytest

from puzzlery.errors import NotFound, PuzzleryError
from puzzlery.solve.api.methods import solutions
from puzzlery.solve.exhaustive.full_table import full_table, unfit
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.scrambles.scramble_makers import maker_of
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.geometry import cube


def shortest_by_trying(toy, state, most):
    """The least number of moves, by trying all sequences."""
    moves = MoveSet.of(toy).permutations
    for length in range(most + 1):
        for way in product(moves, repeat=length):
            p = state.permutation
            for move in way:
                p = p * move
            if p.is_identity:
                return length
    return None


@pytest.mark.parametrize("name", ["2x2x2", "skewb", "ivy cube", "tetraminx", "2x2x3"])
def test_agrees_with_trying_all_sequences(name):
    toy = puzzle(name)
    for seed in range(4):
        state = toy.apply(toy.scramble(seed=seed, length=3))
        assert toy.solve(state, method="table").length == shortest_by_trying(toy, state, 3)


@pytest.mark.parametrize("name", ["2x2x2", "skewb", "ivy cube", "gear cube"])
def test_solution_solves_and_is_proven(name):
    toy = puzzle(name)
    for scramble in maker_of(toy).scrambles(5, seed=1):
        found = toy.solve(scramble)
        assert found.method == "table"
        assert found.optimal
        assert toy.apply(scramble).apply(found.alg).is_solved
        assert found.length <= scramble.length("OBTM", toy)


def test_solved_state_has_the_empty_solution():
    found = cube(2).solve("", method="table")
    assert (str(found.alg), found.length, found.optimal) == ("", 0, True)


def test_all_shortest_solutions_are_found():
    toy = cube(2)
    found = solutions(toy, "R U R' F2", method="table", count=100)
    assert len({str(one.alg) for one in found}) == len(found)
    moves = MoveSet.of(toy)
    start = toy.apply("R U R' F2").permutation
    names = set()
    for way in product(range(len(moves)), repeat=4):
        p = start
        for m in way:
            p = p * moves.permutations[m]
        if p.is_identity:
            names.add(" ".join(moves.names[m] for m in way))
    assert {str(one.alg) for one in found} == names


def test_longer_solutions_come_after_the_shortest():
    found = solutions(cube(2), "R U", method="table", count=1000, beyond=7)
    lengths = [one.length for one in found]
    assert lengths == sorted(lengths)
    assert lengths[0] == 2
    assert max(lengths) > 2
    assert [one.optimal for one in found] == [length == 2 for length in lengths]


def test_limits_are_kept():
    with pytest.raises(NotFound, match="the shortest has 3"):
        cube(2).solve("R U F", method="table", max_length=2)
    assert len(solutions(cube(2), "R U F", method="table", max_length=3, beyond=9, count=50)) == 1


def test_chosen_moves_alone_are_made():
    found = cube(2).solve("R U R' U'", method="table", moves=("R", "U"))
    assert {move.family for move in found.alg.moves()} <= {"R", "U"}
    with pytest.raises(NotFound, match=r"no moves|do not solve"):
        cube(2).solve("F", method="table", moves=("R", "U"))


def test_quarter_turns_count_in_their_metric():
    assert cube(2).solve("R2", method="table", metric="QTM").length == 2
    assert cube(2).solve("R2 U", method="table", metric="HTM").length == 2


def test_metric_with_cheaper_slices_is_refused():
    with pytest.raises(PuzzleryError, match="S"):
        full_table(puzzle("2x2x3"), "STM")


def test_large_puzzles_are_refused():
    assert "states" in unfit(cube(3))
    assert unfit(puzzle("7x7x7"))
    assert "joined" in unfit(puzzle("bicube"))
    with pytest.raises(PuzzleryError, match="does not fit 3x3x3"):
        cube(3).solve("R", method="table")
