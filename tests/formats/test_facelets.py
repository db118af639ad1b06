"""Facelet strings of cubes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlery.errors import NotExpressible, SyntaxFault
from puzzlery.formats import read_facelets, write_facelets
from puzzlery.twisty.catalog import puzzle as from_catalog
from puzzlery.twisty.model.puzzle import Puzzle

SOLVED = "".join(9 * face for face in "URFDLB")
# The right column: F comes up to U, D to F, B to D upside down, and U to B upside down.
AFTER_R = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"
# Every edge turned over, every corner at home (the superflip).
FLIPPED = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB"
SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"


@pytest.fixture(scope="module")
def cube():
    return from_catalog("3x3x3")


@pytest.mark.parametrize(("alg", "facelets"), [("", SOLVED), ("R", AFTER_R), (SUPERFLIP, FLIPPED)])
def test_known_strings(cube, alg, facelets):
    coloring = cube.apply(alg).coloring
    assert write_facelets(coloring) == facelets
    assert read_facelets(cube, facelets) == coloring


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7])
@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
def test_colorings_survive(size, seed):
    puzzle = from_catalog(f"{size}x{size}x{size}")
    names = [*puzzle.moves, *puzzle.rotations]
    coloring = puzzle.apply(" ".join(names[seed // 7**k % len(names)] for k in range(6))).coloring
    assert read_facelets(puzzle, write_facelets(coloring)) == coloring


def test_spaces_lines_and_small_letters_do_not_matter(cube):
    spread = "\n".join(AFTER_R[at : at + 3] + " " for at in range(0, 54, 3)).lower()
    assert read_facelets(cube, spread) == cube.apply("R").coloring


def test_centres_tell_what_other_signs_mean(cube):
    signs = AFTER_R.translate(str.maketrans("URFDLB", "123456"))
    assert read_facelets(cube, signs) == cube.apply("R").coloring
    # Held with another face in front, the same letters stand for other faces.
    colors = AFTER_R.translate(str.maketrans("URFDLB", "GOWBRY"))
    assert read_facelets(cube, colors) == cube.apply("R").coloring


def test_first_letters_of_colors_are_read_on_even_cubes():
    small = from_catalog("2x2x2")
    facelets = write_facelets(small.apply("R U").coloring)
    letters = facelets.translate(str.maketrans("URFDLB", "WRGYOB"))
    assert read_facelets(small, letters) == small.apply("R U").coloring


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        (SOLVED[:-1], 53, "53 facelets; 3x3x3 has 6 × 3 × 3 = 54"),
        (SOLVED + "U", 54, "55 facelets"),
        ("", 0, "0 facelets"),
        (SOLVED[:10] + "X" + SOLVED[11:], 10, 'unknown facelet "X"; expected one of U R F D L B'),
        (SOLVED.replace("U", "U ", 1)[:20] + "!" + SOLVED[20:], 20, 'unknown facelet "!"'),
        (9 * "W" + 45 * "Q", 9, 'unknown facelet "Q"'),
    ],
)
def test_faults_name_the_place(cube, text, place, words):
    with pytest.raises(SyntaxFault) as caught:
        read_facelets(cube, text)
    assert words in str(caught.value)
    assert caught.value.position == place


@pytest.mark.parametrize("name", ["megaminx", "2x2x3", "supercube 3", "helicopter", "skewb"])
def test_other_puzzles_are_refused(name):
    puzzle = from_catalog(name)
    with pytest.raises(NotExpressible):
        write_facelets(puzzle.solved.coloring)
    with pytest.raises(NotExpressible):
        read_facelets(puzzle, "U" * puzzle.degree)


def test_colors_of_no_face_are_refused():
    puzzle = Puzzle.from_cycles({}, list("URFDLB"))
    assert write_facelets(puzzle.solved.coloring) == "URFDLB"
    two_colored = Puzzle.from_cycles({}, list("URFDLL"))
    with pytest.raises(NotExpressible, match="one color a face"):
        write_facelets(two_colored.solved.coloring)
