"""Table keys: what a table is of, so that the same one is found again and no other."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

Value = str | int


class Subject(Protocol):
    """What a table can be about, such as a puzzle; only these two are read."""

    @property
    def name(self) -> str: ...
    @property
    def fingerprint(self) -> str: ...


@dataclass(frozen=True)
class TableKey:
    """What a table is of: its name, its puzzle, and whatever else its bytes depend on.

    `puzzle` is the fingerprint of the puzzle, or "" for a table of none. `version` goes up when
    the code that builds the table changes its bytes. `title` is for people: keys that differ only
    in their titles are equal.

    >>> TableKey("corners", version=2).file_name
    'corners-d3af766f52f754af.table'
    """

    name: str
    puzzle: str = ""
    parameters: Mapping[str, Value] = field(default_factory=dict, hash=False)
    version: int = 1
    title: str = field(default="", compare=False)

    @classmethod
    def of(cls, puzzle: Subject, name: str, version: int = 1, **parameters: Value) -> "TableKey":
        """The key of a table that belongs to a puzzle.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> print(TableKey.of(puzzle("2x2x2"), "distances", metric="turns"))
        2x2x2 distances (metric turns)
        """
        return cls(name, puzzle.fingerprint, parameters, version, puzzle.name)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "TableKey":
        """The key that `as_dict` wrote as plain data.

        >>> TableKey.from_dict({"name": "corners", "version": 2}) == TableKey("corners", version=2)
        True
        """
        return cls(**data)

    def as_dict(self) -> dict[str, Any]:
        """The key as plain data, as in the header of its file.

        >>> TableKey("corners", parameters={"depth": 5}).as_dict()
        {'name': 'corners', 'puzzle': '', 'parameters': {'depth': 5}, 'version': 1, 'title': ''}
        """
        return asdict(self)

    def _identity(self) -> dict[str, Any]:
        return {name: value for name, value in self.as_dict().items() if name != "title"}

    @property
    def file_name(self) -> str:
        """The name of the table's file: readable, and different for every key.

        >>> TableKey("corner twists").file_name
        'corner-twists-17277a3f7becf97a.table'
        >>> TableKey("corner twists", parameters={"depth": 5}).file_name
        'corner-twists-abd9ae5c113ed678.table'
        """
        digest = hashlib.sha256(json.dumps(self._identity(), sort_keys=True).encode())
        readable = re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")
        return f"{readable[:60]}-{digest.hexdigest()[:16]}.table"

    def __str__(self) -> str:
        details = ", ".join(f"{name} {value}" for name, value in sorted(self.parameters.items()))
        return " ".join(filter(None, [self.title, self.name, f"({details})" if details else ""]))
