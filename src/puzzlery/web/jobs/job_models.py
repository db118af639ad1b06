"""Job models: what each kind of job takes and gives, checked before the job is queued."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from typing_extensions import TypeAliasType

from puzzlery.web.database import Status
from puzzlery.web.models import (
    AlgText,
    AsText,
    ColorName,
    Fault,
    Name,
    ResponseModel,
    StrictRequest,
)
from puzzlery.web.packings.packing_models import ChallengeRequest, SolutionsRequest
from puzzlery.web.request_names import MOST_STICKERS

MOST_SECONDS = 3600
MOST_MEMORY = 2**33


class SolveLimits(StrictRequest):
    """How a state is to be solved, and within which limits.

    >>> SolveLimits(count=0)
    Traceback (most recent call last):
        ...
    pydantic_core._pydantic_core.ValidationError: 1 validation error for SolveLimits
    count
      Input should be greater than or equal to 1 ...
    """

    metric: Annotated[str, StringConstraints(max_length=20)] | None = None
    goal: Literal["colors", "stickers"] = "colors"
    count: Annotated[int, Field(ge=1, le=1000)] = 1
    max_length: Annotated[int, Field(ge=0, le=100_000)] | None = None
    beyond: Annotated[int, Field(ge=0, le=10)] = 0
    moves: Annotated[list[Name], Field(max_length=200)] | None = None
    timeout: Annotated[float, Field(gt=0, le=MOST_SECONDS)] | None = None
    memory: Annotated[int, Field(gt=0, le=MOST_MEMORY)] | None = None
    threads: Annotated[int, Field(ge=1, le=8)] = 1


class SolveRequest(StrictRequest):
    """A state to solve, given by the alg that leads to it or by what one sees.

    >>> SolveRequest(puzzle="2x2x2", alg="R U").limits.count
    1
    """

    puzzle: Name
    alg: AlgText = ""
    coloring: Annotated[list[ColorName], Field(max_length=MOST_STICKERS)] | None = None
    method: Annotated[str, StringConstraints(max_length=40)] | None = None
    limits: SolveLimits = Field(default_factory=SolveLimits)


class StoredSolveRequest(SolveRequest):
    """The request with the definition of its puzzle, if that is one that a user saved.

    >>> StoredSolveRequest(puzzle="2x2x2").definition is None
    True
    """

    definition: str | None = None


class PackingRequest(StrictRequest):
    """A packing, by its set, its board, and what lies there already.

    >>> PackingRequest(set="soma", board="3x3x3", engine="magic")
    Traceback (most recent call last):
        ...
    pydantic_core._pydantic_core.ValidationError: 1 validation error for PackingRequest
    engine
      Input should be 'links', 'cells', 'masks', 'sweep' or 'graph' ...
    """

    set: Name
    board: Name
    fixed: Annotated[str, StringConstraints(max_length=20_000)] | None = None
    engine: Literal["links", "cells", "masks", "sweep", "graph"] | None = None


class NamedPart(ResponseModel):
    """A stretch of a solution with a name.

    >>> NamedPart(name="cross", alg="F R", note="").model_dump_json()
    '{"name":"cross","alg":"F R","note":""}'
    """

    name: str
    alg: AsText
    note: str


class TwistySolution(ResponseModel):
    """A solution of a state; see `puzzlery.solve.api.solution.Solution`."""

    alg: AsText
    length: int
    metric: str
    optimal: bool
    method: str
    nodes: int
    reads: int
    seconds: float
    parts: list[NamedPart]
    history: list[tuple[float, int]]
    note: str


class SolveResult(ResponseModel):
    """The solutions that were found, the best first.

    >>> SolveResult(solutions=[]).model_dump_json()
    '{"solutions":[]}'
    """

    solutions: list[TwistySolution]


class CountResult(ResponseModel):
    """How many solutions a packing has, all and up to symmetry.

    >>> CountResult(all=11520, distinct=240, engine="cells").model_dump_json()
    '{"all":11520,"distinct":240,"engine":"cells"}'
    """

    all: int
    distinct: int
    engine: str


class PlacedPiece(ResponseModel):
    """A piece and the cells that it covers.

    >>> PlacedPiece(piece="I", cells=[[0, 0], [0, 1]]).model_dump_json()
    '{"piece":"I","cells":[[0,0],[0,1]]}'
    """

    piece: str
    cells: list[list[int]]


class ListedSolution(ResponseModel):
    """A solution of a packing, as pieces and as a drawing in letters.

    >>> ListedSolution(pieces=[], drawing=["II"]).model_dump_json()
    '{"pieces":[],"drawing":["II"]}'
    """

    pieces: list[PlacedPiece]
    drawing: list[str]


class FillResult(ResponseModel):
    """One solution of a packing; null if there is none.

    >>> FillResult(solution=None).model_dump_json()
    '{"solution":null}'
    """

    solution: ListedSolution | None


class SolutionsResult(ResponseModel):
    """How many solutions there are, a number too long for JavaScript, and the first of them.

    >>> SolutionsResult(count=8, solutions=[])
    Traceback (most recent call last):
        ...
    pydantic_core._pydantic_core.ValidationError: 1 validation error for SolutionsResult
    count
      Input should be a valid string ...
    """

    count: str
    solutions: list[list[int]]


class ChallengeResult(ResponseModel):
    """A start with a single completion, as the options that are given.

    >>> ChallengeResult(given=[40], level="easy", guesses=0, seed=1).model_dump_json()
    '{"given":[40],"level":"easy","guesses":0,"seed":1}'
    """

    given: list[int]
    level: str
    guesses: int
    seed: int


class JobProgress(ResponseModel):
    """How far a job is; see `puzzlery.core.progress.Report`.

    >>> from puzzlery.core.progress import Report
    >>> JobProgress.model_validate(Report(1, 4, "searching", 2.0)).fraction
    0.25
    """

    done: float
    total: float | None
    note: str
    seconds: float
    fraction: float | None
    seconds_left: float | None


class JobRecord(ResponseModel):
    """What all jobs have in common; times are seconds since 1970."""

    id: str
    status: Status
    progress: JobProgress | None
    error: Fault | None
    created: float
    started: float | None
    finished: float | None


class NewSolveJob(StrictRequest):
    """Solve a state.

    >>> NewSolveJob(kind="solve", request={"puzzle": "2x2x2", "alg": "R"}).request.alg
    'R'
    """

    kind: Literal["solve"]
    request: SolveRequest


class SolveJob(JobRecord):
    """A job that solves a state."""

    kind: Literal["solve"]
    request: StoredSolveRequest
    result: SolveResult | None


class NewCountJob(StrictRequest):
    """Count the solutions of a packing.

    >>> NewCountJob(kind="fill", request={"set": "soma", "board": "3x3x3"})
    Traceback (most recent call last):
        ...
    pydantic_core._pydantic_core.ValidationError: 1 validation error for NewCountJob
    kind
      Input should be 'count' ...
    """

    kind: Literal["count"]
    request: PackingRequest


class CountJob(NewCountJob, JobRecord):
    """A job that counts the solutions of a packing."""

    result: CountResult | None


class NewFillJob(StrictRequest):
    """Find one solution of a packing.

    >>> NewFillJob(kind="fill", request={"set": "soma"})
    Traceback (most recent call last):
        ...
    pydantic_core._pydantic_core.ValidationError: 1 validation error for NewFillJob
    request.board
      Field required ...
    """

    kind: Literal["fill"]
    request: PackingRequest


class FillJob(NewFillJob, JobRecord):
    """A job that finds one solution of a packing."""

    result: FillResult | None


class NewSolutionsJob(StrictRequest):
    """Find all solutions from a board.

    >>> NewSolutionsJob(kind="solutions", request={"set": "soma", "board": "3x3x3"}).request.keep
    1000
    """

    kind: Literal["solutions"]
    request: SolutionsRequest


class SolutionsJob(NewSolutionsJob, JobRecord):
    """A job that finds all solutions from a board."""

    result: SolutionsResult | None


class NewChallengeJob(StrictRequest):
    """Make a challenge.

    >>> NewChallengeJob(kind="challenge", request={"set": "soma", "board": "3x3x3"}).request.seed
    0
    """

    kind: Literal["challenge"]
    request: ChallengeRequest


class ChallengeJob(NewChallengeJob, JobRecord):
    """A job that makes a challenge."""

    result: ChallengeResult | None


NewJob = Annotated[
    NewSolveJob | NewCountJob | NewFillJob | NewSolutionsJob | NewChallengeJob,
    Field(discriminator="kind"),
]
Job = TypeAliasType(
    "Job",
    Annotated[
        SolveJob | CountJob | FillJob | SolutionsJob | ChallengeJob, Field(discriminator="kind")
    ],
)
"""A job with its request and, once it is done, its result; both depend on its kind."""
