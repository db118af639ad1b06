"""Shortcut: a two-phase search beside the proof that nothing shorter exists.

Once all words of 17 moves are ruled out, thirteen times as many of 18 would be tried until one
of them solves. A search that proves nothing often has one by then.
"""

from dataclasses import dataclass, field, replace

from puzzlery._core import TwoPhase
from puzzlery.core.progress import advance
from puzzlery.solve.api.request import Request
from puzzlery.solve.cube3 import twophase
from puzzlery.solve.cube3.numbering import alg_of
from puzzlery.twisty.notation.alg import Alg

# What the tables of the two-phase search take.
TWO_PHASE_BYTES = 43 << 20
# It looks for solutions of this length while shorter ones are still possible: two cubes in three
# are as far away, and few are farther.
USUAL_LENGTH = 18
# It may take this part of the time that the proof has taken so far.
SHARE_OF_PROOF_TIME = 0.5
# Whatever is proven sooner is not worth loading the tables of the two-phase search.
LEAST_PROOF_SECONDS = 0.1


def serves(request: Request) -> bool:
    """Whether the request asks for nothing but one shortest solution in face turns.

    >>> from dataclasses import replace
    >>> from puzzlery.solve.cube3.recognition import cube3
    >>> request = Request(cube3(), cube3().apply("R"), "OBTM")
    >>> serves(request), serves(replace(request, count=2))
    (True, False)
    """
    return request.count == 1 and request.beyond == 0 and not request.special_options


@dataclass
class Shortcut:
    """A two-phase search that runs in turns with the proof."""

    request: Request
    _begun: list[TwoPhase] = field(default_factory=list)

    def solution(self, shortest: int, proof_seconds: float, left: float | None) -> Alg | None:
        """A solution of the least length that is still possible, if one is found by now.

        It has a share of the time of the proof, and no more than the time that is left.

        >>> from puzzlery.solve.cube3.recognition import cube3
        >>> request = Request(cube3(), cube3().apply("R"), "OBTM")
        >>> Shortcut(request).solution(1, proof_seconds=0.01, left=None) is None
        True
        """
        if proof_seconds < LEAST_PROOF_SECONDS:
            return None
        job = self._job()
        seconds = SHARE_OF_PROOF_TIME * proof_seconds - self.used
        if left is not None:
            seconds = min(seconds, left)
        advance(job, until=lambda job: _is_found(job, max(shortest, USUAL_LENGTH)), seconds=seconds)
        return alg_of(job.answers[0]) if _is_found(job, shortest) else None

    @property
    def best(self) -> bytes | None:
        """The turns of the shortest solution found so far; None if there is none.

        >>> from puzzlery.solve.cube3.recognition import cube3
        >>> print(Shortcut(Request(cube3(), cube3().apply("R"), "OBTM")).best)
        None
        """
        found = [job.answers[0] for job in self._begun if job.answers]
        return found[0] if found else None

    @property
    def used(self) -> float:
        """The seconds that this search has taken."""
        return sum(job.seconds for job in self._begun)

    @property
    def nodes(self) -> int:
        """The number of nodes that this search has visited; 0 before it starts.

        >>> from puzzlery.solve.cube3.recognition import cube3
        >>> request = Request(cube3(), cube3().apply("R"), "OBTM")
        >>> Shortcut(request).nodes
        0
        """
        return sum(job.nodes for job in self._begun)

    def _job(self) -> TwoPhase:
        if not self._begun:
            any_length = replace(self.request, max_length=None)
            self._begun.append(twophase.search(any_length, self.request.clock))
        return self._begun[0]


def _is_found(job: TwoPhase, length: int) -> bool:
    return bool(job.answers) and len(job.answers[0]) <= length
