"""Written moves, read on the grips of cut puzzles."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlery.core.permutation import Permutation
from puzzlery.errors import UnknownName
from puzzlery.twisty.geometry import cuboid, cut_puzzle
from puzzlery.twisty.notation.alg import Move

cube = cache(lambda n: cuboid(n, n, n))
PYRAMINX = cut_puzzle("t v 0.333333333333333 v 1.66666666666667")
SKEWB = cut_puzzle("c v 0")
MEGAMINX = cut_puzzle("d f 0.7")
FTO = cut_puzzle("o f 0.333333333333333")
MANY = [
    cube(2), cube(3), cube(4), cube(5), PYRAMINX, SKEWB, MEGAMINX, FTO,
    cuboid(3, 2, 3), cuboid(1, 3, 3), cuboid(2, 3, 4),
    cut_puzzle("t v 0 v 1 v 2"), cut_puzzle("t e 0"), cut_puzzle("t f 0"),
    cut_puzzle("c f 0 v 0.577350269189626 e 0"), cut_puzzle("c e 0.83"),
    cut_puzzle("o v 0.433012701892219"), cut_puzzle("o e 0"),
    cut_puzzle("d v 0"), cut_puzzle("d e 0"), cut_puzzle("d f 0.64 f 0.82"),
    cut_puzzle("i v 0.73"), cut_puzzle("i f 0"), cut_puzzle("i v 0.18759247376021 e 0"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("size", "one", "other"),
    [
        (3, "M", "L' R x'"),
        (3, "E", "D' U y'"),
        (3, "S", "F' B z"),
        (3, "2R", "M'"),
        (3, "Rw", "L x"),
        (3, "m", "M"),
        (3, "3Rw", "x"),
        (3, "Rv", "x"),
        (3, "Lv", "x'"),
        (4, "r", "R 2R"),
        (4, "Rw", "2r"),
        (4, "2Rw", "r"),
        (4, "2D", "3U'"),
        (4, "m", "2L 3L"),
        (5, "M", "3L"),
        (5, "S", "3F"),
        (5, "s", "2-4F"),
        (5, "2-3Rw", "2R 3R"),
        (5, "2-3r", "2-3Rw"),
        (5, "2-3R", "2-3Rw"),
        (5, "4Rw", "L x"),
        (7, "3Uw2", "U2 2U2 3U2"),
    ],
)
def test_cube_moves_mean_what_cubers_mean(size, one, other):
    assert cube(size).permutation(one) == cube(size).permutation(other)


@given(st.integers(2, 7), st.sampled_from("URFDLB"), st.data())
def test_a_block_is_the_product_of_its_layers(size, face, data):
    last = data.draw(st.integers(1, size))
    first = data.draw(st.integers(1, last))
    amount = data.draw(st.integers(-5, 5))
    puzzle = cube(size)
    block = puzzle.turn(Move(f"{face}w", amount, inner=last, outer=first))
    layers = [puzzle.turn(Move(face, amount, inner=k)) for k in range(first, last + 1)]
    product = Permutation.product([turn.permutation for turn in layers], puzzle.degree)
    assert block.permutation == product
    assert block.moving == frozenset().union(*(turn.moving for turn in layers))
    assert block.layers == (0 if len(layers) == size else len(layers))
    assert block.outer == (first == 1 or last == size)


@pytest.mark.parametrize("puzzle", MANY, ids=lambda puzzle: puzzle.name)
def test_names_of_moves_read_back(puzzle):
    for name, turn in [*puzzle.turns.items(), *puzzle.whole.items()]:
        assert puzzle.turn(name).permutation == turn.permutation
        assert puzzle.turn(puzzle.notation.written(name)).moving == turn.moving
        assert turn.name == name


@pytest.mark.parametrize("puzzle", MANY, ids=lambda puzzle: puzzle.name)
def test_every_word_can_be_made_once_or_twice(puzzle):
    notation = puzzle.notation
    for word in sorted(notation.families)[::7]:
        assert notation.turn(Move(word)) or notation.turn(Move(word, 2)), word


@settings(max_examples=60)
@given(st.sampled_from(MANY), st.data())
def test_a_move_made_n_times_is_its_power(puzzle, data):
    written = puzzle.notation.written(data.draw(st.sampled_from(sorted(puzzle.turns))))
    times = data.draw(st.integers(-7, 7))
    once, often = puzzle.turn(written), puzzle.turn(written.of_amount(times * written.amount))
    assert often.permutation == once.permutation**times
    assert often.spins[0].angle == pytest.approx(times * once.spins[0].angle)


def test_three_by_three_has_nine_moves():
    assert sorted(cube(3).turns) == sorted("UDLRFBMES")
    assert {name for name, turn in cube(3).turns.items() if not turn.outer} == set("MES")
    assert set(cube(4).turns) == {f"{n}{face}" for face in "UDLRFB" for n in ("", "2")}


def test_a_layer_beyond_the_puzzle_is_an_error_that_counts_them():
    with pytest.raises(UnknownName, match=r'"4R" asks for layer 4; there are 3 along R'):
        cube(3).turn(Move("R", inner=4))
    with pytest.raises(UnknownName, match=r'"2-9Rw" asks for layers 2 to 9; there are 3'):
        cube(3).turn(Move("Rw", inner=9, outer=2))


def test_rotations_have_no_layers_and_even_cubes_no_middle():
    for move in (Move("x", inner=2), Move("M", inner=2), Move("m", inner=2), Move("Q")):
        with pytest.raises(UnknownName, match="unknown move"):
            cube(3).turn(move)
    with pytest.raises(UnknownName, match="unknown move"):
        cube(4).turn(Move("M"))
    with pytest.raises(UnknownName, match="unknown move"):
        cube(3).turn(Move("R", mark="++"))


def test_rotations_carry_faces_to_faces():
    for puzzle, rotation, face, image in (
        (cube(3), "x", "F", "U"),
        (cube(3), "y", "F", "L"),
        (cube(3), "z", "U", "R"),
        (cube(3), "UFRv", "U", "R"),
        (MEGAMINX, "y", "F", "L"),
        (MEGAMINX, "Uv", "R", "F"),
        (MEGAMINX, "x2", "R", "DR"),
        (FTO, "T", "U", "R"),
        (FTO, "T", "F", "L"),
        (FTO, "Uv", "R", "L"),
        (PYRAMINX, "Uv", "F", "BL"),
    ):
        turned = puzzle.moves[face].conjugate(puzzle.permutation(rotation))
        assert turned == puzzle.moves[image], rotation


def test_vertices_and_edges_go_by_their_faces_in_any_order():
    dino = cut_puzzle("c v 0.577350269189626")
    spellings = ("UFR", "URF", "FUR", "FRU", "RUF", "RFU", "U_F_R", "R_F_U")
    assert len({dino.permutation(word) for word in spellings}) == 1
    copter = cut_puzzle("c e 0.83")
    assert copter.permutation("UF") == copter.permutation("F_U")
    chop = cut_puzzle("d v 0")
    assert chop.permutation("U_F_R") == chop.permutation("RFU")


def test_three_faces_tell_a_vertex_where_more_meet():
    trajber = cut_puzzle("o v 0.433012701892219")
    whole = trajber.permutation("U_L_F_R")
    assert {trajber.permutation(w) for w in ("FLUR", "ULF", "F_R_U", "RLU")} == {whole}
    icosa = cut_puzzle("i v 0.73")
    assert icosa.permutation("GUQ") == icosa.permutation("UGJMQ") == icosa.permutation("MJU")


def test_a_pyraminx_turns_as_in_competitions():
    assert sorted(PYRAMINX.turns) == sorted(
        ["u", "l", "r", "b", "2U", "2L", "2R", "2B", "D", "F", "BL", "BR"]
    )
    for vertex in "ULRB":
        big = PYRAMINX.turn(vertex)
        assert big.permutation == PYRAMINX.permutation(f"{vertex.lower()} 2{vertex}")
        assert big.permutation.order == 3
        assert len(PYRAMINX.turn(vertex.lower()).moving) == 3
        assert len(big.moving) == 12
    assert PYRAMINX.permutation("U") == PYRAMINX.permutation("Uv D")


def test_a_skewb_turns_the_corners_of_the_wca():
    corners = {"R": "DRB", "U": "UBL", "L": "DLF", "B": "DBL"}
    for name, corner in corners.items():
        assert SKEWB.permutation(name) == SKEWB.permutation(corner)
    assert set(SKEWB.basis) == set(corners)
    fixed = SKEWB.skin.positions.sum(axis=1).argsort()[-3:]
    moved = {int(i) for name in corners for i in SKEWB.moves[name].support}
    assert not moved & set(fixed.tolist())


def test_megaminx_scrambles_leave_three_pieces_at_the_top_left():
    long_r, long_d = (MEGAMINX.permutation(word) for word in ("R++", "D++"))
    top, left = MEGAMINX.turns["U"].moving, MEGAMINX.turns["L"].moving
    still = set(range(132)) - set(long_r.support) - set(long_d.support)
    assert set(long_r.support).isdisjoint(left)
    assert set(long_d.support).isdisjoint(top)
    assert still == top & left
    assert len({MEGAMINX.cells[i] for i in still}) == 3
    assert long_r.order == long_d.order == 5
    assert MEGAMINX.permutation("R--") == long_r.inverse


def test_megaminx_scrambles_turn_clockwise_seen_from_the_right_and_from_below():
    assert MEGAMINX.permutation("D++") == MEGAMINX.permutation("U2 Uv2'")
    assert MEGAMINX.permutation("D++") == MEGAMINX.permutation("U2 Dv2")
    assert MEGAMINX.permutation("R++") == MEGAMINX.permutation("L2 DRv2")


def test_a_megaminx_turns_over_but_not_by_a_quarter():
    assert MEGAMINX.permutation("x2").order == 2
    with pytest.raises(UnknownName, match='unknown move "x"'):
        MEGAMINX.permutation("x")
