"""Chains of steps: many ways to begin, the best of them carried on, the shortest total told.

A *beam* of unfinished solutions is carried from step to step: each is continued in several ways,
and of all continuations the shortest are kept. Moves A on the state and B on its inverse end as one
solution: B⁻¹ g A solved means that A B⁻¹ solves g.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

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


def chain(
    puzzle: Puzzle,
    state: State | AlgLike,
    names: str | Sequence[str | Step],
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
    steps = [find_step(name) for name in _split(names)]
    if beam < 1:
        raise PuzzleryError(f"a beam holds at least 1 solution; got {beam}")
    match, start, rotation = on_cube3(puzzle, state)
    lines = [PartialSolution(start.permutation)]
    for number, step in enumerate(steps):
        wanted = replace(asked, count=_ways(number, len(steps), beam, ways, asked.count))
        lines = _kept(_continued(cube3(), lines, step, _for_step(wanted, number)), beam)
    if not lines:
        raise NotFound(f"no way through {'+'.join(step.name for step in steps)} within the limits")
    found = [_solution(cube3(), line, asked, beam) for line in lines]
    best = sorted(found, key=lambda solution: solution.length)[: asked.count]
    return [match.solution(one, rotation) for one in best]


def _split(names: str | Sequence[str | Step]) -> Sequence[str | Step]:
    return names.split("+") if isinstance(names, str) else names


def _ways(number: int, total: int, beam: int, ways: int, count: int) -> int:
    """How many continuations a line gets: many at the beginning, few at the end."""
    if number == 0:
        return beam
    return max(1, min(count, ways)) if number == total - 1 else ways


def _for_step(asked: StepRequest, number: int) -> StepRequest:
    """The axis is where the first step is made; limits of length are for the whole chain."""
    return replace(asked, axis=asked.axis if number == 0 else None, min_length=0)


def _continued(
    puzzle: Puzzle, lines: Iterable[PartialSolution], step: Step, asked: StepRequest
) -> Iterator[PartialSolution]:
    for line in lines:
        left = None if asked.max_length is None else asked.max_length - line.length
        if left is not None and left < 0:
            continue
        try:
            result = candidates(puzzle, line.state, step, replace(asked, max_length=left))
        except NotFound:
            continue
        yield from (line.then(one) for one in result.candidates)


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
