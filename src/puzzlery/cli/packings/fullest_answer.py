"""The answer to `puzzlery pack --fullest`: the packing that covers most cells, and a bound."""

from typing import TYPE_CHECKING, Any

from puzzlery.cli.common import answer
from puzzlery.cli.packings.solution_output import Targets, draw_solution, show_solution

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.packings.model.packing import Packing


def answer_fullest(
    puzzle: "Packing",
    timeout: float | None,
    targets: Targets,
    drawing: dict[str, Any],
    as_json: bool,
) -> None:
    """Show the fullest packing, and say whether it is proven that none covers more."""
    from puzzlery.packings.design.fullest import fullest

    found = fullest(puzzle, timeout=timeout)
    solution = found.solution
    files = [] if solution is None else draw_solution(solution, targets, drawing)
    data = {
        "covered": found.covered,
        "at_most": found.at_most,
        "proven": found.is_proven,
        "solution": None if solution is None else solution.to_json(),
        "files": files,
    }
    bound = "proven" if found.is_proven else f"none covers more than {found.at_most}"
    words = f"{found.covered} of {len(puzzle.board)} cells covered ({bound})"

    def show(console: "Console") -> None:
        if solution is not None:
            show_solution(console, solution, files)
        console.print(words)

    answer(as_json, data, show)
