"""Text nets: what is written is read back, on every puzzle; faults are named with their line."""

import random

import pytest

from puzzlery.errors import FileFault
from puzzlery.formats.states.net_text import color_signs, net_faces, read_net, write_net
from puzzlery.twisty.catalog import names
from puzzlery.twisty.catalog import puzzle as named
from puzzlery.twisty.model.color import Color
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring

SMALL = [name for name in names() if not name.startswith(("20x", "30x", "40x", "yotta", "zetta"))]


@pytest.mark.parametrize("name", SMALL[::4])
def test_what_is_written_is_read_back(name: str) -> None:
    puzzle = named(name)
    rng = random.Random(name)
    picks = tuple(rng.randrange(len(puzzle.palette)) for _ in range(puzzle.degree))
    scrambled = puzzle.apply(puzzle.scramble(seed=1)).coloring
    for coloring in (Coloring(puzzle, picks), puzzle.solved.coloring, scrambled):
        assert read_net(puzzle, write_net(coloring)) == coloring


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_what_is_written_is_read_back_on_every_puzzle(name: str) -> None:
    test_what_is_written_is_read_back(name)


def test_a_cube_is_listed_as_its_facelets_are() -> None:
    faces = net_faces(named("3x3x3"))
    assert [face.name for face in faces] == list("URFDLB")
    assert [sticker for face in faces for sticker in face.stickers] == list(range(54))


def test_colors_get_different_letters() -> None:
    palette = tuple(Color(f"color {k}", "#000000") for k in range(80))
    assert len(set(color_signs(palette))) == 80


def test_names_and_either_case_are_read() -> None:
    puzzle = named("2x2x2")
    text = write_net(puzzle.solved.coloring)
    text = text.replace("w w\n  w w", "White".lower() + " W\n  w white")
    assert read_net(puzzle, text) == puzzle.solved.coloring


def test_remarks_and_missing_heads_do_not_matter() -> None:
    puzzle = named("2x2x2")
    bare = "# mine\n" + " ".join(color_signs(puzzle.palette)[pick] for pick in puzzle.solved_colors)
    assert read_net(puzzle, bare) == puzzle.solved.coloring


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("w w\n", "w\n", 1), "face R begins after 3 letters; expected 4"),
        (("w w\n", "w q\n", 1), 'line 4: unknown color "q"'),
        (("B:", "b b b\nB:", 1), "face B begins after 23 letters"),
        (("B:", "", 1), ""),
    ],
)
def test_faults_are_told(change: tuple[str, str, int], message: str) -> None:
    puzzle = named("2x2x2")
    text = write_net(puzzle.solved.coloring).replace(*change)
    if not message:
        assert read_net(puzzle, text) == puzzle.solved.coloring
        return
    with pytest.raises(FileFault, match=message):
        read_net(puzzle, text)


def test_too_few_and_too_many_letters_are_told() -> None:
    puzzle = named("2x2x2")
    with pytest.raises(FileFault, match="0 letters; 2x2x2 has 24 stickers"):
        read_net(puzzle, "")
    with pytest.raises(FileFault, match="more than 24 letters"):
        read_net(puzzle, "w " * 1_000_000)


def test_a_puzzle_without_faces_has_a_net_by_numbers() -> None:
    puzzle = Puzzle.from_cycles({"a": [list(range(30))]}, colors=["red", "blue"] * 15)
    assert [len(row) for row in net_faces(puzzle)[0].rows] == [12, 12, 6]
