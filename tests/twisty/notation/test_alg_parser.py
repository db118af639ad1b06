"""Reading algs: what people type, what is refused and how, and that printing reads back."""

import random
import time
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.strategies import (
    CLOCK_PINS,
    CUBE_BLOCKS,
    CUBE_WHOLES,
    algs,
    clock_moves,
    layered_moves,
    megaminx_moves,
    named_moves,
    square1_moves,
)

from puzzlery.errors import PuzzleryError, SyntaxFault, UnknownName
from puzzlery.twisty.notation.alg import (
    Alg,
    Comment,
    Commutator,
    Conjugate,
    Group,
    Move,
    Newline,
    Node,
    Pair,
    Pause,
)
from puzzlery.twisty.notation.alg_parser import DIALECTS, MAX_DEPTH, parse_alg

OWN_NAMES = ("slice_x", "r_s", "10", "tl", "r", "a'", "ü²", "§", "x1y")
SLICES = ("a", "s", "slice_x")
GRIPS = ("UFR", "BL", "BR", "DFRv", "U", "F", "R", "B", "L", "v_w")


def read(text: str, **kw) -> str:
    return str(parse_alg(text, **kw))


# ---- what is read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("R U R' U'", "R U R' U'"),
        ("RUR'U'", "R U R' U'"),
        ("R'2 R2' R2", "R2' R2' R2"),
        ("R’ Rʼ R′ R´ R` R‘", "R' R' R' R' R' R'"),
        ("R² R³ R²' R'²", "R2 R3 R2' R2'"),
        ("R'w R2w Rw' R'wU", "Rw' Rw2 Rw' Rw' U"),
        ("2R 2-3Rw2' 3r 10-12Uw", "2R 2-3Rw2' 3r 10-12Uw"),
        ("2–3Rw", "2-3Rw"),
        ("R1 R0 R0' R1'", "R R0 R0 R'"),
        ("MESxyzmes", "M E S x y z m e s"),
        ("RwUwRvUv", "Rw Uw Rv Uv"),
        ("RU2F'2D", "R U2 F2' D"),
        ("(RU)3(RU)'[R,U]2'[F:R]", "(R U)3 (R U)' [R, U]2' [F: R]"),
        ("(R U)³ [R,U]’", "(R U)3 [R, U]'"),
        ("[F : [R , U]]", "[F: [R, U]]"),
        ("()' [,] [:R]", "()' [, ] [: R]"),
        ("R.U . .", "R . U . ."),
        ("\ufeffR\tU\u00a0F\u200bD", "R U F D"),
        ("（R U）2 ［R， U］", "(R U)2 [R, U]"),
        ("UFR", "U F R"),
        ("UFRa BANANA under_score", "UFRa BANANA under_score"),
        ("", ""),
        ("   ", ""),
    ],
)
def test_what_people_type_is_read(text, expected):
    assert read(text) == expected


def test_a_comment_ends_its_line_and_keeps_its_letters():
    alg = parse_alg("R // it’s R²  \r\nU//\n\n// last")
    assert alg.nodes == (
        Move("R"),
        Comment("it’s R²"),
        Newline(),
        Move("U"),
        Comment(""),
        Newline(),
        Newline(),
        Comment("last"),
    )
    assert str(alg) == "R // it’s R²\nU //\n\n// last"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_end_is_one(end):
    assert parse_alg(f"R{end}U").nodes == (Move("R"), Newline(), Move("U"))


def test_the_tree_is_as_written():
    assert parse_alg("(R [U, .]2)3' [F: B]'").nodes == (
        Group(Alg((Move("R"), Commutator(Alg((Move("U"),)), Alg((Pause(),)), 2))), -3),
        Conjugate(Alg((Move("F"),)), Alg((Move("B"),)), -1),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(1,0)/(3,3)/", "(1, 0) / (3, 3) /"),
        ("(1, 0) / (-3 , 6)", "(1, 0) / (-3, 6)"),
        ("1,0 / 3,-3 /", "(1, 0) / (3, -3) /"),
        ("/3,3/-1,0/10,2", "/ (3, 3) / (-1, 0) / (10, 2)"),
        ("(−1,+2)", "(-1, 2)"),
        ("((1,0)/)3 [/, (0,1)/(0,-1)]", "((1, 0) /)3 [/, (0, 1) / (0, -1)]"),
        ("[1,0 / : 2,3]", "[(1, 0) /: (2, 3)]"),
        ("U3 / D'", "U3 / D'"),
        ("/ // two", "/ // two"),
    ],
)
def test_square1_notation_is_read(text, expected):
    assert read(text, dialect="square1") == expected


def test_clock_notation_is_read():
    assert read("UR3+DL1- ALL6- U0+ U0- y2 R+", dialect="clock") == (
        "UR3+ DL1- ALL6- U0+ U0+ y2 R1+"
    )
    assert parse_alg("UR3- y2", dialect="clock").nodes == (
        Move("UR", -3, mark="+"),
        Move("y", 2),
    )


def test_megaminx_notation_is_read():
    assert read("R++D--U'\nR--2 R++0 R--' Rw 2U", dialect="megaminx") == (
        "R++ D-- U'\nR--2 R++0 R++ Rw 2U"
    )
    assert parse_alg("R--", dialect="megaminx").nodes == (Move("R", -1, mark="++"),)


def test_old_wca_lower_case_is_the_second_slice():
    assert read("r' u2 3r R x Rr", dialect="wca-old") == "2R' 2U2 3r R x R 2R"
    assert read("r' Rw", dialect="wca") == "r' Rw"


@pytest.mark.parametrize(
    ("text", "families", "expected"),
    [
        ("BLR BL2 BRU'", GRIPS, ["BL", "R", "BL2", "BR", "U'"]),
        ("UFR UF", GRIPS, ["UFR", "U", "F"]),
        ("ABC", ("A", "AB", "BC", "C"), ["AB", "C"]),  # as few either way: longest first
        ("ABCD", ("A", "AB", "C", "BCD"), ["A", "BCD"]),  # fewest
        ("R'w", ("R", "Rw"), ["Rw'"]),
        ("R'w", ("R", "Rw", "w"), ["R'", "w"]),
        ("R'w", ("R", "w"), ["R'", "w"]),
        ("slice_x2 r_s'", OWN_NAMES, ["slice_x2", "r_s'"]),
        ("10 10' 102 tltl", OWN_NAMES, ["10", "10'", "102", "tl", "tl"]),
        ("2-3U 4BL'", GRIPS, ["2-3U", "4BL'"]),
        ("/ U/", ("U", "/"), ["/", "U", "/"]),
    ],
)
def test_a_puzzles_own_words_decide(text, families, expected):
    assert [str(move) for move in parse_alg(text, families=families).moves()] == expected


@pytest.mark.parametrize(
    ("text", "families", "expected"),
    [
        ("r2' r' r2", ["r"], [("r", -2), ("r", -1), ("r", 2)]),
        ("r2' r' r2", ["r", "r2"], [("r2", -1), ("r", -1), ("r2", 1)]),
        ("r2' r' r2", ["r", "r'", "r2'"], [("r2'", 1), ("r'", 1), ("r", 2)]),
        ("r’ r''", ["r", "r'"], [("r'", 1), ("r'", -1)]),
        ("alg_10 alg_1", ["alg_1"], [("alg_1", 0), ("alg_1", 1)]),
        ("alg_10 alg_1", ["alg_1", "alg_10"], [("alg_10", 1), ("alg_1", 1)]),
        ("a,b", ["a,b"], [("a,b", 1)]),
        ("+ ü²2", ["+", "ü²"], [("+", 1), ("ü²", 2)]),
        ("ab'ba", ["a", "b"], [("a", 1), ("b", -1), ("b", 1), ("a", 1)]),
    ],
)
def test_plain_names_win_over_amounts_and_the_longest_wins(text, families, expected):
    moves = parse_alg(text, dialect="plain", families=families).moves()
    assert [(move.family, move.amount) for move in moves] == expected


@pytest.mark.parametrize("dialect", ["plain", "sign"])
def test_an_amount_that_would_print_as_another_name_is_refused(dialect):
    with pytest.raises(SyntaxFault, match='could be taken for the move "a2"'):
        parse_alg("a'2", dialect=dialect, families=["a", "a2"])
    assert parse_alg("a2'", dialect=dialect, families=["a", "a2"]).nodes == (Move("a2", -1),)
    assert parse_alg("a'2", dialect=dialect, families=["a", "b2"]).nodes == (Move("a", -2),)


def test_plain_names_stand_in_brackets():
    names = ["a", "b"]
    assert read("[a,b]2 (ab)' [a:b]", dialect="plain", families=names) == "[a, b]2 (a b)' [a: b]"


# ---- what is refused


@pytest.mark.parametrize(
    ("text", "position", "part"),
    [
        ("R U ?", 4, 'expected a move, got "?"'),
        ("R (U", 2, 'this "(" is never closed'),
        ("R U)", 3, "closes nothing"),
        ("[R)", 2, 'ends with "]"'),
        ("(R]", 2, 'ends with ")"'),
        ("[R U]", 4, "one part only"),
        ("[R, U, F]", 5, "two parts"),
        ("[R: U, F]", 5, "two parts"),
        ("R, U", 1, "between the parts"),
        ("(R: U)", 2, "between the parts"),
        ("R 2", 2, "after this number"),
        ("R''", 2, "expected a move"),
        ("' R", 0, "expected a move"),
        ("R02", 1, "starts with 0"),
        ("02R", 0, "starts with 0"),
        ("0R", 0, "from 1"),
        ("3-2Rw", 0, "out of order"),
        ("2-2Rw", 0, "out of order"),
        ("0-2Rw", 0, "out of order"),
        ("R1000000001", 1, "at most 1,000,000,000"),
        ("R'" + "9" * 5000, 2, "at most 1,000,000,000"),
        ("(R)1000000001", 3, "at most 1,000,000,000"),
        ("10001R", 0, "at most 10,000"),
        ("{1,3}R", 0, "1R 3R"),
        ("R++", 1, "megaminx"),
        ("UR3+", 3, "clock"),
        ("R / U", 2, "Square-1"),
        ("(1,0)", 0, "Square-1"),
        ("1,0 /", 0, "Square-1"),
        ("^(R)", 0, "inverse"),
        ("4*(R U)", 0, "after this number"),
        ("R é", 2, '"é"'),
    ],
)
def test_a_fault_shows_its_place(text, position, part):
    with pytest.raises(SyntaxFault) as caught:
        parse_alg(text)
    assert caught.value.position == position
    assert part in caught.value.reason
    assert caught.value.text == text


def test_the_caret_stands_under_the_place_even_after_lookalikes():
    with pytest.raises(SyntaxFault) as caught:
        parse_alg("R’ // ok\nU² ; F")
    assert str(caught.value).splitlines()[1:] == ["  U² ; F", "     ^"]


@pytest.mark.parametrize(
    ("text", "families", "dialect", "position", "reason"),
    [
        ("R Q2", "FRU", "sign", 2, 'unknown move "Q"; known are F, R, U'),
        ("RUQ", "FRU", "sign", 2, 'unknown move "Q"; known are F, R, U'),
        ("R 2Q", "FRU", "sign", 3, 'unknown move "Q"; known are F, R, U'),
        ("u", "FRU", "sign", 0, 'unknown move "u"; did you mean U?'),
        ("a slicex'", SLICES, "sign", 2, 'unknown move "slicex"; did you mean slice_x?'),
        ("a slicex2", SLICES, "plain", 2, 'unknown move "slicex2"; did you mean slice_x?'),
        ("ab?", "ab", "plain", 2, 'unknown move "?"; known are a, b'),
        ("a", [], "plain", 0, 'unknown move "a"; known are none'),
        ("2a", "a", "plain", 0, 'unknown move "2a"; did you mean a?'),
    ],
)
def test_an_unknown_move_is_named_with_near_ones(text, families, dialect, position, reason):
    with pytest.raises(SyntaxFault) as caught:
        parse_alg(text, dialect=dialect, families=families)
    assert (caught.value.position, caught.value.reason) == (position, reason)


def test_an_unknown_dialect_is_named_with_near_ones():
    with pytest.raises(UnknownName, match=r'"sing".*did you mean sign'):
        parse_alg("R", dialect="sing")


def test_nesting_is_bounded_and_exhausts_nothing():
    deepest = "(" * MAX_DEPTH + "R" + ")2" * MAX_DEPTH
    alg = parse_alg(deepest)
    assert read(str(alg)) == str(alg)
    assert alg.inverse.inverse == alg
    assert hash(alg) == hash(parse_alg(deepest))
    assert alg.length("QTM") == 2**MAX_DEPTH
    for text in ("(" + deepest + ")", "(" * 1_000_000, "[" * 1_000_000, "[R," * 300_000):
        with pytest.raises(SyntaxFault, match="nested deeper than 100"):
            parse_alg(text)


@settings(max_examples=30)
@pytest.mark.parametrize("dialect", DIALECTS)
@given(text=st.text(st.sampled_from("RUwx2'10-+/()[],:. \n’²_ABa{é"), max_size=30))
@example(text="(1,")
@example(text="1-")
def test_any_text_is_read_or_refused(dialect, text):
    for families in (None, frozenset({"R", "U", "Rw", "U2", "x", "/", "AB", "a'"})):
        alg = None
        with suppress(SyntaxFault):
            alg = parse_alg(text, dialect=dialect, families=families)
        if alg is not None:
            assert parse_alg(str(alg), dialect=dialect, families=families) == alg


# ---- printing reads back


@settings(max_examples=40)
@given(algs())
def test_printing_reads_back(alg):
    assert parse_alg(str(alg)) == alg


@settings(max_examples=40)
@given(algs(layered_moves(GRIPS)))
def test_printing_reads_back_with_grips_of_several_letters(alg):
    assert parse_alg(str(alg), families=GRIPS) == alg


@settings(max_examples=40)
@given(algs(named_moves(OWN_NAMES)))
def test_printing_reads_back_with_names_of_ones_own(alg):
    assert parse_alg(str(alg), families=OWN_NAMES, dialect="plain") == alg


@settings(max_examples=30)
@pytest.mark.parametrize(
    ("dialect", "leaves"),
    [("square1", square1_moves()), ("clock", clock_moves()), ("megaminx", megaminx_moves())],
)
@given(data=st.data())
def test_printing_reads_back_in_other_dialects(dialect, leaves, data):
    alg = data.draw(algs(leaves))
    assert parse_alg(str(alg), dialect=dialect) == alg


def random_amount(rng: random.Random) -> int:
    return rng.choice([1, 1, 1, -1, 2, -2, 3, 0, rng.randrange(-(10**9), 10**9)])


def random_block(rng: random.Random) -> Move:
    inner = rng.randint(1, 9)
    outer = rng.choice([None, rng.randint(1, inner - 1)]) if inner > 1 else None
    return Move(rng.choice(CUBE_BLOCKS), random_amount(rng), inner, outer)


LEAVES = {
    "sign": (
        random_block,
        lambda rng: Move(rng.choice(CUBE_BLOCKS + CUBE_WHOLES), random_amount(rng)),
    ),
    "wca-old": (
        lambda rng: Move(rng.choice("UDLRFBxyz"), random_amount(rng)),
        random_block,
    ),
    "square1": (
        lambda rng: Pair(rng.randint(-5, 6), random_amount(rng)),
        lambda rng: Move("/", rng.choice([1, 1, 1, random_amount(rng)])),
    ),
    "clock": (
        lambda rng: Move(rng.choice(CLOCK_PINS), random_amount(rng), mark="+"),
        lambda rng: Move("y", 2),
    ),
    "megaminx": (
        lambda rng: Move(rng.choice("RD"), random_amount(rng), mark="++"),
        lambda rng: Move("U", random_amount(rng)),
    ),
}


class RandomTrees:
    """A plain maker of algs, quicker than Hypothesis."""

    def __init__(self, dialect: str) -> None:
        self.rng, self.leaves = random.Random(2), LEAVES[dialect]

    def alg(self, depth: int = 3) -> Alg:
        return Alg(tuple(self.node(depth) for _ in range(self.rng.randrange(6))))

    def node(self, depth: int) -> Node:
        rng = self.rng
        kind = rng.randrange(12 if depth else 8)
        if kind < 5:
            return rng.choice(self.leaves)(rng)
        if kind < 8:
            remark = Comment(rng.choice(["", "x", "a, b) ]", "R // R"]))
            return (Pause(), Newline(), remark)[kind - 5]
        if kind < 10:
            return Group(self.alg(depth - 1), random_amount(rng))
        bracket = (Commutator, Conjugate)[kind - 10]
        return bracket(self.alg(depth - 1), self.alg(depth - 1), random_amount(rng))


@pytest.mark.parametrize(
    ("dialect", "count"),
    [("sign", 10_000), ("wca-old", 500), ("square1", 500), ("clock", 500), ("megaminx", 500)],
)
def test_thousands_of_random_algs_print_and_read_back(dialect, count):
    trees = RandomTrees(dialect)
    for _ in range(count):
        alg = trees.alg()
        again = parse_alg(str(alg), dialect=dialect)
        assert again == alg
        assert str(again) == str(alg)
        assert alg.inverse.inverse == alg


# ---- large inputs


@pytest.mark.parametrize(
    ("text", "kw"),
    [
        ("R U' 2-3Rw2 ", {}),
        ("RU", {}),
        ("RBL", {"families": GRIPS}),
        ("(R)", {}),
        ("[R,U]", {}),
        ("r' ", {"dialect": "plain", "families": OWN_NAMES}),
        ("(1,0)/", {"dialect": "square1"}),
        ("// x\n", {}),
        ("\n", {}),
        (".", {}),
    ],
)
def test_reading_and_printing_take_linear_time(text, kw):
    def seconds(copies):
        start = time.process_time()
        parse_alg(str(parse_alg(text * copies, **kw)), **kw)
        return time.process_time() - start

    copies = 40_000 // len(text)
    # The best of several runs, because a busy machine or a collection of garbage can only add.
    small = min(seconds(copies // 16) for _ in range(3))
    large = min(seconds(copies) for _ in range(3))
    # Linear growth gives 16 times, quadratic 256 times.
    assert large < 64 * max(small, 0.001)


def test_a_large_text_with_a_fault_is_refused_briefly():
    for text, kw in [
        ("R" * 300_000 + "Q", {"families": "RU"}),
        ("Q" * 1_000_000, {"families": "RU", "dialect": "plain"}),
        ("R " * 100_000 + "?", {}),
        ("9" * 1_000_000, {}),
        ("R" + "9" * 1_000_000, {}),
    ]:
        with pytest.raises(SyntaxFault) as caught:
            parse_alg(text, **kw)
        assert len(str(caught.value)) < 500


def test_hostile_repetition_is_refused_before_it_is_written_out():
    for text in (
        "(" * 50 + "R" + ")999999" * 50,
        "(R)10000001",
        "[" * 30 + "R" + ",U]" * 30,
        "(" * 9 + ")999999" * 9,
        "(.)999999999",
    ):
        alg = parse_alg(text)
        for write_out in (alg.moves, alg.expand, alg.simplify):
            with pytest.raises(PuzzleryError, match="more than 10,000,000 moves"):
                write_out()
    assert parse_alg("[" * 30 + "R" + ",U]" * 30).length("ETM") == 2**30 + 2 * (2**30 - 1)
    with pytest.raises(PuzzleryError, match="more moves than"):
        len(parse_alg("(" * 50 + "R" + ")999999" * 50))


def test_pairs_are_bounded_too():
    with pytest.raises(SyntaxFault, match="at most"):
        parse_alg("(1000000001, 0)", dialect="square1")
    assert parse_alg("(-1000000000, 0)", dialect="square1").nodes == (Pair(-(10**9), 0),)
