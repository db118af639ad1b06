"""The shelf: puzzles by name, those of the catalogue and those that a person keeps."""

from dataclasses import dataclass

from puzzlery.errors import UnknownName
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.web.library import Library
from puzzlery.web.request_names import named_puzzle

MINE = "my:"


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where requests find puzzles: `my:ID` is one that was kept, any other name the catalogue's."""

    library: Library

    def definition(self, name: str) -> str | None:
        """The text that defines a kept puzzle; None for one of the catalogue."""
        if not name.startswith(MINE):
            return None
        thing = self.library.thing(name.removeprefix(MINE))
        if thing.kind != "puzzle":
            raise UnknownName(f'"{name}" is a {thing.kind}, not a puzzle')
        return thing.content

    def puzzle(self, name: str) -> Puzzle:
        """The puzzle of a name."""
        return named_puzzle(name, self.definition(name))
