"""`puzzlery solutions`: page through a file of solutions, and filter it."""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from puzzlery.cli.common import AsJson, answer
from puzzlery.cli.packings.solution_output import colored

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.packings.model.packing import Packing
    from puzzlery.packings.model.packing_solution import PackingSolution


def solutions(
    file: Annotated[Path, Argument(metavar="FILE", help="Written by pack --all.")],
    piece: Annotated[str | None, Option(help="Only where this piece …")] = None,
    at: Annotated[
        str | None, Option(help="… lies on this cell: row,column or layer,row,column from 1.")
    ] = None,
    distinct: Annotated[bool, Option("--distinct", help="One of each symmetry class.")] = False,
    page: Annotated[int, Option(min=1, help="Which page.")] = 1,
    size: Annotated[int, Option(min=1, max=1000, help="Solutions on a page.")] = 5,
    as_json: AsJson = False,
) -> None:
    """Page through a file of solutions, those alone that have a piece on a cell."""
    from puzzlery.formats.packings.solution_file import SolutionFile

    opened = SolutionFile.open(file)
    cell = None if at is None else _cell_named(opened.packing, at)
    filtered = piece is not None or cell is not None or distinct
    numbers: Sequence[int] = range(len(opened))
    if filtered:
        numbers = list(opened.matching(piece=piece, cell=cell, distinct=distinct))
    shown = list(islice(numbers, (page - 1) * size, page * size))
    found = [(number, opened[number]) for number in shown]
    data = {
        "packing": opened.packing.name,
        "solutions": len(opened),
        "matching": len(numbers),
        "page": page,
        "pages": -(-len(numbers) // size),
        "shown": [{"number": number, **each.to_json()} for number, each in found],
    }
    heading = f"{len(numbers):,} of {len(opened):,} solutions, page {page} of {data['pages']}"
    answer(as_json, data, lambda console: _show(console, heading, found))


def _cell_named(packing: "Packing", text: str) -> tuple[int, ...]:
    """The cell that a person means by its row and column, counted from 1."""
    from puzzlery.errors import UnknownName

    parts = text.replace(" ", "").split(",")
    numbers = [int(part) - 1 for part in parts if part.isdecimal()]
    if len(numbers) != len(parts) or len(numbers) not in (2, 3):
        raise UnknownName(f'"{text}" is no cell; expected row,column or layer,row,column')
    layer, row, column = numbers if len(numbers) == 3 else (0, *numbers)
    at = {spot: cell for cell, spot in packing.board.spots.items()}
    if (layer, row, column) not in at:
        raise UnknownName(f'the board has no cell at "{text}"')
    return at[layer, row, column]


def _show(console: "Console", heading: str, found: "list[tuple[int, PackingSolution]]") -> None:
    console.print(heading, style="bold")
    for number, solution in found:
        console.print(f"\n{number:,}", style="dim")
        console.print(colored(solution))
