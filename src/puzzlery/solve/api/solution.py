"""Solutions: an alg that solves a state, and what is known about it."""

from dataclasses import dataclass
from typing import Any

from puzzlery.twisty.notation.alg import Alg


@dataclass(frozen=True, slots=True)
class SolutionPart:
    """A named part of a solution: a phase, a step, or the solution of an orbit.

    >>> SolutionPart("skeleton", Alg.parse("R U")).note
    ''
    """

    name: str
    alg: Alg
    note: str = ""


@dataclass(frozen=True, slots=True)
class Solution:
    """An alg that leads from a state to its goal.

    `length` is counted in `metric`. `optimal` is True only if it is proven that no shorter alg
    exists; `note` says in words what is proven. `nodes` counts the positions searched, `reads`
    the lookups in tables. `parts` together are the alg. `history` lists the lengths of shorter
    and shorter solutions with the seconds after which they were found.

    >>> solution = Solution(Alg.parse("U' R'"), 2, "HTM", optimal=True, method="search")
    >>> print(solution.alg)
    U' R'
    """

    alg: Alg
    length: int
    metric: str
    optimal: bool
    method: str
    nodes: int = 0
    reads: int = 0
    seconds: float = 0.0
    parts: tuple[SolutionPart, ...] = ()
    history: tuple[tuple[float, int], ...] = ()
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The solution as plain data, for JSON.

        >>> Solution(Alg.parse("R"), 1, "HTM", optimal=True, method="search").as_dict()["alg"]
        'R'
        """
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
