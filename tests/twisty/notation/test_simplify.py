"""Simplifying: never another effect, never longer, and nothing left to merge."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.cube import cube
from tests.strategies import (
    CUBE_BLOCKS,
    FACES,
    clock_moves,
    layered_moves,
    named_moves,
    permutations,
    small_algs,
    square1_moves,
)

from puzzlery.core.permutation import Permutation
from puzzlery.errors import UnknownName
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Turn
from puzzlery.twisty.notation.alg import Alg, Move

CUBES = {size: cube(size) for size in (3, 4, 5)}
ROTATIONS = ("x", "y", "z", *(f"{face}v" for face in FACES))


def simplified(text: str, puzzle: Puzzle | None = None, **kw) -> str:
    alg = Alg.parse(text, **kw) if puzzle is None else puzzle.alg(text)
    return str(alg.simplify(puzzle))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("R R", "R2"),
        ("R R2", "R'"),
        ("R2'", "R2"),
        ("R7 U5'", "R' U'"),
        ("R U U' R'", ""),
        ("R L R", "R2 L"),
        ("R M L x R' M'", "L x"),
        ("2R2 2R2", ""),
        ("r Rw 2Rw", "r'"),
        ("R 1R", "R2"),
        ("2-3r 2-3R", "2-3r2"),
        ("x Rv Lv", "x"),
        ("Lv Lv", "Lv2"),
        ("Lv2 x", "Lv"),
        ("U D R U D'", "U D R U D'"),
        ("[R, L] U (F2)4 [U: D]", "U D"),
        ("R . // pause\nR", "R2"),
        ("R0 ()5", ""),
        ("m M", "m M"),
        ("Q Q' Q4 banana2 banana2", "Q4 banana4"),
        ("U2 U2 Q", "U4 Q"),
        ("U D U Q", "U D U Q"),
    ],
)
def test_cube_moves_simplify_by_their_names(text, expected):
    assert simplified(text) == expected


@pytest.mark.parametrize(
    ("text", "dialect", "expected"),
    [
        ("(1,0)(2,3)/(6,0)(6,0)/(0,-6)", "square1", "(3, -3)"),
        ("(1,0)/(-1,0)", "square1", "(1, 0) / (-1, 0)"),
        ("/ / (7, -7) U", "square1", "(-5, 5) U"),
        ("UR3+ ALL2- UR4+ y2 UR6- UR7- ALL5+", "clock", "UR5- ALL2- y2 UR1- ALL5+"),
        ("y2 y2 U6- U0+", "clock", "U6+"),
        ("R++ R++ R++ D-- D++", "megaminx", "R--2"),
        ("R++ D++ R++ U U U U", "megaminx", "R++ D++ R++ U4"),
    ],
)
def test_other_notations_simplify_by_their_own_orders(text, dialect, expected):
    assert simplified(text, dialect=dialect) == expected


size_3 = named_moves((*CUBE_BLOCKS, *ROTATIONS, *"MESmes"))
size_4 = layered_moves(CUBE_BLOCKS, 4) | named_moves((*ROTATIONS, *"mes"))
size_5 = layered_moves(CUBE_BLOCKS, 5) | named_moves((*ROTATIONS, *"MESmes"))


@pytest.mark.parametrize(("size", "moves"), [(3, size_3), (4, size_4), (5, size_5)])
@settings(max_examples=25)
@given(data=st.data())
def test_the_effect_on_a_cube_stays(size, moves, data):
    puzzle, alg = CUBES[size], data.draw(small_algs(moves))
    for shorter in (alg.simplify(), alg.simplify(puzzle)):
        assert puzzle.permutation(shorter) == puzzle.permutation(alg)
        assert len(shorter) <= len(alg)
        assert all(-2 < move.amount <= 2 and move.amount for move in shorter)


@settings(max_examples=60)
@given(st.lists(size_3, max_size=30))
def test_simplifying_again_changes_nothing(moves):
    alg = Alg(tuple(moves))
    for puzzle in (None, CUBES[3]):
        once = alg.simplify(puzzle)
        assert once.simplify(puzzle) == once
        assert (alg + alg.inverse).simplify(puzzle).is_empty


@st.composite
def puzzles(draw):
    """Three moves of nine points, often commuting: two may be powers or act on points apart."""
    first, second = draw(permutations(9)), draw(permutations(9))
    third = draw(st.sampled_from([first**2, first.inverse, second, Permutation.identity(9)]))
    moves = {"a": first, "b": second, "c_3": third}
    return Puzzle.from_cycles({name: p.cycles() for name, p in moves.items()}, ["red"] * 9)


@settings(max_examples=60)
@given(puzzles(), st.lists(named_moves(("a", "b", "c_3")), max_size=20))
def test_the_effect_on_any_puzzle_stays(puzzle, moves):
    alg = Alg(tuple(moves))
    shorter = alg.simplify(puzzle)
    assert puzzle.permutation(shorter) == puzzle.permutation(alg)
    assert puzzle.permutation(str(shorter)) == puzzle.permutation(alg)
    assert shorter.simplify(puzzle) == shorter
    assert len(shorter) <= len(alg)


def test_a_puzzle_reduces_by_its_own_orders():
    turns = {"r": [[0, 1, 2]], "s": [[3, 4, 5, 6, 7]], "t": [[0, 3]], "u": [[8]]}
    puzzle = Puzzle.from_cycles(turns, ["red"] * 9)
    assert simplified("r r", puzzle) == "r'"
    assert simplified("r s4 r s", puzzle) == "r'"
    assert simplified("r s3 t r t s", puzzle) == "r s2' t r t s"
    assert simplified("r t t r u2 r", puzzle) == ""


def test_a_turn_of_two_names_merges_and_backwards_too():
    puzzle = CUBES[3]
    assert simplified("Rw r", puzzle) == "Rw2"
    assert simplified("M 2R", puzzle) == ""
    assert simplified("2L M R L", puzzle) == "2L2 R L"
    assert simplified("Lv x2 y", puzzle) == "Lv' y"
    assert simplified("3R L", puzzle) == ""


def test_stored_inverses_are_used_as_names():
    puzzle = Puzzle.from_cycles({"r": [[0, 1, 2]], "r'": [[0, 2, 1]]}, ["red"] * 3)
    assert puzzle.alg("r r").simplify(puzzle).nodes == (Move("r'"),)
    assert puzzle.alg("r r'").simplify(puzzle).is_empty


def test_text_that_names_another_move_is_not_written():
    turns = {"a": [[0, 1, 2, 3, 4]], "a2": [[5, 6]], "b": [[0, 5]]}
    puzzle = Puzzle.from_cycles(turns, ["red"] * 7)
    for text, expected in {"a a b": "a a b", "a' a' b": "a a a b", "a a2 a": "a a a2"}.items():
        assert simplified(text, puzzle) == expected
        assert puzzle.permutation(expected) == puzzle.permutation(text)


def test_glued_puzzles_merge_neighbors_only():
    turns = {"a": [[0, 1, 2, 3]], "b": [[4, 5, 6, 7]]}
    free = Puzzle.from_cycles(turns, ["red"] * 9)
    glued = Puzzle.from_cycles(turns, ["red"] * 9, glued=[[0, 8]])
    assert simplified("a b a", free) == "a2 b"
    assert simplified("a b a", glued) == "a b a"
    assert simplified("a a b b' a", glued) == "a'"


def test_what_a_bandage_allows_it_allows_simplified():
    bandaged = replace(CUBES[3], glued=tuple(sorted(CUBES[3].pieces(), key=min)[:2]))
    bandaged = replace(bandaged, glued=(frozenset().union(*bandaged.glued),))
    rng = random.Random(3)
    for _ in range(40):
        state, moves = bandaged.solved, []
        for _ in range(25):
            move = Move(rng.choice([*FACES, "M", "S", "r", "x"]), rng.choice([1, -1, 2]))
            if state.allows(move):
                state, moves = state.apply(move), [*moves, move]
        shorter = Alg(tuple(moves)).simplify(bandaged)
        assert bandaged.apply(shorter) == state
        assert len(shorter) <= len(moves)


class HalfTurns:
    """A notation in which x can only be made twice at a time."""

    dialect, families = "sign", frozenset({"x"})
    half = Turn.plain("x2", Permutation([1, 0]))

    def turn(self, move: Move) -> Turn | None:
        if move.family != "x" or move.amount % 2:
            return None
        return self.half ** (move.amount // 2)


def test_half_turns_without_quarter_turns_are_kept_whole():
    palette, picks = CUBES[3].palette, (0, 0)
    puzzle = Puzzle("halves", 2, {"x2": HalfTurns.half}, palette, picks, notation=HalfTurns())
    assert simplified("x2 x4", puzzle) == "x2"
    assert simplified("x6'", puzzle) == "x2"
    assert simplified("x2 x2", puzzle) == ""
    assert puzzle.alg("x2 x0").length("ETM", puzzle) == 1
    with pytest.raises(UnknownName):
        simplified("x", puzzle)


@settings(max_examples=25)
@given(small_algs(square1_moves()), small_algs(clock_moves()))
def test_simplifying_again_changes_nothing_in_other_notations(square, clock):
    for alg in (square, clock):
        once = alg.simplify()
        assert once.simplify() == once
        assert (alg + alg.inverse).simplify().is_empty


def test_long_algs_simplify_quickly():
    alg = Alg.parse("(R L U D F B M E S)5000")
    assert alg.simplify() == alg.expand()
    assert (alg + alg.inverse).simplify(CUBES[3]).is_empty
