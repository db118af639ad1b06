"""The competition's folder: its moves, its form, and answers that are checked and kept."""

from pathlib import Path

import pytest
from benchmarks.santa.answers import Answer, Answers
from benchmarks.santa.competition import Competition, Entry, built_moves, inverse
from benchmarks.santa.solving import written

from puzzlery import puzzle
from puzzlery.core.permutation import Permutation
from puzzlery.groups import PermGroup
from puzzlery.twisty.notation.alg import Alg, Move

SOLVED = "C;A;C;A;A;A;B;B;B;B"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "puzzles.csv").write_text(
        "id,puzzle_type,solution_state,initial_state,num_wildcards\n"
        f"7,wreath_6/6,{SOLVED},A;C;A;C;A;A;B;B;B;B,0\n"
        f"8,wreath_6/6,{SOLVED},A;C;A;C;A;A;B;B;B;B,4\n"
    )
    (tmp_path / "best_known.csv").write_text("id,length\n7,1\n")
    return tmp_path


def test_cubes_have_the_group_of_the_catalogues_cube() -> None:
    # Turning all layers of an axis turns the cube as a whole; the catalogue's basis of a 2x2x2 and
    # a 3x3x3 leaves a layer of each axis out, that of a 4x4x4 has all.
    for size, orientations in ((2, 24), (3, 24), (4, 1)):
        moves = [
            Permutation(sources) for sources in built_moves(f"cube_{size}/{size}/{size}").values()
        ]
        assert all(move.order == 4 for move in moves)
        known = puzzle(f"{size}x{size}x{size}").group.order
        assert PermGroup(moves).order == orientations * known


def test_wreaths_and_globes_move_what_the_competition_says() -> None:
    # From the competition's description: wreath 6/6 has the ring 0 … 5 and a second one of six
    # places through 0 and 2; a globe 1/8 has rows of 16, and a flip exchanges half of both.
    wreath = {name: Permutation(sources) for name, sources in built_moves("wreath_6/6").items()}
    assert [move.order for move in wreath.values()] == [6, 6]
    assert set(wreath["l"].support) & set(wreath["r"].support) == {0, 2}
    globe = {name: Permutation(sources) for name, sources in built_moves("globe_1/8").items()}
    assert globe["r0"].order == 16
    assert globe["f0"].order == 2
    assert set(globe["f0"].support) == {*range(8), *range(16, 24)}


def test_listed_moves_go_before_built_ones(folder: Path) -> None:
    (folder / "puzzle_info.csv").write_text(
        "puzzle_type,allowed_moves\nwreath_6/6,\"{'l': [1, 2, 3, 4, 5, 0, 6, 7, 8, 9]}\"\n"
    )
    competition = Competition.of(folder)
    assert list(competition.moves["wreath_6/6"]) == ["l"]
    assert competition.moves["wreath_6/6"]["l"] == built_moves("wreath_6/6")["l"]


def test_answers_are_checked_and_only_replaced_by_shorter_ones(folder: Path) -> None:
    competition = Competition.of(folder)
    entry, path = competition.entries[7], folder / "answers.csv"
    assert competition.is_solved_by(entry, ["l"])
    assert not competition.is_solved_by(entry, ["-l"])
    answers = Answers(path, competition)
    assert answers.offer(Answer(7, ("l", "r", "-r"), 2.0))
    assert answers.offer(Answer(7, ("l",), 1.0))
    assert not answers.offer(Answer(7, ("r", "-r", "l"), 1.0))
    with pytest.raises(AssertionError, match="does not solve"):
        answers.offer(Answer(7, ("r",)))
    again = Answers(path, competition)
    assert again.by_number[7] == Answer(7, ("l",), 4.0)
    assert again.total(competition.entries.values()) == (1, 1, 1)
    again.submit(folder / "submission.csv")
    assert (folder / "submission.csv").read_text() == "id,moves\n7,l\n"


def test_wildcards_allow_so_many_wrong_labels(folder: Path) -> None:
    competition = Competition.of(folder)
    entry = competition.entries[8]
    assert entry.wrong(entry.start) == 4
    assert competition.is_solved_by(entry, [])


def test_amounts_are_written_as_single_steps() -> None:
    moves = built_moves("wreath_6/6")
    alg = Alg((Move("l", 2), Move("r", -1), Move("l", 5)))
    assert written(alg, moves) == ("l", "l", "-r", "-l")
    assert inverse(inverse(moves["l"])) == moves["l"]


@pytest.mark.parametrize(
    ("name", "chosen"),
    [("cube", True), ("cube_33", True), ("cube_33/33", True), ("cube_3", False), ("cu", False)],
)
def test_types_are_chosen_by_whole_parts_of_their_names(name: str, chosen: bool) -> None:
    entry = Entry(1, "cube_33/33/33", (), (), 0, None)
    assert entry.is_of_type(name) == chosen
