"""Work: the kinds of long work that workers do, each from plain data to plain data."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzlery.core.progress import Reporter
from puzzlery.web.jobs.packing_jobs import challenge, solutions
from puzzlery.web.request_names import named_packing, named_puzzle

Asked = dict[str, Any]


@dataclass(frozen=True, slots=True)
class JobContext:
    """What a piece of work is given besides its question.

    `report` tells how far it is, and stops it when that is wished; `notes` is a file of its own, in
    which it may write down where it stands, and from which it goes on after an interruption.
    """

    report: Reporter
    notes: Path


def solve(request: Asked, context: JobContext) -> Any:
    """Solutions of a state of a puzzle."""
    from puzzlery.solve.api.methods import solutions as solved_by
    from puzzlery.twisty.model.state import Coloring

    puzzle = named_puzzle(request["puzzle"], request.get("definition"))
    given = request.get("alg", "")
    if request.get("coloring") is not None:
        given = Coloring.of(puzzle, request["coloring"])
    found = solved_by(
        puzzle, given, request.get("method"), progress=context.report, **request.get("limits", {})
    )
    return {"solutions": [solution.as_dict() for solution in found]}


def count(request: Asked, context: JobContext) -> Any:
    """How many solutions a packing has, all and up to symmetry."""
    puzzle = named_packing(request)
    total = puzzle.count(
        progress=context.report, engine=request.get("engine"), resume=context.notes
    )
    return {
        "all": total,
        "distinct": puzzle.count(distinct=True, progress=context.report),
        "engine": puzzle.engine,
    }


def fill(request: Asked, context: JobContext) -> Any:
    """One solution of a packing, or None."""
    found = named_packing(request).first(progress=context.report)
    return {"solution": None if found is None else found.to_json()}


KINDS: dict[str, Callable[[Asked, JobContext], Any]] = {
    "solve": solve,
    "count": count,
    "fill": fill,
    "solutions": solutions,
    "challenge": challenge,
}
