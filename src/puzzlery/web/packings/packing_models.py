"""Models for packings: boards that are being filled, and what is known about them."""

from typing import Annotated, Literal

from pydantic import Field

from puzzlery.web.models import Name, ResponseModel, Seed, StrictRequest
from puzzlery.web.packings.packing_view import MOST_CELLS

Option = Annotated[int, Field(ge=0, lt=2**31)]
CellNumber = Annotated[int, Field(ge=0, lt=MOST_CELLS)]
Level = Literal["easy", "medium", "hard", "expert"]


class PackingEntry(ResponseModel):
    """A set of pieces or a board, by name, with a few words.

    >>> PackingEntry(name="soma", words="Piet Hein's seven pieces of cubes").model_dump()
    {'name': 'soma', 'words': "Piet Hein's seven pieces of cubes"}
    """

    name: str
    words: str


class PackingLevel(ResponseModel):
    """A level of challenges, and what it means.

    >>> PackingLevel(name="easy", words="No guess is needed").name
    'easy'
    """

    name: Level
    words: str


class PackingCatalog(ResponseModel):
    """The sets of pieces, boards by name, pairs of them that make good puzzles, and the levels."""

    sets: list[PackingEntry]
    boards: list[str]
    puzzles: list[tuple[str, str]]
    levels: list[PackingLevel]


class BoardRequest(StrictRequest):
    """A board that is being filled: the numbers of the options that lie there, in order.

    >>> BoardRequest(set="soma", board="3x3x3", placed=[-1])
    Traceback (most recent call last):
        ...
    pydantic_core._pydantic_core.ValidationError: 1 validation error for BoardRequest
    placed.0
      Input should be greater than or equal to 0 ...
    """

    set: Name
    board: Name
    placed: Annotated[list[Option], Field(max_length=MOST_CELLS)] = Field(default_factory=list)


class FilteredBoardRequest(BoardRequest):
    """A board, and a piece that must cover a cell.

    >>> FilteredBoardRequest(set="soma", board="3x3x3", piece="V", cell=0).placed
    []
    """

    piece: Name | None = None
    cell: CellNumber | None = None


class PageRequest(FilteredBoardRequest):
    """Which of the solutions to send.

    >>> PageRequest(set="soma", board="3x3x3", size=51)
    Traceback (most recent call last):
        ...
    pydantic_core._pydantic_core.ValidationError: 1 validation error for PageRequest
    size
      Input should be less than or equal to 50 ...
    """

    start: Annotated[int, Field(ge=0, lt=2**53)] = 0
    size: Annotated[int, Field(ge=1, le=50)] = 1


class SolutionsRequest(FilteredBoardRequest):
    """A search for all solutions; `keep` of them are kept.

    >>> SolutionsRequest(set="soma", board="3x3x3").keep
    1000
    """

    keep: Annotated[int, Field(ge=0, le=5000)] = 1000


class ChallengeRequest(StrictRequest):
    """A start with a single completion.

    >>> ChallengeRequest(set="soma", board="3x3x3", level="brutal")
    Traceback (most recent call last):
        ...
    pydantic_core._pydantic_core.ValidationError: 1 validation error for ChallengeRequest
    level
      Input should be 'easy', 'medium', 'hard' or 'expert' ...
    """

    set: Name
    board: Name
    level: Level | None = None
    seed: Seed = 0


class NextPiece(ResponseModel):
    """A placement to make next, and why."""

    option: int
    piece: str
    reason: str
    forced: bool


class BoardStatus(ResponseModel):
    """What is known of a board.

    `count` is a number too long for JavaScript; `exact` says whether it is all, or only the
    least that there are; `about` is then a judgment by sampling, where there is one. `dead` are
    options that fit but lead to no solution; null, if unknown. `settled` is false while more is
    being found out, so that asking again is worth while.
    """

    solvable: bool | None
    count: str
    exact: bool
    about: float | None
    dead: list[int] | None
    forced: NextPiece | None
    dead_end: str | None
    done: bool
    settled: bool


class SolvablePart(ResponseModel):
    """How many of the placements may stay; `decided` is false if time ran out.

    >>> SolvablePart(keep=2, decided=True).model_dump_json()
    '{"keep":2,"decided":true}'
    """

    keep: int
    decided: bool


class Completion(ResponseModel):
    """A solution that goes on from a board, as options; `decided` is false if time ran out.

    >>> Completion(solution=None, decided=True).model_dump_json()
    '{"solution":null,"decided":true}'
    """

    solution: list[int] | None
    decided: bool


class HintResponse(ResponseModel):
    """A hint, or why there is none.

    >>> HintResponse(hint=None, text="the board is full").model_dump_json()
    '{"hint":null,"text":"the board is full"}'
    """

    hint: NextPiece | None
    text: str


class ShiftedPiece(ResponseModel):
    """A piece in hand, and how far it is from where its option lies: right, to the front, up.

    >>> ShiftedPiece(option=3, shift=(0, 0, 2)).model_dump_json()
    '{"option":3,"shift":[0.0,0.0,2.0]}'
    """

    option: int
    shift: tuple[float, float, float]


class ApartStep(ResponseModel):
    """A move in words, the options whose pieces move, and where all pieces in hand are after it.

    If the moving pieces leave for good, they are still in hand, just clear of the others.
    """

    words: str
    moving: list[int]
    leaves: bool
    pieces: list[ShiftedPiece]


class DisassemblyResponse(ResponseModel):
    """Whether and how a board comes apart: the options of the board, and the moves.

    `locked` are options whose pieces lock one another, if the board is stuck.
    """

    verdict: Literal["apart", "stuck", "unknown"]
    level: str
    words: str
    solution: list[int]
    steps: list[ApartStep]
    locked: list[int]


class SolutionPage(ResponseModel):
    """Some solutions and how many there are in all; not `ready` where that needs a job.

    >>> SolutionPage(ready=True, count="8", solutions=[]).model_dump_json()
    '{"ready":true,"count":"8","solutions":[]}'
    """

    ready: bool
    count: str
    solutions: list[list[int]]
