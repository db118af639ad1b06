"""Dancing links as objects: nodes, columns, and the matrix whose columns can be hidden."""

from collections.abc import Iterable, Iterator, Sequence


class MatrixNode:
    """An X in the matrix: it knows its four neighbors and its column.

    Its neighbors left and right are the other X of its row, in a ring; those above and below are
    the other X of its column, in a ring with the head of the column. A new node is its own
    neighbor on all sides.
    """

    __slots__ = ("column", "down", "left", "right", "up")

    def __init__(self, column: "Column") -> None:
        self.column = column
        self.up = self.down = self.left = self.right = self

    def row(self) -> Iterator["MatrixNode"]:
        """The nodes of its row, from this one to the right.

        >>> matrix = Matrix(3, [(1, 3)])
        >>> [node.column.id for node in matrix.first_of_row[0].row()]
        [1, 3]
        """
        yield self
        node = self.right
        while node is not self:
            yield node
            node = node.right


class Column:
    """A column of the matrix: a head node, the number of its X, and the columns beside it.

    >>> column = Column(5)
    >>> column.length, column.right is column, column.head.down is column.head
    (0, True, True)
    """

    __slots__ = ("head", "id", "left", "length", "right")

    def __init__(self, number: int) -> None:
        self.id, self.length = number, 0
        self.left = self.right = self
        self.head = MatrixNode(self)

    def nodes(self) -> Iterator[MatrixNode]:
        """The X of the column that are not hidden, from the top."""
        node = self.head.down
        while node is not self.head:
            yield node
            node = node.down

    def add(self) -> MatrixNode:
        """Put an X at the end of the column."""
        node = MatrixNode(self)
        node.up, node.down = self.head.up, self.head
        node.up.down = self.head.up = node
        self.length += 1
        return node


class Matrix:
    """A matrix of X and blanks, of which only the X are stored.

    The columns are numbered from 1; column 0 is the root, the entry to the ring of columns. A
    *cover* is a choice of rows with exactly one X in every column.

    >>> matrix = Matrix(3, [(1, 2), (3,), (1, 3)])
    >>> [(column.id, column.length) for column in matrix.columns()]
    [(1, 2), (2, 1), (3, 2)]
    >>> list(matrix.covers())
    [(0, 1)]
    """

    def __init__(self, width: int, rows: Sequence[Iterable[int]]) -> None:
        self.width = width
        self.rows = [tuple(sorted(row)) for row in rows]
        self.root = Column(0)
        self._columns = [self.root, *map(Column, range(1, width + 1))]
        for left, right in zip(self._columns, [*self._columns[1:], self.root], strict=True):
            left.right, right.left = right, left
        self.first_of_row = [self._add_row(row) for row in self.rows]
        self.row_of = {
            node: number for number, first in enumerate(self.first_of_row) for node in first.row()
        }

    def _add_row(self, row: Sequence[int]) -> MatrixNode:
        nodes = [self._columns[column].add() for column in row]
        for left, right in zip(nodes, [*nodes[1:], nodes[0]], strict=True):
            left.right, right.left = right, left
        return nodes[0]

    def columns(self) -> Iterator[Column]:
        """The columns that are not hidden, from left to right."""
        column = self.root.right
        while column is not self.root:
            yield column
            column = column.right

    def shortest(self) -> Column:
        """The column with the fewest X; of several, the first."""
        return min(self.columns(), key=lambda column: column.length)

    def hide(self, column: Column) -> None:
        """Take a column out, and all rows that have an X in it.

        The nodes keep their own links, so that `unhide` can put them back.

        >>> matrix = Matrix(3, [(1, 2), (3,), (1, 3)])
        >>> first = next(matrix.columns())
        >>> matrix.hide(first)
        >>> [(column.id, column.length) for column in matrix.columns()]
        [(2, 0), (3, 1)]
        >>> matrix.unhide(first)
        >>> [(column.id, column.length) for column in matrix.columns()]
        [(1, 2), (2, 1), (3, 2)]
        """
        column.left.right, column.right.left = column.right, column.left
        for node in column.nodes():
            for other in node.row():
                if other is not node:
                    other.up.down, other.down.up = other.down, other.up
                    other.column.length -= 1

    def unhide(self, column: Column) -> None:
        """Put a column and its rows back, in the opposite order."""
        node = column.head.up
        while node is not column.head:
            other = node.left
            while other is not node:
                other.up.down = other.down.up = other
                other.column.length += 1
                other = other.left
            node = node.up
        column.left.right = column.right.left = column

    def covers(self) -> Iterator[tuple[int, ...]]:
        """All covers, as numbers of rows in the order in which they were chosen.

        This is Algorithm X. `stepping.steps` does the same, and says what it does.
        """
        yield from self._solve([])

    def _solve(self, solution: list[int]) -> Iterator[tuple[int, ...]]:
        if self.root.right is self.root:
            yield tuple(solution)
            return
        column = self.shortest()
        self.hide(column)
        for node in column.nodes():
            solution.append(self.row_of[node])
            others = [other.column for other in node.row() if other is not node]
            for other in others:
                self.hide(other)
            yield from self._solve(solution)
            for other in reversed(others):
                self.unhide(other)
            solution.pop()
        self.unhide(column)
