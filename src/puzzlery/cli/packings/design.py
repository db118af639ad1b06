"""`puzzlery design`: sets of pieces out of a family that make good puzzles."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from puzzlery.cli.common import AsJson, answer
from puzzlery.cli.packings.packing_argument import complete_board, complete_set

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.packings.design.set_search import RankedSet, SetRanking
    from puzzlery.packings.model.board import Board
    from puzzlery.packings.model.piece import Piece


def design(
    family: Annotated[
        str, Argument(metavar="SET", help="A set or a file.", autocompletion=complete_set)
    ],
    board: Annotated[
        str, Argument(metavar="BOARD", help="A board.", autocompletion=complete_board)
    ] = "",
    size: Annotated[int, Option(min=2, max=64, help="Pieces in a set.")] = 6,
    copies: Annotated[
        int | None, Option(min=1, help="A piece is used at most so many times.")
    ] = None,
    assemblies: Annotated[
        int | None, Option(min=1, help="Only sets with at most so many assemblies.")
    ] = None,
    symmetric: Annotated[
        bool, Option(help="Whether pieces may look the same after a turn.")
    ] = True,
    stuck: Annotated[bool, Option("--stuck", help="Also sets that do not come apart.")] = False,
    up_to: Annotated[
        str, Option(help="What counts as one assembly: all, rotations or reflections.")
    ] = "rotations",
    show: Annotated[int, Option(min=0, help="How many sets to list.")] = 10,
    threads: Annotated[int, Option(min=1, max=256)] = 1,
    timeout: Annotated[float | None, Option(help="Give up after so many seconds.")] = None,
    resume: Annotated[
        Path | None,
        Option(metavar="FILE", help="Save there every second; the same command resumes it."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Search all sets of pieces out of a family, ranked by how they come apart."""
    from typing import get_args

    from puzzlery.core.progress import bar
    from puzzlery.packings.apart.taking_apart import ApartOptions
    from puzzlery.packings.design.set_search import WantedSets, piece_sets
    from puzzlery.packings.model.packing import UpTo

    kind = next((each for each in get_args(UpTo) if each == up_to), None)
    if kind is None:
        expected = f'"{up_to}"; expected all, rotations or reflections'
        raise typer.BadParameter(expected, param_hint="--up-to")
    pieces, where = _loaded(family, board)
    wanted = WantedSets(size, copies, assemblies, symmetric, not stuck)
    with bar(f"Sets of {size} pieces", visible=not as_json) as progress:
        found = piece_sets(
            pieces, where, wanted, up_to=kind, options=ApartOptions(threads=threads),
            timeout=timeout, progress=progress, resume=resume,
        )  # fmt: skip
    answer(as_json, _data(found, show), lambda console: _show(console, found, show, kind))


def _loaded(family: str, board: str) -> "tuple[tuple[Piece, ...], Board]":
    """The pieces and the board; a set need not fill the board with each piece once."""
    from puzzlery.cli.packings.packing_argument import load_packing
    from puzzlery.formats.packings.packing_files import is_packing_file

    puzzle = load_packing(family, board)
    if puzzle.fixed:
        raise typer.BadParameter("has fixed pieces, which a family cannot have", param_hint="SET")
    if is_packing_file(family) and board:
        raise typer.BadParameter("goes with the name of a set, not with a file", param_hint="BOARD")
    return puzzle.pieces, puzzle.board


def _data(found: "SetRanking", show: int) -> dict[str, Any]:
    return {
        "assemblies": found.assemblies,
        "apart": found.apart,
        "unknown": found.unknown,
        "assembled_sets": found.taken,
        "found_sets": len(found.sets),
        "pieces": list(found.pieces),
        "sets": [_set_data(each) for each in found.sets[:show]],
    }


def _set_data(each: "RankedSet") -> dict[str, Any]:
    return {
        "pieces": list(each.names),
        "level": each.level or None,
        "assemblies": each.assemblies,
        "apart": each.apart,
        "unknown": each.unknown,
        "unique": each.is_unique,
        "solution": None if each.best is None else each.best.solution.to_json(),
    }


def _show(console: "Console", found: "SetRanking", show: int, kind: str) -> None:
    from rich.table import Table

    count = "" if kind == "all" else f" up to {kind}"
    console.print(f"{found.assemblies:,} assemblies{count}, of {found.taken:,} sets of pieces")
    unknown = f"; {found.unknown:,} not decided within the limits" if found.unknown else ""
    console.print(
        f"{len(found.sets):,} sets as asked for, of {len(found.pieces):,} different pieces; "
        f"{found.apart:,} of their assemblies come apart{unknown}"
    )
    if not found.sets or not show:
        return
    table = Table("level", "assemblies", "come apart", "pieces", box=None)
    for each in found.sets[:show]:
        table.add_row(each.level or "–", f"{each.assemblies:,}", f"{each.apart:,}", str(each))
    console.print(table)
