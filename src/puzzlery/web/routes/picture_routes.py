"""Routes for pictures: small SVG files of puzzles and packings, kept by the browser for a day."""

import json
from functools import lru_cache
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from pydantic import Field

from puzzlery.web.database import Database
from puzzlery.web.jobs.query_pool import QueryPool
from puzzlery.web.models import AlgText, Name

# A puzzle of the catalogue changes only with the program.
KEPT = "private, max-age=86400"
Part = Annotated[float, Field(ge=0, le=1)]


class SvgImage(Response):
    """A picture as SVG.

    >>> SvgImage("<svg/>").media_type
    'image/svg+xml'
    """

    media_type = "image/svg+xml"


def picture_routes(database: Database, queries: QueryPool) -> APIRouter:
    """The routes, for the puzzles of the catalogue and those that were saved."""
    routes = APIRouter(prefix="/api", tags=["pictures"])

    @routes.get("/puzzles/{name}/picture", response_class=SvgImage)
    def puzzle_picture(
        name: str,
        alg: AlgText = "",
        view: Literal["3d", "net"] = "3d",
        apart: Annotated[float, Query(ge=0, le=3)] = 0.0,
        turn: Annotated[str, Query(max_length=40)] | None = None,
        part: Part = 0.0,
    ) -> SvgImage:
        """The puzzle after an alg and a part of a turn, unfolded, or with its pieces apart."""
        definition = database.puzzle_definition(name)
        made = queries.answer(
            "picture", name, definition, alg=alg, view=view, apart=apart, turn=turn, part=part
        )
        kept = KEPT if definition is None else "no-cache"
        return SvgImage(json.loads(made), headers={"cache-control": kept})

    @routes.get("/packings/picture", response_class=SvgImage)
    def packing_picture(
        pieces: Annotated[Name, Query(alias="set")],
        board: Annotated[Name, Query()],
        filled: Annotated[Part, Query()] = 1.0,
    ) -> SvgImage:
        """The board with the first pieces of a solution, if one is found soon."""
        return SvgImage(_packing(pieces, board, filled), headers={"cache-control": KEPT})

    return routes


@lru_cache(maxsize=64)
def _packing(pieces: str, board: str, filled: float) -> str:
    """The board, as much of it filled as was asked.

    >>> _packing("pentominoes", "3x20", 0.5).count("<title>pentominoes")
    1
    """
    from puzzlery.errors import TimedOut
    from puzzlery.packings.model.packing_solution import PackingSolution
    from puzzlery.render.packings.packing_svg import packing_svg
    from puzzlery.web.packings.packing_view import bounded_packing

    packing = bounded_packing(pieces, board)
    try:
        found = packing.first(timeout=3)
    except TimedOut:
        found = None
    shown = () if found is None else found.placements[: round(filled * len(found.placements))]
    return packing_svg(PackingSolution(packing, shown), view="solid", size=240)
