"""Job requests: what each kind of job takes, checked before the job is queued."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from puzzlery.web.database import Database
from puzzlery.web.models import AlgText, ColorName, Name, StrictRequest
from puzzlery.web.packings.packing_models import ChallengeRequest, SolutionsRequest
from puzzlery.web.request_names import MOST_STICKERS

MOST_SECONDS = 3600
MOST_MEMORY = 2**33


class Limits(StrictRequest):
    """How a state is to be solved, and within which limits."""

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
    """A state to solve, given by the alg that leads to it or by what one sees."""

    puzzle: Name
    alg: AlgText = ""
    coloring: Annotated[list[ColorName], Field(max_length=MOST_STICKERS)] | None = None
    method: Annotated[str, StringConstraints(max_length=40)] | None = None
    limits: Limits = Field(default_factory=Limits)


class PackingRequest(StrictRequest):
    """A packing, by its set, its board, and what lies there already."""

    set: Name
    board: Name
    fixed: Annotated[str, StringConstraints(max_length=20_000)] | None = None
    engine: Literal["links", "cells", "masks", "sweep", "graph"] | None = None


class NewSolveJob(StrictRequest):
    """The wish to have a state solved."""

    kind: Literal["solve"]
    request: SolveRequest


class NewCountJob(StrictRequest):
    """The wish to have the solutions of a packing counted."""

    kind: Literal["count"]
    request: PackingRequest


class NewFillJob(StrictRequest):
    """The wish to have a packing solved."""

    kind: Literal["fill"]
    request: PackingRequest


class NewSolutionsJob(StrictRequest):
    """The wish to have all solutions from a board searched for."""

    kind: Literal["solutions"]
    request: SolutionsRequest


class NewChallengeJob(StrictRequest):
    """The wish to have a challenge made."""

    kind: Literal["challenge"]
    request: ChallengeRequest


NewJob = Annotated[
    NewSolveJob | NewCountJob | NewFillJob | NewSolutionsJob | NewChallengeJob,
    Field(discriminator="kind"),
]


def complete(job: NewJob, database: Database) -> dict[str, Any]:
    """The request with its defaults, and with the definition of a saved puzzle."""
    question = job.request.model_dump()
    if "puzzle" in question:
        question["definition"] = database.puzzle_definition(question["puzzle"])
    return question


def validation_message(errors: Iterable[Mapping[str, Any]]) -> str:
    """What is wrong with which field, as pydantic found it.

    >>> validation_message([{"loc": ("body", "alg"), "msg": "Field required"}])
    'body.alg: Field required'
    """
    return "; ".join(
        f"{'.'.join(map(str, error['loc'])) or 'the question'}: {error['msg']}" for error in errors
    )
