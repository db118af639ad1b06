"""Routes for what users save: their own puzzles, states and boards."""

from fastapi import APIRouter, Response

from puzzlery.errors import PuzzleryError
from puzzlery.web.database import Database, ItemKind, SavedItem
from puzzlery.web.jobs.query_pool import QueryPool
from puzzlery.web.models import NewItem

MOST_ITEMS = 10_000
MOST_LETTERS = 64_000_000


def saved_item_routes(database: Database, queries: QueryPool) -> APIRouter:
    """The routes, for the items of a database; the query pool reads what is to be saved."""
    routes = APIRouter(prefix="/api/things", tags=["saved items"])

    @routes.get("")
    def items(kind: ItemKind | None = None) -> list[SavedItem]:
        """What is saved, the latest first."""
        return database.items(kind)

    @routes.post("", status_code=201)
    def save(item: NewItem) -> SavedItem:
        """Save a new item."""
        _check(item, queries)
        _check_room(database, len(item.content))
        return database.save(item.kind, item.name, item.content)

    @routes.get("/{key}")
    def item(key: str) -> SavedItem:
        """One saved item."""
        return database.item(key)

    @routes.put("/{key}")
    def change(key: str, item: NewItem) -> SavedItem:
        """Give a saved item another name and content."""
        _check(item, queries)
        saved = database.item(key)
        if saved.kind != item.kind:
            raise PuzzleryError(f"this is a {saved.kind}, not a {item.kind}")
        _check_room(database, len(item.content) - len(saved.content))
        return database.change(key, item.name, item.content)

    @routes.delete("/{key}", status_code=204)
    def forget(key: str) -> Response:
        """Remove a saved item."""
        database.forget(key)
        return Response(status_code=204)

    return routes


def _check(item: NewItem, queries: QueryPool) -> None:
    """A puzzle is saved only if it can be read."""
    if item.kind == "puzzle":
        queries.answer("readable", item.name, item.content)


def _check_room(database: Database, more: int) -> None:
    """What users save may not fill the disk."""
    items, letters = database.size()
    if items >= MOST_ITEMS or letters + more > MOST_LETTERS:
        raise PuzzleryError(
            f"{items:,} items with {letters:,} letters are saved already; expected at most "
            f"{MOST_ITEMS:,} and {MOST_LETTERS:,}; remove some first"
        )
