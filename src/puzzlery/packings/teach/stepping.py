"""Algorithm X one step at a time, each step in words: what it looks at, hides and puts back."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from puzzlery.packings.teach.links import Column, Matrix, MatrixNode

Kind = Literal["column", "row", "back", "tried", "stuck", "solved"]


@dataclass(frozen=True, slots=True)
class MatrixStep:
    """One step of the search, and what is left after it.

    - `column`: the shortest column is taken and hidden.
    - `row`: a row of it is chosen, and every other column in which that row has an X is hidden.
    - `solved`: no column is left.
    - `stuck`: the shortest column has no X, so nothing can cover it.
    - `back`: the row is given up, and what it hid is put back.
    - `tried`: all rows of the column were tried, and the column is put back.

    `length` is the number of X that the column had when it was taken; `columns` are those that
    the step hides or puts back; `chosen` are the rows chosen so far, and `lengths` the columns
    that are left, with the number of their X.
    """

    kind: Kind
    column: int
    length: int
    row: int | None
    columns: tuple[int, ...]
    chosen: tuple[int, ...]
    lengths: tuple[tuple[int, int], ...]

    @property
    def depth(self) -> int:
        """How many rows are chosen."""
        return len(self.chosen)

    def __str__(self) -> str:
        columns = _listed("column", self.columns)
        match self.kind:
            case "column":
                return f"column {self.column} is the shortest, with {self.length} X: hide it"
            case "row":
                return f"choose row {self.row}: hide {columns}"
            case "solved":
                return f"no column is left: {_listed('row', self.chosen)} cover all"
            case "stuck":
                return f"column {self.column} has no X left: go back"
            case "back":
                return f"give row {self.row} up: put {columns} back"
            case "tried":
                return f"column {self.column} has no more rows to try: put it back"


def _listed(what: str, numbers: tuple[int, ...]) -> str:
    """Numbers in words.

    >>> _listed("row", (3,)), _listed("row", (3, 1)), _listed("row", ())
    ('row 3', 'rows 3, 1', 'no row')
    """
    if not numbers:
        return f"no {what}"
    return f"{what}{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"


def steps(matrix: Matrix) -> Iterator[MatrixStep]:
    """The steps of Algorithm X on a matrix, to the end or until one stops asking.

    >>> for step in steps(Matrix(3, [(1, 2), (3,), (1, 3)])):
    ...     print("  " * step.depth + str(step))
    column 2 is the shortest, with 1 X: hide it
      choose row 0: hide column 1
      column 3 is the shortest, with 1 X: hide it
        choose row 1: hide no column
        no column is left: rows 0, 1 cover all
      give row 1 up: put no column back
      column 3 has no more rows to try: put it back
    give row 0 up: put column 1 back
    column 2 has no more rows to try: put it back
    """
    yield from _Walk(matrix).solve()


class _Walk:
    """The recursion of Algorithm X, which tells of each step after it is done."""

    def __init__(self, matrix: Matrix) -> None:
        self._matrix = matrix
        self._chosen: list[int] = []

    def solve(self) -> Iterator[MatrixStep]:
        matrix = self._matrix
        if matrix.root.right is matrix.root:
            yield self._step("solved", matrix.root)
            return
        column = matrix.shortest()
        if column.length == 0:
            yield self._step("stuck", column)
            return
        matrix.hide(column)
        yield self._step("column", column, columns=(column.id,))
        for node in column.nodes():
            yield from self._try(column, node)
        matrix.unhide(column)
        yield self._step("tried", column, columns=(column.id,))

    def _try(self, column: Column, node: MatrixNode) -> Iterator[MatrixStep]:
        row = self._matrix.row_of[node]
        others = [other.column for other in node.row() if other is not node]
        names = tuple(sorted(other.id for other in others))
        self._chosen.append(row)
        for other in others:
            self._matrix.hide(other)
        yield self._step("row", column, row, names)
        yield from self.solve()
        for other in reversed(others):
            self._matrix.unhide(other)
        self._chosen.pop()
        yield self._step("back", column, row, names)

    def _step(
        self, kind: Kind, column: Column, row: int | None = None, columns: tuple[int, ...] = ()
    ) -> MatrixStep:
        left = tuple((each.id, each.length) for each in self._matrix.columns())
        return MatrixStep(kind, column.id, column.length, row, columns, tuple(self._chosen), left)
