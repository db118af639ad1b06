"""Arguments against a solution: known ones, those of a plain twin, and none against a solution."""

import random

import pytest
from tests.oracles.impossible import arguments
from tests.oracles.packings.algorithm_x import covers as oracle

from puzzlery.packings import Board, Packing, Piece, Shape, packing, reasons
from puzzlery.packings.model import impossibility
from puzzlery.packings.model.boards import rectangle
from puzzlery.packings.model.lattice import CUBIC, FCC, HEXAGONAL, SQUARE, TRIANGULAR, Lattice

TETROMINOES = {
    "I": ((0, 0), (0, 1), (0, 2), (0, 3)),
    "L": ((0, 0), (0, 1), (0, 2), (1, 0)),
    "T": ((0, 0), (0, 1), (0, 2), (1, 1)),
}


def told(puzzle: Packing) -> list[tuple[str, str]]:
    return [(reason.kind, str(reason)) for reason in reasons(puzzle)]


def copies(name: str, number: int, rows: int, columns: int) -> Packing:
    piece = Piece(name, Shape(SQUARE, TETROMINOES[name]), number, number)
    return Packing((piece,), rectangle(rows, columns))


def test_an_odd_number_of_t_tetrominoes_fills_no_rectangle():
    """S. W. Golomb, Polyominoes: each covers three squares of one color and one of the other."""
    assert told(copies("T", 25, 10, 10)) == [
        (
            "color",
            "Color the cells like a chessboard: 50 + 50. T covers 1 + 3 or 3 + 1. "
            "No choice adds up to 50 + 50.",
        )
    ]
    assert told(copies("T", 4, 4, 4)) == []


def test_an_odd_number_of_l_tetrominoes_fills_no_rectangle():
    """D. A. Klarner 1969: in stripes, each covers three cells of one color and one of the other."""
    assert told(copies("L", 5, 4, 5)) == [
        (
            "color",
            "Color the cells in stripes across axis 1: 10 + 10. L covers 1 + 3 or 3 + 1. "
            "No choice adds up to 10 + 10.",
        )
    ]
    assert told(copies("L", 2, 2, 4)) == []


def test_the_five_tetrominoes_fill_no_rectangle():
    for board in ("4x5", "2x10"):
        ((kind, text),) = told(packing("tetrominoes", board))
        assert kind == "color"
        assert "T covers 1 + 3 or 3 + 1, every other piece 2 + 2." in text


def test_a_region_cut_off_needs_pieces_of_its_size():
    shut = packing("iq", "5x11", fixed=".FF........\nFFF........")
    regions = [text for kind, text in told(shut) if kind == "region"]
    assert regions == [
        f"The empty region of {size} at {place} is filled by no choice of the pieces left "
        "(of 3 or 4 or 5 cells)."
        for size, place in (("1 cell", "row 1, column 1"), ("49 cells", "row 1, column 4"))
    ]


def test_one_region_beside_a_fixed_piece_is_looked_at():
    """Without the domino the bar fills the strip; once the domino lies there, nothing does."""
    domino = Piece("A", Shape(SQUARE, ((0, 0), (0, 1))), 0, 1)
    bar = Piece("B", Shape(SQUARE, tuple((0, column) for column in range(5))))
    strip = Packing((domino, bar), rectangle(1, 5))
    assert told(strip) == []
    assert [kind for kind, _ in told(strip.with_fixed("AA..."))] == ["piece", "cell", "region"]
    assert told(strip.with_fixed("AA..."))[-1][1] == (
        "The empty region of 3 cells at row 1, column 3 is filled by no choice of the pieces left "
        "(of 5 cells)."
    )


def test_too_many_sums_of_colors_are_not_tracked(monkeypatch):
    """The last of the tetrominoes has two sums, and two for its only copy: four in all."""
    monkeypatch.setattr(impossibility, "MAX_COLOR_SUMS", 4)
    assert reasons(packing("tetrominoes", "4x5"))
    monkeypatch.setattr(impossibility, "MAX_COLOR_SUMS", 3)
    assert reasons(packing("tetrominoes", "4x5")) == []


def patch(lattice: Lattice, rng: random.Random) -> list[tuple[int, ...]]:
    """Some cells, mostly connected, of any lattice."""
    cells = [(1, 1) if lattice is TRIANGULAR else (0,) * lattice.dimension]
    for _ in range(rng.randrange(3, 11)):
        near = {n for cell in cells for n in lattice.neighbors(cell)} - set(cells)
        cells.append(rng.choice(sorted(near)))
    return [cell for cell in cells if rng.randrange(12)] or cells


def some_packing(lattice: Lattice, rng: random.Random) -> Packing:
    cells = patch(lattice, rng)
    loose = frozenset(cell for cell in cells if rng.randrange(10) == 0)
    pieces = []
    for number in range(rng.randrange(1, 4)):
        shape = Shape(lattice, tuple(patch(lattice, rng)[: rng.randrange(1, 5)]))
        low = rng.choice([0, 1, 1, 2])
        pieces.append(Piece("ABC"[number], shape, low, rng.choice([max(low, 1), low + 1, None])))
    puzzle = Packing(tuple(pieces), Board(lattice, tuple(sorted(cells)), "", loose))
    options = puzzle.options()
    if options and rng.randrange(2):
        return puzzle.with_fixed([rng.choice(options)])
    return puzzle


@pytest.mark.parametrize("lattice", [SQUARE, CUBIC, HEXAGONAL, TRIANGULAR, FCC], ids=str)
def test_arguments_agree_with_brute_force(lattice):
    """1,000 random packings; where something is argued, Algorithm X finds no solution."""
    rng = random.Random(7)
    kinds = set()
    for _ in range(200):
        puzzle = some_packing(lattice, rng)
        found = told(puzzle)
        assert found == arguments(puzzle)
        kinds |= {kind for kind, _ in found}
        if found:
            assert next(iter(oracle(puzzle.exact_cover())), None) is None
    assert kinds >= {"area", "piece", "cell", "region"}
