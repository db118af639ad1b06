"""Laws that every mechanism obeys: what spins is what moves, and pieces stay whole."""

from dataclasses import replace

import numpy as np
import pytest

from puzzlery import puzzle
from puzzlery.core.permutation import Permutation
from puzzlery.errors import InvalidPuzzle
from puzzlery.twisty.mechanisms.moving_parts import Mechanism, StickerOutline
from puzzlery.twisty.model.turn import Spin, Turn
from puzzlery.twisty.notation.alg import Alg
from puzzlery.twisty.structure.pieces import pieces

ROUND = ("Hungarian rings", "Rubik's rings", "three rings", "top spin", "barrel")
ANGULAR = (
    "gear cube", "gear cube extreme", "gear cube ultimate", "Square-1", "Square-2", "clock",
    "ivy cube", "Redi cube", "kilominx", "bicube", "fused cube", "supercube 3", "supercube 4",
)  # fmt: skip


def spun(points, spin, pivot):
    """Rodrigues' formula, written out."""
    axis = np.array(spin.axis) / np.linalg.norm(spin.axis)
    arm = points - pivot
    along = (arm @ axis)[..., None] * axis
    across = np.cos(spin.angle) * (arm - along) + np.sin(spin.angle) * np.cross(axis, arm)
    return pivot + along + across


def carried(subject, turn):
    """The outlines and the normals after a turn, as an animation would show them at its end."""
    polygons, normals = list(subject.skin.polygons), subject.skin.normals.copy()
    for spin in turn.spins:
        inside = sorted(spin.stickers)
        ends = np.cumsum([len(polygons[i]) for i in inside])
        moved = spun(np.concatenate([polygons[i] for i in inside]), spin, np.array(spin.pivot))
        for i, polygon in zip(inside, np.split(moved, ends[:-1]), strict=True):
            polygons[i] = polygon
        normals[inside] = spun(normals[inside], spin, np.zeros(3))
    return polygons, normals


def same_outline(moved, place):
    """Whether two outlines have the same corners, in any order."""
    gaps = np.abs(moved[:, None] - place[None]).max(axis=2) < 1e-6
    return len(moved) == len(place) and gaps.any(axis=0).all() and gaps.any(axis=1).all()


def same_disc(moved, place):
    center, other = moved.mean(axis=0), place.mean(axis=0)
    radii = np.linalg.norm(moved - other, axis=1)
    radius = np.linalg.norm(place[0] - other)
    return np.abs(center - other).max() < 1e-6 and np.abs(radii - radius).max() < 1e-6


def every_turn(subject):
    for turn in [*subject.turns.values(), *subject.whole.values()]:
        yield turn
        yield turn**-1
    for turn in list(subject.turns.values())[:3]:
        yield turn**2
        yield turn**5


@pytest.mark.parametrize("name", ANGULAR + ROUND)
def test_spins_carry_each_outline_to_the_place_that_the_permutation_names(name):
    subject = puzzle(name)
    same = same_disc if name in ROUND else same_outline
    for turn in every_turn(subject):
        polygons, normals = carried(subject, turn)
        places = turn.permutation.array
        assert np.abs(normals - subject.skin.normals[places]).max() < 1e-6, turn.name
        for polygon, place in zip(polygons, places.tolist(), strict=True):
            assert same(polygon, subject.skin.polygons[place]), (turn.name, place)


@pytest.mark.parametrize("name", ANGULAR + ROUND)
def test_what_moves_is_what_spins(name):
    for turn in [*puzzle(name).turns.values(), *puzzle(name).whole.values()]:
        assert turn.moving == frozenset().union(*(spin.stickers for spin in turn.spins))
        assert set(turn.permutation.support.tolist()) <= turn.moving
        assert {turn.permutation[i] for i in turn.moving} == turn.moving


@pytest.mark.parametrize("name", ANGULAR + ROUND)
def test_turns_carry_pieces_to_pieces(name):
    subject = puzzle(name)
    slots = set(pieces(replace(subject, glued=())))
    for turn in [*subject.turns.values(), *subject.whole.values()]:
        for slot in slots:
            assert frozenset(turn.permutation[i] for i in slot) in slots, turn.name


@pytest.mark.parametrize(
    "name", ["gear cube extreme", "clock", "ivy cube", "Redi cube", "kilominx", "supercube 4"]
)
def test_rotations_of_the_whole_carry_moves_to_moves(name):
    subject = puzzle(name)
    known = {turn**amount for turn in subject.moves.values() for amount in (1, -1)}
    for rotation in subject.rotations.values():
        assert {move.conjugate(rotation) for move in subject.moves.values()} <= known


@pytest.mark.parametrize("name", ANGULAR + ROUND)
def test_outlines_are_flat_and_run_counter_clockwise(name):
    skin = puzzle(name).skin
    for polygon, normal in zip(skin.polygons, skin.normals, strict=True):
        assert np.allclose((polygon - polygon[0]) @ normal, 0, atol=1e-9)
        assert np.cross(polygon, np.roll(polygon, -1, axis=0)).sum(axis=0) @ normal > 0


@pytest.mark.parametrize("name", ANGULAR + ROUND)
def test_names_are_read_as_they_are_written(name):
    subject = puzzle(name)
    for known in (*subject.turns, *subject.whole):
        move = subject.notation.written(known)
        wanted = {**subject.moves, **subject.rotations}[known]
        assert subject.turn(move).permutation == wanted
        assert subject.permutation(str(Alg((move,)))) == wanted


PIECES = [
    ("gear cube", 38, 35),
    ("gear cube extreme", 26, 23),
    ("gear cube ultimate", 34, 31),
    ("Square-2", 26, 26),
    ("Hungarian rings", 38, 38),
    ("barrel", 23, 23),
    ("clock", 14, 14),
    ("ivy cube", 10, 10),
    ("kilominx", 20, 20),
    ("Redi cube", 20, 20),
    ("supercube 3", 26, 26),
]


@pytest.mark.parametrize(("name", "count", "coupled"), PIECES)
def test_moves_alone_show_as_many_pieces_as_there_are(name, count, coupled):
    """Centers that turn in place are told apart by it; else opposite ones only move together."""
    subject = replace(puzzle(name), cells=None)
    bare = {key: Turn.plain(key, move) for key, move in subject.moves.items()}
    assert len(pieces(subject)) == count
    assert len(pieces(replace(subject, turns=bare))) == coupled


def test_a_half_turn_without_quarter_turns_is_written_with_a_two():
    extreme = puzzle("gear cube extreme")
    assert extreme.turn("x2").permutation.order == 2
    assert extreme.notation.turn(extreme.notation.written("x2").inverse) is not None
    assert extreme.notation.turn(replace(extreme.notation.written("x2"), amount=1)) is None


def test_a_turn_to_where_no_sticker_is_is_refused():
    triangle = np.array([[1.0, 0, 0], [1, 1, 0], [1, 0, 1]])
    body = Mechanism((StickerOutline(triangle, (1.0, 0.0, 0.0), "red", "R", 0),))
    with pytest.raises(InvalidPuzzle, match='turn "a" carries a sticker to where none belongs'):
        body.turn("a", [Spin(body.everything, (0.0, 0.0, 1.0), 1.0)])
    assert body.turn("b", [Spin(body.everything, (1.0, 0.0, 0.0), 0.0)]).permutation == Permutation(
        [0]
    )
