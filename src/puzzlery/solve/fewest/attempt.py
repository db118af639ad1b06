"""An attempt at fewest moves: the best solution by steps that is found in the time given.

Beams grow from search to search, so that a first solution is there soon and better ones follow.
"""

import time
from dataclasses import dataclass

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock
from puzzlery.errors import PuzzleryError, TimedOut
from puzzlery.solve.api.solution import Solution, SolutionPart
from puzzlery.solve.cube3.recognition import FACES, cube3
from puzzlery.solve.cube3.steps import StepRequest
from puzzlery.solve.fewest.htr_subsets import subset_of
from puzzlery.solve.fewest.pipeline import USUAL_PIPELINE, parse_pipelines, solve_pipelines
from puzzlery.twisty.model.puzzle import AlgLike
from puzzlery.twisty.notation.alg import Alg, Group

FIRST_BEAM = 5
GROWTH = 3
# Wider beams need more memory than they are worth.
WIDEST_BEAM = 20_000
WORDS = {
    "eo": "EO",
    "rzp": "RZP",
    "ar": "AR",
    "dr": "DR",
    "htr": "HTR",
    "fr": "FR",
    "fr-leave-slice": "FR but its slice",
    "leave-slice": "leave slice",
}


@dataclass(frozen=True)
class AttemptStep:
    """A line of a written solution: the moves of a step, those on the inverse in parentheses.

    `total` is how many moves there are up to here.
    """

    alg: Alg
    what: str
    length: int
    total: int

    def __str__(self) -> str:
        return f"{self.alg}  // {self.what} ({self.length}/{self.total})"


@dataclass(frozen=True)
class WrittenAttempt:
    """A solution with the steps that led to it, and the widest beam that was searched."""

    scramble: Alg
    solution: Solution
    steps: tuple[AttemptStep, ...]
    beam: int

    @property
    def cancelled(self) -> int:
        """How many moves were saved where the ends of steps met."""
        return self.steps[-1].total - self.solution.length if self.steps else 0


def attempt(
    scramble: AlgLike,
    *,
    seconds: float = 60.0,
    pipelines: str = USUAL_PIPELINE,
    count: int = 1,
    threads: int = 1,
    widest: int = WIDEST_BEAM,
) -> list[WrittenAttempt]:
    """The shortest solutions by steps on both sides that are found in so many seconds.

    The search also ends when the beam would be wider than `widest`.

    >>> [best] = attempt("R U F", widest=5)
    >>> cube3().apply("R U F").apply(best.solution.alg).is_solved
    True
    """
    start = _of_faces(cube3().alg(scramble))
    _check_ends(pipelines)
    clock = Clock.of(seconds)
    best: dict[Alg, WrittenAttempt] = {}
    beam = min(FIRST_BEAM, widest)
    begun = time.monotonic()
    while beam <= widest:
        asked = StepRequest(niss=True, count=max(count, 1), threads=threads, timeout=clock)
        try:
            found = solve_pipelines(start, pipelines, asked, beam=beam)
        except TimedOut:
            break
        for one in found:
            best.setdefault(one.alg, WrittenAttempt(start, one, _steps(start, one), beam))
        spent = time.monotonic() - begun
        # The next search takes about GROWTH times as long as all before it.
        if GROWTH * spent > 2 * max(0.0, seconds - spent):
            break
        beam *= GROWTH
    if not best:
        raise TimedOut(f"no solution by steps within {seconds:g} s; give more time")
    return sorted(best.values(), key=lambda each: each.solution.length)[:count]


def _of_faces(scramble: Alg) -> Alg:
    for move in scramble.moves():
        if move.family not in FACES or move.inner:
            raise PuzzleryError(f'a scramble has turns of faces such as R U2 F\', not "{move}"')
    return scramble


def _check_ends(pipelines: str) -> None:
    for steps in parse_pipelines(pipelines):
        if steps[-1].step.name != "finish":
            raise PuzzleryError(
                f"a pipeline of an attempt ends with FIN, not with {steps[-1].step.name}"
            )


def _steps(scramble: Alg, solution: Solution) -> tuple[AttemptStep, ...]:
    """The parts as a solver writes them down, empty ones left out."""
    state, total = cube3().permutation(scramble), 0
    lines = []
    for part in solution.parts:
        normal, inverse = _sides(part.alg)
        state = cube3().permutation(inverse).inverse * state * cube3().permutation(normal)
        length = normal.length("HTM") + inverse.length("HTM")
        total += length
        if length:
            lines.append(AttemptStep(part.alg, _what(part, state), length, total))
    return tuple(lines)


def _sides(alg: Alg) -> tuple[Alg, Alg]:
    """The moves on the normal side and those on the inverse."""
    normal = [node for node in alg.nodes if not isinstance(node, Group)]
    inverse = [
        move for node in alg.nodes if isinstance(node, Group) for move in node.inside.moves()
    ]
    return Alg(tuple(normal)), Alg(tuple(inverse))


def _what(part: SolutionPart, state: Permutation) -> str:
    """What a step reached, and where: DR on fb with its subset."""
    name, axis = WORDS.get(part.name, part.name), part.note.partition("-")[0]
    told = f"{name} on {axis}" if axis else name
    return f"{told}, {subset_of(state, axis)}" if part.name == "dr" else told
