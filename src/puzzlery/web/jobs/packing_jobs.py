"""Long work on packings: all solutions with a live count, and challenges."""

import time
from typing import TYPE_CHECKING, Any

from puzzlery.core.progress import Report

if TYPE_CHECKING:
    from puzzlery.web.jobs.job_kinds import JobContext


def solutions(request: dict[str, Any], context: "JobContext") -> Any:
    """Count the solutions that go on from a board one by one, and keep the first of them."""
    from puzzlery.cover.solution_graph import lists
    from puzzlery.web.packings.live_packing import live_packing

    live = live_packing(request["set"], request["board"])
    live.play(request["placed"])
    among = live.matching(request.get("piece"), request.get("cell"))
    starts = [()] if among is None else [(option,) for option in among]
    kept: list[list[int]] = []
    count, begun = 0, time.monotonic()
    for more in starts if not live.puzzle.why_not() else ():
        for block in live.puzzle.cover.arrays(fixed=(*request["placed"], *more)):
            kept += lists(block[: max(0, request["keep"] - len(kept))])
            count += len(block)
            context.report(Report(count, None, f"{count:,} solutions", time.monotonic() - begun))
    return {"count": str(count), "solutions": kept}


def challenge(request: dict[str, Any], context: "JobContext") -> Any:
    """A start with a single completion, as the options that are given."""
    from puzzlery.packings.solve.challenges import challenge as made
    from puzzlery.web.packings.packing_view import bounded_packing

    puzzle = bounded_packing(request["set"], request["board"])
    context.report(Report(0, None, "looking for a start with one completion", 0.0))
    found = made(puzzle, request["seed"], level=request["level"])
    number = {option: index for index, option in enumerate(puzzle.options())}
    return {
        "given": [number[placement] for placement in found.given],
        "level": found.level,
        "guesses": found.grade.guesses,
        "seed": found.seed,
    }
