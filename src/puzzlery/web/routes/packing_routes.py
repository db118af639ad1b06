"""Routes for packings: sets and boards, a puzzle to show, and live answers while it is filled."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic_core import to_json

from puzzlery.errors import TimedOut
from puzzlery.packings.solve.play import Hint, Play
from puzzlery.web.models import Name
from puzzlery.web.packings import packing_models as models
from puzzlery.web.packings.apart_view import apart_answer
from puzzlery.web.packings.live_packing import (
    REQUEST_SECONDS,
    LivePacking,
    live_packing,
    solution_pages,
)
from puzzlery.web.packings.packing_view import PackingView, bounded_packing, packing_view
from puzzlery.web.routes.puzzle_routes import json_response

PUZZLES = (
    ("iq", "5x11"), ("iq", "pyramid5"), ("kanoodle", "5x11"), ("kanoodle", "pyramid5"),
    ("pentominoes", "6x10"), ("pentominoes", "5x12"), ("pentominoes", "4x15"),
    ("pentominoes", "3x20"), ("pentominoes", "8x8-hole"), ("soma", "3x3x3"),
    ("hexiamonds", "6x6"), ("tetrahexes", "4x7"), ("polyhex", "tetrahedron6"),
    ("calendar", "calendar:1-1"), ("tetracubes", "2x4x4"),
)  # fmt: skip


def packing_routes() -> APIRouter:
    """The routes, for the packings of the catalogue.

    >>> [route.path for route in packing_routes().routes][:3]
    ['/api/packings', '/api/packings/puzzle', '/api/packings/board']
    """
    routes = APIRouter(prefix="/api/packings", tags=["packings"])

    @routes.get("")
    def packings() -> models.PackingCatalog:
        """The sets of pieces, boards by name, pairs of them to begin with, and levels."""
        from puzzlery.packings.catalog import BOARD_NAMES, sets
        from puzzlery.packings.solve.challenges import LEVEL_WORDS

        entries = [models.PackingEntry(name=name, words=words) for name, words in sets().items()]
        levels = [
            models.PackingLevel(name=name, words=words) for name, words in LEVEL_WORDS.items()
        ]
        return models.PackingCatalog(
            sets=entries, boards=list(BOARD_NAMES), puzzles=list(PUZZLES), levels=levels
        )

    @routes.get("/puzzle", response_model=PackingView)
    def puzzle(
        pieces: Annotated[Name, Query(alias="set")], board: Annotated[Name, Query()]
    ) -> Response:
        """Cells, pieces with their orientations, and every way to place one: the options."""
        return json_response(_puzzle(pieces, board))

    @routes.post("/board")
    def status(request: models.BoardRequest) -> models.BoardStatus:
        """How many solutions are left, which options are dead, and what is forced."""
        live = _live(request)
        live.prepare()
        return board_status(live, request.placed)

    @routes.post("/hint")
    def hint(request: models.BoardRequest) -> models.HintResponse:
        """The next placement with its reason."""
        return next_hint(_live(request), request.placed)

    @routes.post("/undo")
    def undo(request: models.BoardRequest) -> models.SolvablePart:
        """How far to go back to a board that can be completed."""
        live = _live(request)
        live.play(request.placed)
        try:
            return models.SolvablePart(keep=live.solvable_part(request.placed), decided=True)
        except TimedOut:
            return models.SolvablePart(keep=len(request.placed), decided=False)

    @routes.post("/complete")
    def complete(request: models.BoardRequest) -> models.Completion:
        """A solution that goes on from a board."""
        live = _live(request)
        live.play(request.placed)
        try:
            return models.Completion(solution=live.solution(request.placed), decided=True)
        except TimedOut:
            return models.Completion(solution=None, decided=False)

    @routes.post("/apart")
    def apart(request: models.BoardRequest) -> models.DisassemblyResponse:
        """How a filled board comes apart; of one that is not full, the best way to fill it."""
        live = _live(request)
        live.play(request.placed)
        return apart_answer(live.puzzle, request.placed, REQUEST_SECONDS)

    @routes.post("/solutions")
    def solutions(request: models.PageRequest) -> models.SolutionPage:
        """Some of the solutions that go on from a board, by number."""
        live = _live(request)
        live.play(request.placed)
        found = solution_pages(live, request.placed, live.matching(request.piece, request.cell))
        if found is None:
            return models.SolutionPage(ready=False, count="0", solutions=[])
        shown = found.page(request.start, request.size)
        return models.SolutionPage(ready=True, count=str(sum(found.counts)), solutions=shown)

    return routes


@lru_cache(maxsize=16)
def _puzzle(pieces: str, board: str) -> bytes:
    return to_json(packing_view(bounded_packing(pieces, board)))


def _live(request: models.BoardRequest) -> LivePacking:
    return live_packing(request.set, request.board)


def board_status(live: LivePacking, placed: Sequence[int]) -> models.BoardStatus:
    """All that is known of a board.

    >>> status = board_status(live_packing("pentominoes", "3x20"), [])
    >>> status.count, status.exact, status.done
    ('8', True, False)
    """
    game = live.play(placed)
    found = live.solution_count(placed)
    forced = None if found.solvable is False or game.is_done else game.forced()
    counts = found.counts
    dead = None if counts is None else [each for each in game.fitting() if counts[each] == 0]
    return models.BoardStatus(
        solvable=found.solvable,
        count=str(found.count),
        exact=found.exact,
        about=found.about,
        dead=dead,
        forced=None if forced is None else _next(game, forced),
        dead_end=game.dead_end() if found.solvable is False else None,
        done=game.is_done,
        settled=live.is_settled or (found.exact and dead is not None),
    )


def next_hint(live: LivePacking, placed: Sequence[int]) -> models.HintResponse:
    """The next placement, or words on why there is none.

    >>> next_hint(live_packing("tetrominoes", "4x5"), []).text
    'this board leads to no solution'
    """
    game = live.play(placed)
    if game.is_done:
        return models.HintResponse(hint=None, text="the board is full")
    try:
        hint = live.hint(placed)
    except TimedOut:
        return models.HintResponse(
            hint=None, text="no solution was found in time; place a few more pieces"
        )
    if hint is None:
        return models.HintResponse(
            hint=None, text=game.dead_end() or "this board leads to no solution"
        )
    return models.HintResponse(hint=_next(game, hint), text=str(hint))


def _next(game: Play, hint: Hint) -> models.NextPiece:
    number = game.puzzle.options().index(hint.placement)
    return models.NextPiece(
        option=number, piece=hint.placement.piece, reason=hint.reason, forced=hint.forced
    )
