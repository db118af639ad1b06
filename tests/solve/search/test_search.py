"""Method "search": shortest solutions of any puzzle, by any moves, to any goal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.searching import distances

from puzzlery import puzzle
from puzzlery.core.permutation import Permutation
from puzzlery.errors import NotFound, PuzzleryError, TimedOut, Unsolvable
from puzzlery.solve.api.methods import METHODS, solutions
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.search.shortest import between
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State

CUBE = puzzle("3x3x3")
SMALL = 4 << 20


def search(name: str, state: object, **limits: object) -> list[Solution]:
    return solutions(puzzle(name), state, "search", **limits)  # type: ignore[arg-type]


def exact(name: str, moves: MoveSet) -> dict[Permutation, int]:
    start = Permutation.identity(puzzle(name).degree)
    return distances([start], moves.permutations, moves.costs)


@pytest.mark.parametrize("name", ["3x3x1", "2x2x1"])
def test_lengths_are_those_of_breadth_first_search(name: str):
    chosen = puzzle(name)
    for state, weight in exact(name, MoveSet.for_search(chosen)).items():
        [found] = search(name, State(chosen, state))
        assert (found.length, found.optimal) == (weight, True)


@pytest.mark.slow
def test_lengths_on_the_ivy_cube_are_those_of_breadth_first_search():
    chosen = puzzle("ivy cube")
    for state, weight in exact("ivy cube", MoveSet.for_search(chosen)).items():
        [found] = search("ivy cube", State(chosen, state))
        assert found.length == weight


@pytest.mark.parametrize("metric", ["HTM", "QTM"])
def test_two_generator_group_agrees_with_breadth_first_search(metric: str):
    moves = MoveSet.for_search(puzzle("2x2x2"), metric, moves=["R", "U2"])
    oracle = exact("2x2x2", moves)
    for state, weight in list(oracle.items())[:: max(1, len(oracle) // 40)]:
        start = State(puzzle("2x2x2"), state)
        [found] = search("2x2x2", start, metric=metric, moves=("R", "U2"))
        assert found.length == weight
        assert {str(move)[0] for move in found.alg.moves()} <= {"R", "U"}


def test_weights_that_differ_by_direction_agree_with_dijkstra():
    weights, names = {"R": 1, "R'": 3, "L": 2}, ("R", "L")
    chosen = puzzle("ivy cube")
    oracle = exact("ivy cube", MoveSet.for_search(chosen, moves=names, weights=weights))
    for state, weight in oracle.items():
        [found] = search("ivy cube", State(chosen, state), moves=names, weights=weights)
        assert found.length == weight


@settings(max_examples=5)
@given(st.integers(0, 10**6))
def test_short_scrambles_are_undone_within_their_length(seed: int):
    for name in ("3x3x3", "pyraminx", "megaminx"):
        scramble = puzzle(name).scramble(seed=seed, length=4)
        [found] = search(name, scramble, memory=SMALL)
        assert found.length <= scramble.length(puzzle(name).metric, puzzle(name))
        assert found.optimal


def test_all_solutions_up_to_a_bit_beyond_the_shortest_are_told():
    found = search("3x3x3", "R L' U2", count=1000, beyond=1)
    lengths = [one.length for one in found]
    assert lengths == sorted(lengths)
    assert set(lengths) <= {3, 4}
    assert [one.optimal for one in found] == [length == 3 for length in lengths]
    assert len({str(one.alg) for one in found}) == len(found)


def test_slices_count_one_in_their_metric_and_the_cube_ends_as_it_was_held():
    scramble = "M2 E2 S2"
    [found] = search("3x3x3", scramble, metric="STM")
    assert found.length == 3
    assert CUBE.apply(scramble).apply(found.alg).permutation.is_identity


@pytest.mark.parametrize("scramble", ["M", "M U", "M U E", "E x y", "M U M' F"])
def test_centers_that_slices_carried_away_are_carried_back_without_rotations(scramble: str):
    found = CUBE.solve(scramble, "search", metric="STM")
    assert not any(CUBE.turn(move).is_rotation for move in found.alg.moves())
    assert CUBE.apply(scramble).apply(found.alg).is_solved
    assert found.length <= CUBE.alg(scramble).length("STM", CUBE)


@pytest.mark.parametrize("metric", ["RBTM", "RBQTM", "OBQTM", "SSTM"])
def test_told_length_is_the_length_of_the_alg(metric: str):
    scramble = CUBE.alg("M U R2 E'")
    [found] = search("3x3x3", scramble, metric=metric)
    assert found.alg.length(metric, CUBE) == found.length <= scramble.length(metric, CUBE)


def test_even_cube_is_solved_however_it_ends_up_being_held():
    """Dw is Uw and a rotation; the least number of outer block turns is 5."""
    big = puzzle("4x4x4")
    [found] = search("4x4x4", "Rw U F2 Dw L'", memory=SMALL)
    assert found.length == found.alg.length("OBTM", big) == 5
    assert big.apply("Rw U F2 Dw L'").apply(found.alg).coloring == big.solved.coloring


def test_chosen_moves_suffice_or_the_state_is_refused():
    [found] = search("3x3x3", "R U R' U R U2 R'", moves=("R", "U"))
    assert found.length == 7
    with pytest.raises(Unsolvable, match="R U alone"):
        search("3x3x3", "F", moves=("R", "U"))
    with pytest.raises(PuzzleryError, match="no single turn"):
        search("3x3x3", "R", moves=("x",))


def test_mask_of_the_cross_solves_the_cross_only():
    mask = frozenset(
        sticker
        for piece in CUBE.pieces()
        if len(piece) == 2 and any(CUBE.stickers[s].face == "D" for s in piece)
        for sticker in piece
    )
    scramble = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L'"
    [found] = search("3x3x3", scramble, mask=mask)
    assert found.length <= 8
    seen = CUBE.apply(scramble).apply(found.alg).coloring
    assert all(seen[place] == CUBE.solved.coloring[place] for place in mask)


def test_open_mask_is_never_longer_than_the_exact_one():
    top = {s.index for s in CUBE.stickers if s.face == "U"}
    places = [next(iter(p & top)) for p in CUBE.pieces() if len(p) == 2 and p & top]
    scramble = "R U2 F' L D B2 R F"
    [loose] = search("3x3x3", scramble, mask=frozenset(places[:2]))
    [strict] = search("3x3x3", scramble, mask=frozenset(places[:2]), goal="stickers")
    assert loose.length <= strict.length


def test_stickers_are_told_apart_where_colors_are_not():
    ring = Puzzle.from_cycles({"a": [[0, 1, 2, 3]]}, ["red", "red", "red", "red"])
    assert solutions(ring, "a", "search")[0].length == 0
    assert str(solutions(ring, "a", "search", goal="stickers")[0].alg) == "a'"


def test_limits_are_kept():
    with pytest.raises(NotFound, match="in 0 to 3"):
        search("3x3x3", "R U F L D", max_length=3)
    with pytest.raises(TimedOut):
        search("3x3x3", CUBE.scramble(seed=5), timeout=0.2)
    assert [s.length for s in search("3x3x3", "R", min_length=3, max_length=8, count=1)] != [1]


def test_solved_state_needs_nothing():
    [found] = search("3x3x3", "")
    assert (str(found.alg), found.length, found.optimal) == ("", 0, True)


def test_bandaged_puzzles_and_weightless_moves_are_refused():
    with pytest.raises(PuzzleryError, match="joined pieces"):
        METHODS["search"].unfit(puzzle("square-1")) and search("square-1", "/")
    with pytest.raises(PuzzleryError, match="weighs 0"):
        search("3x3x3", "R", weights={"R": 0})


def test_pieces_that_are_too_many_to_count_out_are_told():
    with pytest.raises(PuzzleryError, match=r"look alike lie in .* ways"):
        search("hungarian rings", "L R")
    assert search("hungarian rings", "L R", goal="stickers", memory=SMALL)[0].length == 2


@settings(max_examples=4)
@given(st.integers(0, 10**6), st.sampled_from(["3x3x3", "pyraminx", "4x4x4"]))
def test_any_state_may_be_the_goal(seed: int, name: str):
    chosen = puzzle(name)
    start, way = chosen.scramble(seed=seed, length=12), chosen.scramble(seed=seed + 1, length=3)
    target = chosen.apply(start).apply(way)
    [found] = between(chosen, start, target, memory=SMALL)
    assert chosen.apply(start).apply(found.alg).coloring == target.coloring
    assert found.length <= way.length(chosen.metric, chosen)
    [exact] = between(chosen, start, target, goal="stickers", memory=SMALL)
    assert chosen.apply(start).apply(exact.alg) == target


def test_unknown_options_are_refused():
    with pytest.raises(PuzzleryError, match="does not take wieghts;"):
        search("3x3x3", "R", wieghts={"R": 2})
