"""A 3x3x3 in layers that carry its centers along: the cheapest way to write a word."""

from itertools import product

import numpy as np
import pytest
from benchmarks.santa.competition import built_moves, inverse

from puzzlery import puzzle
from puzzlery.core.permutation import Permutation
from puzzlery.solve.cube3 import twophase
from puzzlery.solve.cube3.recognition import FACES
from puzzlery.solve.general.cube3_layers import blocks_of, layered_cube
from puzzlery.solve.general.general_solver import model_of
from puzzlery.twisty.model.color import Color
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Turn


def in_layers() -> Puzzle:
    """A 3x3x3 with nine layers, no rotations, and none of the usual names."""
    turns = {
        name: Turn.plain(name, Permutation(inverse(sources)))
        for name, sources in built_moves("cube_3/3/3").items()
    }
    palette = tuple(Color(f"label {number}", f"#{number:06x}") for number in range(6))
    return Puzzle("layers", 54, turns, palette, tuple(np.repeat(range(6), 9).tolist()))


def distances(moved: Puzzle, most: int) -> dict[Permutation, int]:
    """The fewest single quarter turns of layers for each state, by plain breadth first search."""
    turns = [turn for move in moved.moves.values() for turn in (move, move.inverse)]
    found = {Permutation.identity(moved.degree): 0}
    last = list(found)
    for far in range(1, most + 1):
        last = [after for state in last for turn in turns if (after := state * turn) not in found]
        found.update(dict.fromkeys(last, far))
    return found


def test_one_block_is_written_in_the_fewest_turns() -> None:
    # What two opposite faces do on a rotated cube is also found by trying all words.
    layers = in_layers()
    model = model_of(layers, "SSQTM", None, (), "colors", None)
    cube = layered_cube(layers, model)
    assert cube is not None
    assert len(cube.frames) == 24
    known = distances(layers, 3)
    up, down = (cube.match.faces[face] for face in "UD")
    seen = 0
    for i, j in product(range(4), range(4)):
        for frame in range(24):
            # From a rotated cube, the block leads to the solved one.
            state = (cube.frames[frame].inverse * up**i * down**j).inverse
            steps = cube.cheapest([(4 * i + j,)], frame)
            assert steps is not None
            assert (state * model.effect(steps)).is_identity
            price = sum(min(power, 4 - power) for _, power in steps)
            if state in known:
                assert price == known[state]
                seen += 1
            else:
                assert price > 3
    assert seen > 10


def test_the_cheapest_of_several_words_is_taken() -> None:
    layers = in_layers()
    model = model_of(layers, "SSQTM", None, (), "colors", None)
    cube = layered_cube(layers, model)
    assert cube is not None
    # U2 costs 2; D' twice and back is as good as U2 but longer. Turns: U2, then R R' R R'.
    direct, around = blocks_of(bytes([1])), (8, 20, 28, 20, 28)
    assert len(cube.cheapest([around, direct], 0) or []) == 1


def test_words_of_faces_solve_a_cube_that_is_rotated_somehow() -> None:
    layers = in_layers()
    model = model_of(layers, "SSQTM", None, (), "colors", None)
    cube = layered_cube(layers, model)
    assert cube is not None
    rng = np.random.default_rng(7)
    for frame in range(24):
        turns = bytes(rng.integers(0, 18, 12).tolist())
        faces = [cube.match.faces[FACES[turn // 3]] ** (turn % 3 + 1) for turn in turns]
        state = (cube.frames[frame].inverse * Permutation.product(faces, 54)).inverse
        steps = cube.cheapest([blocks_of(turns)], frame)
        assert steps is not None
        assert (state * model.effect(steps)).is_identity


@pytest.mark.timing
@pytest.mark.parametrize("name", ["SSQTM", "OBQTM"])
def test_any_metric_is_solved_by_words_of_two_phase(name: str) -> None:
    twophase.table()
    layers = in_layers() if name == "SSQTM" else puzzle("3x3x3")
    scrambled = layers.scramble(seed=4)
    found = layers.solve(scrambled, "general", metric=name, timeout=3)
    assert "two-phase" in found.note
    assert layers.apply(scrambled).apply(found.alg).is_solved
    assert found.length == found.alg.length(name, layers)
    assert found.length <= 30
