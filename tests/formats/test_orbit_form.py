"""Orbit form: pieces with orientations are the same puzzle as stickers."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.random_puzzles import (
    cycle_puzzles,
    forms,
    shuffled_form_puzzles,
    transformations,
)
from tests.oracles.groups import group_order

from puzzlery import formats
from puzzlery.errors import InvalidPuzzle
from puzzlery.formats.puzzles.orbit_finder import cyclic_orbits, orbit_form
from puzzlery.formats.puzzles.orbit_form import (
    OrbitForm,
    PieceSet,
    SolvedPattern,
    Transformation,
    colors_of,
    puzzle_of,
    turns_of,
)
from puzzlery.twisty.catalog import puzzle as from_catalog
from puzzlery.twisty.model.state import State

PIECE_FORMATS = ("ksolve", "kpuzzle")
ONE_SET = PieceSet("EDGES", 4, 6)


def composed(a: Transformation, b: Transformation, orientations: int) -> Transformation:
    """First a, then b, by the formula of the file formats."""
    return Transformation(
        tuple(a.pieces[slot] for slot in b.pieces),
        tuple(
            (a.twists[slot] + twist) % orientations
            for slot, twist in zip(b.pieces, b.twists, strict=True)
        ),
    )


def one_set_form(moves, pattern=None):
    pattern = pattern or SolvedPattern((0, 1, 2, 3), (0,) * 4, (6,) * 4)
    named = {name: {"EDGES": move} for name, move in moves.items()}
    return OrbitForm("one set", (ONE_SET,), {"EDGES": pattern}, named)


@given(transformations(ONE_SET), transformations(ONE_SET))
def test_products_of_stickers_follow_the_formula_of_the_formats(a, b):
    turns = turns_of(one_set_form({"a": a, "b": b, "ab": composed(a, b, 6)}))
    assert turns["a"].permutation * turns["b"].permutation == turns["ab"].permutation


def shown(form, pieces, twists):
    """What one sees of a state of one set, by the definition: label and visible orientation."""
    pattern = form.solved["EDGES"]
    return [
        (pattern.labels[piece], (pattern.twists[piece] + twist) % pattern.visible[piece])
        for piece, twist in zip(pieces, twists, strict=True)
    ]


@given(transformations(ONE_SET), transformations(ONE_SET), st.data())
def test_stickers_look_alike_exactly_when_pieces_and_orientations_do(a, b, data):
    labels = data.draw(st.lists(st.integers(0, 1), min_size=4, max_size=4))
    seen = data.draw(st.tuples(*[st.sampled_from([1, 2, 3, 6])] * 2))
    at_home = data.draw(st.lists(st.integers(0, 5), min_size=4, max_size=4))
    pattern = SolvedPattern(tuple(labels), tuple(at_home), tuple(seen[label] for label in labels))
    form = one_set_form({"a": a, "b": b}, pattern)
    turns = turns_of(form)
    puzzle = puzzle_of(form, {}, turns)
    looks = [State(puzzle, turns[name].permutation).coloring for name in "ab"]
    told = [shown(form, move.pieces, move.twists) for move in (a, b)]
    assert (looks[0] == looks[1]) == (told[0] == told[1])


@settings(max_examples=40)
@given(forms())
def test_a_form_becomes_a_puzzle_and_the_same_form_again(form):
    puzzle = puzzle_of(form, {}, turns_of(form))
    again = orbit_form(puzzle)
    assert again.sets == form.sets
    assert {name: dict(parts) for name, parts in again.moves.items()} == form.moves
    assert len(set(colors_of(again))) == len(set(colors_of(form)))


def elements(puzzle, names):
    """Pairs of a word and its permutation, in order of length."""
    todo = [puzzle.solved.permutation]
    for permutation in todo:
        yield permutation
        todo += [permutation * puzzle.moves[name] for name in names]


def assert_same_game(one, other, count=300):
    """Along the same words, states and looks coincide in both puzzles or in neither."""
    names = list(one.moves)
    assert list(other.moves) == names
    states, looks = {}, {}
    walks = zip(elements(one, names), elements(other, names), strict=False)
    for here, there in islice(walks, count if names else 1):
        assert states.setdefault(here, there) == there
        seen = State(one, here).coloring.picks, State(other, there).coloring.picks
        assert looks.setdefault(seen[0], seen[1]) == seen[1]
    assert len(set(states.values())) == len(states)
    assert len(set(looks.values())) == len(looks)


@pytest.mark.parametrize("name", PIECE_FORMATS)
@settings(max_examples=50)
@given(puzzle=shuffled_form_puzzles() | cycle_puzzles())
def test_what_is_written_is_the_same_game(name, puzzle):
    assert_same_game(puzzle, formats.loads(formats.dumps(puzzle, name), name))


def relabelling(puzzle):
    """For each sticker of the written puzzle one of ours, where orientations permit it."""
    places = []
    for orbit in cyclic_orbits(puzzle).values():
        powers = orbit.orientations.elements
        regular = [
            j for j in range(orbit.width) if len({power[j] for power in powers}) == len(powers)
        ]
        for row in orbit.slots.tolist():
            places += [row[power[regular[0]]] if regular else None for power in powers]
    return places


@settings(max_examples=40)
@given(shuffled_form_puzzles())
def test_written_stickers_move_like_those_they_stand_for(puzzle):
    written = formats.loads(formats.dumps(puzzle, "kpuzzle"), "kpuzzle")
    places = relabelling(puzzle)
    for name, move in puzzle.moves.items():
        for sticker, place in enumerate(places):
            if place is not None:
                assert places[written.moves[name][sticker]] == move[place]


CATALOG = ("2x2x2", "3x3x3", "4x4x4", "megaminx", "pyraminx", "skewb", "FTO", "gear cube", "dino")


@pytest.mark.parametrize("name", PIECE_FORMATS)
@pytest.mark.parametrize("puzzle_name", CATALOG)
def test_catalogue_puzzles_keep_their_orders_and_looks(puzzle_name, name):
    puzzle = from_catalog(puzzle_name)
    written = formats.loads(formats.dumps(puzzle, name), name)
    assert_same_game(puzzle, written, count=400)
    for seed in range(10):
        factors = [move.family for move in puzzle.scramble(seed=seed, length=12).moves()]
        names = [name for name in factors if name in puzzle.moves]
        ours, theirs = puzzle.solved.permutation, written.solved.permutation
        for move in names:
            ours, theirs = ours * puzzle.moves[move], theirs * written.moves[move]
        assert ours.order == theirs.order


@pytest.mark.parametrize(
    ("puzzle_name", "sets"),
    [
        ("3x3x3", [("CORNERS", 8, 3), ("EDGES", 12, 2), ("CENTERS", 6, 1)]),
        # A wing cannot be turned over in its slot, so it has one orientation, not two.
        ("4x4x4", [("CORNERS", 8, 3), ("EDGES", 24, 1), ("CENTERS", 24, 1)]),
        ("megaminx", [("CORNERS", 20, 3), ("EDGES", 30, 2), ("CENTERS", 12, 1)]),
    ],
)
def test_sets_of_known_puzzles(puzzle_name, sets):
    found = orbit_form(from_catalog(puzzle_name)).sets
    assert [(one.name, one.slots, one.orientations) for one in found] == sets


def test_the_group_of_a_written_cube_has_the_known_order():
    cube = formats.loads(formats.dumps(from_catalog("2x2x2"), "ksolve"))
    # 24 ways to hold the 3,674,160 states of a cube with one corner fixed.
    assert group_order([move.images for move in cube.moves.values()]) == 24 * 3_674_160


def test_a_piece_that_turns_in_no_circle_is_written_sticker_by_sticker():
    # The four stickers of one piece are turned by Klein's four-group, which is not cyclic.
    puzzle = formats.loads(
        'stickers = [{color = "red", piece = 0}, {color = "blue", piece = 0},'
        '{color = "gold", piece = 0}, {color = "lime", piece = 0}]\n'
        '[moves]\na = "(0 1)(2 3)"\nb = "(0 2)(1 3)"'
    )
    form = orbit_form(puzzle)
    assert [(one.slots, one.orientations) for one in form.sets] == [(4, 1)]
    assert_same_game(puzzle, formats.loads(formats.dumps(puzzle, "ksolve")))


def test_too_many_stickers_are_refused_before_they_are_made():
    form = one_set_form({})
    large = OrbitForm("large", (PieceSet("A", 65_000, 65_000),), form.solved, {})
    with pytest.raises(InvalidPuzzle, match="4225000000 stickers"):
        puzzle_of(large, {}, {})


@settings(max_examples=15)
@given(forms())
def test_sets_keep_their_names_from_format_to_format(form):
    puzzle = puzzle_of(form, {}, turns_of(form))
    for name in PIECE_FORMATS:
        puzzle = formats.loads(formats.dumps(puzzle, name), name)
    assert [one.name for one in orbit_form(puzzle).sets] == [one.name for one in form.sets]
