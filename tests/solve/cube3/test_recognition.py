"""A 3x3x3 is known by what its moves do, in whatever file and under whatever names it comes."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError
from puzzlery.formats import FORMATS, dumps, loads
from puzzlery.solve.api.methods import METHODS, find_method, solve
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.coordinates.named_coordinates import named_coordinate
from puzzlery.solve.cube3.optimal_tables import forget
from puzzlery.solve.cube3.recognition import recognize
from puzzlery.solve.cube3.step_chains import chain
from puzzlery.solve.cube3.steps import step, tally
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import PlainNotation, Turn

CUBE = puzzle("3x3x3")
SCRAMBLE = "R U2 F' L D B2 R'"
CUBE_METHODS = ("twophase", "optimal", "steps")
# What each method needs to be quick: small tables, a narrow beam.
QUICK: dict[str, dict[str, int]] = {"optimal": {"memory": 120 << 20}, "steps": {"beam": 5}}


@pytest.fixture(scope="module", autouse=True)
def own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PUZZLERY_HOME", str(tmp_path_factory.mktemp("home")))
        yield
    forget()


def solved_by(cube: Puzzle, scramble: str, method: str, **limits: object) -> Solution:
    """A solution that was made on the cube and seen to solve it."""
    state = cube.apply(scramble)
    found = solve(cube, state, method, **{**QUICK.get(method, {}), **limits})
    assert state.apply(found.alg).is_solved
    return found


def renumbered(source: Puzzle, places: Permutation, names: dict[str, str]) -> Puzzle:
    """The puzzle with other numbers of stickers and other names of moves."""

    def turned(turns: dict[str, Turn]) -> dict[str, Turn]:
        own = {names.get(name, name): turn.permutation for name, turn in turns.items()}
        return {name: Turn.plain(name, p.conjugate(places)) for name, p in own.items()}

    colors = [0] * source.degree
    for sticker, color in enumerate(source.solved_colors):
        colors[places[sticker]] = color
    return Puzzle(
        "renumbered",
        source.degree,
        turned(source.turns),
        source.palette,
        tuple(colors),
        whole={n: replace(t, layers=0) for n, t in turned(source.whole).items()},
        basis=tuple(names.get(name, name) for name in source.basis),
    )


def shuffled(degree: int, seed: int) -> Permutation:
    places = list(range(degree))
    random.Random(seed).shuffle(places)
    return Permutation(places)


def plain(turns: dict[str, Permutation], colors: tuple[int, ...] = CUBE.solved_colors) -> Puzzle:
    """A puzzle of these moves alone, without rotations."""
    made = {name: Turn.plain(name, permutation) for name, permutation in turns.items()}
    return Puzzle("plain", len(colors), made, CUBE.palette, colors)


FACES = {face: CUBE.moves[face] for face in "URFDLB"}


def without_centers(whole: bool) -> Puzzle:
    """The 48 stickers that face turns move; with rotations and slices it is a void cube."""
    kept = sorted({int(i) for turn in FACES.values() for i in turn.support})
    number = {sticker: k for k, sticker in enumerate(kept)}

    def cut(turn: Turn) -> Turn:
        images = [number[turn.permutation[sticker]] for sticker in kept]
        return replace(Turn.plain(turn.name, Permutation(images)), layers=turn.layers)

    turns = {n: cut(t) for n, t in CUBE.turns.items() if whole or n in FACES}
    rotations = {n: cut(t) for n, t in CUBE.whole.items() if whole}
    colors = tuple(CUBE.solved_colors[sticker] for sticker in kept)
    return Puzzle("48 stickers", len(kept), turns, CUBE.palette, colors, whole=rotations)


# Formats


@pytest.fixture(params=[each.name for each in FORMATS])
def read_back(request: pytest.FixtureRequest) -> Puzzle:
    return loads(dumps(CUBE, request.param), request.param)


def test_a_cube_of_any_format_has_the_methods_of_the_3x3x3(read_back: Puzzle) -> None:
    assert [METHODS[name].unfit(read_back) for name in CUBE_METHODS] == [None, None, None]


@pytest.mark.parametrize("scramble", [SCRAMBLE, "R U2 M F' x E L S'"])
@pytest.mark.parametrize("method", CUBE_METHODS)
def test_solutions_solve_the_cube_that_was_read(
    read_back: Puzzle, method: str, scramble: str
) -> None:
    assert solved_by(read_back, scramble, method).length <= 30


def test_a_cube_of_any_format_has_the_same_shortest_length(read_back: Puzzle) -> None:
    for metric, length in (("OBTM", 7), ("OBQTM", 9), ("RBTM", 7)):
        found = solved_by(read_back, SCRAMBLE, "optimal", metric=metric)
        assert (found.length, found.optimal) == (length, True)


def test_slices_are_used_where_the_read_cube_has_them(read_back: Puzzle) -> None:
    assert solved_by(read_back, "M E U", "optimal", metric="RBTM").length == 3


def test_steps_of_a_read_cube_are_those_of_the_catalogue(read_back: Puzzle) -> None:
    expected = step(CUBE, SCRAMBLE, "eo", axis="fb", niss=True, count=3)
    found = step(read_back, SCRAMBLE, "eo", axis="fb", niss=True, count=3)
    assert [str(one.alg) for one in found] == [str(one.alg) for one in expected]
    assert tally(read_back, "R U F", "eo", 3, axis="fb", niss=True) == [0, 1, 0, 2]
    [whole] = chain(read_back, SCRAMBLE, "eo+dr+htr+finish", beam=5)
    assert read_back.apply(SCRAMBLE).apply(whole.alg).is_solved


def test_a_read_cube_has_the_named_coordinates(read_back: Puzzle) -> None:
    flipslice = named_coordinate(read_back, "flipslice-ud")
    assert flipslice.size == 1_013_760
    assert flipslice.index(read_back.apply("R U F2 R'")) != flipslice.solved
    assert flipslice.index(read_back.apply("R2 U F2 D'")) == flipslice.solved


# Other numbers, other names


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("method", CUBE_METHODS)
def test_numbers_of_stickers_and_names_of_moves_do_not_matter(method: str, seed: int) -> None:
    names = dict(zip(CUBE.turns, "abcdefghi", strict=True))
    names |= dict(zip(CUBE.whole, "pqr", strict=True))
    other = renumbered(CUBE, shuffled(54, seed), names)
    solved_by(other, "a b2 c' e d f2 g", method)


def test_moves_may_go_counterclockwise_and_be_named_like_other_faces() -> None:
    turns = {"R": "U", "U": "F'", "F": "L", "D": "B", "L": "R'", "B": "D"}
    other = plain({name: CUBE.turn(move).permutation for name, move in turns.items()})
    for method in CUBE_METHODS:
        solved_by(other, SCRAMBLE, method)
    found = solved_by(other, "R U R' U'", "optimal", moves=("R", "U"))
    assert {move.family for move in found.alg.moves()} == {"R", "U"}


def test_a_power_of_a_move_may_be_allowed_alone() -> None:
    turned = plain({name: turn.inverse for name, turn in FACES.items()})
    found = solved_by(turned, "R3 U2", "optimal", moves=("R'", "U2"))
    assert str(found.alg) == "U2 R' R' R'"


def test_a_cube_without_centers_is_one_where_nothing_rotates_it() -> None:
    cut = without_centers(whole=False)
    for method in CUBE_METHODS:
        solved_by(cut, SCRAMBLE, method)
    assert solved_by(cut, "R L' U", "optimal", metric="RBTM").length == 3


def test_a_cube_without_rotations_is_one() -> None:
    assert recognize(plain(FACES)) is not None


def with_turning_centers(alike: bool) -> Puzzle:
    """A supercube; its centers show how they are turned unless they look alike."""
    cube = puzzle("supercube 3")
    if not alike:
        return cube
    faces = [sticker.face for sticker in cube.stickers]
    return replace(
        cube,
        palette=CUBE.palette,
        solved_colors=tuple(sorted(set(faces)).index(face) for face in faces),
    )


def test_centers_may_turn_where_one_does_not_see_it() -> None:
    cube = with_turning_centers(alike=True)
    solved_by(cube, SCRAMBLE, "optimal")
    with pytest.raises(PuzzleryError, match='expected the goal "colors"'):
        solve(cube, SCRAMBLE, "optimal", goal="stickers")


# Near misses


def altered(name: str, permutation: Permutation) -> Puzzle:
    return plain({**FACES, name: permutation})


def swap(i: int, j: int) -> Permutation:
    return Permutation.from_cycles([[i, j]], 54)


NEAR_MISSES = {
    "a void cube": without_centers(whole=True),
    "a supercube": with_turning_centers(alike=False),
    "a face that does not turn": plain({n: p for n, p in FACES.items() if n != "B"}),
    "a face that turns by halves": altered("B", FACES["B"] ** 2),
    "a face that also swaps two stickers": altered("B", FACES["B"] * swap(0, 2)),
    "a move that swaps two edges": altered("X", swap(1, 3) * swap(47, 38)),
    "a move that swaps two centers": altered("X", swap(4, 13)),
    "slices without rotations": plain({**FACES, "M": CUBE.moves["M"]}),
    "one color": plain(FACES, (0,) * 54),
    "opposite faces of one color": plain(FACES, tuple(c % 3 for c in CUBE.solved_colors)),
    "gray centers": replace(
        CUBE, solved_colors=tuple(0 if i % 9 == 4 else c for i, c in enumerate(CUBE.solved_colors))
    ),
    "a bandaged cube": puzzle("bicube"),
}  # fmt: skip


@pytest.mark.parametrize("miss", NEAR_MISSES)
def test_near_misses_are_refused(miss: str) -> None:
    assert recognize(NEAR_MISSES[miss]) is None


@pytest.mark.parametrize("name", ["2x2x2", "4x4x4", "5x5x5", "3x3x2", "megaminx", "skewb"])
def test_other_puzzles_are_told_what_the_methods_solve(name: str) -> None:
    for method in CUBE_METHODS:
        with pytest.raises(
            PuzzleryError, match=f'method "{method}" does not fit {name}: it only solves the 3x3x3'
        ):
            find_method(method, puzzle(name))


def test_equal_puzzles_with_another_basis_are_kept_apart() -> None:
    """Puzzles are equal if their moves are; their groups need not be."""
    bare = replace(CUBE, whole={}, notation=PlainNotation(CUBE.turns))
    assert recognize(bare) is not None
    assert recognize(replace(bare, basis=tuple(bare.turns))) is None
