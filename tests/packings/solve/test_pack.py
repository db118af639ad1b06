"""Packing puzzles solved: counts, symmetric classes, play, challenges, dots, reasons."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.packings.algorithm_x import covers as oracle
from tests.packing_strategies import dissections, packings

from puzzlery.cover.examples import queens, sudoku, sudoku_grid
from puzzlery.errors import InvalidPuzzle, PuzzleryError, UnknownName
from puzzlery.packings import InconsistentFixed, Packing, Piece, Shape, packing, pieces
from puzzlery.packings.model.boards import rectangle
from puzzlery.packings.model.lattice import SQUARE
from puzzlery.packings.solve.challenges import challenge, challenges
from puzzlery.packings.solve.deduction import Deduction, grade
from puzzlery.packings.solve.dotted_packing import marked_until_unique
from puzzlery.packings.solve.explanation import why_none
from puzzlery.packings.solve.play import Play

SMALL = {"L": "XXX\nX..", "I": "XXXX", "O": "XX\nXX", "S": ".XX\nXX.", "J": "XXX\nX.."}


@pytest.fixture(scope="module")
def small():
    return packing(SMALL, "4x5")


def number_of_classes(solutions, symmetries):
    """How many classes symmetries make of solutions, by joining images one by one."""
    left, count = set(solutions), 0
    while left:
        count += 1
        waiting = [left.pop()]
        while waiting:
            one = waiting.pop()
            images = {tuple(sorted(turn[n] for n in one)) for turn in symmetries}
            waiting += images & left
            left -= images
    return count


def solutions_of(model, most=2000):
    found = []
    for chosen in oracle(model.exact_cover()):
        found.append(tuple(chosen))
        if len(found) > most:
            return None
    return found


@settings(max_examples=60)
@given(st.one_of(packings(most_pieces=3), dissections().map(lambda made: made[0])))
def test_counts_agree_with_the_oracle(model):
    if len(model.options()) > 40:
        return
    expected = solutions_of(model)
    if expected is None:
        return
    puzzle = model
    assert puzzle.count() == len(expected)
    assert puzzle.count(distinct=True) == number_of_classes(expected, model.symmetries)
    rows = [row for block in puzzle.blocks() for row in block.tolist()]
    assert {tuple(n for n in row if n >= 0) for row in rows} == set(expected)
    assert len(rows) == len(expected)
    least = sum(len(block) for block in puzzle.blocks(distinct=True))
    assert least == number_of_classes(expected, model.symmetries)
    assert puzzle.unique() == (len(expected) == 1)
    assert (puzzle.first() is None) == (not expected)
    assert puzzle.is_solvable() == bool(expected)


@settings(max_examples=40)
@given(dissections())
def test_placement_counts_add_up(made):
    model, _ = made
    if len(model.options()) > 40:
        return
    puzzle = model
    counts = puzzle.placement_counts()
    total = puzzle.count()
    for piece in puzzle.pieces:
        assert sum(n for p, n in counts.items() if p.piece == piece.id) == total
    for cell in puzzle.board.cells:
        assert sum(n for p, n in counts.items() if cell in p.cells) == total


def test_solutions_are_complete_and_print(small):
    found = list(small.all())
    assert len(found) == small.count() == 32
    assert all(solution.is_complete for solution in found)
    assert len({str(solution) for solution in found}) == 32
    assert len(list(small.all(limit=5))) == 5
    assert len(list(small.all(distinct=True))) == small.count(distinct=True)
    assert small.random(3).is_complete


def test_an_impossible_puzzle_answers_at_once_and_says_why():
    puzzle = packing("hexominoes", "14x15")
    assert puzzle.count() == 0
    assert puzzle.first() is None
    assert list(puzzle.all()) == []
    assert not puzzle.unique()
    assert puzzle.random() is None
    assert puzzle.engine == "argument"
    assert "chessboard" in str(puzzle.why_not()[0])


def test_a_fixed_piece_is_in_every_solution(small):
    fixed = small.with_fixed("IIII.")
    assert fixed.count() == sum(
        1 for each in small.all() if set(fixed.fixed) <= set(each.placements)
    )
    assert all(set(fixed.fixed) <= set(each.placements) for each in fixed.all())


def test_ones_own_names_are_in_the_solution(small):
    solution = small.with_fixed([[7, 7, 7, 7, 0]]).first()
    assert str(solution).startswith("7777")
    assert "I" not in str(solution)


@pytest.mark.parametrize(("size", "every", "distinct"), [(4, 2, 1), (5, 10, 2), (6, 4, 1)])
def test_queens(size, every, distinct):
    cover = queens(size)
    assert cover.count() == every
    assert cover.count(distinct=True) == distinct


def test_sudoku():
    cover = sudoku("1... ..3. .4.. ...2")
    assert cover.unique()
    assert sudoku_grid(cover, cover.first()).count("4") == 4


def test_dominoes_any_number():
    domino = Piece("D", Shape(SQUARE, ((0, 0), (0, 1))), 0, None)
    assert Packing((domino,), rectangle(4, 4)).count() == 36


def test_hexagons_are_drawn_in_their_own_lattice():
    puzzle = packing({"A": "X X", "B": "X\n X"}, "2x2", lattice="hexagonal")
    assert puzzle.board.lattice.name == "hexagonal"
    assert puzzle.count() == 4
    assert puzzle.count(distinct=True) == 1


def test_an_estimate_comes_near():
    found = packing("soma", "3x3x3").estimate(probes=2000, seed=5)
    assert abs(found.mean - 11520) < 6 * found.stderr + 500
    assert packing("tetrominoes", "4x5").estimate().mean == 0


def test_play_counts_what_is_left(small):
    game = Play(small)
    assert game.solutions_left() == 32
    after = game.place("IIII.")
    assert after.solutions_left() == small.with_fixed("IIII.").count()
    assert str(after.board) == "IIII.\n.....\n.....\n....."
    assert after.undo().solutions_left() == 32
    assert not after.is_done


def test_dead_placements_are_those_after_which_nothing_works(small):
    game = Play(small).place("IIII.")
    counts = game.counts()
    dead = set(game.dead())
    assert dead
    for placement in list(counts)[::9]:
        left = game.place([placement]).solutions_left()
        assert left == counts[placement]
        assert (left == 0) == (placement in dead)


def test_undo_goes_back_to_the_last_solvable_board(small):
    good = Play(small).place("IIII.")
    bad = good.place([good.dead()[0]])
    worse = bad.place([next(iter(bad.counts()))]) if bad.counts() else bad
    assert not worse.is_solvable
    assert worse.hint() is None
    assert worse.undo_to_solvable().chosen == good.chosen
    assert good.undo_to_solvable().chosen == good.chosen


def test_hints_lead_to_a_solution(small):
    game = Play(small)
    for hint in game.hints():
        assert hint.reason
        game = game.place([hint.placement])
        assert game.is_solvable
    assert game.is_done
    assert game.board.is_complete


def test_a_forced_hint_is_in_every_solution(small):
    game = Play(small)
    while (hint := game.hint()) is not None:
        if hint.forced:
            assert game.counts()[hint.placement] == game.solutions_left()
        game = game.place([hint.placement])


def test_a_placement_that_does_not_fit_is_refused(small):
    with pytest.raises(InconsistentFixed, match="overlap"):
        Play(small).place("IIII.").place({"O": [(0, 0), (0, 1), (1, 0), (1, 1)]})


@pytest.mark.parametrize("seed", range(4))
def test_a_challenge_has_one_completion_and_no_piece_too_many(small, seed):
    made = challenge(small, seed)
    assert made.puzzle.count() == 1
    assert made.puzzle.first().placements == made.solution.placements
    assert set(made.given) | {h.placement for h in made.hints()} == set(made.solution.placements)
    for placement in made.given:
        fewer = [each for each in made.given if each != placement]
        assert small.with_fixed(fewer).count() > 1
    assert challenge(small, seed).given == made.given


def test_challenges_of_a_puzzle_with_few_solutions_differ_in_their_solution():
    made = [challenge(packing("kanoodle", "pyramid5"), seed, level="easy") for seed in range(3)]
    assert len({frozenset(each.solution.placements) for each in made}) > 1


def test_challenges_are_graded(small):
    made = challenges(small, 4)
    efforts = [each.grade.effort for each in made]
    assert efforts == sorted(efforts)
    easy = challenge(small, 1, level="easy")
    assert easy.level == "easy"
    assert len(easy.to_place) <= easy.grade.effort < 8
    with pytest.raises(UnknownName, match="did you mean easy"):
        challenge(small, level="esy")
    with pytest.raises(PuzzleryError, match="was found in"):
        challenge(packing({"A": "X"}, "1x1"), level="expert")
    with pytest.raises(PuzzleryError, match="no solution"):
        challenge(packing("tetrominoes", "4x5"))


def test_a_grade_counts_every_solution_once(small):
    found = grade(small.exact_cover(symmetries=False), most_nodes=10**6)
    assert found.solutions == 32
    assert found.whole
    assert not grade(small.exact_cover(symmetries=False), most_nodes=10).whole


@settings(max_examples=40)
@given(packings(most_pieces=3))
def test_the_search_of_a_grade_agrees_with_the_oracle(model):
    """The search stops where nothing more is demanded, so it is compared where all must be used."""
    exact = all(piece.low == piece.high for piece in model.pieces)
    if exact and len(model.options()) <= 40 and not model.board.optional:
        problem = model.exact_cover(symmetries=False)
        assert grade(problem, most_nodes=10**6).solutions == len(list(oracle(problem)))


def test_logic_finds_the_tightest_place():
    problem = packing({"a": "X", "b": "X.\nXX"}, "2x2").exact_cover()
    deduction = Deduction(problem)
    after = deduction.choose(deduction.start(), 0)
    tight = deduction.tightest(after)
    assert deduction.is_forced(after, tight)
    assert deduction.tightest(deduction.choose(after, tight.options[0])) is None


@pytest.mark.parametrize("number", range(3))
def test_dots_leave_one_solution(small, number):
    solution = list(small.all())[7 * number]
    marked = marked_until_unique(small, solution)
    assert marked.puzzle.count() == 1
    assert set(marked.puzzle.first().placements) == set(solution.placements)
    assert marked.dots
    with pytest.raises(InvalidPuzzle, match="placements given are none"):
        marked_until_unique(small, type(solution)(small, solution.placements[:2]))


def test_why_there_is_none():
    assert why_none(packing(SMALL, "4x5")) == []
    assert "chessboard" in str(why_none(packing("tetrominoes", "4x5"))[0])
    pentominoes = {piece.id: piece.shape for piece in pieces("pentominoes")}
    square = packing({name: pentominoes[name] for name in "LPUVY"}, "5x5")
    (searched,) = why_none(square)
    assert searched.kind == "search"
    (forced,) = why_none(square.with_fixed(".....\n..PPP\n..PP."))
    assert str(forced) == (
        "Only L fits at row 1, column 5, so it lies there; only Y fits at row 1, column 1, "
        "so it lies there; then nothing fits at row 5, column 1 any more."
    )


COUNTS = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "packing_counts.toml").read_text("utf-8")
)
SLOW = {True: (pytest.mark.slow,), False: ()}


@pytest.mark.parametrize(
    ("names", "board", "every", "distinct"),
    [
        pytest.param(
            row["set"], row["board"], row["solutions"], row["distinct"],
            marks=SLOW[row.get("slow", False)],
        )
        for row in COUNTS["puzzle"]
        if "solutions" in row
    ],
)  # fmt: skip
def test_known_numbers_of_solutions(names, board, every, distinct):
    puzzle = packing(names, board)
    assert (puzzle.count(), puzzle.count(distinct=True)) == (every, distinct)


def test_live_numbers_of_a_large_puzzle():
    game = Play(packing("iq", "5x11"))
    assert game.solutions_left() == 4331140
    after = game.place("AAA\nA.A")
    counts = after.counts()
    assert sum(n for p, n in counts.items() if p.piece == "B") == after.solutions_left()
    assert 0 < sum(n == 0 for n in counts.values()) == len(after.dead())


@pytest.mark.parametrize(
    "name", ["iq 5x11", "kanoodle pyramid5", "polyhex tetrahedron6", "pentominoes 6x10"]
)
def test_challenges_of_the_catalogue(name):
    puzzle = packing(*name.split())
    made = challenge(puzzle, 3)
    assert made.puzzle.unique()
    assert made.solution.is_complete
    assert [hint.placement for hint in made.hints()]


@pytest.mark.slow
def test_every_date_has_a_solution_and_all_together_make_the_calendar():
    counts = [
        packing("calendar", f"calendar:{month}-{day}").count()
        for month in range(1, 13)
        for day in range(1, 32)
    ]
    assert (min(counts), max(counts), sum(counts)) == (7, 216, 25061)


def test_a_large_board_is_refused_by_its_area_at_once():
    puzzle = packing("pentominoes", "100x200")
    assert puzzle.count() == 0
    assert "only 60" in str(puzzle.why_not()[0])
