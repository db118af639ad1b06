"""Plans of steps: a step, begun from a stage, with its tables and the places where it can be made.

One engine serves all places: a state is turned by a rotation of the cube that carries the place to
the usual one, and what is found is turned back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock
from puzzlery.solve.coordinates.coordinate_solver import tells_all
from puzzlery.solve.coordinates.reached import reached
from puzzlery.solve.coordinates.search_engine import Engine, grouped
from puzzlery.solve.cube3.step_catalog import FACES, Names, Step, StepStage, find_step, group_of
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.search.niss import NissSolution, Word
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Move

# A table gets a third: enough for all twists with all flips, 2187 × 2048 entries of a byte.
TABLE_BYTES = 14_000_000
MOST_PLANS = 32


@dataclass(frozen=True, eq=False)
class StepPlan:
    """A step from one of its stages, with its engine and the rotations to its places.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> plan = plan_of(puzzle("3x3x3"), "eo", 0, "OBTM")
    >>> plan.engine.sizes, len(plan.places)
    ([2048], 3)
    """

    puzzle: Puzzle
    step: Step
    stage: StepStage
    engine: Engine
    places: dict[tuple[str, ...], Permutation]
    last: tuple[bool, ...]
    double: tuple[bool, ...]
    # What `is_redundant` found, by the last two moves.
    _known: dict[Word, bool] = field(default_factory=dict)

    @classmethod
    def of(
        cls, puzzle: Puzzle, step: Step, stage: StepStage, metric: str, timeout: Clock | None
    ) -> "StepPlan":
        moves = _moves(puzzle, metric, stage.moves)
        wanted = [reached(one) for one in step.coordinates(puzzle, moves)]
        # What the moves of the stage never change, the stage has solved already.
        moved = [one for one in wanted if one.size > 1] or wanted[:1]
        engine = Engine.of(
            moves, grouped(moved, TABLE_BYTES), both_sides=tells_all(wanted), timeout=timeout
        )
        effects = moves.permutations
        keeps = [step.is_kept_by(puzzle, effect) for effect in effects]
        return cls(
            puzzle, step, stage, engine, places_of(puzzle, stage.key),
            tuple(not kept for kept in keeps), tuple(_doubles(puzzle, step, effects)),
        )  # fmt: skip

    def states(self, state: Permutation, axis: str | None) -> dict[str, Permutation]:
        """The places where the step may begin, each with the rotation to the usual place.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("3x3x3")
        >>> list(plan_of(cube, "eo", 0, "OBTM").states(cube.permutation("R U"), None))
        ['ud', 'fb', 'rl']
        """
        group = group_of(self.puzzle, self.stage.moves)
        return {
            "-".join(key): turned
            for key, turned in self.places.items()
            if (axis is None or key[:1] == (axis,) or "-".join(key) == axis)
            and group.contains(state.conjugate(turned))
        }

    def is_redundant(self, word: Word) -> bool:
        """Whether a shorter word, or one listed earlier, does the same for the step.

        A word is *padded* if a turn at its end keeps the goal: the word without it is shorter.
        Turns that commute are the end together, in whichever order they stand.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> plan = plan_of(puzzle("3x3x3"), "eo", 0, "OBTM")
        >>> words = [tuple(map(plan.engine.moves.names.index, text.split()))
        ...          for text in ("U", "U'", "U D", "U2 D", "U R2")]
        >>> [plan.is_redundant(word) for word in words]
        [False, True, False, True, True]
        """
        end = word[-2:]
        if end not in self._known:
            effects = [self.engine.moves.permutations[move] for move in end]
            last = end[-1:] if len(set(self._orders(effects))) > 1 else end
            self._known[end] = any(self.double[move] or not self.last[move] for move in last)
        return self._known[end]

    @staticmethod
    def _orders(effects: Sequence[Permutation]) -> Iterator[Permutation]:
        """What the moves do in the order in which they are written, and in the other."""
        degree = len(effects[0]) if effects else 0
        yield Permutation.product(effects, degree)
        yield Permutation.product(effects[::-1], degree)

    def told(self, found: NissSolution, turned: Permutation) -> tuple[tuple[Move, ...], ...]:
        """The moves on both sides, turned back to the place where they are made."""
        names = _names(self.puzzle)
        effects = self.engine.moves.permutations
        back = turned.inverse
        return tuple(
            tuple(names[effects[move].conjugate(back)] for move in word)
            for word in (found.normal, found.inverse)
        )


_plans: dict[tuple[Puzzle, Step, int, str], StepPlan] = {}


def plan_of(
    puzzle: Puzzle, name: str | Step, number: int, metric: str, timeout: Clock | None = None
) -> StepPlan:
    """The plan of a step from the stage of this number, built once.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> plan_of(cube, "eo", 0, "OBTM") is plan_of(cube, "eo", 0, "OBTM")
    True
    """
    step = find_step(name)
    key = (puzzle, step, number, metric)
    if key not in _plans:
        made = StepPlan.of(puzzle, step, step.stages[number], metric, timeout)
        while len(_plans) >= MOST_PLANS:
            del _plans[next(iter(_plans))]
        _plans[key] = made
    return _plans[key]


@lru_cache(maxsize=16)
def _moves(puzzle: Puzzle, metric: str, names: Names) -> MoveSet:
    return MoveSet.for_search(puzzle, metric).restricted(names)


@lru_cache(maxsize=4)
def _names(puzzle: Puzzle) -> dict[Permutation, Move]:
    return {one.permutation: one.written for one in MoveSet.for_search(puzzle).moves}


@lru_cache(maxsize=32)
def places_of(puzzle: Puzzle, key: tuple[str, ...]) -> dict[tuple[str, ...], Permutation]:
    """The places of a step, each with the rotation that carries it to the usual one.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> list(places_of(puzzle("3x3x3"), ("ud",)))
    [('ud',), ('fb',), ('rl',)]
    >>> len(places_of(puzzle("3x3x3"), ("dbl",)))
    8
    """
    found: dict[tuple[str, ...], Permutation] = {}
    centers = {puzzle.stickers[min(p)].face.lower(): min(p) for p in puzzle.pieces() if len(p) == 1}
    for symmetry in puzzle.symmetries(reflections=False):
        comes_from = {
            puzzle.stickers[symmetry.stickers[sticker]].face.lower(): face
            for face, sticker in centers.items()
        }
        place = tuple(in_order("".join(comes_from[face] for face in faces)) for faces in key)
        found.setdefault(place, symmetry.stickers)
    return {place: found[place] for place in sorted(found, key=_in_face_order)}


def _in_face_order(place: tuple[str, ...]) -> list[list[int]]:
    return [[FACES.find(face) for face in faces] for faces in place]


def in_order(faces: str) -> str:
    """The faces in the order in which places name them.

    >>> in_order("LDB"), in_order("lr")
    ('dbl', 'rl')
    """
    return "".join(sorted(faces.lower(), key=FACES.find))


def _doubles(puzzle: Puzzle, step: Step, effects: Sequence[Permutation]) -> Iterator[bool]:
    """For each move whether an earlier one leads to the same as far as the step can tell."""
    for number, effect in enumerate(effects):
        yield any(step.is_kept_by(puzzle, effect.inverse * other) for other in effects[:number])
