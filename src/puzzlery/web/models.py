"""Models: what goes over the border, typed and bounded."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from puzzlery.render.scene import SceneMove
from puzzlery.twisty.structure.summary import Summary
from puzzlery.twisty.validate import Change, Reason, Stage
from puzzlery.web.request_names import LONGEST_NAME, MOST_STICKERS

Name = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME)]
AlgText = Annotated[str, StringConstraints(max_length=20_000)]
ColorName = Annotated[str, StringConstraints(max_length=60)]
Seed = Annotated[int, Field(ge=0, lt=2**53)]
Sticker = Annotated[int, Field(ge=0, lt=MOST_STICKERS)]
LongText = Annotated[str, StringConstraints(max_length=1_000_000)]
AsText = Annotated[str, BeforeValidator(str)]
"""What prints as text: an alg, or a number that is too long for JavaScript."""


class StrictRequest(BaseModel):
    """The base of all requests; an unknown field is an error."""

    model_config = ConfigDict(extra="forbid")


class ResponseModel(BaseModel):
    """The base of all responses; they are read from objects with the same attributes, too."""

    model_config = ConfigDict(
        extra="forbid", from_attributes=True, json_schema_serialization_defaults_required=True
    )


class Fault(ResponseModel):
    """What is wrong; `position` is the place in the text where there is one."""

    kind: str
    message: str
    position: int | None = None


class FaultResponse(ResponseModel):
    """The response to a request that fails."""

    error: Fault


class PuzzleEntry(ResponseModel):
    """A puzzle of the catalogue."""

    name: str
    family: str
    aliases: list[str]
    description: str


@dataclass(frozen=True, slots=True)
class PuzzleSummary(Summary):
    """A puzzle in numbers, with the order of its group, a number too long for JavaScript."""

    order: str


class ScrambleRequest(StrictRequest):
    """How to scramble."""

    seed: Seed | None = None
    length: Annotated[int, Field(ge=0, le=1000)] | None = None


class ScrambleResponse(ResponseModel):
    """A random alg that scrambles the puzzle."""

    alg: AsText


class AlgRequest(StrictRequest):
    """An alg as a person writes it."""

    alg: AlgText = ""


class AlgMove(ResponseModel):
    """A move of an alg: its text, and the number of its turn in `turns`."""

    text: str
    turn: int


class AlgResponse(ResponseModel):
    """An alg that was read: its moves one by one, and each different turn once."""

    alg: str = ""
    moves: list[AlgMove] = Field(default_factory=list)
    turns: list[SceneMove] = Field(default_factory=list)
    length: int = 0
    metric: str
    error: Fault | None = None


class CheckRequest(StrictRequest):
    """What one sees: a color for every place, or a text that says it (facelets, a net, an alg)."""

    colors: Annotated[list[ColorName], Field(max_length=MOST_STICKERS)] | None = None
    text: Annotated[str, StringConstraints(max_length=200_000)] | None = None


class RepairResponse(ResponseModel):
    """The fewest changes found that make a coloring reachable, and the coloring then."""

    text: str
    proven: bool
    changes: list[Change]
    coloring: list[str]


class CheckResponse(ResponseModel):
    """Whether moves lead to a coloring; see `puzzlery.twisty.validate.verdict.Verdict`.

    `explanations` is a number too long for JavaScript; null, if it is too long to print.
    """

    puzzle: str
    coloring: list[str]
    reachable: bool
    decided: bool
    state: list[int] | None
    explanations: AsText | None
    rotation: str | None
    reasons: list[Reason]
    repair: RepairResponse | None
    stages: list[Stage]


class OrbitPieces(ResponseModel):
    """An orbit: the stickers of each of its slots, and how many orientations a piece has."""

    name: str
    slots: list[list[int]]
    orientations: int


class PiecesResponse(ResponseModel):
    """The sets of stickers that never move apart, and the orbits they belong to."""

    pieces: list[list[int]]
    orbits: list[OrbitPieces]


class ApartRequest(StrictRequest):
    """Two stickers that may be on different pieces."""

    p: Sticker
    q: Sticker


class ApartResponse(ResponseModel):
    """Why two stickers are on different pieces; `rule` is null if they are on one."""

    rule: int | None
    witness: AsText
    text: str


class MethodEntry(ResponseModel):
    """A method of solving; `unfit` says why it does not support the puzzle, null if it does."""

    name: str
    meaning: str
    unfit: str | None
    partial: bool


class MetricEntry(ResponseModel):
    """A way of counting moves."""

    name: str
    meaning: str


class SolveOptions(ResponseModel):
    """The methods and metrics to solve a puzzle with; `metric` is the usual one."""

    methods: list[MethodEntry]
    metrics: list[MetricEntry]
    metric: str


class DesignRequest(StrictRequest):
    """The definition of a new puzzle, as TOML."""

    definition: LongText


class NewItem(StrictRequest):
    """An item to save."""

    kind: Literal["puzzle", "state", "board"]
    name: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    content: LongText
