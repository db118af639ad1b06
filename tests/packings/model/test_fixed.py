"""Fixed placements: one's own names are kept, and every fault is told."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.packing_strategies import dissections

from puzzlery.errors import PuzzleryError
from puzzlery.packings import (
    InconsistentFixed,
    Packing,
    PackingSolution,
    Piece,
    Placement,
    Shape,
    board,
    packing,
)
from puzzlery.packings.model.boards import board_drawn
from puzzlery.packings.model.lattice import SQUARE


def reasons(call):
    with pytest.raises(InconsistentFixed) as caught:
        call()
    return caught.value.reasons


def test_a_drawing_with_the_names_of_the_set():
    puzzle = packing("iq", "5x11", fixed="AAA..\nA.A..")
    assert puzzle.fixed == (Placement("A", ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2))),)
    assert [option for option in puzzle.options() if option.piece == "A"] == list(puzzle.fixed)


def test_rows_of_numbers_are_read_as_in_the_seed():
    pieces = {"1": "XX\nX.", "2": ".X\nXX", "3": "XX", "4": "XX\nXX"}
    rows = [[1, 1, 0, 0], [1, 0, 0, 2], [0, 0, 2, 2]]
    puzzle = packing(pieces, "3x4", fixed=rows)
    assert [p.piece for p in puzzle.fixed] == ["1", "2"]
    assert str(PackingSolution(puzzle, puzzle.fixed)) == "11..\n1..2\n..22"


def test_zeros_are_empty_in_a_drawing_too():
    puzzle = packing("iq", "5x11", fixed="77700\n70700")
    assert [p.piece for p in puzzle.fixed] == ["A"]


def test_names_of_ones_own_are_kept():
    puzzle = packing("iq", "5x11", fixed=[["7", "7", "7"], ["7", 0, "7"]])
    assert [p.piece for p in puzzle.fixed] == ["A"]
    shown = PackingSolution(puzzle, puzzle.fixed)
    assert shown["7"] == ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2))
    assert str(shown).startswith("777........\n7.7")


def test_a_name_that_is_taken_over_leaves_no_two_pieces_of_one_name():
    puzzle = packing("iq", "5x11", fixed=[["B", "B", "B", 0, "9"], ["B", 0, "B", "9", "9"]])
    names = [puzzle.labels.get(p.id, p.id) for p in puzzle.pieces if p.id not in ("A", "K")]
    assert {puzzle.label(p) for p in puzzle.fixed} == {"B", "9"}
    assert not {"B", "9"} & set(names)
    assert len(set(names)) == len(names)


def test_a_mapping_and_placements_are_taken_too():
    cells = [(0, 0), (0, 1), (1, 0)]
    by_name = packing("iq", "5x11", fixed={"K": cells})
    placed = packing("iq", "5x11", fixed=[Placement("K", tuple(cells))])
    assert by_name.fixed == placed.fixed


def test_layers_of_a_pyramid_are_drawn_one_after_the_other():
    """Four balls of a layer carry one above them: three of those in a plane are a tromino."""
    puzzle = packing("iq", "pyramid5", fixed="K....\n.K...\n\nK...")
    (placement,) = puzzle.fixed
    spots = {puzzle.board.spots[cell] for cell in placement.cells}
    assert spots == {(0, 0, 0), (0, 1, 1), (1, 0, 0)}


def test_every_reason_is_told_at_once():
    found = reasons(lambda: packing("iq", "5x11", fixed={
        "A": [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)],
        "B": [(0, 2), (0, 3)],
        "K": [(4, 10), (5, 10), (4, 9)],
        "D": [(3, 3), (3, 4), (4, 3), (4, 4)],
    }))  # fmt: skip
    text = "\n".join(found)
    assert '"A" and "B" overlap in row 1, column 3' in text
    assert '"K" at (5, 10) lies outside the board' in text
    assert 'the 4 cells of "D" have the shape of no piece' in text
    assert 'the 2 cells of "B" have the shape of no piece' in text


@pytest.mark.parametrize(
    ("drawing", "words"),
    [
        ("AA\nAA", 'the 4 cells of "A" have the shape of no piece'),
        ("DDD\nD.D", 'shape of piece "A" and not of "D"'),
        ("K..K\nKK.KK", 'piece "K" is placed 2 times (as "K"); there is only one'),
        ("1..2\n11.22", 'piece "K" is placed 2 times (as "1" and "2"); there is only one'),
        ("A.A\n...\nA.A", 'the cells of "A" do not hang together'),
        ("............K", "lies outside the board"),
    ],
)
def test_each_kind_of_fault_has_its_words(drawing, words):
    assert words in "\n".join(reasons(lambda: packing("iq", "5x11", fixed=drawing)))


def test_a_mirrored_shape_of_a_one_sided_piece_is_recognized_as_such():
    found = reasons(lambda: packing({"J": "X..\nXXX"}, "2x4", mirrors=False, fixed="..J.\nJJJ."))
    assert "mirrored shape" in found[0]


def test_colors_must_fit():
    found = reasons(lambda: packing({"A": "aa"}, board_drawn("ab\nXX"), fixed="AA"))
    assert "colors" in found[0]


def test_copies_of_a_piece_are_told_apart_by_where_they_lie():
    bar = Piece("D", Shape(SQUARE, ((0, 0), (0, 1), (0, 2))), 0, 3)
    puzzle = Packing((bar,), board("3x3")).with_fixed("DDD\n...\nDDD")
    assert len(puzzle.fixed) == 2


@settings(max_examples=40)
@given(dissections(), st.data())
def test_any_part_of_a_solution_can_be_fixed(made, data):
    puzzle, parts = made
    chosen = data.draw(st.lists(st.integers(0, len(parts) - 1), unique=True))
    fixed = puzzle.with_fixed({f"P{n}": parts[n] for n in chosen})
    assert {p.cells for p in fixed.fixed} == {tuple(parts[n]) for n in chosen}
    full = tuple(Placement(f"P{n}", part) for n, part in enumerate(parts))
    assert PackingSolution(fixed, full).is_complete
    assert set(full) <= set(fixed.options())


@settings(max_examples=40)
@given(dissections(), st.data())
def test_own_names_come_back_in_the_solution(made, data):
    puzzle, parts = made
    chosen = data.draw(st.lists(st.integers(0, len(parts) - 1), unique=True, min_size=1))
    fixed = puzzle.with_fixed({f"mine {n}": parts[n] for n in chosen})
    assert sorted(fixed.label(p) for p in fixed.fixed) == sorted(f"mine {n}" for n in chosen)
    assert {p.cells for p in fixed.fixed} == {tuple(parts[n]) for n in chosen}


@pytest.mark.parametrize("given", [[1, 2, 3], {"A": 5}, {"A": [1, 2]}, {"A": [("x", "y")]}])
def test_what_is_no_list_of_cells_is_refused(given):
    with pytest.raises(PuzzleryError):
        packing("iq", "5x11", fixed=given)


@settings(max_examples=40)
@given(st.text(alphabet="ABK.1\n ", max_size=60))
def test_any_drawing_is_read_or_refused_with_reasons(text):
    with suppress(InconsistentFixed):
        found = packing("iq", "5x11", fixed=text)
        covered = [cell for placement in found.fixed for cell in placement.cells]
        assert len(covered) == sum(text.count(c) for c in "ABK1")
