"""Routes for what people keep: their own puzzles, states and boards."""

from dataclasses import asdict
from typing import Literal

from fastapi import APIRouter, Response

from puzzlery.errors import PuzzleryError
from puzzlery.web.jobs.query_pool import Clerks
from puzzlery.web.library import Library, Thing
from puzzlery.web.models import KeptThing, NewThing

MOST_THINGS = 10_000
MOST_LETTERS = 64_000_000


def thing_routes(library: Library, clerks: Clerks) -> APIRouter:
    """The routes, for the things of a library; the clerks read what is to be kept."""
    routes = APIRouter(prefix="/api/things", tags=["things"])

    @routes.get("")
    def things(kind: Literal["puzzle", "state", "board"] | None = None) -> list[KeptThing]:
        """What is kept, the latest first."""
        return [_model(thing) for thing in library.things(kind)]

    @routes.post("", status_code=201)
    def keep(asked: NewThing) -> KeptThing:
        """Keep something new."""
        _check(asked, clerks)
        _check_room(library, len(asked.content))
        return _model(library.keep(asked.kind, asked.name, asked.content))

    @routes.get("/{key}")
    def thing(key: str) -> KeptThing:
        """One thing that is kept."""
        return _model(library.thing(key))

    @routes.put("/{key}")
    def change(key: str, asked: NewThing) -> KeptThing:
        """Give a thing another name and content."""
        _check(asked, clerks)
        kept = library.thing(key)
        if kept.kind != asked.kind:
            raise PuzzleryError(f"this is a {kept.kind}, not a {asked.kind}")
        _check_room(library, len(asked.content) - len(kept.content))
        return _model(library.change(key, asked.name, asked.content))

    @routes.delete("/{key}", status_code=204)
    def forget(key: str) -> Response:
        """Remove a thing."""
        library.forget(key)
        return Response(status_code=204)

    return routes


def _check(asked: NewThing, clerks: Clerks) -> None:
    """A puzzle is kept only if it can be read."""
    if asked.kind == "puzzle":
        clerks.answer("readable", {"name": asked.name, "definition": asked.content})


def _check_room(library: Library, more: int) -> None:
    """What people keep may not fill the disk."""
    things, letters = library.size()
    if things >= MOST_THINGS or letters + more > MOST_LETTERS:
        raise PuzzleryError(
            f"{things:,} things with {letters:,} letters are kept already; expected at most "
            f"{MOST_THINGS:,} and {MOST_LETTERS:,}; remove some first"
        )


def _model(thing: Thing) -> KeptThing:
    return KeptThing(**asdict(thing))
