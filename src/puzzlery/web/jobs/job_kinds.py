"""The kinds of jobs: which function a worker process runs for which request."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzlery.core.progress import Report, Reporter
from puzzlery.web.jobs import job_models as models
from puzzlery.web.models import ResponseModel, StrictRequest
from puzzlery.web.packings.packing_models import ChallengeRequest, SolutionsRequest
from puzzlery.web.request_names import named_packing, named_puzzle


@dataclass(frozen=True, slots=True)
class JobContext:
    """What a job gets besides its request.

    `report` takes how far the job is, and raises `Stopped` once the job is to end; `notes` is a
    file of its own for a snapshot, from which it resumes after an interruption.

    >>> JobContext(print, Path("unused")).report("half done")
    half done
    """

    report: Reporter
    notes: Path


def solve(request: models.StoredSolveRequest, context: JobContext) -> models.SolveResult:
    """Solutions of a state of a puzzle.

    >>> context = JobContext(lambda report: None, Path("unused"))
    >>> request = models.StoredSolveRequest(puzzle="2x2x2", alg="R U", method="words")
    >>> solve(request, context).solutions[0].alg
    "U' R'"
    """
    from puzzlery.solve.api.methods import solutions
    from puzzlery.twisty.model.state import Coloring

    puzzle = named_puzzle(request.puzzle, request.definition)
    colors = request.coloring
    given = request.alg if colors is None else Coloring.of(puzzle, colors)
    limits = request.limits.model_dump()
    found = solutions(puzzle, given, request.method, progress=context.report, **limits)
    return models.SolveResult(
        solutions=[models.TwistySolution.model_validate(each) for each in found]
    )


def count(request: models.PackingRequest, context: JobContext) -> models.CountResult:
    """How many solutions a packing has, all and up to symmetry.

    >>> context = JobContext(lambda report: None, Path("unused"))
    >>> count(models.PackingRequest(set="tetrominoes", board="4x5"), context).all
    0
    """
    puzzle = named_packing(request.set, request.board, request.fixed)
    total = puzzle.count(progress=context.report, engine=request.engine, resume=context.notes)
    distinct = puzzle.count(distinct=True, progress=context.report)
    return models.CountResult(all=total, distinct=distinct, engine=puzzle.engine)


def fill(request: models.PackingRequest, context: JobContext) -> models.FillResult:
    """One solution of a packing, or None.

    >>> context = JobContext(lambda report: None, Path("unused"))
    >>> fill(models.PackingRequest(set="tetrominoes", board="4x5"), context).solution is None
    True
    """
    puzzle = named_packing(request.set, request.board, request.fixed)
    found = puzzle.first(progress=context.report)
    return models.FillResult(
        solution=None if found is None else models.ListedSolution(**found.to_json())
    )


def solutions(request: SolutionsRequest, context: JobContext) -> models.SolutionsResult:
    """Count the solutions that go on from a board one by one, and keep the first of them.

    >>> context = JobContext(lambda report: None, Path("unused"))
    >>> request = SolutionsRequest(set="pentominoes", board="3x20", keep=1)
    >>> found = solutions(request, context)
    >>> found.count, len(found.solutions)
    ('8', 1)
    """
    from puzzlery.cover.solution_graph import lists
    from puzzlery.web.packings.live_packing import live_packing

    live = live_packing(request.set, request.board)
    live.play(request.placed)
    among = live.matching(request.piece, request.cell)
    starts = [()] if among is None else [(option,) for option in among]
    kept: list[list[int]] = []
    count, begun = 0, time.monotonic()
    for more in starts if not live.puzzle.why_not() else ():
        for block in live.puzzle.cover.arrays(fixed=(*request.placed, *more)):
            kept += lists(block[: max(0, request.keep - len(kept))])
            count += len(block)
            context.report(Report(count, None, f"{count:,} solutions", time.monotonic() - begun))
    return models.SolutionsResult(count=str(count), solutions=kept)


def challenge(request: ChallengeRequest, context: JobContext) -> models.ChallengeResult:
    """A start with a single completion, as the options that are given.

    >>> context = JobContext(lambda report: None, Path("unused"))
    >>> len(challenge(ChallengeRequest(set="pentominoes", board="3x20"), context).given) > 0
    True
    """
    from puzzlery.packings.solve.challenges import challenge
    from puzzlery.web.packings.packing_view import bounded_packing

    puzzle = bounded_packing(request.set, request.board)
    context.report(Report(0, None, "looking for a start with one completion", 0.0))
    found = challenge(puzzle, request.seed, level=request.level)
    number = {option: index for index, option in enumerate(puzzle.options())}
    return models.ChallengeResult(
        given=[number[placement] for placement in found.given],
        level=found.level,
        guesses=found.grade.guesses,
        seed=found.seed,
    )


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job: the form of its request, and the function that does it.

    >>> JOB_KINDS["count"].request.__name__
    'PackingRequest'
    """

    request: type[StrictRequest]
    function: Callable[[Any, JobContext], ResponseModel]

    def run(self, request: dict[str, Any], context: JobContext) -> dict[str, Any]:
        """The result of a stored request, as plain data.

        >>> context = JobContext(lambda report: None, Path("unused"))
        >>> JOB_KINDS["fill"].run({"set": "tetrominoes", "board": "4x5"}, context)
        {'solution': None}
        """
        return self.function(self.request.model_validate(request), context).model_dump(mode="json")


JOB_KINDS = {
    "solve": JobKind(models.StoredSolveRequest, solve),
    "count": JobKind(models.PackingRequest, count),
    "fill": JobKind(models.PackingRequest, fill),
    "solutions": JobKind(SolutionsRequest, solutions),
    "challenge": JobKind(ChallengeRequest, challenge),
}
