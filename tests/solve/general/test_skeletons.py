"""Skeletons: words of the beam that leave some places wrong, completed by inserted 3-cycles."""

import numpy as np
import pytest
from tests.solve.general.test_without_tables import by_steps, globe

from puzzlery import puzzle
from puzzlery._core import GeneralSearch
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import advance, drive
from puzzlery.solve.general.general_model import GeneralModel
from puzzlery.solve.general.general_solver import model_of
from puzzlery.solve.general.neighbor_beam import beam_of, skeletons_of


def searched(model: GeneralModel, state: Permutation) -> GeneralSearch:
    return GeneralSearch(drive(model.tables()), *model.start(state), 0.5, 1)


def test_three_cycles_complete_a_word_that_leaves_three_pieces_wrong() -> None:
    cube = puzzle("3x3x3")
    model = model_of(cube, "OBTM", None, (), "colors", None)
    word = cube.alg("R U2 F' L D B2 R'")
    cycle = cube.alg("R U R' D R U' R' D'")
    state = cube.permutation(str((word + cycle).inverse))
    search = searched(model, state)
    steps = [(model.names.index(move.family), move.amount) for move in word.moves()]
    assert search.use_skeleton(steps)
    found = [(model.kernel_layers[k], power) for k, power in search.best()]
    assert (state * model.effect(found)).is_identity
    # Seven moves and a commutator of eight; insertion merges some of them.
    assert search.history()[-1][1] <= 15
    advance(search, seconds=0.05)
    assert search.history()[-1][1] <= 15


def test_a_skeleton_may_use_powers_that_the_search_does_not_know() -> None:
    ring = Permutation([*range(1, 70), 0])
    flip = Permutation([3, 2, 1, 0, *range(4, 70)])
    model = GeneralModel.of({"ring": ring, "flip": flip}, np.arange(70))
    for power in (33, 41, -7):
        search = searched(model, ring**-power)
        assert search.use_skeleton([(0, power)])
        assert model.effect(search.best()) == ring**power


def test_a_skeleton_with_unknown_layers_is_refused() -> None:
    cube = puzzle("2x2x2")
    model = model_of(cube, "OBTM", None, (), "colors", None)
    with pytest.raises(ValueError, match="another puzzle"):
        searched(model, cube.permutation("R")).use_skeleton([(99, 1)])


def test_skeletons_of_a_globe_leave_few_places_wrong() -> None:
    moves = globe(2, 40)
    model = by_steps(moves, np.arange(80) // 4)
    rng = np.random.default_rng(5)
    names = rng.choice(list(moves), 200)
    state = Permutation.product([moves[name] for name in names], 80)
    beam = beam_of(model, state)
    assert beam is not None
    advance(beam, until=lambda beam: beam.width() > 64)

    def wrong(permutation: Permutation) -> int:
        shown = np.empty_like(model.colors)
        shown[permutation.array] = model.colors
        return int((shown != model.colors).sum())

    skeletons = skeletons_of(model, beam)
    assert skeletons
    left = [wrong(state * model.effect(steps)) for steps in skeletons]
    assert left[0] < wrong(state) / 2
