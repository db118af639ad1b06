"""Models: what goes over the border, typed and bounded."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from puzzlery.web.request_names import LONGEST_NAME, MOST_STICKERS

Name = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME)]
AlgText = Annotated[str, StringConstraints(max_length=20_000)]
ColorName = Annotated[str, StringConstraints(max_length=60)]
Seed = Annotated[int, Field(ge=0, lt=2**53)]
Sticker = Annotated[int, Field(ge=0, lt=MOST_STICKERS)]


class StrictRequest(BaseModel):
    """What is asked; a field that nobody knows is an error."""

    model_config = ConfigDict(extra="forbid")


class Fault(BaseModel):
    """What is wrong; `position` is the place in the text where there is one."""

    kind: str
    message: str
    position: int | None = None


class FaultResponse(BaseModel):
    """The answer to a question that cannot be answered."""

    error: Fault


class PuzzleEntry(BaseModel):
    """A puzzle of the catalogue."""

    name: str
    family: str
    aliases: list[str]
    description: str


class ScrambleRequest(StrictRequest):
    """A wish for a scramble."""

    seed: Seed | None = None
    length: Annotated[int, Field(ge=0, le=1000)] | None = None


class AlgRequest(StrictRequest):
    """An alg as a person writes it, made from solved or from a state."""

    alg: AlgText = ""


class AlgMove(BaseModel):
    """A move of an alg: its text, and the number of its turn in `turns`."""

    text: str
    turn: int


class AlgResponse(BaseModel):
    """An alg that was read: its moves one by one, and each turn they make once."""

    alg: str
    moves: list[AlgMove]
    turns: list[dict[str, Any]]
    length: int
    metric: str
    error: Fault | None = None


class CheckRequest(StrictRequest):
    """What one sees: a color for every place, or a text that says it (facelets, a net, an alg)."""

    colors: Annotated[list[ColorName], Field(max_length=MOST_STICKERS)] | None = None
    text: Annotated[str, StringConstraints(max_length=200_000)] | None = None


class ApartRequest(StrictRequest):
    """Two stickers that may be apart."""

    p: Sticker
    q: Sticker


class MethodEntry(BaseModel):
    """A method of solving; `unfit` says why it is none for the puzzle, null if it is one."""

    name: str
    meaning: str
    unfit: str | None
    partial: bool


class MetricEntry(BaseModel):
    """A way of counting moves."""

    name: str
    meaning: str


class Solvers(BaseModel):
    """What may be asked when a puzzle is to be solved; `metric` is the usual one."""

    methods: list[MethodEntry]
    metrics: list[MetricEntry]
    metric: str


class Job(BaseModel):
    """Long work, and how far it is."""

    id: str
    kind: str
    status: Literal["queued", "running", "done", "failed", "cancelled"]
    request: dict[str, Any]
    progress: dict[str, Any] | None
    result: Any
    error: dict[str, Any] | None
    created: float
    started: float | None
    finished: float | None


LongText = Annotated[str, StringConstraints(max_length=1_000_000)]


class DesignRequest(StrictRequest):
    """A puzzle that is being made, as TOML."""

    definition: LongText


class NewItem(StrictRequest):
    """Something to keep."""

    kind: Literal["puzzle", "state", "board"]
    name: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    content: LongText


class StoredItem(NewItem):
    """Something that is kept."""

    id: str
    created: float
    changed: float
