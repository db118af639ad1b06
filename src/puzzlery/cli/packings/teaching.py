"""`puzzlery pack --matrix` and `--steps`: a packing as a table, and Algorithm X on it in words."""

from itertools import islice
from typing import TYPE_CHECKING

from puzzlery.cli.common import answer

if TYPE_CHECKING:
    from puzzlery.packings.model.packing import Packing


def answer_matrix(puzzle: "Packing", as_json: bool) -> None:
    """Print the columns and rows of a packing.

    >>> from puzzlery.packings.catalog import packing
    >>> answer_matrix(packing({"ball": "X"}, "1x1"), as_json=True)
    {"universe": [1, 2], "pieces": {"ball": 2}, "rows": [[1, 2]]}
    """
    from puzzlery.packings.teach.packing_matrix import PackingMatrix

    table = PackingMatrix(puzzle)
    data = {
        "universe": list(table.universe),
        "pieces": table.piece_ids,
        "rows": [list(row) for row in table.rows],
    }
    words = "\n".join(table.lines())
    answer(as_json, data, lambda console: console.print(words, soft_wrap=True))


def answer_steps(puzzle: "Packing", most: int, as_json: bool) -> None:
    """Print the first steps of Algorithm X, each indented by the rows that are chosen.

    >>> from puzzlery.packings.catalog import packing
    >>> answer_steps(packing({"ball": "X"}, "1x1"), 2, as_json=False)
    column 1 is the shortest, with 1 X: hide it
      choose row 0: hide column 2
    """
    from puzzlery.packings.teach.packing_matrix import PackingMatrix
    from puzzlery.packings.teach.stepping import steps

    taken = list(islice(steps(PackingMatrix(puzzle).matrix()), most))
    data = {
        "steps": [
            {"kind": each.kind, "column": each.column, "row": each.row,
             "chosen": list(each.chosen), "columns": list(each.columns), "words": str(each)}
            for each in taken
        ]
    }  # fmt: skip
    words = "\n".join(f"{'  ' * each.depth}{each}" for each in taken)
    answer(as_json, data, lambda console: console.print(words, soft_wrap=True))
