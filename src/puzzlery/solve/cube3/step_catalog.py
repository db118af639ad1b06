"""The steps of fewest-moves solving on the 3x3x3, each a goal that a search can reach.

Every goal is a *subgroup*: the states that some moves, or some pieces being solved, allow. So a
state is in it exactly if its inverse is, which is why one may work on either side.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from puzzlery.core.permutation import Permutation
from puzzlery.errors import UnknownName
from puzzlery.groups import PermGroup
from puzzlery.solve.coordinates.coordinate import Coordinate
from puzzlery.solve.coordinates.named_coordinates import named_coordinate
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.search.pattern_split import parts
from puzzlery.solve.search.patterns import ANY, Labels, Looks
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State

FACES = "udfbrl"
MOST_LOOKS = 200_000
Names = frozenset[str]
Coordinates = Callable[[Puzzle, MoveSet], Sequence[Coordinate]]


def turns(quarter: str) -> Names:
    """The turns of all faces by halves, and of these faces by quarters, too.

    >>> sorted(turns("u"))
    ['B2', 'D2', 'F2', 'L2', 'R2', 'U', "U'", 'U2']
    """
    halves = {f"{face.upper()}2" for face in FACES}
    return frozenset(halves | {face.upper() + prime for face in quarter for prime in ("", "'")})


ALL = turns(FACES)
HALF = turns("")


@dataclass(frozen=True)
class StepStage:
    """Where a step may begin: in the group of `moves`, and the step uses only these moves.

    `needs` is the step that leads there. `key` says by faces what the step and its beginning look
    at; turned by a rotation of the cube it names another place for the same step.

    >>> [(stage.needs, len(stage.moves)) for stage in STEPS["dr"].stages]
    [('eo', 14), ('', 18)]
    """

    needs: str
    key: tuple[str, ...]
    moves: Names


@dataclass(frozen=True, eq=False)
class Step:
    """A goal: coordinates that are all to be solved, with the stages it begins from.

    `coordinates` gives them for the moves of a stage. The strongest stage comes first. `test` says
    by other means whether a state reaches the goal. Unless `niss_helps`, moves on the inverse bring
    nothing that moves at the end would not.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> [STEPS["cross"].reached(cube, cube.permutation(alg)) for alg in ("U", "R U R'", "R")]
    [True, True, False]
    """

    name: str
    meaning: str
    coordinates: Coordinates
    stages: tuple[StepStage, ...]
    test: Callable[[Puzzle, Permutation], bool] | None = None
    niss_helps: bool = True

    def reached(self, puzzle: Puzzle, state: Permutation) -> bool:
        """Whether a state reaches the goal: by the test, or because all coordinates are solved.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("3x3x3")
        >>> STEPS["eo"].reached(cube, cube.permutation("F U2 B"))
        True
        """
        if self.test is not None:
            return self.test(puzzle, state)
        now = State(puzzle, state)
        return all(one.index(now) in one.goals for one in _with_all_moves(self, puzzle))


@lru_cache(maxsize=32)
def _with_all_moves(step: Step, puzzle: Puzzle) -> tuple[Coordinate, ...]:
    return tuple(step.coordinates(puzzle, MoveSet.for_search(puzzle)))


def find_step(name: str | Step) -> Step:
    """The step of a name; a step of one's own is taken as it is.

    >>> find_step("EO").meaning
    'all edges oriented: no quarter turn of two opposite faces is needed any more'
    """
    if isinstance(name, Step):
        return name
    wanted = name.strip().lower()
    if wanted not in STEPS:
        raise UnknownName.near(
            f'unknown step "{name}"; expected one of {", ".join(STEPS)}', wanted, STEPS
        )
    return STEPS[wanted]


@lru_cache(maxsize=32)
def group_of(puzzle: Puzzle, moves: Names) -> PermGroup:
    """The group that these moves generate.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> group_of(puzzle("3x3x3"), HALF).order, group_of(puzzle("3x3x3"), turns("ud")).order
    (663552, 19508428800)
    """
    return PermGroup([puzzle.turn(name).permutation for name in sorted(moves)])


def _in_group(moves: Names) -> Callable[[Puzzle, Permutation], bool]:
    return lambda puzzle, state: group_of(puzzle, moves).contains(state)


def _named(*names: str) -> Coordinates:
    return lambda puzzle, made: [named_coordinate(puzzle, name, made) for name in names]


def looks_of(puzzle: Puzzle, labels: Labels, made: MoveSet) -> list[Coordinate]:
    """Coordinates that together tell which label every place shows.

    Only what the moves can reach is numbered: after earlier steps that is little.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> half = MoveSet.for_search(cube).restricted(HALF)
    >>> [one.size for one in looks_of(cube, cube.solved_colors, half)]
    [24, 24, 24, 24, 24]
    """
    return [Looks(pattern, made) for pattern in parts(puzzle, labels, made, MOST_LOOKS)]


Chosen = Callable[[frozenset[str]], bool]


def _only(puzzle: Puzzle, labels: Labels, chosen: Chosen) -> Labels:
    """The labels on the pieces whose faces are chosen."""
    kept = {s for piece in puzzle.pieces() if chosen(_faces(puzzle, piece)) for s in piece}
    return tuple(label if s in kept else ANY for s, label in enumerate(labels))


def _faces(puzzle: Puzzle, piece: Iterable[int]) -> frozenset[str]:
    return frozenset(puzzle.stickers[sticker].face.lower() for sticker in piece)


def _pieces(name: str, meaning: str, key: tuple[str, ...], chosen: Chosen) -> Step:
    """A step that solves some pieces with all moves."""
    return _solving(name, meaning, chosen, (StepStage("", key, ALL),))


def _solving(
    name: str,
    meaning: str,
    chosen: Chosen,
    stages: tuple[StepStage, ...],
    *,
    niss_helps: bool = True,
) -> Step:
    def coordinates(puzzle: Puzzle, made: MoveSet) -> list[Coordinate]:
        return looks_of(puzzle, _only(puzzle, puzzle.solved_colors, chosen), made)

    def test(puzzle: Puzzle, state: Permutation) -> bool:
        labels = _only(puzzle, tuple(range(puzzle.degree)), chosen)
        return all(state[sticker] == sticker for sticker, label in enumerate(labels) if label >= 0)

    return Step(name, meaning, coordinates, stages, test, niss_helps=niss_helps)


def _block(*corners: str) -> Chosen:
    """The pieces of these corners of the cube, each corner a 2x2x2 block."""
    return lambda faces: any(faces <= frozenset(corner) for corner in corners)


_FROM_HTR = StepStage("htr", (), HALF)
_FROM_DR = StepStage("dr", ("ud",), turns("ud"))
_FROM_ALL = StepStage("", (), ALL)

STEPS: dict[str, Step] = {
    step.name: step
    for step in (
        Step(
            "eo",
            "all edges oriented: no quarter turn of two opposite faces is needed any more",
            _named("eo-ud"),
            (StepStage("", ("ud",), ALL),),
            _in_group(turns("fbrl")),
        ),
        Step(
            "dr",
            "domino reduction: quarter turns of two opposite faces and half turns suffice",
            _named("co-ud", "slice-ud", "eo-fb"),
            (StepStage("eo", ("ud", "fb"), turns("udrl")), StepStage("", ("ud",), ALL)),
            _in_group(turns("ud")),
        ),
        Step(
            "htr",
            "half-turn reduction: half turns suffice",
            _named("htr-cp", "slices"),
            (_FROM_DR,),
            _in_group(HALF),
        ),
        _solving(
            "leave-slice",
            "all solved but the four edges of a slice",
            lambda faces: len(faces) == 3 or bool(faces & {"u", "d"}),
            (StepStage("htr", ("ud",), HALF), _FROM_DR, StepStage("", ("ud",), ALL)),
        ),
        _solving(
            "corners", "all corners solved", lambda f: len(f) == 3, (_FROM_HTR, _FROM_DR, _FROM_ALL)
        ),
        _solving(
            "finish",
            "all solved",
            lambda faces: True,
            (_FROM_HTR, _FROM_DR, _FROM_ALL),
            niss_helps=False,
        ),
        _pieces("2x2x2", "a 2x2x2 block", ("dbl",), _block("dbl")),
        _pieces("2x2x3", "a 2x2x3 block", ("dl",), _block("dbl", "dfl")),
        _pieces("cross", "the four edges of a face", ("d",), lambda f: len(f) == 2 and "d" in f),
        _pieces(
            "xcross",
            "a cross and one pair beside it",
            ("d", "fr"),
            lambda f: (len(f) == 2 and "d" in f) or f in ({"f", "r"}, {"d", "f", "r"}),
        ),
        _pieces(
            "f2l-1",
            "the first two layers but for one pair",
            ("d", "fr"),
            lambda f: "u" not in f and not f >= {"f", "r"},
        ),
        _pieces("f2l", "the first two layers", ("d",), lambda f: "u" not in f),
    )
}
