"""Scrambles are written as the regulations say, and those too close to solved are drawn again."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlery import Alg, PuzzleryError, State, puzzle
from puzzlery.solve.blocked.square_slots import square_slots
from puzzlery.solve.scrambles.distance_filter import OneMoveFilter, square_is_far
from puzzlery.solve.scrambles.scramble_makers import maker_of, suffixes_of
from puzzlery.solve.scrambles.still_words import still_word
from puzzlery.solve.scrambles.table_words import TableWords
from puzzlery.twisty.structure.puzzle_orientation import puzzle_orientations

FACE = "[UDLRFB]['2]?"
CUBE3 = f"{FACE}( {FACE}){{0,20}}"
BLOCK = "(3[UDLRFB]w|[UDLRFB]w?)['2]?"
TURN4 = "([UDLRFB]|[URF]w)['2]?"
LINE = r"(R(\+\+|--) D(\+\+|--) ){5}"
DIAL = r"\d[+-]"
# Written from regulations 12a to 12h and 4b3 of 2024, not from what the program prints.
FORMATS = [
    ("3x3x3", "usual", CUBE3),
    ("3x3x3", "one-handed", CUBE3),
    ("3x3x3", "blind", rf"{CUBE3}( [RF]w['2]?)?( Uw['2]?)?"),
    ("3x3x3", "fewest-moves", rf"R' U' F {CUBE3} R' U' F"),
    ("2x2x2", "usual", r"[URF]['2]?( [URF]['2]?){10}"),
    ("pyraminx", "usual", r"[ULRB]'?( [ULRB]'?){10,11}( [ulrb]'?){0,4}"),
    ("skewb", "usual", r"[RULB]'?( [RULB]'?){10}"),
    ("square-1", "usual", r"/?( ?\(-?\d, -?\d\)( /)?)+"),
    ("clock", "usual", rf"UR{DIAL} DR{DIAL} DL{DIAL} UL{DIAL} U{DIAL} R{DIAL} D{DIAL} L{DIAL} "
                       rf"ALL{DIAL} y2 U{DIAL} R{DIAL} D{DIAL} L{DIAL} ALL{DIAL}"),
    ("4x4x4", "usual", f"{TURN4}( {TURN4}){{20,50}}"),
    ("4x4x4", "blind", f"{TURN4}( {TURN4}){{20,50}}( [xz]['2]?)?( y['2]?)?"),
    ("5x5x5", "usual", r"[UDLRFB]w?['2]?( [UDLRFB]w?['2]?){59}"),
    ("5x5x5", "blind", r"[UDLRFB]w?['2]?( [UDLRFB]w?['2]?){59}( 3[RF]w['2]?)?( 3Uw['2]?)?"),
    ("6x6x6", "usual", rf"{BLOCK}( {BLOCK}){{79}}"),
    ("7x7x7", "usual", rf"{BLOCK}( {BLOCK}){{99}}"),
    ("megaminx", "usual", rf"({LINE}U'? ?\n ?){{6}}{LINE}U'?"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "event", "grammar"), FORMATS)
def test_scrambles_are_written_as_the_regulations_say(name: str, event: str, grammar: str) -> None:
    chosen = puzzle(name)
    for alg in maker_of(chosen, event).scrambles(6, seed=2):
        assert re.fullmatch(grammar, str(alg)), str(alg)
        assert chosen.alg(str(alg)) == alg
        if event not in ("blind", "fewest-moves") and name != "clock":
            assert len(list(alg.simplify(chosen).moves())) == len(list(alg.moves()))


def test_moves_are_random_where_no_solver_gives_a_word() -> None:
    # The full table counts moves otherwise than the metric of this puzzle.
    assert maker_of(puzzle("2x3x4")).kind == "random moves"
    with pytest.raises(PuzzleryError, match="full table"):
        maker_of(puzzle("2x3x4"), kind="random state")


def test_words_of_the_4x4x4_are_as_short_as_those_of_competitions() -> None:
    # The program for competitions takes 45 block turns on average; a mean of six may be 48.
    lengths = [alg.length("OBTM") for alg in maker_of(puzzle("4x4x4")).scrambles(6, seed=4)]
    assert sum(lengths) / len(lengths) <= 48


def test_a_4x4x4_without_rotations_is_the_same_but_for_one() -> None:
    cube = puzzle("4x4x4")
    for seed in range(5):
        alg = cube.scramble(seed=seed, length=20) + Alg.parse("x Dw' y2 Lw Bw2")
        still = still_word(cube, alg)
        rotation = cube.permutation(still).inverse * cube.permutation(alg)
        assert rotation in {one.rotation for one in puzzle_orientations(cube)}
        assert not set("xyz") & set(str(still))
        assert not set(re.findall("[DLB]w", str(still)))


def test_a_line_of_the_megaminx_ends_in_the_direction_of_its_last_turn() -> None:
    for alg in maker_of(puzzle("megaminx")).scrambles(3, seed=1):
        for line in str(alg).splitlines():
            assert ("D++ U" in line) != ("D-- U'" in line)


def test_pads_keep_their_turns() -> None:
    for alg in maker_of(puzzle("3x3x3"), "fewest-moves").scrambles(12, seed=3):
        words = str(alg).split()
        assert words[3][0] not in "FB"
        assert words[-4][0] not in "RL"


def test_blind_scrambles_end_in_each_of_the_24_orientations() -> None:
    for size in (3, 4, 5):
        cube = puzzle(f"{size}x{size}x{size}")
        ends = {str(Alg(suffix)) for suffix in suffixes_of(cube)}
        # Wide turns hold the cube as rotations do: the layers that stay are the other face's.
        held = {cube.permutation(re.sub("3?[RFU]w", _as_rotation, end)) for end in ends}
        assert len(ends) == len(held) == 24
    cube = puzzle("3x3x3")
    drawn = [str(alg) for alg in maker_of(cube, "blind").scrambles(40, seed=4)]
    suffixes = Counter(re.sub(f"^{CUBE3}", "", text) for text in drawn)
    assert len(suffixes) > 12


def _as_rotation(wide: re.Match[str]) -> str:
    return {"R": "x", "U": "y", "F": "z"}[wide[0][-2]]


def test_seeds_repeat_and_the_first_ones_stay() -> None:
    for name in ("3x3x3", "2x2x2", "5x5x5", "square-1"):
        maker = maker_of(puzzle(name))
        assert list(maker.scrambles(4, seed=1))[:2] == list(maker.scrambles(2, seed=1))
        assert list(maker.scrambles(1, seed=1)) != list(maker.scrambles(1, seed=2))
        assert list(maker.scrambles(1)) != list(maker.scrambles(1))


@pytest.mark.parametrize(("name", "least", "refused"), [("2x2x2", 4, 385), ("pyraminx", 6, 38_801)])
def test_filters_refuse_exactly_the_states_that_are_too_close(
    name: str, least: int, refused: int
) -> None:
    small = puzzle(name)
    words = TableWords.of(small)
    level = {small.solved.permutation}
    close = set(level)
    units = [small.permutation(move) for move in _all_moves(name)]
    for _ in range(least - 1):
        level = {p * unit for p in level for unit in units} - close
        close |= level
        if len(close) > 3000:
            break
    assert all(words.distance(p) < least for p in list(close)[:3000])
    counts = words.table.distances.counts
    tips = len({move.family for move in words.tips})
    by_tips = [1] if not tips else [1, 8, 24, 32, 16]
    total = sum(
        many * turned
        for depth, many in enumerate(counts)
        for off, turned in enumerate(by_tips)
        if depth + off < least
    )
    assert total == refused


def _all_moves(name: str) -> Iterator[str]:
    faces = {"2x2x2": "URF", "pyraminx": "ULRBulrb"}[name]
    ends = ["", "'", "2"] if name == "2x2x2" else ["", "'"]
    return ("".join(word) for word in product(faces, ends))


class LoadedDice(Random):
    """Dice that fall on 0 at first, which makes the first states of a group solved."""

    zeros = 60

    def randrange(self, *limits: int) -> int:  # type: ignore[override]
        self.zeros -= 1
        return 0 if self.zeros >= 0 else super().randrange(*limits)


@pytest.mark.parametrize("name", ["2x2x2", "pyraminx", "3x3x3"])
def test_a_solved_state_is_drawn_again(name: str) -> None:
    chosen = puzzle(name)
    assert chosen.group.random(LoadedDice(1)).is_identity
    alg = maker_of(chosen).draw(LoadedDice(1))
    assert alg
    assert OneMoveFilter.of(chosen).is_far(chosen.permutation(alg))


def test_one_move_from_solved_is_too_close_however_the_cube_is_held() -> None:
    for name in ("3x3x3", "4x4x4"):
        cube = puzzle(name)
        near = OneMoveFilter.of(cube)
        for turn, held in product(["", "R", "F2", "Uw'"], ["", "x", "y2 z'"]):
            assert not near.is_far(cube.permutation(f"{turn} {held}"))
        assert near.is_far(cube.permutation("R U"))
        assert near.is_far(cube.permutation("R L'"))


turns = st.tuples(st.integers(-5, 6), st.integers(-5, 6))


@settings(max_examples=25, deadline=None)
@given(st.lists(turns, min_size=1, max_size=5))
def test_square_1_within_ten_moves_is_too_close(pairs: list[tuple[int, int]]) -> None:
    square = puzzle("square-1")
    slots = square_slots(square)
    assert slots is not None
    state, count = square.solved, 0
    for pair in pairs:
        turned = state.apply(f"({pair[0]}, {pair[1]})") if any(pair) else state
        if not turned.allows("/"):
            continue
        state, count = turned.apply("/"), count + 1 + any(pair)
    assert count <= 10
    assert not square_is_far(slots, slots.content(state), count + 1)


def test_square_1_scrambles_are_far() -> None:
    square = puzzle("square-1")
    slots = square_slots(square)
    assert slots is not None
    for alg in maker_of(square).scrambles(5, seed=3):
        assert square_is_far(slots, slots.content(State(square, square.permutation(alg))), 11)


@pytest.mark.parametrize(
    ("name", "event", "options", "words"),
    [
        ("2x2x2", "blind", {}, "blind scrambles are those of"),
        ("5x5x5", "fewest-moves", {}, "one of the 3x3x3, not of 5x5x5"),
        ("3x3x3", "blindfolded", {}, 'unknown event "blindfolded"'),
        ("3x3x3", "usual", {"kind": "random state", "length": 9}, "no length"),
        ("bicube", "usual", {"kind": "random state"}, "blocked"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    name: str, event: str, options: dict[str, object], words: str
) -> None:
    with pytest.raises(PuzzleryError, match=re.escape(words)):
        maker_of(puzzle(name), event, **options)
