"""Solving: what may be given, what is refused, and that every answer solves."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlery.cli import main
from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError, UnknownName, Unsolvable
from puzzlery.solve.api.methods import METHODS, solutions
from puzzlery.solve.api.request import Request
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg

SOLVED = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
TWISTED = "UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
ROTATIONS = ("", "x", "y2", "z' y", "x2 z")


@pytest.mark.parametrize("name", ["2x2x2", "pyraminx", "skewb", "gear cube", "ivy cube"])
def test_words_solve_scrambles(name: str) -> None:
    chosen = puzzle(name)
    for seed in range(3):
        scramble = chosen.scramble(seed=seed)
        assert chosen.apply(scramble + chosen.solve(scramble, "words").alg).is_solved


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.sampled_from(["R", "U'", "F2", "M", "S'", "x", "y'", "Lw"]), max_size=8),
    st.sampled_from(ROTATIONS),
)
def test_however_the_cube_is_held_it_is_solved_so(moves: list[str], rotation: str) -> None:
    cube = puzzle("2x2x2") if "M" not in moves and "S'" not in moves else puzzle("3x3x3")
    scramble = cube.alg(" ".join([*moves, rotation]))
    found = cube.solve(scramble, "words")
    assert cube.apply(scramble + found.alg).is_solved
    assert not any(move.family in "xyz" for move in found.alg.moves())


def test_a_solved_cube_held_differently_needs_no_moves() -> None:
    cube = puzzle("3x3x3")
    for rotation in ROTATIONS:
        assert cube.solve(rotation).length == 0


def test_a_state_may_be_given_in_many_ways() -> None:
    cube = puzzle("2x2x2")
    state = cube.apply("R U F")
    for shown in (state, state.coloring, list(state.coloring), "R U F", cube.alg("R U F")):
        assert state.apply(cube.solve(shown).alg).is_solved
    assert puzzle("3x3x3").solve(SOLVED).alg == Alg()


def test_what_no_moves_lead_to_is_refused_with_the_reasons() -> None:
    with pytest.raises(Unsolvable, match="no moves of 3x3x3 lead to this state") as refused:
        puzzle("3x3x3").solve(TWISTED)
    assert any("twisted" in reason for reason in refused.value.reasons)
    assert any(reason.startswith("repair") for reason in refused.value.reasons)


def test_equal_stickers_may_be_exchanged_for_the_colors_but_not_for_the_stickers() -> None:
    rings = Puzzle.from_cycles(
        {"a": [[0, 1, 2]], "b": [[2, 3, 4]]}, ["red", "red", "blue", "green", "white"]
    )
    swapped = State(rings, Permutation([1, 0, 2, 3, 4]))
    assert rings.solve(swapped).length == 0
    with pytest.raises(Unsolvable, match="stickers"):
        rings.solve(swapped, goal="stickers")


def test_the_mask_tells_which_places_matter() -> None:
    cube = puzzle("2x2x2")
    turned = cube.apply("U").permutation
    untouched = frozenset(range(24)) - cube.turn("U").moving
    everything = Request(cube, cube.solved, "OBTM")
    some = Request(cube, cube.solved, "OBTM", mask=untouched)
    assert not everything.is_reached_by(turned)
    assert some.is_reached_by(turned)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"method": "wrods"}, "did you mean words"),
        ({"goal": "beauty"}, "expected colors or stickers"),
        ({"metric": "parsecs"}, "unknown metric"),
    ],
)
def test_faulty_requests_say_what_was_expected(arguments: dict[str, str], fault: str) -> None:
    with pytest.raises(PuzzleryError, match=fault):
        solutions(puzzle("2x2x2"), "R", **arguments)


def test_a_bandaged_puzzle_is_not_for_words() -> None:
    cube = puzzle("bandaged cube")
    assert METHODS["words"].unfit(cube) is not None


def test_unknown_methods_are_unknown_names() -> None:
    with pytest.raises(UnknownName):
        puzzle("2x2x2").solve("R", "magic")


def test_the_command_line_gives_the_same_keys_as_the_library(capsys) -> None:
    assert main(["solve", "2x2x2", "R U", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {"alg", "length", "metric", "optimal", "nodes", "seconds", "method"} <= set(data)
    assert puzzle("2x2x2").apply(f"R U {data['alg']}").is_solved


def test_a_batch_goes_on_after_a_line_that_cannot_be_solved(capsys, tmp_path) -> None:
    batch = tmp_path / "many.txt"
    batch.write_text("R U\n# a remark\nR Q\nF2\n")
    assert main(["solve", "2x2x2", "--batch", str(batch), "--json"]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["line"] for row in rows] == [1, 3, 4]
    assert ["error" in row for row in rows] == [False, True, False]


def test_steps_are_asked_for_by_name(capsys) -> None:
    scramble = "D2 F2 U' L2 U L2 U2 R2 D' F2 L' D' B' R F2 D' U R' F"
    asked = ["solve", "3x3x3", scramble, "--step", "eo", "--axis", "fb", "--niss", "--count", "2"]
    assert main([*asked, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["alg"], data["length"], len(data["others"])) == ("(L U' D F)", 4, 1)
    assert main(["solve", "3x3x3", scramble, "--niss"]) == 2
    assert "go with --step" in capsys.readouterr().err


def test_sizes_are_read_as_people_write_them(capsys) -> None:
    assert main(["solve", "2x2x2", "R", "--memory", "512M"]) == 0
    assert main(["solve", "2x2x2", "R", "--memory", "much"]) == 2
    assert "expected a number and K, M or G" in capsys.readouterr().err


CROSS = "DF DR DB DL"


@pytest.mark.parametrize(
    ("wish", "method", "length"),
    [
        (["--only", CROSS], "search", 5),
        (["--metric", "QTM"], "search", 7),
        (["--weights", "R=2"], "search", 7),
        ([], "twophase", 6),
    ],
)
def test_the_method_is_chosen_by_what_is_asked(wish, method, length, capsys) -> None:
    assert main(["solve", "3x3x3", "D R2 F' U L B", "--json", "--timeout", "9", *wish]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["method"], told["length"], told["optimal"]) == (method, length, True)


def test_few_moves_that_do_not_solve_are_told_in_colors(capsys) -> None:
    assert main(["solve", "3x3x3", "D R2 F' U L B", "--moves", "R U"]) == 2
    told = capsys.readouterr().err
    assert "R U alone do not solve" in told
    assert "white-" in told
    assert "#" not in told


def test_a_search_that_takes_too_long_gives_way() -> None:
    cube = puzzle("4x4x4")
    corner = frozenset(range(16, 32))
    found = cube.solve(cube.scramble(seed=1), mask=corner, timeout=1)
    assert found.method == "general"


def test_ignored_pieces_may_be_anywhere(capsys) -> None:
    assert main(["solve", "2x2x2", "U", "--ignore", "UFR UBR UFL UBL", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["length"] == 0


def test_solutions_are_tallied_by_length(capsys) -> None:
    given = ["solve", "2x2x2", "R U F", "--all", "--beyond", "1"]
    assert main([*given, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    lengths = [told["length"], *(other["length"] for other in told["others"])]
    assert main([*given, "--tally", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"] == {
        str(length): lengths.count(length) for length in set(lengths)
    }


def test_a_misspelled_option_is_refused_with_a_suggestion() -> None:
    cube = puzzle("2x2x2")
    with pytest.raises(UnknownName, match=r"does not take wieghts; .*did you mean weights\?"):
        solutions(cube, "R", "search", wieghts={"R": 2})
    with pytest.raises(UnknownName, match=r'unknown option "wieghts"; did you mean weights'):
        solutions(cube, "R", wieghts={"R": 2})
    with pytest.raises(UnknownName, match=r'unknown option "metod"; did you mean .*method'):
        solutions(cube, "R", metod="search")


def test_options_that_no_method_supports_together_are_refused() -> None:
    with pytest.raises(PuzzleryError, match="no method supports seed and min_length together"):
        solutions(puzzle("2x2x2"), "R", seed=1, min_length=2)


def test_bad_wishes_are_refused(capsys) -> None:
    for wish, reason in (
        (["--weights", "R=x"], "expected a move and a number"),
        (["--only", "QQ"], "names no piece"),
        (["--method", "words", "--only", "UF"], "does not take mask"),
    ):
        assert main(["solve", "3x3x3", "R", *wish]) != 0
        assert reason in " ".join(capsys.readouterr().err.split())
