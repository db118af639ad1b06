"""Work: the kinds of long work that workers do, each from plain data to plain data."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzlery.core.progress import Reporter
from puzzlery.web.jobs.packing_work import challenge, solutions
from puzzlery.web.request_names import named_packing, named_puzzle

Asked = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Desk:
    """What a piece of work is given besides its question.

    `report` tells how far it is, and stops it when that is wished; `notes` is a file of its own, in
    which it may write down where it stands, and from which it goes on after an interruption.
    """

    report: Reporter
    notes: Path


def solve(asked: Asked, desk: Desk) -> Any:
    """Solutions of a state of a puzzle."""
    from puzzlery.solve.api.methods import solutions as solved_by
    from puzzlery.twisty.model.state import Coloring

    puzzle = named_puzzle(asked["puzzle"], asked.get("definition"))
    given = asked.get("alg", "")
    if asked.get("coloring") is not None:
        given = Coloring.of(puzzle, asked["coloring"])
    found = solved_by(
        puzzle, given, asked.get("method"), progress=desk.report, **asked.get("limits", {})
    )
    return {"solutions": [solution.as_dict() for solution in found]}


def count(asked: Asked, desk: Desk) -> Any:
    """How many solutions a packing has, all and up to symmetry."""
    puzzle = named_packing(asked)
    total = puzzle.count(progress=desk.report, engine=asked.get("engine"), resume=desk.notes)
    return {
        "all": total,
        "distinct": puzzle.count(distinct=True, progress=desk.report),
        "engine": puzzle.engine,
    }


def fill(asked: Asked, desk: Desk) -> Any:
    """One solution of a packing, or None."""
    found = named_packing(asked).first(progress=desk.report)
    return {"solution": None if found is None else found.to_json()}


KINDS: dict[str, Callable[[Asked, Desk], Any]] = {
    "solve": solve,
    "count": count,
    "fill": fill,
    "solutions": solutions,
    "challenge": challenge,
}
