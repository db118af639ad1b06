"""Patterns: what can be seen of a state, counted out, and parted into coarser ones."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlery import puzzle
from puzzlery.errors import PuzzleryError, Unsolvable
from puzzlery.solve.coordinates.composite import Composite
from puzzlery.solve.coordinates.coordinate import Coordinate, transformed
from puzzlery.solve.coordinates.pruning_table import Distances, pruning_table
from puzzlery.solve.coordinates.reached import reached
from puzzlery.solve.coordinates.search_engine import Engine
from puzzlery.solve.cube3.step_catalog import ALL, HALF, STEPS, turns
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.search.pattern_split import families, masked, open_patterns, parts
from puzzlery.solve.search.patterns import Looks, Pattern

CUBE = puzzle("3x3x3")
MOVES = MoveSet.for_search(CUBE)


def coordinates_of(step: str, stage: int) -> list[Coordinate]:
    moves = MOVES.restricted(STEPS[step].stages[stage].moves)
    return [reached(one) for one in STEPS[step].coordinates(CUBE, moves)]


def looks_of(name: str, moves: MoveSet) -> list[Looks]:
    chosen = puzzle(name)
    return [Looks(part, moves) for part in parts(chosen, chosen.solved_colors, moves, 50_000)]


def distances(coordinates: list[Coordinate]) -> Distances:
    return pruning_table(Composite(*coordinates), keep=False)


def depths(step: str, stage: int) -> list[int]:
    """How many combinations of values are 0, 1, 2 … moves away."""
    return distances(coordinates_of(step, stage)).counts


def test_edge_orientation_has_2048_looks_and_depth_7():
    counted = depths("eo", 0)
    assert (sum(counted), len(counted) - 1) == (2048, 7)


def test_corner_orientation_has_2187_looks_and_depth_6():
    corners = coordinates_of("dr", 1)[0]
    counted = distances([corners]).counts
    assert (sum(counted), len(counted) - 1) == (2187, 6)


def test_domino_reduction_has_the_size_of_the_phase_one_coset_space():
    assert Composite(*coordinates_of("dr", 1)).size == 2_217_093_120


def test_domino_reduction_from_oriented_edges_has_its_coset_space():
    corners, edges, flips = coordinates_of("dr", 0)
    assert flips.size == 1
    assert sum(distances([corners, edges]).counts) == 2187 * 495


def test_half_turn_reduction_has_29400_cosets_in_the_domino_group():
    """|domino group| / |half-turn group| = 19,508,428,800 / 663,552."""
    corners, edges = coordinates_of("htr", 0)
    assert (corners.size, edges.size) == (420, 70)
    assert sum(depths("htr", 0)) == 29_400


def test_half_turn_group_has_663552_states_and_depth_15():
    counted = depths("finish", 0)
    assert (sum(counted), len(counted) - 1) == (663_552, 15)


@pytest.mark.parametrize(
    ("name", "states", "deepest"), [("pyraminx", 933_120, 11), ("ivy cube", 29_160, 8)]
)
def test_small_puzzles_have_the_published_sizes(name: str, states: int, deepest: int):
    chosen = puzzle(name)
    moves = MoveSet.for_search(chosen)
    if name == "pyraminx":
        moves = moves.restricted([one.name for one in moves.moves if one.name[0].isupper()])
    table = distances(list(looks_of(name, moves)))
    assert (sum(table.counts), table.deepest) == (states, deepest)


@pytest.mark.slow
def test_skewb_has_the_published_size():
    table = distances(list(looks_of("skewb", MoveSet.for_search(puzzle("skewb")))))
    assert (sum(table.counts), table.deepest) == (3_149_280, 11)


@pytest.mark.parametrize("most", [300, 3_000, 50_000])
@pytest.mark.parametrize("name", ["3x3x3", "4x4x4", "megaminx", "pyraminx", "gear cube"])
@pytest.mark.parametrize("seed", [1, 2])
def test_parts_together_say_what_the_pattern_says(name: str, most: int, seed: int):
    """All parts look solved exactly if all colors do: on states near and far from solved."""
    chosen = puzzle(name)
    patterns = parts(chosen, chosen.solved_colors, MoveSet.for_search(chosen), most)
    for length in (0, 1, 2, 30):
        state = chosen.apply(chosen.scramble(seed=seed, length=length))
        seen = state.permutation.inverse.images
        whole = all(
            pattern.labels[seen[place]] == label
            for pattern in patterns
            for place, label in enumerate(pattern.labels)
        )
        assert whole == (state.coloring == chosen.solved.coloring)


LOOKS = [Looks(part, MOVES) for part in parts(CUBE, CUBE.solved_colors, MOVES, 3_000)]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from([one.name for one in MOVES.moves]), max_size=12))
def test_index_follows_the_transitions(word: list[str]):
    names = [one.name for one in MOVES.moves]
    look = LOOKS[0]
    value = 0
    for name in word:
        value = int(look.transitions[value, names.index(name)])
    assert value == look.index(CUBE.apply(" ".join(word)))
    assert look.index(look.state(value)) == value


def test_looks_obey_the_laws_of_coordinates():
    for look in LOOKS:
        assert look.check() is None
        t = look.symmetries()[-1]
        state = CUBE.apply("R U F2 L D")
        assert look.transform(look.index(state), t) == look.index(transformed(state, t))


def test_families_under_two_faces_are_those_that_move():
    found = families(CUBE, MoveSet.for_search(CUBE, moves=["R", "U"]))
    assert [(family.name, len(family.slots), family.ways) for family in found] == [
        ("corners", 6, 3), ("edges", 7, 1)
    ]  # fmt: skip


def test_mask_over_top_stickers_of_edges_is_open():
    top = frozenset(s.index for s in CUBE.stickers if s.face == "U")
    edges = frozenset(next(iter(p & top)) for p in CUBE.pieces() if len(p) == 2 and p & top)
    assert open_patterns(CUBE, CUBE.solved_colors, edges - {min(edges)}, MOVES)
    assert not open_patterns(CUBE, CUBE.solved_colors, edges, MOVES)


def test_pattern_of_too_many_looks_is_refused():
    with pytest.raises(PuzzleryError, match="more than 1000 ways"):
        Looks(Pattern("colors", CUBE.solved_colors), MOVES, most=1000)


def test_pattern_that_moves_never_mend_is_told():
    halves = MOVES.restricted(HALF)
    engine = Engine.of(halves, looks_of("3x3x3", halves))
    with pytest.raises(Unsolvable, match="stays wrong"):
        engine.position(CUBE.apply("R").permutation)


def test_mask_outside_of_the_puzzle_is_refused():
    with pytest.raises(PuzzleryError, match="place 99"):
        masked(CUBE, CUBE.solved_colors, frozenset({99}))


def test_turns_of_all_faces_are_the_eighteen():
    assert {one.name for one in MOVES.moves} == ALL
    assert len(turns("ud")) == 10
