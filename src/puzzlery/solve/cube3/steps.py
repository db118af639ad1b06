"""Steps: parts of a 3x3x3 solution as fewest-moves people look for them, on both sides.

`docs/steps.md` tells what the steps are and how they are found.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Reporter
from puzzlery.errors import NotFound, PuzzleryError
from puzzlery.solve.api.solution import Solution, SolutionPart
from puzzlery.solve.cube3.recognition import Cube3Match, cube3, recognize
from puzzlery.solve.cube3.step_catalog import Step, StepStage, find_step
from puzzlery.solve.cube3.step_plan import StepPlan, in_order, places_of, plan_of
from puzzlery.solve.search.niss import NissSearch, NissSolution
from puzzlery.twisty.model.puzzle import AlgLike, Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg, Group, Move, Node
from puzzlery.twisty.notation.metrics import metric as find_metric

# More than the 20 face turns or 26 quarter turns that solve any cube.
MOST_MOVES = 30


@dataclass(frozen=True)
class StepRequest:
    """The options for the search of a step.

    `axis` is the place, such as `ud` for an axis or `dbl` for a corner; None for all. With `niss`
    moves may be made on both sides, with `linear` on either but not both. Unless `every`, solutions
    that differ only by a turn at the end which the goal allows are listed once, and those that are
    longer by such a turn are left out. Unless `keep`, moves may destroy what earlier steps reached.
    Solutions are listed shortest first until there are `count`, none longer than the shortest plus
    `beyond`.
    """

    axis: str | None = None
    niss: bool = False
    linear: bool = False
    count: int = 1
    min_length: int = 0
    max_length: int | None = None
    beyond: int | None = None
    every: bool = False
    keep: bool = True
    metric: str = "OBTM"
    threads: int = 1
    timeout: float | Clock | None = None
    progress: Reporter | None = None


@dataclass(frozen=True)
class Candidate:
    """A solution of a step: the moves on either side, and the state that they lead to."""

    step: str
    place: str
    normal: tuple[Move, ...]
    inverse: tuple[Move, ...]
    length: int
    state: Permutation

    @property
    def alg(self) -> Alg:
        """The moves as solvers write them, those on the inverse in parentheses.

        >>> moves = [tuple(Alg.parse(text).moves()) for text in ("R U", "F2")]
        >>> print(Candidate("eo", "ud", *moves, 3, cube3().solved.permutation).alg)
        R U (F2)
        """
        nodes: tuple[Node, ...] = self.normal
        return Alg((*nodes, Group(Alg(self.inverse)))) if self.inverse else Alg(nodes)


@dataclass(frozen=True)
class StepResult:
    """The candidates, shortest first, and the statistics of their search."""

    step: Step
    stage: StepStage
    candidates: tuple[Candidate, ...]
    best: int
    nodes: int
    reads: int


def on_cube3(puzzle: Puzzle, state: State | AlgLike) -> tuple[Cube3Match, State, Alg]:
    """The match with the 3x3x3, the state there, and the rotations to make before its solution.

    >>> _, state, rotation = on_cube3(cube3(), "R y")
    >>> state == cube3().apply("R"), str(rotation)
    (True, "y'")
    """
    match = recognize(puzzle)
    if match is None:
        raise PuzzleryError(f"no steps for {puzzle.name}: these steps are those of the 3x3x3")
    start = state if isinstance(state, State) else puzzle.apply(state)
    return match, *match.state(start.permutation)


def step(
    puzzle: Puzzle,
    state: State | AlgLike,
    name: str | Step,
    *,
    axis: str | None = None,
    niss: bool = False,
    count: int = 1,
    **limits: Any,
) -> list[Solution]:
    """Solutions of one step, the shortest first; `limits` are the other fields of `StepRequest`.

    The step is given by its name, or as a `Step` of one's own.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> scramble = "D2 F2 U' L2 U L2 U2 R2 D' F2 L' D' B' R F2 D' U R' F"
    >>> for found in step(cube, scramble, "eo", axis="fb", niss=True, count=3):
    ...     print(found.length, found.alg)
    4 (L U' D F)
    5 L B2 L2 D F
    5 L F2 R2 U' F
    """
    asked = StepRequest(axis=axis, niss=niss, count=count, **limits)
    match, start, rotation = on_cube3(puzzle, state)
    result = candidates(cube3(), start.permutation, find_step(name), asked)
    return [match.solution(solution_of(result, one, asked), rotation) for one in result.candidates]


def tally(
    puzzle: Puzzle, state: State | AlgLike, name: str | Step, max_length: int, **limits: Any
) -> list[int]:
    """How many solutions of a step have 0, 1, … `max_length` moves; none of them is listed.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> tally(puzzle("3x3x3"), "R U F", "eo", 3, axis="fb", niss=True)
    [0, 1, 0, 2]
    """
    asked = timed(StepRequest(max_length=max_length, **limits))
    _, start, _ = on_cube3(puzzle, state)
    plan, places = _begin(cube3(), start.permutation, find_step(name), asked)
    sides = _sides(plan, start.permutation, places.values(), asked)
    lengths = range(asked.min_length, max_length + 1)
    counts = [sum(1 for _ in _at(sides, weight, asked, plan)) for weight in lengths]
    return [0] * asked.min_length + counts


def candidates(puzzle: Puzzle, state: Permutation, step: Step, asked: StepRequest) -> StepResult:
    """The solutions of a step from a state, shortest first.

    >>> asked = StepRequest(axis="fb", count=2)
    >>> result = candidates(cube3(), cube3().permutation("R F"), find_step("eo"), asked)
    >>> [str(one.alg) for one in result.candidates]
    ['F', 'B L2 B F']
    """
    asked = timed(asked)
    plan, places = _begin(puzzle, state, step, asked)
    names, turned = list(places), list(places.values())
    sides = _sides(plan, state, turned, asked)
    kept: list[Candidate] = []
    best = -1
    for weight in range(asked.min_length, _longest(asked) + 1):
        if best >= 0 and asked.beyond is not None and weight > best + asked.beyond:
            break
        for found in _at(sides, weight, asked, plan):
            if best < 0:
                best = weight
            place = names[found.root], turned[found.root]
            kept.append(_candidate(plan, state, found, *place, weight))
        if len(kept) >= asked.count:
            break
    if not kept:
        raise NotFound(f"no {step.name} of {asked.min_length} to {_longest(asked)} moves from here")
    return StepResult(step, plan.stage, tuple(kept[: asked.count]), best, sides.nodes, sides.reads)


def timed(asked: StepRequest) -> StepRequest:
    """The same request with a running clock, which tables and all searches share.

    >>> timed(timed(StepRequest(timeout=5))).timeout.granted
    5
    """
    return replace(asked, timeout=Clock.of(asked.timeout))


def _sides(
    plan: StepPlan, state: Permutation, turned: Iterable[Permutation], asked: StepRequest
) -> NissSearch:
    """The search from the state as it looks at each of the places."""
    states, clock = [state.conjugate(turn) for turn in turned], Clock.of(asked.timeout)
    return NissSearch(plan.engine, states, plan.last, asked.threads, asked.progress, clock)


def _longest(asked: StepRequest) -> int:
    return MOST_MOVES if asked.max_length is None else asked.max_length


def _begin(
    puzzle: Puzzle, state: Permutation, step: Step, asked: StepRequest
) -> tuple[StepPlan, dict[str, Permutation]]:
    """The strongest stage that the state is in, and the places where it is."""
    axis = None if asked.axis is None else _axis(puzzle, step, asked.axis)
    metric = find_metric(asked.metric).name
    for number in range(len(step.stages)):
        if asked.keep or number == len(step.stages) - 1:
            plan = plan_of(puzzle, step, number, metric, Clock.of(asked.timeout))
            places = plan.states(state, axis)
            if places:
                return plan, places
    needed = " or ".join(stage.needs for stage in step.stages)
    where = f" on {axis}" if axis else ""
    raise PuzzleryError(f"{step.name}{where} begins from {needed}, which is not reached here")


def _axis(puzzle: Puzzle, step: Step, given: str) -> str:
    """The place as it is named here; an error that tells the places there are."""
    known = {"-".join(key): None for s in step.stages for key in places_of(puzzle, s.key) if key}
    known |= {name.partition("-")[0]: None for name in known}
    axis = "-".join(in_order(part) for part in given.split("-"))
    if axis not in known:
        places = ", ".join(sorted(known, key=len)) or "none"
        raise PuzzleryError(f'{step.name} has no place "{given}"; its places are {places}')
    return axis


def _at(
    sides: NissSearch, weight: int, asked: StepRequest, plan: StepPlan
) -> Iterator[NissSolution]:
    """The solutions of one weight, on the sides that are asked for."""
    either = (asked.niss or asked.linear) and plan.step.niss_helps
    ways = [sides.one_side(weight)]
    if either and weight:
        ways.append(sides.one_side(weight, inverse=True))
    if either and asked.niss and weight > 1 and plan.step.kept_by is None:
        ways.append(sides.both_sides(weight))
    for way in ways:
        for found in way:
            parts = (found.normal, found.inverse)
            if asked.every or not any(plan.is_redundant(part) for part in parts):
                yield found


def _candidate(
    plan: StepPlan,
    state: Permutation,
    found: NissSolution,
    place: str,
    turned: Permutation,
    weight: int,
) -> Candidate:
    """The solution as it is made, after it was made and seen to reach the goal."""
    normal, inverse = plan.told(found, turned)
    puzzle = plan.puzzle
    after = puzzle.permutation(Alg(inverse)).inverse * state * puzzle.permutation(Alg(normal))
    if not plan.step.reached(puzzle, after.conjugate(turned)):
        raise AssertionError(f"{Alg(normal)} ({Alg(inverse)}) does not reach {plan.step.name}")
    return Candidate(plan.step.name, place, normal, inverse, weight, after)


def solution_of(result: StepResult, one: Candidate, asked: StepRequest) -> Solution:
    """A candidate as a `Solution`, with the statistics of its search.

    >>> asked = StepRequest(axis="fb")
    >>> result = candidates(cube3(), cube3().permutation("R F"), find_step("eo"), asked)
    >>> solution_of(result, result.candidates[0], asked).note
    'eo on fb'
    """
    return Solution(
        one.alg,
        one.length,
        find_metric(asked.metric).name,
        optimal=one.length == result.best and asked.min_length == 0,
        method="steps",
        nodes=result.nodes,
        reads=result.reads,
        parts=(SolutionPart(one.step, one.alg, one.place),),
        note=f"{one.step}{_where(result.stage, one.place)}{_why_one_side(result, asked)}",
    )


def _where(stage: StepStage, place: str) -> str:
    """Where the step was made, and from where it began."""
    at, _, began = place.partition("-") if stage.needs else (place, "", "")
    said = f" on {at}" if at else ""
    if stage.needs:
        said += f", from {stage.needs}" + (f" on {began}" if began else "")
    return said


def _why_one_side(result: StepResult, asked: StepRequest) -> str:
    """Why the other side was left alone, if it was asked for."""
    if not (asked.niss or asked.linear) or result.step.niss_helps:
        return ""
    return "; a move on the inverse is one more at the end here, so no side was switched"
