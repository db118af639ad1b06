"""`puzzlery challenge`: starts of a packing puzzle with a single completion."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from puzzlery.cli.common import AsJson, answer
from puzzlery.cli.packings.packing_argument import complete_board, complete_set, load_packing
from puzzlery.cli.packings.solution_output import colored

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.packings.solve.challenges import Challenge


def challenge(
    pieces: Annotated[
        str, Argument(metavar="SET", help="A set or a file.", autocompletion=complete_set)
    ],
    board: Annotated[
        str, Argument(metavar="BOARD", help="A board.", autocompletion=complete_board)
    ] = "",
    count: Annotated[int, Option(min=1, max=100, help="How many.")] = 1,
    level: Annotated[str | None, Option(help="easy, medium, hard or expert.")] = None,
    given: Annotated[
        int | None, Option(min=0, help="At least so many pieces lie there already.")
    ] = None,
    seed: Annotated[int, Option(help="The same seed gives the same challenges.")] = 0,
    hints: Annotated[bool, Option("--hints", help="Also give hints.")] = False,
    sheet: Annotated[
        Path | None, Option(metavar="FILE", help="Draw a sheet to print (SVG).")
    ] = None,
    answers: Annotated[Path | None, Option(metavar="FILE", help="Draw the answers (SVG).")] = None,
    as_json: AsJson = False,
) -> None:
    """Make challenges: boards with some pieces given and exactly one way to go on."""
    from puzzlery.core.files import write_atomically
    from puzzlery.packings.solve.challenges import challenges

    puzzle = load_packing(pieces, board)
    if given is not None and given > len(puzzle.pieces):
        raise typer.BadParameter(f"there are {len(puzzle.pieces)} pieces", param_hint="--given")
    made = challenges(puzzle, count, seed, level=level, given=given)
    for path, solved in ((sheet, False), (answers, True)):
        if path is not None:
            from puzzlery.render.packings.packing_sheet import sheet_svg

            write_atomically(path, sheet_svg(made, answers=solved).encode())
    data = {"challenges": [_data(each, hints) for each in made]}
    answer(as_json, data, lambda console: _show(console, made, hints))


def _data(made: "Challenge", hints: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "level": made.level,
        "given": len(made.given),
        "to_place": [piece.id for piece in made.to_place],
        "effort": round(made.grade.effort or 0, 1),
        "forced": made.grade.forced,
        "dead_ends": made.grade.dead_ends,
        "nodes": made.grade.nodes,
        "start": str(_start(made)).splitlines(),
        "solution": made.solution.to_json(),
    }
    if hints:
        data["hints"] = [str(hint) for hint in made.hints()]
    return data


def _start(made: "Challenge") -> Any:
    from puzzlery.packings.model.packing_solution import PackingSolution

    return PackingSolution(made.puzzle, made.given)


def _show(console: "Console", made: "list[Challenge]", hints: bool) -> None:
    for number, each in enumerate(made, 1):
        names = " ".join(piece.id for piece in each.to_place)
        console.print(f"\n{number}. {each.level}: place {names}", style="bold")
        if each.grade.effort is not None:
            console.print(f"about {each.grade.effort:.0f} pieces to lay, wrong tries included")
        console.print(colored(_start(each)))
        for hint in each.hints() if hints else ():
            console.print(f"  {hint}")
