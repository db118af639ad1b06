"""Routes for what people keep: their own puzzles, states and boards."""

from dataclasses import asdict
from typing import Literal

from fastapi import APIRouter, Response

from puzzlery.errors import PuzzleryError
from puzzlery.web.database import Database, SavedItem
from puzzlery.web.jobs.query_pool import QueryPool
from puzzlery.web.models import NewItem, StoredItem

MOST_ITEMS = 10_000
MOST_LETTERS = 64_000_000


def saved_item_routes(database: Database, queries: QueryPool) -> APIRouter:
    """The routes, for the items of a database; the query pool reads what is to be saved."""
    routes = APIRouter(prefix="/api/things", tags=["things"])

    @routes.get("")
    def things(kind: Literal["puzzle", "state", "board"] | None = None) -> list[StoredItem]:
        """What is kept, the latest first."""
        return [_model(thing) for thing in database.items(kind)]

    @routes.post("", status_code=201)
    def keep(request: NewItem) -> StoredItem:
        """Keep something new."""
        _check(request, queries)
        _check_room(database, len(request.content))
        return _model(database.keep(request.kind, request.name, request.content))

    @routes.get("/{key}")
    def thing(key: str) -> StoredItem:
        """One thing that is kept."""
        return _model(database.item(key))

    @routes.put("/{key}")
    def change(key: str, request: NewItem) -> StoredItem:
        """Give a thing another name and content."""
        _check(request, queries)
        kept = database.item(key)
        if kept.kind != request.kind:
            raise PuzzleryError(f"this is a {kept.kind}, not a {request.kind}")
        _check_room(database, len(request.content) - len(kept.content))
        return _model(database.change(key, request.name, request.content))

    @routes.delete("/{key}", status_code=204)
    def forget(key: str) -> Response:
        """Remove a thing."""
        database.forget(key)
        return Response(status_code=204)

    return routes


def _check(request: NewItem, queries: QueryPool) -> None:
    """A puzzle is kept only if it can be read."""
    if request.kind == "puzzle":
        queries.answer("readable", {"name": request.name, "definition": request.content})


def _check_room(database: Database, more: int) -> None:
    """What people keep may not fill the disk."""
    things, letters = database.size()
    if things >= MOST_ITEMS or letters + more > MOST_LETTERS:
        raise PuzzleryError(
            f"{things:,} things with {letters:,} letters are kept already; expected at most "
            f"{MOST_ITEMS:,} and {MOST_LETTERS:,}; remove some first"
        )


def _model(thing: SavedItem) -> StoredItem:
    return StoredItem(**asdict(thing))
