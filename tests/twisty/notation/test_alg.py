"""Algs: trees that expand, invert, add up and keep their layout."""

import pickle
from itertools import islice

import pytest
from hypothesis import given, settings
from tests.oracles.cube import cube
from tests.strategies import (
    CUBE_BLOCKS,
    CUBE_WHOLES,
    algs,
    named_moves,
    permutations,
    small_algs,
    square1_moves,
)

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import (
    Alg,
    Comment,
    Commutator,
    Conjugate,
    Group,
    Move,
    Newline,
    Pair,
    Pause,
)

CUBE = cube(3)
# The layers of Square-1 without its pieces: two dials that turn, and a swap of halves.
TWO_DIALS = Puzzle.from_cycles(
    {
        "U": [list(range(12))],
        "D": [list(range(12, 24))],
        "/": [[place, place + 12] for place in range(6)],
    },
    ["white"] * 24,
)
cube_algs = small_algs(named_moves(CUBE_BLOCKS + CUBE_WHOLES))


def plainly(alg: Alg) -> list[Move]:
    """The moves of an alg, from the definition of each bracket."""
    moves: list[Move] = []
    for node in alg.nodes:
        match node:
            case Move():
                moves.append(node)
            case Pair(top, bottom):
                both = [Move("U", top), Move("D", bottom)]
                moves += [move for move in both if move.amount]
            case Group(inside, amount):
                moves += repeated(plainly(inside), amount)
            case Commutator(a, b, amount):
                x, y = plainly(a), plainly(b)
                moves += repeated(x + y + undone(x) + undone(y), amount)
            case Conjugate(a, b, amount):
                x, y = plainly(a), plainly(b)
                moves += repeated(x + y + undone(x), amount)
    return moves


def repeated(moves: list[Move], amount: int) -> list[Move]:
    return moves * amount if amount >= 0 else undone(moves) * -amount


def undone(moves: list[Move]) -> list[Move]:
    return [
        move if move.family == "/" else Move(move.family, -move.amount) for move in reversed(moves)
    ]


@settings(max_examples=40)
@given(cube_algs)
def test_moves_agree_with_the_definition(alg):
    assert list(alg.moves()) == list(alg) == plainly(alg)
    assert list(alg.expand().moves()) == plainly(alg)
    assert len(alg) == len(alg.expand()) == len(plainly(alg))
    assert alg.is_empty == (not plainly(alg)) == (not alg)


@settings(max_examples=40)
@given(small_algs(square1_moves()))
def test_pairs_and_slashes_agree_with_the_definition(alg):
    assert TWO_DIALS.permutation(alg) == TWO_DIALS.permutation(Alg(tuple(plainly(alg))))
    assert len(alg) == len(list(alg.moves())) == len(plainly(alg))


def test_expanding_leaves_no_brackets_but_pairs_and_pauses():
    alg = Alg.parse("[/, (1,0).]2 // twice\n((0,3)/)'", dialect="square1")
    assert str(alg.expand()) == (
        "/ (1, 0) . / . (-1, 0) / (1, 0) . / . (-1, 0) // twice\n/ (0, -3)"
    )


def test_moves_come_one_at_a_time():
    moves = Alg.parse("(R U)5000000").moves()
    assert [str(move) for move in islice(moves, 3)] == ["R", "U", "R"]


@settings(max_examples=40)
@given(cube_algs)
def test_inverse_undoes(alg):
    assert CUBE.permutation(alg + alg.inverse).is_identity
    assert CUBE.permutation(alg.inverse) == CUBE.permutation(alg).inverse


@settings(max_examples=40)
@given(algs())
def test_inverse_twice_is_the_alg_again(alg):
    assert alg.inverse.inverse == alg


@settings(max_examples=40)
@given(algs(square1_moves()))
def test_inverse_twice_is_the_alg_again_on_square1(alg):
    assert alg.inverse.inverse == alg
    assert Alg.parse(str(alg.inverse), dialect="square1") == alg.inverse


@pytest.mark.parametrize(
    ("text", "inverse"),
    [
        ("R U2 F'", "F U2' R'"),
        ("[R, U]3", "[U, R]3"),
        ("[R U: F2]", "[R U: F2']"),
        ("(R U)3 (F)'", "(F) (R U)3'"),
        ("R . U", "U' . R'"),
        ("R U // one\nF // two\n", "F' // two\nU' R' // one\n"),
        ("\nR // one\nU\n\n", "\nU'\nR' // one\n\n"),
        ("// title\nR U", "U' R'\n// title"),
        ("", ""),
        ("\n\n", "\n\n"),
    ],
)
def test_inverse_keeps_brackets_and_layout(text, inverse):
    assert str(Alg.parse(text).inverse) == inverse


def test_a_slash_undoes_itself():
    alg = Alg.parse("(1,0)/(3,3)/", dialect="square1")
    assert str(alg.inverse) == "/ (-3, -3) / (-1, 0)"


@settings(max_examples=30)
@given(cube_algs, cube_algs)
def test_brackets_mean_what_they_say(a, b):
    p, q = CUBE.permutation(a), CUBE.permutation(b)
    assert CUBE.permutation(a + b) == p * q
    assert CUBE.permutation(Alg.commutator(a, b)) == p.commutator(q)
    assert CUBE.permutation(Alg.conjugate(a, b)) == p * q * p.inverse
    assert CUBE.permutation(a * 3) == CUBE.permutation(3 * a) == p**3
    assert CUBE.permutation(a * -2) == p**-2


def test_times_one_is_the_alg_and_times_zero_is_empty():
    alg = Alg.parse("R U")
    assert alg * 1 is alg
    assert (alg * 0).is_empty
    assert str(alg * 3) == "(R U)3"


def test_other_things_cannot_be_added():
    with pytest.raises(TypeError):
        Alg.parse("R") + "U"
    with pytest.raises(TypeError):
        Alg.parse("R") * 1.5


def test_a_remark_never_swallows_what_follows():
    alg = Alg((Comment("a\nb "), Move("R"))) + Alg((Comment("c"),)) + Alg((Move("U"),))
    assert str(alg) == "// a b\nR // c\nU"
    assert alg.nodes[1] == Newline()
    assert str(Alg((Group(alg, 2), Pause()))) == "(// a b\nR // c\nU)2 ."
    ending = Alg((Group(Alg((Comment("x"),)), 2),))
    assert str(ending) == "(// x\n)2"
    assert Alg.parse(str(ending)) == ending


def test_algs_are_values():
    alg = Alg.parse("[R, U]2 // x")
    assert hash(alg) == hash(Alg.parse("[R,U]2 //x"))
    assert pickle.loads(pickle.dumps(alg)) == alg
    assert eval(repr(alg)) == alg
    with pytest.raises(AttributeError):
        alg.nodes = ()


def test_written_moves_are_listed_once():
    alg = Alg.parse("(R [U, F]2)9 [B: R']")
    assert [str(move) for move in alg.written()] == ["R", "U", "F", "B", "R'"]


def test_moves_print_their_amount_in_their_own_notation():
    cases = {
        "R0": Move("R", 0),
        "2-3Rw2'": Move("Rw", -2, 3, 2),
        "4R": Move("R", 1, 4),
        "R++": Move("R", 1, mark="++"),
        "R--": Move("R", -1, mark="++"),
        "R--3": Move("R", -3, mark="++"),
        "R++0": Move("R", 0, mark="++"),
        "UR3+": Move("UR", 3, mark="+"),
        "UR1-": Move("UR", -1, mark="+"),
        "UR0+": Move("UR", 0, mark="+"),
    }
    assert {str(move): move for move in cases.values()} == cases


@given(permutations(6))
def test_drawn_permutations_have_the_degree(permutation):
    assert isinstance(permutation, Permutation)
    assert permutation.degree == 6
