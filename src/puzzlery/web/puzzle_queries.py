"""Queries about a puzzle: each takes plain data and gives a response as JSON."""

from collections.abc import Callable
from dataclasses import fields
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from pydantic_core import to_json

from puzzlery.errors import PuzzleryError
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.web import models
from puzzlery.web.faults import as_fault
from puzzlery.web.request_names import named_puzzle

if TYPE_CHECKING:
    from puzzlery.solve.api.methods import Method

MOST_MOVES = 10_000
# The longer side of a picture, in pixels.
PICTURE_SIZE = 240
# These count slashes, which only Square-1 and its kin have.
SLASH_METRICS = ("WCA", "slash")


def run_query(kind: str, name: str, definition: str | None, arguments: dict[str, Any]) -> str:
    """The response to a query about a puzzle of the catalogue or of a definition, as JSON.

    >>> run_query("apart", "2x2x2", None, {"p": 0, "q": 16})
    '{"rule":null,"witness":"","text":"they are on one piece"}'
    >>> run_query("readable", "", 'puzzlery = 1\\nname = "mine"\\ncuts = "c f 0"', {})
    '"mine"'
    """
    if kind in ("scene", "picture"):
        return (_scene if kind == "scene" else _picture)(name, definition, **arguments)
    return to_json(QUERIES[kind](named_puzzle(name, definition), **arguments)).decode()


def summary(puzzle: Puzzle) -> models.PuzzleSummary:
    """The puzzle in numbers, with the order of its group.

    >>> found = summary(named_puzzle("2x2x2"))
    >>> found.stickers, found.pieces, found.order
    (24, 8, '3674160')
    """
    from puzzlery.twisty.structure.summary import summary

    found = summary(puzzle)
    known = {field.name: getattr(found, field.name) for field in fields(found)}
    # Python refuses to write integers of more than 4,300 digits; Decimal does not.
    return models.PuzzleSummary(**known, order=str(Decimal(puzzle.group.order)))


@lru_cache(maxsize=16)
def _scene(name: str, definition: str | None, palette: str, bodies: bool) -> str:
    """A scene as JSON; cached by name, as equal puzzles may still look different."""
    from puzzlery.render.live.live_scene import live_scene
    from puzzlery.render.scene import scene

    puzzle = named_puzzle(name, definition)
    return to_json((live_scene if bodies else scene)(puzzle, palette=palette)).decode()


@lru_cache(maxsize=256)
def _picture(
    name: str,
    definition: str | None,
    alg: str,
    view: str,
    apart: float,
    turn: str | None,
    part: float,
) -> str:
    """A picture as JSON text; small, as pages show many of them."""
    from puzzlery.render import pieces_svg, svg

    puzzle = named_puzzle(name, definition)
    if apart:
        drawn = pieces_svg(puzzle, by="stickers", explode=apart, size=PICTURE_SIZE)
    else:
        state = puzzle.apply(alg)
        drawn = svg(state, view=view, size=PICTURE_SIZE, turn=turn, fraction=part)
    return to_json(drawn).decode()


def alg(puzzle: Puzzle, alg: str) -> models.AlgResponse:
    """An alg with its moves and turns, or with what is wrong with it.

    >>> alg(named_puzzle("2x2x2"), "R U2").moves
    [AlgMove(text='R', turn=0), AlgMove(text='U2', turn=1)]
    >>> alg(named_puzzle("2x2x2"), "R ?").error
    Fault(kind='syntax', message='expected a move, got "?"', position=2)
    """
    try:
        return _read_alg(puzzle, alg)
    except PuzzleryError as error:
        return models.AlgResponse(metric=puzzle.metric, error=as_fault(error))


def _read_alg(puzzle: Puzzle, text: str) -> models.AlgResponse:
    from puzzlery.render.scene import scene_steps

    alg = puzzle.alg(text)
    if len(alg) > MOST_MOVES:
        raise PuzzleryError(f"the alg has {len(alg):,} moves; expected at most {MOST_MOVES:,}")
    steps, turns = scene_steps(puzzle, alg)
    return models.AlgResponse(
        alg=str(alg),
        moves=[models.AlgMove(text=written, turn=turn) for written, turn in steps],
        turns=turns,
        length=alg.length(puzzle.metric, puzzle),
        metric=puzzle.metric,
    )


def scramble(
    puzzle: Puzzle, seed: int | None, length: int | None, event: str | None = None
) -> models.ScrambleResponse:
    """A random alg that scrambles the puzzle, or a scramble as competitions ask for it.

    >>> len(scramble(named_puzzle("2x2x2"), seed=1, length=5).alg.split())
    5
    >>> len(scramble(named_puzzle("2x2x2"), seed=1, length=None, event="usual").alg.split())
    11
    """
    if event is not None:
        from puzzlery.solve.scrambles.scramble_makers import maker_of

        [alg] = maker_of(puzzle, event, length=length).scrambles(1, seed)
        return models.ScrambleResponse(alg=str(alg))
    return models.ScrambleResponse(alg=str(puzzle.scramble(seed=seed, length=length)))


def check(
    puzzle: Puzzle, colors: list[str | None] | None, text: str | None
) -> models.CheckResponse:
    """Whether moves lead to what one sees, or everything that is wrong with it.

    >>> check(named_puzzle("2x2x2"), None, "R U").reachable
    True
    >>> check(named_puzzle("2x2x2"), None, None)
    Traceback (most recent call last):
        ...
    puzzlery.errors.PuzzleryError: expected either colors or a text, not both and not none
    """
    if (colors is None) == (text is None):
        raise PuzzleryError("expected either colors or a text, not both and not none")
    from puzzlery.render.sticker_words import verdict_in_words

    verdict = puzzle.validate(colors or [] if text is None else text)
    is_example = verdict.state is not None and not verdict.reachable
    return models.CheckResponse(
        **verdict_in_words(puzzle, verdict),
        coloring=list(verdict.coloring),
        example=list(verdict.state.coloring) if verdict.state and is_example else None,
    )


def pieces(
    puzzle: Puzzle, rules: list[int] | None, centers: Literal["stickers", "axes", "core"]
) -> models.PiecesResponse:
    """The sets of stickers that never move apart, and the orbits they belong to.

    >>> found = pieces(named_puzzle("2x2x2"), None, "stickers")
    >>> len(found.pieces), found.pieces[0], found.orbits[0].orientations
    (8, [0, 16, 21], 3)
    """
    return models.PiecesResponse(
        pieces=[sorted(piece) for piece in puzzle.pieces(rules, centers)],
        orbits=[
            models.OrbitPieces(
                name=orbit.name,
                slots=[sorted(slot) for slot in orbit.slots],
                orientations=orbit.orientations,
            )
            for orbit in puzzle.orbits()
        ],
    )


def apart(puzzle: Puzzle, p: int, q: int) -> models.ApartResponse:
    """Why two stickers are on different pieces.

    >>> apart(named_puzzle("2x2x2"), 0, 1).text
    'R moves “top, back right” and leaves “top, back left” in its place'
    >>> apart(named_puzzle("2x2x2"), 0, 16).text
    'they are on one piece'
    """
    from puzzlery.render.sticker_words import naming

    why = puzzle.why_apart(p, q)
    if why is None:
        return models.ApartResponse(rule=None, witness="", text="they are on one piece")
    told = models.ApartResponse.model_validate(why)
    return told.model_copy(update={"text": naming(puzzle, told.text, (p, q))})


def net(puzzle: Puzzle) -> models.NetResponse:
    """The unfolded puzzle, to paint on, with the name of each place.

    >>> found = net(named_puzzle("2x2x2"))
    >>> len(found.cells), next(cell.name for cell in found.cells if cell.place == 0)
    (24, 'top, back left')
    """
    from puzzlery.render.clickable_net import clickable_net
    from puzzlery.render.sticker_names import sticker_names

    drawn = clickable_net(puzzle)
    names = sticker_names(puzzle, drawn)
    cells = [
        models.NetPlace(
            place=cell.place, path=cell.path, middle=cell.middle, name=names[cell.place]
        )
        for cell in drawn.cells
    ]
    return models.NetResponse(
        width=drawn.width, height=drawn.height, plastic=list(drawn.plastic), cells=cells
    )


def methods(puzzle: Puzzle) -> models.SolveOptions:
    """Every method, with the reason why it does not fit the puzzle, and the metrics that fit.

    >>> options = methods(named_puzzle("2x2x2"))
    >>> {each.name: each.unfit for each in options.methods}["twophase"]
    'it only solves the 3x3x3'
    >>> {each.name: each.unfit for each in options.methods}["coordinates"]
    'it solves coordinates by name, on the command line only'
    >>> "slash" in {each.name for each in options.metrics}
    False
    """
    from puzzlery.solve.api.methods import METHODS
    from puzzlery.twisty.notation.metrics import METRICS

    fitting = [
        models.MethodEntry(
            name=method.name,
            meaning=method.meaning,
            unfit=method.unfit(puzzle) or _unasked(method),
            partial=method.partial,
        )
        for method in METHODS.values()
    ]
    metrics = [
        models.MetricEntry.model_validate(metric)
        for metric in METRICS.values()
        if metric.name not in SLASH_METRICS or "/" in puzzle.moves
    ]
    return models.SolveOptions(methods=fitting, metrics=metrics, metric=puzzle.metric)


def _unasked(method: "Method") -> str | None:
    """The reason why the page cannot offer a method: it needs what no field asks for."""
    needs_names = "coordinates" in method.takes
    return "it solves coordinates by name, on the command line only" if needs_names else None


def definition(puzzle: Puzzle) -> str:
    """The puzzle as TOML.

    >>> print(definition(named_puzzle("2x2x2")).strip())
    puzzlery = 1
    name = "2x2x2"
    cuts = "c f 0"
    """
    from puzzlery.formats import dumps

    return dumps(puzzle, "toml")


def readable(puzzle: Puzzle) -> str:
    """The name of a puzzle whose definition can be read.

    >>> readable(named_puzzle("", 'puzzlery = 1\\nname = "mine"\\ncuts = "c f 0"'))
    'mine'
    """
    return puzzle.name


QUERIES: dict[str, Callable[..., Any]] = {
    "summary": summary,
    "alg": alg,
    "scramble": scramble,
    "check": check,
    "pieces": pieces,
    "apart": apart,
    "net": net,
    "methods": methods,
    "definition": definition,
    "readable": readable,
}
