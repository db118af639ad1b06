"""Routes for what people keep: their own puzzles, states and boards."""

from dataclasses import asdict
from typing import Literal

from fastapi import APIRouter, Response

from puzzlery.errors import PuzzleryError
from puzzlery.web.library import Library, Thing
from puzzlery.web.models import KeptThing, NewThing
from puzzlery.web.named import named_puzzle

MOST_THINGS = 10_000


def thing_routes(library: Library) -> APIRouter:
    """The routes, for the things of a library."""
    routes = APIRouter(prefix="/api/things", tags=["things"])

    @routes.get("")
    def things(kind: Literal["puzzle", "state", "board"] | None = None) -> list[KeptThing]:
        """What is kept, the latest first."""
        return [_model(thing) for thing in library.things(kind)]

    @routes.post("", status_code=201)
    def keep(asked: NewThing) -> KeptThing:
        """Keep something new."""
        _check(asked)
        if len(library.things()) >= MOST_THINGS:
            raise PuzzleryError(f"{MOST_THINGS:,} things are kept already; remove some first")
        return _model(library.keep(asked.kind, asked.name, asked.content))

    @routes.get("/{key}")
    def thing(key: str) -> KeptThing:
        """One thing that is kept."""
        return _model(library.thing(key))

    @routes.put("/{key}")
    def change(key: str, asked: NewThing) -> KeptThing:
        """Give a thing another name and content."""
        _check(asked)
        if library.thing(key).kind != asked.kind:
            raise PuzzleryError(f"this is a {library.thing(key).kind}, not a {asked.kind}")
        return _model(library.change(key, asked.name, asked.content))

    @routes.delete("/{key}", status_code=204)
    def forget(key: str) -> Response:
        """Remove a thing."""
        library.forget(key)
        return Response(status_code=204)

    return routes


def _check(asked: NewThing) -> None:
    """A puzzle is kept only if it can be read."""
    if asked.kind == "puzzle":
        named_puzzle(asked.name, asked.content)


def _model(thing: Thing) -> KeptThing:
    return KeptThing(**asdict(thing))
