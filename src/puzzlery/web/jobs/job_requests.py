"""Questions: what each kind of job may be asked, checked before it is put into the queue."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from puzzlery.web.models import AlgText, ColorName, Name, Question
from puzzlery.web.packings.packing_models import WantedChallenge, WantedSolutions
from puzzlery.web.request_names import MOST_STICKERS
from puzzlery.web.shelf import Shelf

MOST_SECONDS = 3600
MOST_MEMORY = 2**33


class Limits(Question):
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


class Solve(Question):
    """A state to solve, given by the alg that leads to it or by what one sees."""

    puzzle: Name
    alg: AlgText = ""
    coloring: Annotated[list[ColorName], Field(max_length=MOST_STICKERS)] | None = None
    method: Annotated[str, StringConstraints(max_length=40)] | None = None
    limits: Limits = Field(default_factory=Limits)


class Pack(Question):
    """A packing, by its set, its board, and what lies there already."""

    set: Name
    board: Name
    fixed: Annotated[str, StringConstraints(max_length=20_000)] | None = None
    engine: Literal["links", "cells", "masks", "sweep", "graph"] | None = None


class SolveJob(Question):
    """The wish to have a state solved."""

    kind: Literal["solve"]
    asked: Solve


class CountJob(Question):
    """The wish to have the solutions of a packing counted."""

    kind: Literal["count"]
    asked: Pack


class FillJob(Question):
    """The wish to have a packing solved."""

    kind: Literal["fill"]
    asked: Pack


class SolutionsJob(Question):
    """The wish to have all solutions from a board searched for."""

    kind: Literal["solutions"]
    asked: WantedSolutions


class ChallengeJob(Question):
    """The wish to have a challenge made."""

    kind: Literal["challenge"]
    asked: WantedChallenge


NewJob = Annotated[
    SolveJob | CountJob | FillJob | SolutionsJob | ChallengeJob, Field(discriminator="kind")
]


def complete(job: NewJob, shelf: Shelf) -> dict[str, Any]:
    """What is asked with its defaults, and with the definition of a puzzle that is kept."""
    question = job.asked.model_dump()
    if "puzzle" in question:
        question["definition"] = shelf.definition(question["puzzle"])
    return question


def in_words(errors: Iterable[Mapping[str, Any]]) -> str:
    """What is wrong with which field, as pydantic found it.

    >>> in_words([{"loc": ("body", "alg"), "msg": "Field required"}])
    'body.alg: Field required'
    """
    return "; ".join(
        f"{'.'.join(map(str, error['loc'])) or 'the question'}: {error['msg']}" for error in errors
    )
