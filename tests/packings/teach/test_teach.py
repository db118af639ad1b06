"""The textbook matrix: against the definition of exact cover, and the tables of textbooks."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.packings.algorithm_x import covers as oracle
from tests.packing_strategies import packings

from puzzlery.cover.exact_cover import ExactCover
from puzzlery.errors import NotExpressible
from puzzlery.packings import packing
from puzzlery.packings.teach.links import Matrix
from puzzlery.packings.teach.packing_matrix import PackingMatrix
from puzzlery.packings.teach.stepping import steps

tables = st.integers(1, 6).flatmap(
    lambda width: st.tuples(
        st.just(width),
        st.lists(st.sets(st.integers(1, width), min_size=1).map(sorted), max_size=7),
    )
)


def exact(width, rows):
    """All choices of rows with one X in each column, tried one by one."""
    columns = list(range(1, width + 1))
    return {
        chosen
        for size in range(len(rows) + 1)
        for chosen in combinations(range(len(rows)), size)
        if sorted(column for row in chosen for column in rows[row]) == columns
    }


@given(tables)
def test_covers_are_all_choices_with_one_x_in_each_column(table):
    found = [tuple(sorted(cover)) for cover in Matrix(*table).covers()]
    assert set(found) == exact(*table)
    assert len(set(found)) == len(found)


@given(tables)
def test_hiding_a_column_leaves_what_does_not_collide_and_comes_undone(table):
    width, rows = table
    matrix = Matrix(width, rows)

    def shown():
        found = {c.id: [matrix.row_of[node] for node in c.nodes()] for c in matrix.columns()}
        assert all(c.length == len(found[c.id]) for c in matrix.columns())
        return found

    before = shown()
    for hidden in list(matrix.columns()):
        matrix.hide(hidden)
        expected = {
            column: [row for row in numbers if hidden.id not in rows[row]]
            for column, numbers in before.items()
            if column != hidden.id
        }
        assert shown() == expected
        matrix.unhide(hidden)
        assert shown() == before


@given(tables)
def test_steps_find_the_same_covers_and_hide_what_they_say(table):
    width, rows = table
    taken = list(steps(Matrix(width, rows)))
    solved = [step.chosen for step in taken if step.kind == "solved"]
    assert solved == list(Matrix(width, rows).covers())
    before = {column: sum(column in row for row in rows) for column in range(1, width + 1)}
    for step in taken:
        now = dict(step.lengths)
        if step.kind in ("column", "stuck"):
            assert before[step.column] == step.length == min(before.values())
        hides = step.kind in ("column", "row")
        more, fewer = (before, now) if hides else (now, before)
        assert set(more) - set(fewer) == set(step.columns)
        hidden = set(range(1, width + 1)) - set(now)
        for column, length in now.items():
            assert length == sum(column in row and not hidden & set(row) for row in rows)
        before = now


def test_the_matrix_of_a_ball_and_a_corner_is_that_of_the_textbook():
    table = PackingMatrix(packing({"ball": "X", "corner": "X.\nXX"}, "2x2"))
    assert table.universe == (1, 2, 3, 4, 5, 6)
    balls = {(1, 5), (2, 5), (3, 5), (4, 5)}
    corners = {(1, 3, 4, 6), (2, 3, 4, 6), (1, 2, 4, 6), (1, 2, 3, 6)}
    assert set(table.rows) == balls | corners


def test_pieces_that_lie_there_come_first_and_have_one_row():
    table = PackingMatrix(packing({"I": "XX", "L": "XX\nX."}, "XX\nXX\nX.", fixed="LL\nL.\n.."))
    assert table.piece_ids == {"L": 6, "I": 7}
    assert table.rows[0] == (1, 2, 3, 6)
    assert all(row[-1] == 7 for row in table.rows[1:])
    assert list(table.matrix().covers()) == []
    table = PackingMatrix(packing({"I": "XX", "L": "XX\nX."}, "XXX\nX.X", fixed="LL.\nL.."))
    (cover,) = table.matrix().covers()
    assert str(table.solution(cover)) == "LLI\nL I"


@settings(max_examples=40, deadline=None)
@given(packings(colors=("",), most_pieces=3))
def test_a_packing_and_its_matrix_have_the_same_solutions(puzzle):
    try:
        table = PackingMatrix(puzzle)
    except NotExpressible:
        return
    if len(table.rows) > 60:
        return
    options = ExactCover(table.rows, primary=table.universe)
    found = sorted(sorted(cover) for cover in table.matrix().covers())
    assert found == sorted(map(sorted, oracle(options)))
    assert len(found) == puzzle.count()


def test_what_the_plain_matrix_cannot_say_is_refused():
    with pytest.raises(NotExpressible, match="stay empty"):
        PackingMatrix(packing({"a": "X"}, "X?\n??"))
