"""Packings as exact covers: what solutions are, symmetries, and arguments against them."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.packings.algorithm_x import covers as oracle
from tests.packing_strategies import covers, dissections, packings

from puzzlery.errors import InvalidPuzzle, UnknownName
from puzzlery.packings import Packing, PackingSolution, Piece, Shape, packing, reasons
from puzzlery.packings.model.boards import board_drawn, joined, rectangle
from puzzlery.packings.model.lattice import SQUARE
from puzzlery.packings.model.piece import pieces_from


def solutions(puzzle, most=3000):
    found = []
    for chosen in oracle(puzzle.exact_cover()):
        found.append(tuple(chosen))
        if len(found) > most:
            return None
    return found


def brute_force(puzzle):
    """All sets of options that follow the rules, tried one by one."""
    options = puzzle.options()
    sizes = range(len(puzzle.board) + 1)
    return {
        chosen
        for size in sizes
        for chosen in combinations(range(len(options)), size)
        if PackingSolution(puzzle, tuple(options[n] for n in chosen)).is_complete
    }


@settings(max_examples=60)
@given(packings(most_pieces=2))
def test_the_cover_has_the_solutions_that_the_rules_allow(puzzle):
    if len(puzzle.options()) <= 10:
        assert set(solutions(puzzle)) == brute_force(puzzle)


@settings(max_examples=60)
@given(packings(most_pieces=3))
def test_every_cover_is_a_complete_solution_and_none_comes_twice(puzzle):
    if len(puzzle.options()) > 40:
        return
    found = solutions(puzzle) or []
    assert len(set(found)) == len(found)
    options = puzzle.options()
    for chosen in found[:20]:
        assert PackingSolution(puzzle, tuple(options[n] for n in chosen)).is_complete


@settings(max_examples=60)
@given(packings(most_pieces=3))
def test_an_argument_against_a_solution_is_never_wrong(puzzle):
    if reasons(puzzle) and len(puzzle.options()) <= 40:
        assert solutions(puzzle) == []


@given(dissections())
def test_a_board_that_was_cut_up_has_no_argument_against_it(made):
    puzzle, _ = made
    assert reasons(puzzle) == []


@settings(max_examples=60)
@given(st.one_of(packings(most_pieces=3), dissections().map(lambda made: made[0])))
def test_symmetries_carry_solutions_to_solutions(puzzle):
    found = solutions(puzzle) if len(puzzle.options()) <= 40 else None
    for turn in puzzle.symmetries:
        assert sorted(turn) == list(range(len(puzzle.options())))
        if found is not None:
            assert {tuple(sorted(turn[n] for n in chosen)) for chosen in found} == set(found)


def test_the_mirror_of_the_soma_cube_exchanges_its_two_screws():
    puzzle = packing("soma", "3x3x3")
    options = puzzle.options()
    moved = {(options[n].piece, options[turn[n]].piece) for turn in puzzle.symmetries
             for n in range(len(options))}  # fmt: skip
    assert {pair for pair in moved if pair[0] != pair[1]} == {("A", "B"), ("B", "A")}


def test_fixing_a_piece_leaves_only_symmetries_that_keep_it():
    assert len(packing("pentominoes", "6x10").symmetries) == 4
    middle = packing("pentominoes", "5x12", fixed=".\n...X\n..XXX\n...X")
    assert len(middle.symmetries) == 2


def test_items_are_cells_and_pieces():
    cover = packing("soma", "3x3x3").exact_cover()
    cells, names = cover.grid
    assert len(cells) == 27
    assert names == ("V", "L", "T", "Z", "A", "B", "P")
    assert cover.primary == (*cells, *names)
    assert cover.secondary == ()
    assert all(option[-1] in names and len(option) in (4, 5) for option in cover.options)


def test_what_may_be_left_out_is_secondary():
    domino = Shape(SQUARE, ((0, 0), (0, 1)))
    where = rectangle(2, 3).with_optional([(0, 0)])
    puzzle = Packing(
        (Piece("A", domino, 0, 1), Piece("B", domino, 2, 3), Piece("C", domino, 0, None)), where
    )
    cover = puzzle.exact_cover()
    assert cover.secondary == ((0, 0), "A")
    assert cover.multiplicity == {"B": (2, 3)}
    assert "C" not in (*cover.primary, *cover.secondary)


def test_a_piece_that_may_lie_on_loose_cells_alone_is_counted_right():
    """Nothing must be covered, so the domino is there or not: 1 + 2 ways in a strip of three."""
    domino = Piece("A", Shape(SQUARE, ((0, 0), (0, 1))), 0, 1)
    puzzle = Packing((domino,), rectangle(1, 3).with_optional())
    assert len(solutions(puzzle)) == 3


def test_dominoes_fill_rectangles_in_fibonacci_ways():
    domino = Piece("D", Shape(SQUARE, ((0, 0), (0, 1))), 0, None)
    counts = [len(solutions(Packing((domino,), rectangle(2, n)))) for n in range(1, 8)]
    assert counts == [1, 2, 3, 5, 8, 13, 21]


def test_two_boards_are_filled_together():
    where = joined([rectangle(1, 2), rectangle(1, 3)])
    assert len(solutions(Packing(pieces_of("XX", "XXX"), where))) == 1


def pieces_of(*drawings):
    return pieces_from(drawings)


@pytest.mark.parametrize(
    ("puzzle", "kind", "words"),
    [
        (lambda: packing("pentominoes", "7x9"), "area", "63 cells to fill, the pieces only 60"),
        (
            lambda: packing("pentominoes", "5x5"),
            "area",
            "The pieces have 60 cells, the board only 25",
        ),
        (lambda: packing("tetrominoes", "4x5"), "color", "like a chessboard"),
        (lambda: packing("hexominoes", "14x15"), "color", "like a chessboard"),
        (lambda: packing({"a": "XXX", "b": "X"}, "2x2"), "piece", "Piece a fits nowhere"),
        (
            lambda: packing({"a": "XX\nXX", "b": "XXX"}, "XX..\nXXXX\n...X"),
            "cell",
            "No placement reaches",
        ),
    ],
)
def test_each_argument_has_its_words(puzzle, kind, words):
    found = reasons(puzzle())
    assert any(reason.kind == kind and words in reason.text for reason in found)


def test_a_closed_off_region_is_told():
    fixed = "JJJJ.......\nJ.........."
    assert reasons(packing("iq", "5x11", fixed=fixed)) == []
    shut = packing("iq", "5x11", fixed=".FF........\nFFF........")
    assert [reason.kind for reason in reasons(shut)] == ["cell", "region", "region"]
    assert "of 1 cell at row 1, column 1" in str(reasons(shut)[1])


def test_the_mutilated_chessboard():
    """Golomb's example: without two opposite corners, no dominoes cover a chessboard."""
    where = rectangle(8, 8).without([(0, 0), (7, 7)])
    dominoes = Piece("D", Shape(SQUARE, ((0, 0), (0, 1))), 31, 31)
    (reason,) = reasons(Packing((dominoes,), where))
    assert "30 + 32" in reason.text or "32 + 30" in reason.text


def test_bars_of_three_need_three_colors():
    """A chessboard without a corner has 63 cells, but only some corners leave it to bars."""
    bars = Piece("I", Shape(SQUARE, ((0, 0), (0, 1), (0, 2))), 21, 21)
    (reason,) = reasons(Packing((bars,), rectangle(8, 8).without([(0, 0)])))
    assert "three colors" in reason.text
    assert reasons(Packing((bars,), rectangle(8, 8).without([(2, 2)]))) == []


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Packing((), rectangle(1, 1)), "no pieces"),
        (lambda: Packing(pieces_of("X") * 2, rectangle(1, 2)), 'named "A"'),
        (lambda: Piece("", pieces_of("X")[0].shape), "named ''"),
        (lambda: Piece("A", pieces_of("X")[0].shape, 2, 1), "2 … 1 times"),
    ],
)
def test_malformed_packings_are_refused(make, words):
    with pytest.raises(InvalidPuzzle, match=words):
        make()


def test_a_solution_knows_its_pieces_and_prints_itself():
    puzzle = packing({"corner": "X.\nXX", "dot": "X"}, "2x2")
    chosen = next(oracle(puzzle.exact_cover()))
    solution = PackingSolution(puzzle, tuple(puzzle.options()[n] for n in chosen))
    assert len(solution["corner"]) == 3
    with pytest.raises(KeyError):
        solution["nothing"]
    assert sorted(str(solution).replace("\n", "")) == ["A", "A", "A", "B"]
    assert solution.to_json()["drawing"] == str(solution).splitlines()
    assert not PackingSolution(puzzle, solution.placements[:1]).is_complete


@settings(max_examples=40)
@given(covers())
def test_the_oracle_itself_follows_the_definition(problem):
    """Algorithm X against all subsets of the options, for covers without bounds over one."""
    bounds = dict.fromkeys(problem.primary, (1, 1)) | dict(problem.multiplicity)
    expected = set()
    for size in range(len(problem.options) + 1):
        for chosen in combinations(range(len(problem.options)), size):
            if _is_cover(problem, bounds, chosen):
                expected.add(chosen)
    assert {tuple(each) for each in oracle(problem)} == expected


def _is_cover(problem, bounds, chosen):
    counts = dict.fromkeys(bounds, 0)
    colors = {}
    for number in chosen:
        for entry in problem.options[number]:
            item, color = (entry.item, entry.color) if hasattr(entry, "color") else (entry, None)
            if item in counts:
                counts[item] += 1
            elif item in colors and (color is None or colors[item] != color):
                return False
            colors[item] = color
    return all(low <= counts[item] <= high for item, (low, high) in bounds.items())


def test_colored_cells_match_their_board():
    where = board_drawn("ab\nba")
    assert len(packing({"A": "ab"}, where).options()) == 4
    assert len(packing({"A": "aa"}, where).options()) == 0
    assert (
        len(Packing(pieces_of("aa"), where, allows=frozenset({("a", "a"), ("a", "b")})).options())
        == 4
    )


def test_calendar_markers_stand_on_a_month_and_a_day():
    puzzle = packing("calendar", "calendar")
    by_piece = {name: [o for o in puzzle.options() if o.piece == name] for name in ("month", "day")}
    assert (len(by_piece["month"]), len(by_piece["day"])) == (12, 31)


def test_an_unknown_piece_is_answered_with_the_names_of_all():
    with pytest.raises(UnknownName, match=r'no piece is named "\?"; the pieces are V, L, T'):
        packing("soma", "3x3x3").piece("?")
