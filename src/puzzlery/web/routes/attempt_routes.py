"""Routes for attempts at fewest moves: branches, where lines stand, candidates, insertions."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field, StringConstraints

from puzzlery.errors import PuzzleryError
from puzzlery.sessions.attempt_store import AttemptStore, Branch, KeptAttempt
from puzzlery.solve.fewest.candidate_list import ListedCandidate
from puzzlery.web.fewest_queries import (
    InsertedLine,
    LineView,
    Niss,
    line_insertions,
    line_views,
    step_candidates,
)
from puzzlery.web.models import Key, Name, ResponseModel, Seconds, StrictRequest

MOST_ATTEMPTS = 10_000
MOST_BRANCHES = 1_000_000
MOST_LINES = 500
# A page waits so long for candidates; what was found until then is listed.
SECONDS = 12.0
Moves = Annotated[str, StringConstraints(max_length=2_000)]


class AttemptRequest(StrictRequest):
    """An attempt as the page knows it; its id stands in the address.

    >>> AttemptRequest(name="Sunday", scramble="R U F").deleted
    False
    """

    name: Name
    scramble: Moves
    created: Seconds = 0.0
    changed: Seconds = 0.0
    deleted: bool = False


class BranchRequest(StrictRequest):
    """A branch as the page knows it; its id stands in the address.

    >>> BranchRequest(parent="", moves="R (U)", at=1.0, changed=1.0).step
    ''
    """

    parent: Annotated[str, StringConstraints(max_length=200)]
    moves: Moves
    step: Annotated[str, StringConstraints(max_length=200)] = ""
    comment: Annotated[str, StringConstraints(max_length=5_000)] = ""
    at: Seconds
    changed: Seconds
    deleted: bool = False


class AttemptView(ResponseModel):
    """An attempt with all its branches, deleted ones too.

    >>> AttemptView(attempt=KeptAttempt("a", "Sunday", "R"), branches=[]).attempt.name
    'Sunday'
    """

    attempt: KeptAttempt
    branches: list[Branch]


class LinesRequest(StrictRequest):
    """Lines of moves from one scramble; moves on the inverse are in parentheses.

    >>> LinesRequest(scramble="R U", lines=["(U)"]).lines
    ['(U)']
    """

    scramble: Moves
    lines: Annotated[list[Moves], Field(max_length=MOST_LINES)]


class CandidatesRequest(StrictRequest):
    """A step that shall follow a line, written as in a pipeline: `DR[triggers=R]`.

    >>> CandidatesRequest(scramble="R U F", step="EO").niss
    'both'
    """

    scramble: Moves
    line: Moves = ""
    step: Annotated[str, StringConstraints(max_length=500)]
    axis: Annotated[str, StringConstraints(max_length=12)] | None = None
    niss: Niss = "both"
    count: Annotated[int, Field(ge=1, le=500)] = 40
    beyond: Annotated[int, Field(ge=0, le=10)] | None = 2


class InsertionsRequest(StrictRequest):
    """A skeleton that algs are to be inserted into.

    >>> InsertionsRequest(scramble="R U F", line="F'").insertions
    2
    """

    scramble: Moves
    line: Moves
    insertions: Annotated[int, Field(ge=1, le=3)] = 2
    count: Annotated[int, Field(ge=1, le=100)] = 10


def attempt_routes(store: AttemptStore) -> APIRouter:
    """The routes, for the attempts of a store."""
    routes = APIRouter(tags=["fewest moves"])

    @routes.get("/api/attempts")
    def attempts() -> list[KeptAttempt]:
        """All attempts, the latest first."""
        return store.attempts()

    @routes.get("/api/attempts/{key}")
    def attempt(key: Key) -> AttemptView:
        """An attempt with all its branches."""
        return AttemptView(attempt=store.attempt(key), branches=store.branches(key))

    @routes.put("/api/attempts/{key}")
    def save_attempt(key: Key, request: AttemptRequest) -> KeptAttempt:
        """Add an attempt, or change the one with this id."""
        _check_room(store)
        return store.save_attempt(KeptAttempt(key, **request.model_dump()))

    @routes.put("/api/attempts/{key}/branches/{branch}")
    def save_branch(key: Key, branch: Key, request: BranchRequest) -> Branch:
        """Add a branch, or change the one with this id, unless a later change is here already."""
        _check_room(store)
        saved = Branch(branch, **request.model_dump())
        store.save_branch(key, saved)
        return saved

    @routes.post("/api/fewest/lines")
    def lines(request: LinesRequest) -> list[LineView]:
        """Where lines stand: on both sides, with what is bad on each axis."""
        return line_views(request.scramble, request.lines)

    @routes.post("/api/fewest/candidates")
    def candidates(request: CandidatesRequest) -> list[ListedCandidate]:
        """Ways to make a step after a line, shortest first."""
        return step_candidates(**request.model_dump(), seconds=SECONDS)

    @routes.post("/api/fewest/insertions")
    def insertions(request: InsertionsRequest) -> list[InsertedLine]:
        """The shortest solutions by insertions into a line."""
        return line_insertions(**request.model_dump(), seconds=SECONDS)

    return routes


def _check_room(store: AttemptStore) -> None:
    """What users save may not fill the disk."""
    attempts, branches = store.size()
    if attempts >= MOST_ATTEMPTS or branches >= MOST_BRANCHES:
        raise PuzzleryError(
            f"{attempts:,} attempts with {branches:,} branches are saved; expected at most "
            f"{MOST_ATTEMPTS:,} and {MOST_BRANCHES:,}"
        )
