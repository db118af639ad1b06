"""Solutions: an alg that solves a state, and what is known about it."""

from dataclasses import dataclass
from typing import Any

from puzzlery.twisty.notation.alg import Alg


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a solution with a name: a phase, a step, an orbit that is solved."""

    name: str
    alg: Alg
    note: str = ""


@dataclass(frozen=True, slots=True)
class Solution:
    """An alg that leads from a state to its goal.

    `length` is counted in `metric`. `optimal` is True only if it is proven that no shorter alg
    exists; `note` says in words what is proven. `nodes` are the positions that were looked at,
    `reads` the questions put to tables. `parts` are the stretches it is made of, and `history`
    the lengths of ever better answers with the seconds after which they were found.
    """

    alg: Alg
    length: int
    metric: str
    optimal: bool
    method: str
    nodes: int = 0
    reads: int = 0
    seconds: float = 0.0
    parts: tuple[Part, ...] = ()
    history: tuple[tuple[float, int], ...] = ()
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The solution as plain data, for JSON."""
        return {
            "alg": str(self.alg),
            "length": self.length,
            "metric": self.metric,
            "optimal": self.optimal,
            "method": self.method,
            "nodes": self.nodes,
            "reads": self.reads,
            "seconds": self.seconds,
            "parts": [
                {"name": part.name, "alg": str(part.alg), "note": part.note} for part in self.parts
            ],
            "history": [list(step) for step in self.history],
            "note": self.note,
        }
