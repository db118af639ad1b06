"""Routes for packings: sets and boards, a puzzle to show, and live answers while it is filled."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query, Response

from puzzlery.errors import TimedOut
from puzzlery.packings.solve.play import Hint, Play
from puzzlery.web.models import Name
from puzzlery.web.packings.packing_live import Live, live_packing, shelved
from puzzlery.web.packings.packing_models import (
    Completed,
    Hinted,
    NextPiece,
    PackingEntry,
    Packings,
    Placed,
    SolutionPage,
    Told,
    Undone,
    WantedPage,
)
from puzzlery.web.packings.packing_table import bounded_packing, packing_table

PUZZLES = (
    ("iq", "5x11"), ("iq", "pyramid5"), ("kanoodle", "5x11"), ("kanoodle", "pyramid5"),
    ("pentominoes", "6x10"), ("pentominoes", "5x12"), ("pentominoes", "4x15"),
    ("pentominoes", "3x20"), ("pentominoes", "8x8-hole"), ("soma", "3x3x3"),
    ("hexiamonds", "6x6"), ("tetrahexes", "4x7"), ("polyhex", "tetrahedron6"),
    ("calendar", "calendar:1-1"), ("tetracubes", "2x4x4"),
)  # fmt: skip


def packing_routes() -> APIRouter:
    """The routes, for the packings of the catalogue."""
    routes = APIRouter(prefix="/api/packings", tags=["packings"])

    @routes.get("")
    def packings() -> Packings:
        """The sets of pieces, boards by name, and pairs of them to begin with."""
        from puzzlery.packings.catalog import BOARD_NAMES, sets

        entries = [PackingEntry(name=name, words=words) for name, words in sets().items()]
        return Packings(sets=entries, boards=list(BOARD_NAMES), puzzles=list(PUZZLES))

    @routes.get("/puzzle")
    def puzzle(
        pieces: Annotated[Name, Query(alias="set")], board: Annotated[Name, Query()]
    ) -> Response:
        """Cells, pieces with their orientations, and every way to place one: the options."""
        return Response(_puzzle(pieces, board), media_type="application/json")

    @routes.post("/board")
    def told(asked: Placed) -> Told:
        """How many solutions are left, which options are dead, and what is forced."""
        live = _live(asked)
        live.prepare()
        return tell(live, asked.placed)

    @routes.post("/hint")
    def hint(asked: Placed) -> Hinted:
        """The next placement with its reason."""
        return hinted(_live(asked), asked.placed)

    @routes.post("/undo")
    def undo(asked: Placed) -> Undone:
        """How far to go back to a board that can be completed."""
        live = _live(asked)
        live.play(asked.placed)
        try:
            return Undone(keep=live.solvable_part(asked.placed), decided=True)
        except TimedOut:
            return Undone(keep=len(asked.placed), decided=False)

    @routes.post("/complete")
    def complete(asked: Placed) -> Completed:
        """A solution that goes on from a board."""
        live = _live(asked)
        live.play(asked.placed)
        try:
            return Completed(solution=live.solution(asked.placed), decided=True)
        except TimedOut:
            return Completed(solution=None, decided=False)

    @routes.post("/solutions")
    def solutions(asked: WantedPage) -> SolutionPage:
        """Some of the solutions that go on from a board, by number."""
        live = _live(asked)
        live.play(asked.placed)
        found = shelved(live, asked.placed, live.matching(asked.piece, asked.cell))
        if found is None:
            return SolutionPage(ready=False, count="0", solutions=[])
        shown = found.page(asked.start, asked.size)
        return SolutionPage(ready=True, count=str(sum(found.counts)), solutions=shown)

    return routes


@lru_cache(maxsize=16)
def _puzzle(pieces: str, board: str) -> bytes:
    return json.dumps(packing_table(bounded_packing(pieces, board)), separators=(",", ":")).encode()


def _live(asked: Placed) -> Live:
    return live_packing(asked.set, asked.board)


def tell(live: Live, placed: Sequence[int]) -> Told:
    """All that is known of a board."""
    game = live.play(placed)
    found = live.found(placed)
    forced = None if found.solvable is False or game.is_done else game.forced()
    counts = found.counts
    dead = None if counts is None else [each for each in game.fitting() if counts[each] == 0]
    return Told(
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


def hinted(live: Live, placed: Sequence[int]) -> Hinted:
    """The next placement, or words on why there is none."""
    game = live.play(placed)
    if game.is_done:
        return Hinted(hint=None, text="the board is full")
    try:
        hint = live.hint(placed)
    except TimedOut:
        return Hinted(hint=None, text="no solution was found in time; place a few more pieces")
    if hint is None:
        return Hinted(hint=None, text=game.dead_end() or "this board leads to no solution")
    return Hinted(hint=_next(game, hint), text=str(hint))


def _next(game: Play, hint: Hint) -> NextPiece:
    number = game.puzzle.options().index(hint.placement)
    return NextPiece(
        option=number, piece=hint.placement.piece, reason=hint.reason, forced=hint.forced
    )
