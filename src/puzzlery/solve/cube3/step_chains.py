"""Chains of steps: many ways to begin, the best of them carried on, the shortest total told.

A *beam* of unfinished solutions is carried from step to step: each is continued in several ways,
and of all continuations the shortest are kept. Moves A on the state and B on its inverse end as one
solution: B⁻¹ g A solved means that A B⁻¹ solves g.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from puzzlery.core.permutation import Permutation
from puzzlery.errors import NotFound, PuzzleryError
from puzzlery.solve.api.solution import Solution, SolutionPart
from puzzlery.solve.cube3.recognition import cube3
from puzzlery.solve.cube3.step_catalog import Step, find_step
from puzzlery.solve.cube3.steps import Candidate, StepRequest, candidates, on_cube3, timed
from puzzlery.twisty.model.puzzle import AlgLike, Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg, Group, Move
from puzzlery.twisty.notation.metrics import metric as find_metric

# Unfinished solutions that are kept after each step, and ways to continue each of them.
USUAL_BEAM = 100
CONTINUATIONS = 12
# Candidates that are looked at for each that shall pass a filter.
FILTERED = 20


@dataclass(frozen=True)
class PartialSolution:
    """An unfinished solution: its steps so far, and the state that they lead to.

    >>> eo = Candidate("eo", "fb", (Move("F", 1),), (), 1, cube3().permutation("R F2"))
    >>> line = PartialSolution(cube3().permutation("R F")).then(eo)
    >>> line.length, line.state == cube3().permutation("R F2")
    (1, True)
    """

    state: Permutation
    steps: tuple[Candidate, ...] = ()

    @property
    def length(self) -> int:
        return sum(step.length for step in self.steps)

    def then(self, step: Candidate) -> "PartialSolution":
        return PartialSolution(step.state, (*self.steps, step))

    @property
    def normal(self) -> tuple[Move, ...]:
        return tuple(move for step in self.steps for move in step.normal)

    @property
    def inverse(self) -> tuple[Move, ...]:
        return tuple(move for step in self.steps for move in step.inverse)

    def alg(self, puzzle: Puzzle) -> Alg:
        """All moves: one solution if the cube is solved, else those on the inverse in parentheses.

        >>> moves = [tuple(Alg.parse(text).moves()) for text in ("R", "U")]
        >>> one = Candidate("eo", "ud", *moves, 2, cube3().permutation("F"))
        >>> print(PartialSolution(one.state, (one,)).alg(cube3()))
        R (U)
        >>> solved = cube3().solved.permutation
        >>> print(PartialSolution(solved, (one,)).alg(cube3()))
        R U'
        """
        if self.state.is_identity:
            return (Alg(self.normal) + Alg(self.inverse).inverse).simplify(puzzle)
        apart = (Group(Alg(self.inverse)),) if self.inverse else ()
        return Alg((*self.normal, *apart))


def _all(_: Candidate) -> bool:
    return True


@dataclass(frozen=True)
class ChainStep:
    """A step of a chain with limits of its own, fields of `StepRequest`, and a filter.

    `accepts` says which candidates are carried on, and `beam` how many lines are kept after it.

    >>> ChainStep(find_step("eo"), {"max_length": 4}).beam is None
    True
    """

    step: Step
    limits: Mapping[str, Any] = field(default_factory=dict)
    accepts: Callable[[Candidate], bool] = _all
    beam: int | None = None


def chain(
    puzzle: Puzzle,
    state: State | AlgLike,
    names: str | Sequence[str | Step | ChainStep],
    asked: StepRequest | None = None,
    *,
    beam: int = USUAL_BEAM,
    ways: int = CONTINUATIONS,
) -> list[Solution]:
    """The shortest solutions by several steps that a beam of this width finds.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> [best] = chain(puzzle("3x3x3"), "R U2 F' L D B2", "eo+dr+htr+finish", beam=20)
    >>> [part.name for part in best.parts], best.length <= 20
    (['eo', 'dr', 'htr', 'finish'], True)
    """
    asked = timed(asked or StepRequest())
    steps = [_chain_step(name) for name in _split(names)]
    if beam < 1:
        raise PuzzleryError(f"a beam holds at least 1 solution; got {beam}")
    match, start, rotation = on_cube3(puzzle, state)
    lines = [PartialSolution(start.permutation)]
    for number, step in enumerate(steps):
        wide = step.beam or beam
        wanted = replace(asked, count=_ways(number, len(steps), wide, ways, asked.count))
        lines = _kept(_continued(cube3(), lines, step, _for_step(wanted, number)), wide)
    if not lines:
        raise NotFound(
            f"no way through {'+'.join(one.step.name for one in steps)} within the limits"
        )
    found = [_solution(cube3(), line, asked, beam) for line in lines]
    best = sorted(found, key=lambda solution: solution.length)[: asked.count]
    return [match.solution(one, rotation) for one in best]


def _split(names: str | Sequence[str | Step | ChainStep]) -> Sequence[str | Step | ChainStep]:
    return names.split("+") if isinstance(names, str) else names


def _chain_step(name: str | Step | ChainStep) -> ChainStep:
    return name if isinstance(name, ChainStep) else ChainStep(find_step(name))


def _ways(number: int, total: int, beam: int, ways: int, count: int) -> int:
    """How many continuations a line gets: many at the beginning, few at the end."""
    if number == 0:
        return beam
    return max(1, min(count, ways)) if number == total - 1 else ways


def _for_step(asked: StepRequest, number: int) -> StepRequest:
    """The axis is where the first step is made; limits of length are for the whole chain."""
    return replace(asked, axis=asked.axis if number == 0 else None, min_length=0)


def _continued(
    puzzle: Puzzle, lines: Iterable[PartialSolution], step: ChainStep, asked: StepRequest
) -> Iterator[PartialSolution]:
    limited = replace(asked, **step.limits)
    if step.accepts is not _all:
        # Of many candidates few pass a filter.
        limited = replace(limited, count=FILTERED * limited.count)
    for line in lines:
        left = [limited.max_length] if limited.max_length is not None else []
        if asked.max_length is not None:
            left.append(asked.max_length - line.length)
        if min(left, default=0) < 0:
            continue
        try:
            most = min(left, default=None)
            result = candidates(puzzle, line.state, step.step, replace(limited, max_length=most))
        except NotFound:
            continue
        passed = filter(step.accepts, result.candidates)
        yield from (line.then(one) for one in islice(passed, asked.count))


def _kept(lines: Iterable[PartialSolution], beam: int) -> list[PartialSolution]:
    """The shortest lines, one for each state."""
    best: dict[Permutation, PartialSolution] = {}
    for line in sorted(lines, key=lambda line: line.length):
        best.setdefault(line.state, line)
        if len(best) == beam:
            break
    return list(best.values())


def _solution(puzzle: Puzzle, line: PartialSolution, asked: StepRequest, beam: int) -> Solution:
    alg = line.alg(puzzle)
    name = find_metric(asked.metric).name
    length = alg.length(name, puzzle) if line.state.is_identity else line.length
    sums = " + ".join(str(step.length) for step in line.steps)
    return Solution(
        alg,
        length,
        name,
        optimal=False,
        method="steps",
        parts=tuple(SolutionPart(step.step, step.alg, step.place) for step in line.steps),
        note=f"{sums} moves, the best of a beam of {beam}; a wider one may find shorter ones",
    )
