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
from puzzlery.solve.coordinates.composite import Composite
from puzzlery.solve.coordinates.coordinate import Coordinate
from puzzlery.solve.coordinates.named_coordinates import named_coordinate
from puzzlery.solve.coordinates.with_goals import WithGoals, reached_by
from puzzlery.solve.cube3.numbering import pieces
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.phases.subgroup_coordinates import subgroup_coordinates
from puzzlery.solve.search.pattern_split import parts
from puzzlery.solve.search.patterns import ANY, Labels, Looks
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.structure.piece_names import piece_named

FACES = "udfbrl"
MOST_LOOKS = 200_000
# The turns of a cube that is a floppy one: one layer thick, between the faces U and D.
FLOPPY = ("R2", "L2", "F2", "B2")
# After edges were oriented for fb these turns reach domino reduction on ud from AR.
WITHOUT_AXIS = ("R", "L", "U2", "D2", "F2", "B2")
# Twisted corners and edges outside of their slice, twice, in the cases that short triggers solve:
# R; R U2 R; R U R or R U' R; and what is solved already.
RZP_CASES = ((4, 4), (4, 2), (3, 2), (0, 0))
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

    A goal that is no subgroup, such as AR, may hold for a state and not for its inverse. Then
    `kept_by` are the moves at the end that never leave it, and moves are made on one side only.

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
    kept_by: Names | None = None

    def is_kept_by(self, puzzle: Puzzle, effect: Permutation) -> bool:
        """Whether an effect at the end never leaves the goal.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("3x3x3")
        >>> [STEPS["ar"].is_kept_by(cube, cube.permutation(alg)) for alg in ("R", "U", "U2")]
        [True, False, True]
        """
        if self.kept_by is None:
            return self.reached(puzzle, effect)
        return group_of(puzzle, self.kept_by).contains(effect)

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


def dr_case(puzzle: Puzzle, state: Permutation) -> tuple[int, int]:
    """How many corners are twisted for domino reduction on ud, and how many edges are bad.

    An edge is bad if it is in the wrong one of the slice and the rest: they come in twos. Cubers
    write 4c2e.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> [dr_case(cube, cube.permutation(alg)) for alg in ("R", "R U2 R", "R U R")]
    [(4, 4), (4, 2), (3, 2)]
    """
    told = pieces(State(puzzle, state))
    # Edges 8 to 11 are those of the slice.
    away = sum(edge < 8 for edge in told[24:28])
    return sum(twist != 0 for twist in told[8:16]), 2 * away


def _rzp(puzzle: Puzzle, made: MoveSet) -> list[Coordinate]:
    parts = [named_coordinate(puzzle, name, made) for name in ("co-ud", "slice-ud")]
    return [WithGoals(Composite(*parts), "RZP", _rzp_goals)]


def _rzp_goals(base: Coordinate) -> list[int]:
    """The values of twists and slices together that are one of the cases."""
    assert isinstance(base, Composite)
    twists, slices = base.parts
    corners = [dr_case(base.puzzle, twists.state(i).permutation)[0] for i in range(twists.size)]
    edges = [dr_case(base.puzzle, slices.state(i).permutation)[1] for i in range(slices.size)]
    return [
        i + twists.size * k
        for k, bad in enumerate(edges)
        for i, twisted in enumerate(corners)
        if (twisted, bad) in RZP_CASES
    ]


def _is_rzp(puzzle: Puzzle, state: Permutation) -> bool:
    oriented = _in_group(turns("udrl"))(puzzle, state)
    return oriented and (
        dr_case(puzzle, state) in RZP_CASES or dr_case(puzzle, state.inverse) in RZP_CASES
    )


def _ar(puzzle: Puzzle, made: MoveSet) -> list[Coordinate]:
    parts = [named_coordinate(puzzle, name, made) for name in ("co-ud", "slice-ud")]
    return [WithGoals(part, "AR", reached_by(*WITHOUT_AXIS)) for part in parts]


def _is_ar(puzzle: Puzzle, state: Permutation) -> bool:
    """Whether the state or its inverse is in AR: unlike a subgroup it may be just one of them."""
    if not _in_group(turns("udrl"))(puzzle, state):
        return False
    both = (State(puzzle, one) for one in (state, state.inverse))
    parts = _ar_parts(puzzle)
    return any(all(one.index(seen) in goals for one, goals in parts) for seen in both)


@lru_cache(maxsize=2)
def _ar_parts(puzzle: Puzzle) -> list[tuple[Coordinate, frozenset[int]]]:
    return [(one, frozenset(one.goals)) for one in _ar(puzzle, MoveSet.for_search(puzzle))]


def _floppy(puzzle: Puzzle) -> list[Permutation]:
    return [puzzle.turn(name).permutation for name in FLOPPY]


def _floppy_but_slice(puzzle: Puzzle) -> list[Permutation]:
    """The turns of a floppy cube, and the cycles of three edges of the slice between U and D."""
    first, second, third, fourth = (piece_named(puzzle, name) for name in ("FR", "FL", "BL", "BR"))
    cycles = [(first, second, third), (second, third, fourth)]
    made = [zip(*cycle, strict=True) for cycle in cycles]
    return [
        *_floppy(puzzle),
        *(Permutation.from_cycles([list(few) for few in each], puzzle.degree) for each in made),
    ]


def _generated(
    name: str, meaning: str, generators: Callable[[Puzzle], Sequence[Permutation]]
) -> Step:
    """A step from half-turn reduction to the subgroup that these permutations make."""

    @lru_cache(maxsize=2)
    def group(puzzle: Puzzle) -> PermGroup:
        return PermGroup(list(generators(puzzle)))

    return Step(
        name,
        meaning,
        lambda puzzle, made: subgroup_coordinates(puzzle, name, generators(puzzle), made),
        (StepStage("htr", ("ud",), HALF),),
        lambda puzzle, state: group(puzzle).contains(state),
    )


def _block(*corners: str) -> Chosen:
    """The pieces of these corners of the cube, each corner a 2x2x2 block."""
    return lambda faces: any(faces <= frozenset(corner) for corner in corners)


_FROM_EO = StepStage("eo", ("ud", "fb"), turns("udrl"))
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
            (_FROM_EO, StepStage("", ("ud",), ALL)),
            _in_group(turns("ud")),
        ),
        Step(
            "rzp",
            "few corners and edges are left for domino reduction, so that a trigger may solve them",
            _rzp,
            (_FROM_EO,),
            _is_rzp,
            kept_by=turns("ud"),
        ),
        Step(
            "ar",
            "domino reduction is near: quarter turns of its own two faces are not needed any more",
            _ar,
            (_FROM_EO,),
            _is_ar,
            kept_by=turns("rl"),
        ),
        Step(
            "htr",
            "half-turn reduction: half turns suffice",
            _named("htr-cp", "slices"),
            (_FROM_DR,),
            _in_group(HALF),
        ),
        _generated("fr", "floppy reduction: half turns of four faces suffice", _floppy),
        _generated(
            "fr-leave-slice", "floppy reduction but for the edges of its slice", _floppy_but_slice
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
