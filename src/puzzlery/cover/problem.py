"""Cover problems: what an exact-cover solver is given, as plain data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class ColoredItem(NamedTuple):
    """A secondary item with the color that an option gives it."""

    item: "Item"
    color: str


Item = tuple[int, ...] | str
Entry = Item | ColoredItem
Option = tuple[Entry, ...]


@dataclass(frozen=True)
class CoverProblem:
    """Items and options: choose options so that every primary item is covered exactly once.

    A secondary item is covered at most once, or any number of times with one color.
    `multiplicity` gives other bounds for primary items. `symmetries` are permutations of the
    options that carry solutions to solutions; `grid` names the cells, in the order of a sweep,
    and the pieces.
    """

    options: tuple[Option, ...]
    primary: tuple[Item, ...]
    secondary: tuple[Item, ...] = ()
    multiplicity: Mapping[Item, tuple[int, int]] = field(default_factory=dict)
    symmetries: Sequence[Sequence[int]] = ()
    grid: tuple[tuple[Item, ...], tuple[Item, ...]] | None = None

    def keywords(self) -> dict[str, Any]:
        """Everything but the options, by name."""
        return {
            "primary": self.primary,
            "secondary": self.secondary,
            "multiplicity": self.multiplicity,
            "symmetries": self.symmetries,
            "grid": self.grid,
        }
