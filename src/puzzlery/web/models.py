"""Models: what goes over the border, typed and bounded."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from puzzlery.render.scene import SceneMove
from puzzlery.sessions.timed_solve import Event
from puzzlery.twisty.structure.summary import Summary
from puzzlery.twisty.validate import Change, Reason, Stage
from puzzlery.web.request_names import LONGEST_NAME, MOST_STICKERS

Name = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME)]
AlgText = Annotated[str, StringConstraints(max_length=20_000)]
ColorName = Annotated[str, StringConstraints(max_length=60)]
Seed = Annotated[int, Field(ge=0, lt=2**53)]
Sticker = Annotated[int, Field(ge=0, lt=MOST_STICKERS)]
# Seconds since 1970, until far beyond this millennium.
Seconds = Annotated[float, Field(ge=0, lt=1e11)]
# What a page calls a record that it makes.
Key = Annotated[str, StringConstraints(min_length=1, max_length=200)]
LongText = Annotated[str, StringConstraints(max_length=1_000_000)]
AsText = Annotated[str, BeforeValidator(str)]
"""What prints as text: an alg, or a number that is too long for JavaScript."""


class StrictRequest(BaseModel):
    """The base of all requests; an unknown field is an error.

    >>> AlgRequest(algg="R U")
    Traceback (most recent call last):
        ...
    pydantic_core._pydantic_core.ValidationError: 1 validation error for AlgRequest
    algg
      Extra inputs are not permitted ...
    """

    model_config = ConfigDict(extra="forbid")


class ResponseModel(BaseModel):
    """The base of all responses; they are read from objects with the same attributes, too.

    >>> from puzzlery.twisty.notation.metrics import METRICS
    >>> MetricEntry.model_validate(METRICS["QTM"]).model_dump_json()
    Traceback (most recent call last):
        ...
    KeyError: 'QTM'
    """

    model_config = ConfigDict(
        extra="forbid", from_attributes=True, json_schema_serialization_defaults_required=True
    )


class Fault(ResponseModel):
    """What is wrong; `position` is the place in the text where there is one.

    >>> Fault(kind="syntax", message="expected a move", position=2).model_dump()
    {'kind': 'syntax', 'message': 'expected a move', 'position': 2}
    """

    kind: str
    message: str
    position: int | None = None


class FaultResponse(ResponseModel):
    """The response to a request that fails.

    >>> FaultResponse(error=Fault(kind="busy", message="ask later")).model_dump()
    {'error': {'kind': 'busy', 'message': 'ask later', 'position': None}}
    """

    error: Fault


class HealthResponse(ResponseModel):
    """That the server is there; `run` changes when it starts anew.

    >>> HealthResponse(version="1.0", run="5ad4").run
    '5ad4'
    """

    version: str
    run: str


class PuzzleEntry(ResponseModel):
    """A puzzle of the catalogue.

    >>> from puzzlery.twisty.catalog import entries
    >>> pyraminx = next(entry for entry in entries() if entry.name == "pyraminx")
    >>> PuzzleEntry.model_validate(pyraminx).family
    'tetrahedra'
    """

    name: str
    family: str
    aliases: list[str]
    description: str


@dataclass(frozen=True, slots=True)
class PuzzleSummary(Summary):
    """A puzzle in numbers, with the order of its group, a number too long for JavaScript.

    >>> from puzzlery.web.puzzle_queries import named_puzzle, summary
    >>> summary(named_puzzle("2x2x2")).order
    '3674160'
    """

    order: str


class ScrambleRequest(StrictRequest):
    """How to scramble: by random moves, or as competitions do for an event.

    >>> ScrambleRequest(length=5000)
    Traceback (most recent call last):
        ...
    pydantic_core._pydantic_core.ValidationError: 1 validation error for ScrambleRequest
    length
      Input should be less than or equal to 1000 ...
    """

    seed: Seed | None = None
    length: Annotated[int, Field(ge=0, le=1000)] | None = None
    event: Event | Literal["fewest-moves"] | None = None


class ScrambleResponse(ResponseModel):
    """A random alg that scrambles the puzzle.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> ScrambleResponse(alg=puzzle("2x2x2").alg("R  U2  F'")).model_dump_json()
    '{"alg":"R U2 F\\'"}'
    """

    alg: AsText


class AlgRequest(StrictRequest):
    """An alg as a person writes it.

    >>> AlgRequest(alg="R U R' U'").model_dump()
    {'alg': "R U R' U'"}
    """

    alg: AlgText = ""


class AlgMove(ResponseModel):
    """A move of an alg: its text, and the number of its turn in `turns`.

    >>> from puzzlery.web.puzzle_queries import alg, named_puzzle
    >>> alg(named_puzzle("2x2x2"), "R U R").moves[2]
    AlgMove(text='R', turn=0)
    """

    text: str
    turn: int


class AlgResponse(ResponseModel):
    """An alg that was read: its moves one by one, and each different turn once.

    >>> from puzzlery.web.puzzle_queries import alg, named_puzzle
    >>> read = alg(named_puzzle("2x2x2"), "(R U)3")
    >>> read.length, len(read.moves), len(read.turns), read.metric
    (6, 6, 2, 'OBTM')
    """

    alg: str = ""
    moves: list[AlgMove] = Field(default_factory=list)
    turns: list[SceneMove] = Field(default_factory=list)
    length: int = 0
    metric: str
    error: Fault | None = None


class CheckRequest(StrictRequest):
    """What one sees: a color for every place, or a text that says it (facelets, a net, an alg).

    A color that is not known is null.

    >>> CheckRequest(text="R U").model_dump()
    {'colors': None, 'text': 'R U'}
    """

    colors: Annotated[list[ColorName | None], Field(max_length=MOST_STICKERS)] | None = None
    text: Annotated[str, StringConstraints(max_length=200_000)] | None = None


class RepairResponse(ResponseModel):
    """The fewest changes found that make a coloring reachable, and the coloring then.

    >>> from puzzlery.web.puzzle_queries import check, named_puzzle
    >>> colors = check(named_puzzle("2x2x2"), None, "").coloring
    >>> check(named_puzzle("2x2x2"), ["blue", *colors[1:]], None).repair.text
    'color the sticker “top, back left” white'
    """

    text: str
    proven: bool
    changes: list[Change]
    coloring: list[str]


class CheckResponse(ResponseModel):
    """Whether moves lead to a coloring; see `puzzlery.twisty.validate.verdict.Verdict`.

    `explanations`, `completions` and `assembled` are numbers too long for JavaScript; null, if
    they are too long to print or not known. `share` and the chances are fractions such as 1/12.

    >>> from puzzlery.web.puzzle_queries import check, named_puzzle
    >>> found = check(named_puzzle("2x2x2"), None, "R U")
    >>> found.reachable, found.explanations, found.reasons
    (True, '1', [])
    """

    puzzle: str
    coloring: list[str | None]
    reachable: bool
    decided: bool
    answer: Literal["reachable", "possible", "impossible", "undecided"]
    state: list[int] | None
    explanations: AsText | None
    completions: AsText | None
    assembled: AsText | None
    share: str | None
    chance: str | None
    random_chance: str | None
    example: list[str] | None
    look_at: list[int]
    is_fewest: bool
    rotation: str | None
    reasons: list[Reason]
    repair: RepairResponse | None
    stages: list[Stage]


class OrbitPieces(ResponseModel):
    """An orbit: the stickers of each of its slots, and how many orientations a piece has.

    >>> from puzzlery.web.puzzle_queries import named_puzzle, pieces
    >>> (corners,) = pieces(named_puzzle("2x2x2"), None, "stickers").orbits
    >>> corners.name, len(corners.slots), corners.orientations
    ('CORNERS', 8, 3)
    """

    name: str
    slots: list[list[int]]
    orientations: int


class PiecesResponse(ResponseModel):
    """The sets of stickers that never move apart, and the orbits they belong to.

    >>> from puzzlery.web.puzzle_queries import named_puzzle, pieces
    >>> pieces(named_puzzle("2x2x2"), None, "stickers").pieces[:3]
    [[0, 16, 21], [1, 5, 20], [2, 8, 17]]
    """

    pieces: list[list[int]]
    orbits: list[OrbitPieces]


class ApartRequest(StrictRequest):
    """Two stickers that may be on different pieces.

    >>> ApartRequest(p=0, q=-1)
    Traceback (most recent call last):
        ...
    pydantic_core._pydantic_core.ValidationError: 1 validation error for ApartRequest
    q
      Input should be greater than or equal to 0 ...
    """

    p: Sticker
    q: Sticker


class ApartResponse(ResponseModel):
    """Why two stickers are on different pieces; `rule` is null if they are on one.

    >>> from puzzlery.web.puzzle_queries import apart, named_puzzle
    >>> apart(named_puzzle("2x2x2"), 0, 16).model_dump()
    {'rule': None, 'witness': '', 'text': 'they are on one piece'}
    """

    rule: int | None
    witness: AsText
    text: str


class NetPlace(ResponseModel):
    """A place in a net: its outline as the path of an SVG, its middle, and its name in words.

    >>> NetPlace(place=0, path="M0 0L1 0L1 1Z", middle=(0.7, 0.3), name="front, center").place
    0
    """

    place: int
    path: str
    middle: tuple[float, float]
    name: str


class NetResponse(ResponseModel):
    """An unfolded puzzle in pixels; `plastic` lies under the cells."""

    width: float
    height: float
    plastic: list[str]
    cells: list[NetPlace]


class MethodEntry(ResponseModel):
    """A method of solving; `unfit` says why it does not support the puzzle, null if it does.

    >>> from puzzlery.web.puzzle_queries import methods, named_puzzle
    >>> entries = {entry.name: entry for entry in methods(named_puzzle("2x2x2")).methods}
    >>> entries["twophase"].unfit
    'it only solves the 3x3x3'
    """

    name: str
    meaning: str
    unfit: str | None
    partial: bool


class MetricEntry(ResponseModel):
    """A way of counting moves.

    >>> from puzzlery.twisty.notation.metrics import METRICS
    >>> MetricEntry.model_validate(METRICS["QTM"])
    Traceback (most recent call last):
        ...
    KeyError: 'QTM'
    """

    name: str
    meaning: str


class SolveOptions(ResponseModel):
    """The methods and metrics to solve a puzzle with; `metric` is the usual one.

    >>> from puzzlery.web.puzzle_queries import methods, named_puzzle
    >>> options = methods(named_puzzle("2x2x2"))
    >>> options.metric, [entry.name for entry in options.metrics][:3]
    ('OBTM', ['OBTM', 'OBQTM', 'RBTM'])
    """

    methods: list[MethodEntry]
    metrics: list[MetricEntry]
    metric: str


class DesignRequest(StrictRequest):
    """The definition of a new puzzle, as TOML.

    >>> DesignRequest(definition=2)
    Traceback (most recent call last):
        ...
    pydantic_core._pydantic_core.ValidationError: 1 validation error for DesignRequest
    definition
      Input should be a valid string ...
    """

    definition: LongText


class NewItem(StrictRequest):
    """An item to save.

    >>> NewItem(kind="alg", name="four turns", content="R U R' U'")
    Traceback (most recent call last):
        ...
    pydantic_core._pydantic_core.ValidationError: 1 validation error for NewItem
    kind
      Input should be 'puzzle', 'state' or 'board' ...
    """

    kind: Literal["puzzle", "state", "board"]
    name: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    content: LongText
