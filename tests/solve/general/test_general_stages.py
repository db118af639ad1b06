"""Stages of the general solver: what is hard to move alone is solved first."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from puzzlery._core import GeneralSearch
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import drive
from puzzlery.solve.general.blueprint import Blueprint
from puzzlery.twisty.catalog import puzzle


def _given(name: str) -> Blueprint:
    chosen = puzzle(name)
    return Blueprint.of(chosen.moves, np.array(chosen.solved_colors))


def _along(blueprint: Blueprint) -> list[int]:
    """For each orbit how many slots at least a commutator of two layers moves along with it."""
    least = [10**9] * len(blueprint.orbits)
    layers = [blueprint.layers[k] for k in blueprint.turning]
    for a, b in combinations(layers, 2):
        moved = _moved(blueprint, a * b * a.inverse * b.inverse)
        for orbit, count in enumerate(moved):
            if count:
                least[orbit] = min(least[orbit], sum(moved))
    return least


def _moved(blueprint: Blueprint, element: Permutation) -> list[int]:
    stickers = set(element.support)
    return [
        sum(not stickers.isdisjoint(row) for row in orbit.slots.tolist())
        for orbit in blueprint.orbits
    ]


@pytest.mark.parametrize("name", ["3x3x3", "4x4x4", "7x7x7", "megaminx", "octahedron 4", "skewb"])
def test_every_orbit_has_its_stage(name: str) -> None:
    blueprint = _given(name)
    stages = drive(blueprint.tables()).stages()
    assert sorted(orbit for stage in stages for orbit in stage) == list(
        range(len(blueprint.orbits))
    )


@pytest.mark.parametrize("name", ["2x2x2", "3x3x3", "dodecahedron 2"])
def test_small_puzzles_are_solved_at_once(name: str) -> None:
    assert len(drive(_given(name).tables()).stages()) == 1


@pytest.mark.parametrize("name", ["5x5x5", "7x7x7", "gigaminx", "teraminx", "icosahedron 4"])
def test_what_moves_with_many_others_goes_first(name: str) -> None:
    blueprint = _given(name)
    along = _along(blueprint)
    tables = drive(blueprint.tables())
    free = tables.free()
    stages = [[along[o] for o in stage if free[o]] for stage in tables.stages()]
    assert len(stages) > 1
    for earlier, later in pairwise(stages):
        assert 1.5 * min(earlier) > max(later)
    assert min(stages[0]) >= 1.5 * max(stages[-1])


def test_corners_and_edges_of_a_large_dodecahedron_are_those_of_a_megaminx() -> None:
    large, megaminx = (drive(_given(f"dodecahedron {n}").tables()) for n in (4, 2))
    assert large.stages()[0] == [0, 2]
    assert large.stage_costs()[0] == megaminx.costs()
    # Among all its pieces, edges are cycled only together with others, or in many more moves.
    assert large.costs()[0] == megaminx.costs()[0]
    assert large.costs()[2] != megaminx.costs()[1]


def test_tables_of_stages_are_made_in_slices_and_after_reading() -> None:
    blueprint = _given("dodecahedron 4")
    at_once, slowly, read = (blueprint.tables() for _ in range(3))
    drive(at_once)
    while not slowly.run(0.05):
        pass
    assert slowly.stage_costs() == at_once.stage_costs()
    read.restore(at_once.snapshot())
    assert drive(read).stages() == at_once.stages()
    assert read.stage_costs()[:2] == at_once.stage_costs()[:2]


def test_a_teraminx_is_solved_from_corners_and_edges_to_centers() -> None:
    # Without its middle layers, 20 corners and 30 edges lie in outer layers alone. The 2 × 60
    # wings and the 2 × 60 centers opposite an edge take an outer layer for each commutator. Two
    # inner layers cross at the other 4 × 60 centers.
    blueprint = _given("dodecahedron 6")
    sizes = [
        sorted((blueprint.orbits[o].size, blueprint.orbits[o].width) for o in stage)
        for stage in drive(blueprint.tables()).stages()
    ]
    assert sizes == [
        [(20, 3), (30, 2)],
        [(60, 1), (60, 1), (60, 2), (60, 2)],
        [(60, 1), (60, 1), (60, 1), (60, 1)],
    ]


def test_tables_must_be_made_before_stages_are_asked_for() -> None:
    tables = _given("3x3x3").tables()
    with pytest.raises(RuntimeError, match="not made yet"):
        tables.stages()
    with pytest.raises(RuntimeError, match="not made yet"):
        tables.stage_costs()


@pytest.mark.parametrize("name", ["4x4x4", "icosahedron 2", "gigaminx"])
def test_stages_give_answers_that_solve(name: str) -> None:
    chosen, blueprint = puzzle(name), _given(name)
    state = chosen.permutation(chosen.scramble(seed=3))
    search = GeneralSearch(drive(blueprint.tables()), *blueprint.start(state), seconds=0.4, seed=1)
    # The first answer knows no stages; the second has gone through all of them.
    while len(search.history()) < 2:
        assert not search.run(20)
    (_, first), (_, second), *_ = search.history()
    assert second < first
    steps = [(blueprint.turning[k], power) for k, power in search.best()]
    done = state * blueprint.made(steps)
    colors = np.array(chosen.solved_colors)
    looks = np.empty_like(colors)
    looks[done.array] = colors
    assert looks.tolist() == colors.tolist()
