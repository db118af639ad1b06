"""Queries about attempts at fewest moves: where lines stand, candidates, insertions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError
from puzzlery.solve.cube3.recognition import FACES, cube3
from puzzlery.solve.cube3.steps import StepRequest
from puzzlery.solve.fewest.candidate_list import Line, ListedCandidate, candidate_list, sides
from puzzlery.solve.fewest.insertions import insert
from puzzlery.solve.fewest.standing import Standing, standing
from puzzlery.twisty.notation.alg import Alg, Group

Niss = Literal["none", "either", "both"]


@dataclass(frozen=True, slots=True)
class SeenState:
    """A state: the sticker that is at each place, and where it stands."""

    stickers: list[int]
    standing: Standing


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of moves: the state on both sides, and its length.

    `moves` are those of a finished solution as one would hand it in, else those of both sides;
    neighbors that cancel are joined in `length`, but not in `steps`, the sum of what was written.
    """

    normal: SeenState
    inverse: SeenState
    moves: str
    length: int
    steps: int
    solved: bool


@dataclass(frozen=True, slots=True)
class PlacedInsertion:
    """An alg that goes in after so many moves of the line before it."""

    before: str
    alg: str
    after: str


@dataclass(frozen=True, slots=True)
class InsertedLine:
    """A solution by insertions, with the words that it grew from."""

    alg: str
    length: int
    insertions: list[PlacedInsertion]


def line_views(scramble: str, lines: Sequence[str]) -> list[LineView]:
    """Where lines stand that begin from the state of a scramble.

    >>> [one] = line_views("R U F", ["(F' U')"])
    >>> one.length, one.solved, one.normal.standing.left == one.inverse.standing.left
    (2, False, True)
    >>> [one] = line_views("R U F", ["F' (R) U'"])
    >>> one.solved, one.moves, one.length
    (True, "F' U' R'", 3)
    >>> line_views("R U F", ["F' F' (R D D)"])[0].moves
    'F2 (R D2)'
    """
    start = _start(scramble)
    return [_view(start, line) for line in lines]


def _start(scramble: str) -> Permutation:
    _of_faces(cube3().alg(scramble))
    return cube3().permutation(scramble)


def _of_faces(alg: Alg) -> Alg:
    for move in alg.moves():
        if move.family not in FACES or move.inner:
            raise PuzzleryError(f'expected turns of faces such as R U2 F\', got "{move}"')
    return alg


def _view(start: Permutation, text: str) -> LineView:
    cube = cube3()
    normal, inverse = map(_of_faces, sides(text))
    state = cube.permutation(inverse).inverse * start * cube.permutation(normal)
    steps = normal.length("HTM") + inverse.length("HTM")
    if state.is_identity:
        whole = (normal + inverse.inverse).simplify(cube)
        length = whole.length("HTM")
    else:
        normal, inverse = normal.simplify(cube), inverse.simplify(cube)
        apart = (Group(inverse),) if inverse.nodes else ()
        whole = Alg((*normal.nodes, *apart))
        length = normal.length("HTM") + inverse.length("HTM")
    return LineView(
        _seen(state), _seen(state.inverse), str(whole), length, steps, state.is_identity
    )


def _seen(state: Permutation) -> SeenState:
    return SeenState(list(state.inverse.images), standing(state))


def step_candidates(
    scramble: str,
    line: str,
    step: str,
    axis: str | None,
    niss: Niss,
    count: int,
    beyond: int | None,
    seconds: float,
) -> list[ListedCandidate]:
    """Ways to make a step after a line.

    >>> found = step_candidates("R U F", "", "EO", "fb", "both", 5, 0, 10)
    >>> [(one.normal, one.inverse) for one in found]
    [('F', '')]
    """
    _start(scramble)
    asked = StepRequest(
        axis=axis or None,
        niss=niss == "both",
        linear=niss == "either",
        count=count,
        beyond=beyond,
        timeout=seconds,
    )
    return candidate_list(Line.of(line).state(scramble), step, asked)


def line_insertions(
    scramble: str, line: str, insertions: int, count: int, seconds: float
) -> list[InsertedLine]:
    """The shortest solutions by insertions into a line that is a skeleton.

    Moves on the inverse come last, backwards, as in a solution that is handed in.

    >>> found = line_insertions("R U R' U' F R F' R'", "R F R' F' (R U R' U')", 1, 1, 10)
    >>> found[0].length
    8
    """
    _start(scramble)
    normal, inverse = map(_of_faces, sides(line))
    found = insert(
        scramble, normal + inverse.inverse, insertions=insertions, count=count, seconds=seconds
    )
    return [
        InsertedLine(
            str(one.alg),
            one.length,
            [PlacedInsertion(*each.parts) for each in one.insertions],
        )
        for one in found
    ]
