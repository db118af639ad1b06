"""Random puzzles of all kinds, for tests of files."""

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from puzzlery.core.permutation import Permutation
from puzzlery.formats.puzzles.derived import with_derived
from puzzlery.formats.puzzles.move_names import as_rotation
from puzzlery.formats.puzzles.orbit_form import (
    OrbitForm,
    PieceSet,
    SolvedPattern,
    Transformation,
    turns_of,
)
from puzzlery.formats.puzzles.orbit_form import puzzle_of as puzzle_of_form
from puzzlery.twisty.model.color import Color
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Skin
from puzzlery.twisty.model.turn import Grip, Spin, Turn

MOVE_NAMES = ("r", "U", "2R", "Rw", "alg_1", "wrg")
ODD_NAMES = (*MOVE_NAMES, "R'", "a b", "ü", 'say "no"', "back\\slash", "R#", "=", "[x]", "-")
PLAIN_COLORS = ("red", "blue", "#12ab34", "my own")
numbers = st.floats(-1e6, 1e6, allow_nan=False) | st.sampled_from([0.0, 1.0, -0.5, 1 / 3])
vectors = st.tuples(numbers, numbers, numbers)
texts = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=30)
colors = st.sampled_from([Color.of(name) for name in PLAIN_COLORS]) | st.builds(
    Color, st.sampled_from(["a", "b", "red"]), st.sampled_from(["#000000", "#ff00ff"])
)


@st.composite
def cycle_puzzles(draw, names=MOVE_NAMES, color_names=PLAIN_COLORS):
    """Puzzles of raw cycles: colors, maybe positions, points that turn in place."""
    degree = draw(st.integers(1, 10))
    moves = {}
    for name in draw(st.lists(st.sampled_from(names), max_size=3, unique=True)):
        permutation = Permutation(draw(st.permutations(range(degree))))
        still = sorted(set(range(degree)) - set(permutation.support.tolist()))
        in_place = draw(st.sets(st.sampled_from(still))) if still else set()
        moves[name] = [*permutation.cycles(), *([point] for point in sorted(in_place))]
    chosen = draw(st.lists(st.sampled_from(color_names), min_size=degree, max_size=degree))
    positions = None
    if draw(st.booleans()):
        positions = draw(st.lists(vectors, min_size=degree, max_size=degree))
    return Puzzle.from_cycles(moves, chosen, positions, draw(texts), note=draw(texts))


@st.composite
def full_puzzles(draw):
    """Puzzles in which everything that a Puzzle can hold may be there."""
    puzzle = draw(cycle_puzzles(names=ODD_NAMES))
    degree = puzzle.degree
    points = st.integers(0, degree - 1)
    turns = {
        name: replace(
            turn,
            spins=tuple(draw(st.lists(spins(points), max_size=2))),
            layers=draw(st.integers(0, 3)),
            outer=draw(st.booleans()),
        )
        for name, turn in puzzle.turns.items()
    }
    rotation = Permutation(draw(st.permutations(range(degree))))
    whole = {"rot": as_rotation(Turn.plain("rot", rotation))} if draw(st.booleans()) else {}
    palette = draw(st.lists(colors, min_size=1, max_size=4, unique_by=lambda color: color.name))
    picks = draw(st.lists(st.sampled_from(range(len(palette))), min_size=degree, max_size=degree))
    groups = draw(st.lists(st.frozensets(points, max_size=3), max_size=2))
    cells = draw(st.none() | st.lists(points, min_size=degree, max_size=degree).map(tuple))
    puzzle = replace(
        puzzle, turns=turns, whole=whole, palette=tuple(palette), solved_colors=tuple(picks),
        basis=tuple(draw(st.permutations(list(turns)))[: draw(st.integers(0, 3))]),
        glued=tuple(groups), cells=cells, notation=None, skin=draw(skins(puzzle.skin, degree)),
        grips=tuple(draw(st.lists(grips(), max_size=2))),
        metric=draw(st.sampled_from(["OBTM", "ETM"])),
    )  # fmt: skip
    letters = [name for name in turns if name.isalpha() and name.isascii()]
    return with_derived(puzzle, {"twice": f"{letters[0]}2"}) if letters else puzzle


def spins(points):
    return st.builds(Spin, st.frozensets(points), vectors, numbers, vectors)


def grips():
    pairs = st.tuples(texts, texts)
    return st.builds(
        Grip, vectors, st.integers(1, 12), st.lists(numbers, max_size=3).map(tuple), pairs
    )


@st.composite
def skins(draw, skin, degree):
    """The skin with normals, outlines and faces, or as it is."""
    if skin is None or draw(st.booleans()):
        return skin
    corners = st.lists(vectors, min_size=3, max_size=5).map(np.array)
    outlines = st.lists(corners, min_size=degree, max_size=degree).map(tuple)
    faces = st.lists(st.sampled_from(["", "U", "F"]), min_size=degree, max_size=degree)
    normals = draw(st.lists(vectors, min_size=degree, max_size=degree))
    return Skin(skin.positions, np.array(normals), draw(outlines), tuple(draw(faces)))


@st.composite
def forms(draw):
    """Puzzles as pieces with orientations, some of them alike, some orientations hidden."""
    sets = tuple(
        PieceSet(f"SET{number}", draw(st.integers(1, 5)), draw(st.integers(1, 6)))
        for number in range(draw(st.integers(1, 3)))
    )
    solved = {one.name: draw(patterns(one)) for one in sets}
    moves = {
        name: {one.name: draw(transformations(one)) for one in sets}
        for name in draw(st.lists(st.sampled_from(MOVE_NAMES), max_size=3, unique=True))
    }
    return OrbitForm("form", sets, solved, moves)


def transformations(one):
    slots = st.permutations(range(one.slots)).map(tuple)
    return st.builds(Transformation, slots, twists(one))


def twists(one):
    each = st.integers(0, one.orientations - 1)
    return st.lists(each, min_size=one.slots, max_size=one.slots).map(tuple)


@st.composite
def patterns(draw, one):
    labels = draw(st.lists(st.integers(0, one.slots - 1), min_size=one.slots, max_size=one.slots))
    divisors = [d for d in range(1, one.orientations + 1) if one.orientations % d == 0]
    seen = {label: draw(st.sampled_from(divisors)) for label in labels}
    return SolvedPattern(tuple(labels), draw(twists(one)), tuple(seen[label] for label in labels))


@st.composite
def shuffled_form_puzzles(draw):
    """Puzzles that have pieces with orientations, with their stickers in any order."""
    form = draw(forms())
    turns = turns_of(form)
    puzzle = puzzle_of_form(form, {}, turns)
    order = Permutation(draw(st.permutations(range(puzzle.degree))))
    moved = {
        name: Turn.plain(name, turn.permutation.conjugate(order)) for name, turn in turns.items()
    }
    back = order.inverse
    return Puzzle(
        "shuffled", puzzle.degree, moved, puzzle.palette,
        tuple(puzzle.solved_colors[back[place]] for place in range(puzzle.degree)),
        cells=tuple(puzzle.cells[back[place]] for place in range(puzzle.degree))
        if draw(st.booleans()) else None,
    )  # fmt: skip
