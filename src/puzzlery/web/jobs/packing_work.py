"""Long work on packings: all solutions with a live count, and challenges."""

import time
from typing import TYPE_CHECKING, Any

from puzzlery.core.progress import Report

if TYPE_CHECKING:
    from puzzlery.web.jobs.work import Desk


def solutions(asked: dict[str, Any], desk: "Desk") -> Any:
    """Count the solutions that go on from a board one by one, and keep the first of them."""
    from puzzlery.cover.solution_graph import lists
    from puzzlery.web.packings.packing_live import live_packing

    live = live_packing(asked["set"], asked["board"])
    live.play(asked["placed"])
    among = live.matching(asked.get("piece"), asked.get("cell"))
    starts = [()] if among is None else [(option,) for option in among]
    kept: list[list[int]] = []
    count, begun = 0, time.monotonic()
    for more in starts if not live.puzzle.why_not() else ():
        for block in live.puzzle.cover.arrays(fixed=(*asked["placed"], *more)):
            kept += lists(block[: max(0, asked["keep"] - len(kept))])
            count += len(block)
            desk.report(Report(count, None, f"{count:,} solutions", time.monotonic() - begun))
    return {"count": str(count), "solutions": kept}


def challenge(asked: dict[str, Any], desk: "Desk") -> Any:
    """A start with a single completion, as the options that are given."""
    from puzzlery.packings.solve.challenges import challenge as made
    from puzzlery.web.packings.packing_table import bounded_packing

    puzzle = bounded_packing(asked["set"], asked["board"])
    desk.report(Report(0, None, "looking for a start with one completion", 0.0))
    found = made(puzzle, asked["seed"], level=asked["level"])
    number = {option: index for index, option in enumerate(puzzle.options())}
    return {
        "given": [number[placement] for placement in found.given],
        "level": found.level,
        "guesses": found.grade.guesses,
        "seed": found.seed,
    }
