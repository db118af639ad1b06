"""The catalogue: numbers of placements and solutions that are known from elsewhere."""

import tomllib
from pathlib import Path

import pytest
from tests.oracles.packings.algorithm_x import covers

from puzzlery.cover.examples import queens, sudoku, sudoku_grid
from puzzlery.errors import InvalidPuzzle, PuzzleryError, UnknownName
from puzzlery.packings import board, packing, pieces, sets
from puzzlery.packings.catalog.piece_sets import SETS

COUNTS = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "packing_counts.toml").read_text("utf-8")
)
OPTIONS = {
    (row["set"], row["board"]): (row["placements"], row["symmetries"])
    for row in COUNTS["puzzle"]
    if "placements" in row
}


@pytest.mark.parametrize("name", OPTIONS, ids=" ".join)
def test_placements_are_as_many_as_known(name):
    puzzle = packing(*name)
    count, symmetries = OPTIONS[name]
    assert len(puzzle.options()) == count
    assert len(puzzle.symmetries) == symmetries


@pytest.mark.parametrize("name", OPTIONS, ids=" ".join)
def test_symmetries_permute_the_options_and_form_a_group(name):
    puzzle = packing(*name)
    numbers = list(range(len(puzzle.options())))
    group = set(puzzle.symmetries)
    assert tuple(numbers) in group
    assert all(sorted(turn) == numbers for turn in group)
    some = sorted(group)[:6]
    assert all(tuple(b[n] for n in a) in group for a in some for b in some)


@pytest.mark.parametrize(
    ("name", "count", "cells"),
    [
        ("iq", 12, 55), ("kanoodle", 12, 55), ("polyhex", 12, 56), ("soma", 7, 27),
        ("pentominoes", 12, 60), ("tetrominoes", 5, 20), ("hexominoes", 35, 210),
        ("polyiamonds", 12, 72), ("polyhexes", 7, 28), ("pentacubes", 29, 145),
        ("one-sided pentominoes", 18, 90), ("one-sided tetrominoes", 7, 28), ("calendar", 8, 41),
    ],
)  # fmt: skip
def test_sets_have_their_pieces(name, count, cells):
    chosen = pieces(name)
    assert len(chosen) == count
    assert sum(len(piece) for piece in chosen) == cells
    assert len({piece.id for piece in chosen}) == count
    assert len({piece.shape.canonical(piece.mirrors) for piece in chosen}) == count


def test_every_set_is_named_and_can_be_made():
    assert set(sets()) == set(SETS)
    for name in sets():
        assert all(piece.shape.is_connected for piece in pieces(name))


def test_soma_has_each_irregular_shape_of_at_most_four_cubes():
    from puzzlery.packings.model.lattice import CUBIC
    from puzzlery.packings.model.polyforms import polyforms

    def is_box(shape):
        sides = [len({cell[axis] for cell in shape.cells}) for axis in range(3)]
        return sides[0] * sides[1] * sides[2] == len(shape)

    all_shapes = [s for n in (3, 4) for s in polyforms(CUBIC, n, one_sided=True)]
    irregular = {shape.canonical(False) for shape in all_shapes if not is_box(shape)}
    assert {piece.shape.canonical(False) for piece in pieces("soma")} == irregular


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pieces("pentomino"), "did you mean pentominoes"),
        (lambda: board("piramid5"), "did you mean pyramid5"),
        (lambda: board("5by11"), "unknown board"),
        (lambda: board("calendar:feb 32"), "no date"),
        (lambda: board("calendar:13-1"), "no date"),
        (lambda: packing("hexiamonds", "5x11x2"), "cannot lie on a cubic board"),
        (lambda: packing([], "5x11"), "no pieces"),
        (lambda: board("3x3x3-hole"), "only a rectangle"),
        (lambda: queens(0), "expected 1"),
        (lambda: sudoku("123"), "expected 16"),
        (lambda: sudoku("5" + 15 * "."), 'the clue "5"'),
    ],
)
def test_errors_name_what_was_given(call, words):
    with pytest.raises((UnknownName, InvalidPuzzle, PuzzleryError), match=words):
        call()


@pytest.mark.parametrize("spelling", ["10-6", "oct 6", "October 6", "10/06"])
def test_dates_are_read_in_several_spellings(spelling):
    holes = set(board("calendar").cells) - set(board(f"calendar:{spelling}").cells)
    assert {board("calendar").labels[cell] for cell in holes} == {"Oct", "6"}


@pytest.mark.parametrize(("size", "count"), [(4, 2), (5, 10), (6, 4), (7, 40)])
def test_queens_have_their_known_numbers_of_solutions(size, count):
    assert sum(1 for _ in covers(queens(size))) == count


def test_queens_symmetries_carry_solutions_to_solutions():
    problem = queens(5)
    found = {tuple(solution) for solution in covers(problem)}
    for turn in problem.symmetries:
        assert {tuple(sorted(turn[n] for n in solution)) for solution in found} == found


def test_a_sudoku_is_filled():
    problem = sudoku("1... ..3. .4.. ...2")
    solutions = list(covers(problem))
    assert len(solutions) == 1
    grid = sudoku_grid(problem, solutions[0]).split()
    assert all(sorted(row) == list("1234") for row in grid)
    assert grid[0][0] == "1"
