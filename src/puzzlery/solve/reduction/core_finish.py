"""Finishing a reduction: of many reduced states, the one whose 3x3x3 is solved in fewest moves."""

from dataclasses import dataclass, field
from math import log2

from puzzlery import _core
from puzzlery.solve.cube3.numbering import alg_of
from puzzlery.twisty.notation.alg import Alg

# Milliseconds of the first look at a 3x3x3; each further look takes as long as all before.
FIRST_LOOK = 8.0
# So many moves two-phase saves when it may search twice as long. A reduction that is longer by as
# much is looked at half as long.
SAVED_BY_DOUBLING = 0.4
# Reduced states that are kept, the most promising ones.
MOST_KEPT = 300


@dataclass(eq=False)
class CoreCandidate:
    """A reduced state: the number and length of its word, and the search for its 3x3x3."""

    number: int
    length: int
    job: _core.TwoPhase
    spent: float = FIRST_LOOK / 2

    @property
    def promise(self) -> float:
        """Smaller is better: its length, and a bit for each time that the search went on."""
        return self.length + SAVED_BY_DOUBLING * log2(self.spent)


@dataclass(eq=False)
class CoreFinish:
    """Searches for the 3x3x3 of all candidates, the most promising first.

    `best` is the shortest total so far, with the number of its candidate and the rest of the alg.
    """

    candidates: list[CoreCandidate] = field(default_factory=list)
    best: tuple[int, int, Alg] | None = None

    def add(self, number: int, length: int, job: _core.TwoPhase) -> None:
        """One more reduced state."""
        self.candidates.append(CoreCandidate(number, length, job))
        self.candidates.sort(key=lambda one: one.promise)
        del self.candidates[MOST_KEPT:]

    def look(self, longest: float) -> bool:
        """Search on for the most promising candidate; whether the best total became shorter."""
        chosen = min(self.candidates, key=lambda one: one.promise)
        milliseconds = min(chosen.spent, longest)
        finished = chosen.job.run(milliseconds)
        chosen.spent += milliseconds
        if finished:
            self.candidates.remove(chosen)
        if not chosen.job.answers:
            return False
        turns = chosen.job.answers[0]
        total = chosen.length + len(turns)
        if self.best is not None and total >= self.best[0]:
            return False
        self.best = (total, chosen.number, alg_of(turns))
        return True
