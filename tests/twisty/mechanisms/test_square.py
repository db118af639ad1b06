"""Square-1 and Square-2 against published numbers and well-known sequences."""

from math import factorial

import numpy as np
import pytest
from tests.oracles.groups import group_order

from puzzlery.errors import IllegalMove
from puzzlery.twisty.mechanisms.square import outlines, square_one, square_two
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Move

ONE, TWO = square_one(), square_two()
PARITY = (
    "/(3,3)/(1,0)/(-2,-2)/(2,0)/(2,2)/(-1,0)/(-3,-3)"
    "/(-2,0)/(3,3)/(3,0)/(-1,-1)/(-3,0)/(1,1)/(-4,-3)"
)


def wedges(subject, name):
    """A move as it carries wedges to wedges, 12 above and 12 below."""
    return [subject.moves[name][2 * wedge] // 2 for wedge in range(24)]


def shapes():
    """All shapes that turns reach, as sets of joined wedges, and those the slice may cut."""
    moves = {name: wedges(ONE, name) for name in ONE.moves}
    right = {wedge for wedge in range(24) if 2 * wedge in ONE.turns["/"].moving}
    start = frozenset(frozenset(sticker // 2 for sticker in group) for group in ONE.glued)
    seen, todo, cut = {start}, [start], set()
    for shape in todo:
        if all(len({wedge in right for wedge in pair}) == 1 for pair in shape):
            cut.add(shape)
        for name, move in moves.items():
            if name == "/" and shape not in cut:
                continue
            after = turned(shape, move)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return seen, cut


def turned(shape, move):
    return frozenset(frozenset(move[wedge] for wedge in pair) for pair in shape)


def test_square_two_is_all_even_or_odd_orders_of_24_wedges_with_a_free_middle():
    order = group_order([move.images for move in TWO.moves.values()])
    assert order == 2 * factorial(24) == 1_240_896_803_466_478_878_720_000


def test_there_are_3678_shapes_to_cut_and_170_up_to_turns_of_the_layers():
    """Jaap's Puzzle Page counts 170·2·8!·8! positions, and 3678·2·8!·8! with turns of layers."""
    reached, cut = shapes()
    up, down = wedges(ONE, "U"), wedges(ONE, "D")
    kinds = 0
    left = set(reached)
    while left:
        shape = next(iter(left))
        kinds += 1
        for _ in range(12):
            for _ in range(12):
                left.discard(shape)
                shape = turned(shape, down)
            shape = turned(shape, up)
    assert (len(cut), kinds) == (3678, 170)


def test_the_slice_is_free_where_competitors_know_it_to_be():
    tops = [n for n in range(-5, 7) if ONE.apply(f"({n},0)").allows("/")]
    bottoms = [n for n in range(-5, 7) if ONE.apply(f"(0,{n})").allows("/")]
    assert tops == [-5, -3, -2, 0, 1, 3, 4, 6]
    assert bottoms == [-4, -3, -1, 0, 2, 3, 5, 6]


def test_the_parity_alg_swaps_the_edges_at_the_front_and_the_back_of_the_top():
    moved = ONE.apply(PARITY).permutation
    swapped = {tuple(ONE.skin.positions[i].round(2)) for i in moved.support.tolist()}
    assert moved.order == 2
    assert swapped == {(0, 1, 0.67), (0, 0.67, 1), (0, 1, -0.67), (0, 0.67, -1)}


@pytest.mark.parametrize("alg", [PARITY, "(1,0)/(-1,-1)/(0,1)", "(1,0)/(-1,-1)/(6,0)/(1,1)/(-1,0)"])
def test_well_known_algs_keep_the_cube(alg):
    shape = frozenset(frozenset(s // 2 for s in group) for group in ONE.glued)
    state = ONE.apply(alg)
    places = state.permutation
    now = frozenset(frozenset(places[s] // 2 for s in group) for group in ONE.glued)
    assert now == shape


def test_a_blocked_slice_is_an_error_that_says_so():
    with pytest.raises(IllegalMove, match="/ is blocked here"):
        ONE.apply("(-1,0) /")
    assert TWO.apply("(-1,0) /") != TWO.solved


def test_a_slice_is_undone_by_itself_and_a_layer_by_twelve_steps():
    assert {name: move.order for name, move in ONE.moves.items()} == {"U": 12, "D": 12, "/": 2}


def test_eighteen_pieces_and_twenty_six():
    assert len(ONE.pieces()) == 18
    assert len(TWO.pieces()) == 26


def test_the_top_turns_clockwise_seen_from_above():
    """From the front to the left, as the U face of a cube does; the bottom to the right."""
    top = ONE.skin.positions[ONE.moves["U"][0]]
    bottom = ONE.skin.positions[ONE.moves["D"][24]]
    assert top[0] < 0 < top[2]
    assert bottom[0] > 0 < bottom[2]


def area(polygon):
    spokes = polygon[1:] - polygon[0]
    return float(np.linalg.norm(np.cross(spokes[:-1], spokes[1:]).sum(axis=0)) / 2)


def test_solved_the_true_outlines_cover_a_cube():
    solved = outlines(ONE.solved)
    assert sum(map(area, solved)) == pytest.approx(24)
    assert all(np.abs(polygon).max(axis=1) == pytest.approx(1) for polygon in solved)


@pytest.mark.parametrize("name", ["U", "D", "/"])
@pytest.mark.parametrize("alg", ["", "(1,0)/(3,3)/(0,-1)", "(0,2)/(-3,0)/(-5,-2)/(3,0)"])
def test_true_outlines_move_as_the_turns_spin(alg, name):
    state = TWO.apply(alg)
    turn = TWO.turns[name]
    before = outlines(state)
    after = outlines(State(TWO, state.permutation * turn.permutation))
    (spin,) = turn.spins
    for place in turn.moving:
        expected = after[turn.permutation[place]]
        arm = before[place]
        axis = np.array(spin.axis)
        along = np.outer(arm @ axis, axis)
        moved = (
            along + np.cos(spin.angle) * (arm - along) + np.sin(spin.angle) * np.cross(axis, arm)
        )
        assert np.allclose(moved, expected, atol=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_scrambles_are_legal_and_are_undone(seed):
    alg = ONE.scramble(seed=seed)
    state = ONE.apply(str(alg))
    back = state
    for move in reversed(list(alg.moves())):
        back = back.apply(Move(move.family, -move.amount))
    assert back == ONE.solved
