"""Scenes: plain data that says enough to draw a puzzle and to turn it."""

import json
from math import cos, sin

import numpy as np
import pytest
from pydantic import TypeAdapter

from puzzlery.render import Scene, scene
from puzzlery.twisty.geometry import cube, cuboid, cut_puzzle, platonic
from puzzlery.twisty.mechanisms.clock import clock
from puzzlery.twisty.mechanisms.gears import gear_cube
from puzzlery.twisty.mechanisms.square import square_one
from puzzlery.twisty.model.puzzle import Puzzle

PUZZLES = {
    "3x3x3": lambda: cube(3),
    "2x3x4": lambda: cuboid(2, 3, 4),
    "pyraminx": lambda: cut_puzzle("t v 0.333333333333333 v 1.66666666666667"),
    "megaminx": lambda: cut_puzzle("d f 0.7"),
    "icosahedron": lambda: platonic("icosahedron", 2),
    "gear cube": gear_cube,
    "clock": clock,
}


def spun(points, spin):
    """Rodrigues' formula, written out."""
    axis = np.array(spin.axis) / np.linalg.norm(spin.axis)
    arms = points - np.array(spin.pivot)
    along = np.outer(arms @ axis, axis)
    across = np.cross(axis, arms)
    c, s = cos(spin.angle), sin(spin.angle)
    return np.array(spin.pivot) + along + c * (arms - along) + s * across


def same_corners(a, b):
    return len(a) == len(b) and all(np.abs(b - corner).max(axis=1).min() < 1e-4 for corner in a)


@pytest.mark.parametrize("name", PUZZLES)
def test_spins_carry_outlines_onto_outlines(name):
    seen = scene(PUZZLES[name]())
    outlines = [np.array(seen.outline(place)) for place in range(len(seen.colors))]
    for move in seen.moves:
        assert move.spins
        target = dict(zip(move.sources, move.targets, strict=True))
        for place, outline in enumerate(outlines):
            turned = outline
            for spin in move.spins:
                if place in spin.places:
                    turned = spun(turned, spin)
            assert same_corners(turned, outlines[target.get(place, place)])


@pytest.mark.parametrize("name", PUZZLES)
def test_scenes_survive_json(name):
    puzzle = PUZZLES[name]()
    seen = scene(puzzle.apply(puzzle.scramble(seed=3)))
    assert TypeAdapter(Scene).validate_json(json.dumps(seen.to_dict())) == seen


def test_a_scene_shows_the_coloring_of_its_state():
    state = cube(3).apply("R U F")
    seen = scene(state)
    assert seen.shown == state.coloring.picks
    for sticker, place in enumerate(seen.state):
        assert seen.shown[place] == seen.colors[sticker]


def test_a_coloring_has_no_state():
    coloring = cube(2).apply("R").coloring
    assert scene(coloring).state == ()
    assert scene(coloring).shown == coloring.picks


def test_pieces_of_a_cube_are_26():
    seen = scene(cube(3))
    assert len(set(seen.pieces)) == 26
    assert seen.face_names == tuple(dict.fromkeys(seen.face_names))
    assert {seen.face_names[face] for face in seen.faces} == set("UFRDBL")


def test_9600_stickers_are_less_than_2_megabytes():
    text = json.dumps(scene(cube(40)).to_dict(), separators=(",", ":"))
    assert len(text) < 2_000_000


def test_raw_cycles_have_a_scene_without_spins():
    seen = scene(Puzzle.from_cycles({"a": [[0, 1, 2]]}, colors=["red", "blue", "red"]))
    (move,) = seen.moves
    assert (move.sources, move.targets, move.order, move.spins) == ((0, 1, 2), (1, 2, 0), 3, ())
    assert len(seen.outline(2)) >= 3


def test_only_a_puzzle_that_changes_its_shape_is_shifting():
    assert scene(square_one()).shifting
    assert not scene(cube(3)).shifting
