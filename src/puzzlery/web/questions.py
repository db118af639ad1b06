"""Questions: what each kind of job may be asked, checked before it is put into the queue."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, ValidationError

from puzzlery.errors import PuzzleryError
from puzzlery.web.models import AlgText, ColorName, Name, Question
from puzzlery.web.named import MOST_STICKERS
from puzzlery.web.packing_models import WantedChallenge, WantedSolutions
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


QUESTIONS: dict[str, type[Question]] = {
    "solve": Solve,
    "count": Pack,
    "fill": Pack,
    "solutions": WantedSolutions,
    "challenge": WantedChallenge,
}


def checked(kind: str, asked: dict[str, Any], shelf: Shelf) -> dict[str, Any]:
    """The question with its defaults, and with the definition of a puzzle that is kept."""
    if kind not in QUESTIONS:
        known = ", ".join(QUESTIONS)
        raise PuzzleryError(f'unknown kind of job "{kind}"; expected one of {known}')
    try:
        question = QUESTIONS[kind].model_validate(asked).model_dump()
    except ValidationError as fault:
        raise PuzzleryError(_in_words(fault)) from None
    if "puzzle" in question:
        question["definition"] = shelf.definition(question["puzzle"])
    return question


def _in_words(fault: ValidationError) -> str:
    """What is wrong with which field."""
    said = (
        f"{'.'.join(map(str, error['loc'])) or 'the question'}: {error['msg']}"
        for error in fault.errors()
    )
    return "; ".join(said)
