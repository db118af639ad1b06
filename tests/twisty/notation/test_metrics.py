"""Metrics: published lengths, and names and puzzles that agree."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.cube import cube
from tests.strategies import FACES, algs, layered_moves, named_moves, small_algs

from puzzlery.errors import UnknownName
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg
from puzzlery.twisty.notation.metrics import METRICS, metric, shortest

CUBE = cube(3)
# Reid (1995): the superflip in 20 face turns, and in 24 quarter turns; both are optimal.
SUPERFLIP_20 = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
SUPERFLIP_24Q = "R' U2 B L' F U' B D F U D' L D2 F' R B' D F' U' B' U D'"


def lengths(text: str, *names: str, **kw) -> tuple[int, ...]:
    alg = Alg.parse(text, **kw)
    return tuple(alg.length(name) for name in names)


def test_the_superflips_have_their_published_lengths():
    assert lengths(SUPERFLIP_20, "HTM", "QTM") == (20, 28)
    assert lengths(SUPERFLIP_24Q, "HTM", "QTM") == (22, 24)
    superflip = CUBE.permutation(SUPERFLIP_20)
    assert superflip == CUBE.permutation(SUPERFLIP_24Q)
    assert superflip.support.size == 24


def test_the_checkerboard_is_six_face_turns_or_three_slices():
    checkerboard = CUBE.apply("M2 E2 S2").coloring
    assert checkerboard == CUBE.apply("U2 D2 F2 B2 L2 R2").coloring
    assert lengths("M2 E2 S2", "HTM", "STM", "QTM") == (6, 3, 12)
    assert lengths("U2 D2 F2 B2 L2 R2", "HTM", "STM", "QTM") == (6, 6, 12)


@pytest.mark.parametrize(
    ("move", "obtm", "obqtm", "rbtm", "rbqtm", "sstm", "ssqtm", "etm"),
    [
        ("R", 1, 1, 1, 1, 1, 1, 1),
        ("R2'", 1, 2, 1, 2, 1, 2, 1),
        ("R3", 1, 1, 1, 1, 1, 1, 1),
        ("R4", 0, 0, 0, 0, 0, 0, 0),
        ("R0", 0, 0, 0, 0, 0, 0, 0),
        ("M'", 2, 2, 1, 1, 1, 1, 1),
        ("M2", 2, 4, 1, 2, 1, 2, 1),
        ("Rw2", 1, 2, 1, 2, 2, 4, 1),
        ("r", 1, 1, 1, 1, 2, 2, 1),
        ("3Rw'", 1, 1, 1, 1, 3, 3, 1),
        ("2R", 2, 2, 1, 1, 1, 1, 1),
        ("2-3R2", 2, 4, 1, 2, 2, 4, 1),
        ("1-3R", 1, 1, 1, 1, 3, 3, 1),
        ("x'", 0, 0, 0, 0, 0, 0, 1),
        ("Rv2", 0, 0, 0, 0, 0, 0, 1),
        (".", 0, 0, 0, 0, 0, 0, 0),
        ("// R", 0, 0, 0, 0, 0, 0, 0),
        ("[R, M]", 6, 6, 4, 4, 4, 4, 4),
        ("([R: U2]2 M)3'", 24, 30, 21, 27, 21, 27, 21),
        ("UFRa BANANA7", 2, 8, 2, 8, 2, 8, 2),
    ],
)
def test_each_metric_counts_as_defined(move, obtm, obqtm, rbtm, rbqtm, sstm, ssqtm, etm):
    names = ("OBTM", "OBQTM", "RBTM", "RBQTM", "SSTM", "SSQTM", "ETM")
    assert lengths(move, *names) == (obtm, obqtm, rbtm, rbqtm, sstm, ssqtm, etm)


def test_square1_counts_slashes_or_layers():
    names = ("slash", "OBTM", "OBQTM", "ETM")
    assert lengths("(1,0)/(3,-3)/(0,0)/(12,6)", *names, dialect="square1") == (3, 7, 16, 7)


def test_clock_and_megaminx_count_each_move():
    assert lengths("UR3+ DL0+ ALL6- y2 U11+", "HTM", "QTM", "ETM", dialect="clock") == (3, 10, 4)
    assert lengths("R++ D-- U' R++4 U3", "HTM", "QTM", dialect="megaminx") == (5, 7)


def test_metrics_go_by_other_names_too():
    assert {name: metric(name).name for name in ("htm", "FTM", "Qtm", "STM", "sqtm", "SLASH")} == {
        "htm": "OBTM",
        "FTM": "OBTM",
        "Qtm": "OBQTM",
        "STM": "RBTM",
        "sqtm": "RBQTM",
        "SLASH": "slash",
    }
    assert all(metric(name) is METRICS[name] for name in METRICS)


def test_an_unknown_metric_is_named_with_near_ones():
    with pytest.raises(UnknownName, match=r'unknown metric "OBTN"; .*did you mean .*OBTM'):
        Alg.parse("R").length("OBTN")


def test_a_puzzle_counts_by_its_own_orders():
    puzzle = Puzzle.from_cycles({"a": [[0, 1, 2]], "b": [[3, 4, 5, 6, 7]]}, ["red"] * 8)
    alg = puzzle.alg("a2 a3 b2 b3 b4")
    assert alg.length("HTM", puzzle) == 4
    assert alg.length("QTM", puzzle) == 1 + 2 + 2 + 1


BIG = cube(7)
big_moves = layered_moves((*FACES, *(face.lower() for face in FACES)), 4) | named_moves(
    ("M", "E", "S", "x", "y", "z", "Rv", "Lv")
)


@settings(max_examples=30)
@given(algs(big_moves), st.sampled_from(sorted(METRICS)))
def test_names_and_puzzles_agree(alg, name):
    assert alg.length(name) == alg.length(name, BIG)


@settings(max_examples=30)
@given(small_algs(big_moves), st.sampled_from(sorted(METRICS)))
def test_brackets_count_as_if_written_out(alg, name):
    assert alg.length(name) == alg.expand().length(name)
    assert alg.length(name) == alg.inverse.length(name)


@given(st.integers(), st.integers(1, 50))
def test_the_shortest_way_round_is_the_same_turn(amount, order):
    short = shortest(amount, order)
    assert (short - amount) % order == 0
    assert -order < 2 * short <= order
