"""The inverse at every node: read rightly, and no answer changed by it."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.searching import distances

from puzzlery._core import SearchJob, SearchSpace
from puzzlery.core.permutation import Permutation
from puzzlery.solve import coordinates
from puzzlery.solve.api.methods import solutions
from puzzlery.solve.coordinates import Coordinate, named_coordinate, search_engine, slots_of
from puzzlery.solve.coordinates.coordinate_solver import tells_all
from puzzlery.solve.coordinates.inverse_reading import CarriedStickers, InverseTree
from puzzlery.solve.coordinates.search_engine import Engine, SearchLimits, View, grouped
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.search import shortest
from puzzlery.solve.search.pattern_split import families, parts
from puzzlery.solve.search.patterns import Looks
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.geometry import cube

CUBE = cube(3)
NAMES = ["eo-fb", "co-ud", "cp", "slice-ud", "sliceperm-rl", "pieces:DF+DR+DB", "pieces:URF+DBL"]


def walks(name: str, seed: int, count: int) -> np.ndarray:
    """States that moves lead to, one a row."""
    chosen, dice = puzzle(name), random.Random(seed)
    return np.array([chosen.group.random(dice).array for _ in range(count)])


def inverses(images: np.ndarray) -> np.ndarray:
    return np.argsort(images, axis=1).astype(np.uint16)


def looks_of(name: str, most: int = 3000) -> list[Coordinate]:
    chosen = puzzle(name)
    moves = MoveSet.for_search(chosen)
    return [Looks(part, moves) for part in parts(chosen, chosen.solved_colors, moves, most)]


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=5)
def test_trees_tell_the_value_of_the_inverse(name: str, seed: int) -> None:
    one = named_coordinate(CUBE, name)
    tree = InverseTree.of(one)
    assert tree is not None
    images = walks("3x3x3", seed, 40)
    assert np.array_equal(tree.values(images), one.indices(inverses(images)))
    symmetry = random.Random(seed).choice(CUBE.symmetries())
    seen = View(one, symmetry).indices(inverses(images))
    assert np.array_equal(tree.seen_through(symmetry).values(images), seen)


@pytest.mark.parametrize("name", ["2x2x2", "skewb", "pyraminx", "ivy cube", "2x2x3"])
def test_trees_tell_the_looks_of_the_inverse(name: str) -> None:
    images = walks(name, 7, 50)
    for one in looks_of(name):
        tree = InverseTree.of(one)
        assert tree is not None
        assert np.array_equal(tree.values(images), one.indices(inverses(images)))


def test_what_cannot_be_seen_on_stickers_has_no_tree() -> None:
    assert InverseTree.of(named_coordinate(CUBE, "htr-cp")) is None
    assert InverseTree.of(coordinates.Parity(CUBE, 0)) is None
    assert InverseTree.of(named_coordinate(CUBE, "corners")) is None  # too many values


def sides_of(name: str, **options: object) -> list[Engine]:
    """Two searches with a table for each coordinate; the second asks each for the inverse, too."""
    made = coordinates_of(name, **options)
    assert tells_all(made)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_engine, "LEAST_GAIN", 0.0)
        found = [Engine.of(made[0].moves, made, both_sides=both) for both in (False, True)]
    assert found[0].carried is None
    assert found[1].carried is not None
    return found


def coordinates_of(name: str, **options: object) -> list[Coordinate]:
    chosen = puzzle(name)
    moves = MoveSet.for_search(chosen, **options)  # type: ignore[arg-type]
    found: list[Coordinate] = []
    for k, orbit in enumerate(slots_of(chosen)):
        found += [coordinates.permutation(chosen, k, moves)] if orbit.size > 1 else []
        found += [coordinates.orientation(chosen, k, moves)] if orbit.orientations.order > 1 else []
    return found


@pytest.mark.parametrize("name", ["2x2x2", "skewb", "tetraminx", "ivy cube", "gear cube"])
def test_every_solution_is_found_as_without_the_inverse(name: str) -> None:
    plain, clever = sides_of(name)
    nodes = [0, 0]
    for seed in range(8):
        state = puzzle(name).permutation(puzzle(name).scramble(seed=seed, length=1 + seed % 5))
        limits = SearchLimits(high=6, beyond=1, passing=seed % 2 == 0)
        one, two = (e.search(e.position(state), limits) for e in (plain, clever))
        assert (one.counts, one.words()) == (two.counts, two.words())
        nodes = [nodes[0] + one.nodes, nodes[1] + two.nodes]
    assert nodes[1] <= nodes[0]


@settings(max_examples=20, deadline=None)
@given(st.dictionaries(st.sampled_from(["R", "R2", "U", "U2"]), st.integers(1, 5)), st.randoms())
def test_weights_agree_with_dijkstra(weights: dict[str, int], dice: random.Random) -> None:
    """All moves of this puzzle are half turns and undo themselves, so that the inverse is used."""
    toy = puzzle("3x3x1")
    _, clever = sides_of("3x3x1", weights=weights)
    moves = clever.moves
    exact = distances([Permutation.identity(toy.degree)], moves.permutations, moves.costs)
    for state in dice.sample(sorted(exact, key=lambda one: one.data), 12):
        assert clever.search(clever.position(state), SearchLimits()).best == exact[state]


@pytest.fixture(scope="module")
def cube_sides() -> list[Engine]:
    moves = MoveSet.for_search(CUBE)
    looks = [Looks(part, moves) for part in parts(CUBE, CUBE.solved_colors, moves, 50_000)]
    return [Engine.of(moves, grouped(looks, 14_000_000), both_sides=both) for both in (False, True)]


def test_inverse_saves_most_nodes_of_a_cube(cube_sides: list[Engine]) -> None:
    state = CUBE.permutation("R U F2 L D' B R2 U' F L2")
    limits = SearchLimits(low=8, high=8, beyond=None)
    plain, clever = (engine.search(engine.position(state), limits) for engine in cube_sides)
    assert plain.counts == clever.counts
    assert 3 * clever.nodes < plain.nodes


def test_threads_and_pauses_change_nothing(cube_sides: list[Engine]) -> None:
    engine, state = cube_sides[1], CUBE.permutation("R U F2 L D' B R2")
    straight = engine.search(engine.position(state), SearchLimits(high=8, beyond=1))
    two = engine.search(engine.position(state), SearchLimits(high=8, beyond=1, threads=2))
    assert sorted(two.words()) == sorted(straight.words())
    job, slices = engine.job(engine.position(state), SearchLimits(high=8, beyond=1)), 0
    while not job.run(0.0):
        saved = job.snapshot()
        job = engine.job(engine.position(state), SearchLimits(high=8, beyond=1))
        job.restore(saved)
        slices += 1
    assert slices
    assert (job.words(), job.nodes, job.reads) == (
        straight.words(), straight.nodes, straight.reads,
    )  # fmt: skip


def carried_by_search(name: str, **options: object) -> bool:
    """Whether the method `search` reads the inverse."""
    shortest._engines.clear()
    solutions(puzzle(name), puzzle(name).basis[0], "search", **options)  # type: ignore[arg-type]
    [engine] = shortest._engines.values()
    return engine.carried is not None


def test_inverse_is_used_only_where_it_is_as_far() -> None:
    assert carried_by_search("3x3x3")
    assert carried_by_search("3x3x3", metric="OBQTM")
    assert not carried_by_search("3x3x3", mask=frozenset({1}))
    assert not carried_by_search("3x3x3", weights={"R": 2, "R'": 1})
    assert not carried_by_search("pyramorphix")  # a single table, which is exact
    assert not carried_by_search("2x2x3")  # a table tells all corners: their inverse is as far


def test_pieces_that_look_alike_have_no_inverse() -> None:
    small = cube(2)
    moves, labels = MoveSet.for_search(small), list(range(small.degree))
    [corners] = families(small, moves)
    for here, there in zip(corners.slots[0][0], corners.slots[1][0], strict=True):
        labels[there] = labels[here]
    assert not tells_all([Looks(part, moves) for part in parts(small, tuple(labels), moves, 9999)])
    assert tells_all(looks_of("2x2x2"))


def test_bad_trees_are_refused() -> None:
    follow, swap = np.array([[0]], dtype=np.uint16), np.array([[1], [0]], dtype=np.uint32)
    images, addends = np.array([[1, 0]], dtype=np.uint8), np.array([[0, 1]], dtype=np.uint16)
    nodes = np.array([0, 1], dtype=np.uint32)

    def space(count: int = 1) -> SearchSpace:
        made = SearchSpace(b"\1", follow)
        made.add_coordinate(swap, [0])
        made.carry(images, count)
        return made

    for count in (0, 3):
        with pytest.raises(ValueError, match="1 … 256 places"):
            space(count)
    with pytest.raises(ValueError, match="out of the places"):
        SearchSpace(b"\1", follow).carry(images + 1, 1)
    with pytest.raises(ValueError, match="by every move"):
        SearchSpace(b"\1", follow).carry(np.vstack([images, images]), 1)
    for bad, said in [
        ((0, [], addends, [], [], nodes), "needs a sticker"),
        ((0, [0], addends, [1], [2, 2], nodes), "needs a sticker"),
        ((0, [0], addends, [2], [2], nodes), "needs a sticker"),
        ((0, [1], addends, [1], [2], nodes), "unknown sticker"),
        ((0, [0], addends, [1], [3], nodes), "fewer nodes"),
        ((0, [0], addends + 1, [1], [2], nodes), "fewer nodes"),
        ((0, [0], addends, [1], [2], nodes + 1), "out of its coordinate"),
        ((0, [0], addends, [1], [2], np.append(nodes, nodes)), "out of its coordinate"),
        ((1, [0], addends, [1], [2], nodes), "added to a coordinate"),
    ]:
        with pytest.raises(ValueError, match=said):
            space().add_tree(*bad)
    good = space()
    with pytest.raises(ValueError, match="needs trees"):
        good.add_pruning(np.array([0, 1], dtype=np.uint8), [0], both_sides=True)
    good.add_tree(0, [0], addends, [1], [2], nodes)
    good.add_pruning(np.array([0, 1], dtype=np.uint8), [0], both_sides=True)
    with pytest.raises(ValueError, match="before pruning tables"):
        good.carry(images, 1)
    with pytest.raises(ValueError, match="before pruning tables"):
        good.add_tree(0, [0], addends, [1], [2], nodes)
    with pytest.raises(ValueError, match="place that is not there"):
        SearchJob(good, np.array([[1, 7]], dtype=np.uint32), 0, 5)
    with pytest.raises(ValueError, match="one value for each"):
        SearchJob(good, np.array([[1]], dtype=np.uint32), 0, 5)


def test_places_must_fit_a_byte() -> None:
    moves = MoveSet.of(cube(9), only=["R"])
    no_addend, no_node = np.zeros((1, cube(9).degree), np.uint16), np.zeros(1, np.uint32)
    tree = InverseTree((0,), no_addend, (1,), (1,), no_node)
    assert CarriedStickers.by(moves, [tree]) is not None
    assert CarriedStickers.by(MoveSet.of(cube(9)), [tree]) is None
    assert CarriedStickers.by(moves, []) is None
