"""Boards and placements: sizes, symmetries, drawings."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.packing_strategies import boards, lattices, packings

from puzzlery.errors import InvalidPuzzle, PuzzleryError, SyntaxFault
from puzzlery.packings import Piece, board
from puzzlery.packings.model.boards import (
    board_drawn,
    box,
    hexagon,
    joined,
    pyramid,
    rectangle,
    tetrahedron,
    triangle,
)
from puzzlery.packings.model.lattice import HEXAGONAL, SQUARE, TRIANGULAR
from puzzlery.packings.model.placement import placements
from puzzlery.packings.model.shape import Shape


@pytest.mark.parametrize("side", range(1, 8))
def test_sizes_follow_the_formulas(side):
    assert len(pyramid(side)) == side * (side + 1) * (2 * side + 1) // 6
    assert len(tetrahedron(side)) == side * (side + 1) * (side + 2) // 6
    assert len(triangle(side)) == side * (side + 1) // 2
    assert len(triangle(side, TRIANGULAR)) == side**2
    assert len(hexagon(side)) == 3 * side * (side - 1) + 1
    assert len(hexagon(side, TRIANGULAR)) == 6 * side**2


@pytest.mark.parametrize(
    ("where", "count"),
    [
        (rectangle(5, 11), 4), (rectangle(4, 4), 8), (box(3, 3, 3), 48), (box(2, 3, 4), 8),
        (pyramid(5), 8), (tetrahedron(6), 24), (triangle(5), 6), (hexagon(4), 12),
        (hexagon(3, TRIANGULAR), 12), (rectangle(6, 6, TRIANGULAR), 4),
        (rectangle(4, 7, HEXAGONAL), 2), (board("8x8-hole"), 8), (board("calendar"), 1),
    ],
)  # fmt: skip
def test_boards_have_the_symmetries_of_their_figures(where, count):
    assert len(where.symmetries()) == count


@settings(max_examples=40)
@given(lattices.flatmap(lambda grid: boards(grid, ("", "a"))))
def test_symmetries_form_a_group_of_board_maps(where):
    maps = [tuple(image[cell] for cell in where.cells) for image in where.symmetries()]
    known = set(maps)
    index = {cell: number for number, cell in enumerate(where.cells)}
    assert tuple(where.cells) in known
    for one in maps:
        for other in maps:
            assert tuple(other[index[cell]] for cell in one) in known


def is_translation(lattice, step):
    """Whether a step leads from each cell to a cell that lies alike, written lattice by lattice."""
    if lattice in ("triangular", "prismatic"):
        return step[-2] % 3 == step[-1] % 3 == 0
    if lattice == "rhombic":
        return all(part % 5 == 0 for part in step)
    if lattice == "tetrahedral":
        return all(part % 6 == 0 for part in step) and sum(step) % 12 == 0
    return lattice != "fcc" or sum(step) % 2 == 0


@settings(max_examples=40)
@given(packings(colors=("", "a", "b")))
def test_placements_are_what_the_definition_says(puzzle):
    """A twin from the definition: every turn, every translation, every cell looked at."""
    where = set(puzzle.board.cells)
    for piece in puzzle.pieces:
        expected = set()
        for cells, shades in piece.shape.orientations(piece.mirrors):
            for target in where:
                step = tuple(a - b for a, b in zip(target, cells[0], strict=True))
                if not is_translation(puzzle.board.lattice.name, step):
                    continue
                moved = [tuple(a + b for a, b in zip(c, step, strict=True)) for c in cells]
                pairs = zip(moved, shades, strict=True)
                if where.issuperset(moved) and all(
                    not s or not puzzle.board.colors.get(c) or s == puzzle.board.colors[c]
                    for c, s in pairs
                ):
                    expected.add(tuple(sorted(moved)))
        found = placements(piece, puzzle.board.cells, puzzle.board.colors)
        assert len({p.cells for p in found}) == len(found)
        assert {p.cells for p in found} == expected


@settings(max_examples=40)
@given(lattices.flatmap(lambda grid: boards(grid, ("", "a", "b"))))
def test_a_drawing_is_read_back_as_the_same_board(where):
    again = board_drawn(str(where), where.lattice)
    home = where.lattice.normalized
    assert home(again.cells) == home(where.cells)
    assert len(again.optional) == len(where.optional)
    assert sorted(again.colors.values()) == sorted(where.colors.values())


def test_several_boards_are_drawn_one_after_the_other():
    two = board_drawn("XX\n\nXXX\nX")
    assert len(two) == 6
    assert str(two) == "XX\n\nXXX\nX"
    assert len(two.parts()) == 2
    assert str(joined([pyramid(2), pyramid(1)])) == "XX\nXX\n\nX\n\nX"


def test_a_piece_does_not_span_two_boards():
    pair = joined([rectangle(2, 2), rectangle(2, 2)])
    domino = Piece("D", Shape(SQUARE, ((0, 0), (0, 1))))
    assert len(placements(domino, pair.cells)) == 8


def test_sweep_goes_along_the_long_side():
    assert [cell[1] for cell in rectangle(2, 5).sweep()] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    order = board_drawn("XXXX\nXX..\nXX..").sweep()
    assert order[0] == (0, 3)


def test_checkered_boards_alternate():
    colors = rectangle(2, 2).checkered().colors
    assert colors[0, 0] == colors[1, 1] != colors[0, 1] == colors[1, 0]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: rectangle(0, 3), "side 0"),
        (lambda: rectangle(10**6, 10**6), "at most 20,000"),
        (lambda: box(1000, 1000, 1000), "at most 20,000"),
        (lambda: board_drawn(""), "without cells"),
        (lambda: board_drawn(". .\n..."), "without cells"),
        (lambda: board_drawn("XX\nX!"), "stands for no cell"),
        (lambda: board_drawn("XX", HEXAGONAL), "no cell in row 1, column 2"),
        (lambda: rectangle(2, 2).without([(5, 5)]), "no cell of the board"),
        (lambda: joined([rectangle(1, 1), pyramid(1)]), "different lattices"),
    ],
)
def test_malformed_boards_are_refused(make, words):
    with pytest.raises(PuzzleryError, match=words):
        make()


@settings(max_examples=40)
@given(st.text(alphabet="XA#?a. \n!9é", max_size=40), lattices)
def test_any_text_is_a_board_or_a_clear_error(text, grid):
    with suppress(SyntaxFault, InvalidPuzzle):
        assert len(board_drawn(text, grid)) > 0
