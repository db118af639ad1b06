"""Candidates: ways to make one step of an attempt, with what each of them leads to."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from puzzlery.core.permutation import Permutation
from puzzlery.errors import NotFound, PuzzleryError, TimedOut
from puzzlery.solve.cube3.recognition import cube3
from puzzlery.solve.cube3.step_chains import ChainStep
from puzzlery.solve.cube3.steps import MOST_MOVES, Candidate, StepRequest, candidates, timed
from puzzlery.solve.fewest.pipeline import parse_pipelines
from puzzlery.solve.fewest.standing import standing
from puzzlery.twisty.notation.alg import Alg, Group, Node

# Candidates of one length that are looked at; more take too long to wait for.
LOOKED_AT = 2_000


@dataclass(frozen=True, slots=True)
class ListedCandidate:
    """A way to make a step: its moves, where it is made, and what it leads to.

    `leads_to` is the subset after domino reduction, else what the step reached or what is left.
    """

    normal: str
    inverse: str
    length: int
    step: str
    place: str
    leads_to: str


@dataclass(frozen=True, slots=True)
class Line:
    """Moves on a scramble and on its inverse, as they are written: `R U (F2 D)`.

    >>> line = Line.of("(F' U') L")
    >>> str(line.normal), str(line.inverse)
    ('L', "F' U'")
    >>> line.state("R U F") == cube3().permutation("U F R U F L")
    True
    """

    normal: Alg
    inverse: Alg

    @classmethod
    def of(cls, text: str) -> "Line":
        """Read moves; those in parentheses are made on the inverse."""
        normal, inverse = sides(text)
        return cls(normal, inverse)

    def state(self, scramble: str) -> Permutation:
        """The state that these moves lead to, from the state of a scramble."""
        cube = cube3()
        start = cube.permutation(scramble)
        return cube.permutation(self.inverse).inverse * start * cube.permutation(self.normal)


def sides(text: str) -> tuple[Alg, Alg]:
    """The moves on the normal side and those on the inverse, each in the order of writing.

    >>> [str(side) for side in sides("R (U F) L (D)")]
    ['R L', 'U F D']
    """
    normal: list[Node] = []
    inverse: list[Node] = []
    for node in cube3().alg(text).nodes:
        if isinstance(node, Group):
            if node.amount != 1:
                raise PuzzleryError(
                    f"parentheses are moves on the inverse here; got them {node.amount} times"
                )
            inverse += node.inside.moves()
        else:
            normal += Alg((node,)).moves()
    return Alg(tuple(normal)), Alg(tuple(inverse))


def candidate_list(
    state: Permutation, step: str, asked: StepRequest | None = None
) -> list[ListedCandidate]:
    """Ways to make a step, shortest first; the step is written as in a pipeline.

    With `beyond` all are listed that are longer than the shortest by at most so much, up to
    `count`. What was found when the time is over is listed as well.

    >>> asked = StepRequest(axis="fb", niss=True, count=3)
    >>> for one in candidate_list(cube3().permutation("R U F"), "EO", asked):
    ...     print(f"{one.normal} ({one.inverse}) {one.length}: {one.leads_to}")
    F () 1: 4c4e ud 4c4e rl
     (F2 D' F) 3: 4c4e ud 5c6e rl
     (R U F) 3: 0c0e ud 0c0e rl
    """
    chosen = _one_step(step)
    asked = replace(timed(asked or StepRequest()), **chosen.limits)
    passed = list(_passed(state, chosen, asked))
    if not passed and not _is_filtered(chosen):
        raise NotFound(f"no {chosen.step.name} of up to {_longest(asked)} moves from here")
    return [_listed(one) for one in passed[: asked.count]]


def _passed(state: Permutation, chosen: ChainStep, asked: StepRequest) -> Iterator[Candidate]:
    """What passes the filter of a step, length after length."""
    best, listed = None, 0
    for length in range(asked.min_length, _longest(asked) + 1):
        if asked.beyond is not None and best is not None and length > best + asked.beyond:
            return
        exactly = replace(asked, min_length=length, max_length=length, count=LOOKED_AT, beyond=None)
        try:
            found = candidates(cube3(), state, chosen.step, exactly).candidates
        except NotFound:
            continue
        except TimedOut:
            if listed:
                return
            raise
        for one in filter(chosen.accepts, found):
            best = length if best is None else best
            listed += 1
            yield one
        if listed >= asked.count:
            return


def _longest(asked: StepRequest) -> int:
    return MOST_MOVES if asked.max_length is None else asked.max_length


def _is_filtered(chosen: ChainStep) -> bool:
    return chosen.accepts is not ChainStep(chosen.step).accepts


def _one_step(text: str) -> ChainStep:
    pipelines = parse_pipelines(text)
    if len(pipelines) != 1 or len(pipelines[0]) != 1:
        raise PuzzleryError(f'candidates are those of one step, such as DR; got "{text}"')
    return pipelines[0][0]


def _listed(one: Candidate) -> ListedCandidate:
    axis = one.place.partition("-")[0]
    return ListedCandidate(
        str(Alg(one.normal)), str(Alg(one.inverse)), one.length, one.step, one.place,
        _leads_to(one, axis),
    )  # fmt: skip


def _leads_to(one: Candidate, axis: str) -> str:
    now = standing(one.state)
    on_axis = next((each for each in now.axes if each.axis == axis), None)
    if one.step == "dr" and on_axis is not None and on_axis.subset is not None:
        return on_axis.subset
    if one.step in ("rzp", "ar") and on_axis is not None:
        return on_axis.case
    if one.step == "eo":
        return " ".join(f"{each.case} {each.axis}" for each in now.axes if each.axis != axis)
    return now.left or "solved"
