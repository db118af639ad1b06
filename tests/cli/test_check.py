"""`puzzlery check` and `puzzlery net`, run as people run them."""

import json
import time
from pathlib import Path

import pytest

from puzzlery.cli import main
from puzzlery.formats import write_state
from puzzlery.twisty.catalog import puzzle

SOLVED = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
TWISTED = "UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_reachable_states_exit_with_0(capsys, tmp_path: Path) -> None:
    cube = puzzle("3x3x3")
    state, coloring, net = (tmp_path / name for name in ("a.json", "b.json", "c.txt"))
    write_state(cube.apply("R U"), state)
    write_state(cube.apply("R U").coloring, coloring)
    _, text, _ = run(capsys, "net", "3x3x3", "R U")
    net.write_text(text)
    for given in (SOLVED, "R U R' U'", "", str(state), str(coloring), str(net)):
        code, out, _ = run(capsys, "check", "3x3x3", given)
        assert code == 0, given
        assert out.startswith("reachable")


def test_an_unreachable_state_exits_with_1_and_tells_why(capsys) -> None:
    code, out, _ = run(capsys, "check", "3x3x3", "--set", "0=red")
    assert code == 1
    assert "no such piece" in out
    assert "repair (the smallest): color the sticker “top, back left” white" in out


def test_json_has_the_names_that_tools_rely_on(capsys) -> None:
    code, out, _ = run(capsys, "check", "3x3x3", TWISTED, "--json")
    data = json.loads(out)
    assert code == 1
    assert data["reachable"] is False
    assert data["state"] is None
    assert data["explanations"] == 0
    assert set(data["reasons"][0]) == {"kind", "text", "stickers"}
    assert len(data["repair"]["coloring"]) == 54


@pytest.mark.parametrize(
    "arguments",
    [
        ("3x3x3", "Q"),
        ("3x3x3", "UUU" * 9),
        ("3x3x3", "--set", "54=red"),
        ("3x3x3", "--set", "red"),
        ("3x3x3", "--set", "1=mauve"),
        ("3x3x3", "R", "--batch", "x"),
        ("3x3x3", "--batch", "no such file"),
        ("no such puzzle", "R"),
    ],
)
def test_faulty_input_exits_with_2(capsys, arguments: tuple[str, ...]) -> None:
    code, out, err = run(capsys, "check", *arguments)
    assert code == 2
    assert err
    assert not out


def test_a_batch_is_judged_line_by_line(capsys, tmp_path: Path) -> None:
    batch = tmp_path / "states.txt"
    batch.write_text(f"# three\nR U F\n{TWISTED}\n\n{SOLVED}\n")
    code, out, _ = run(capsys, "check", "3x3x3", "--batch", str(batch))
    lines = out.splitlines()
    assert code == 1
    assert [line.split(":")[0] for line in lines] == ["2", "3", "5"]
    assert "not reachable: the corners are twisted" in lines[1]


def test_a_batch_goes_on_after_a_line_that_cannot_be_read(capsys, tmp_path: Path) -> None:
    batch = tmp_path / "states.txt"
    batch.write_text(f"Q\n{SOLVED}\n")
    code, out, _ = run(capsys, "check", "3x3x3", "--batch", str(batch), "--json")
    first, second = map(json.loads, out.splitlines())
    assert code == 2
    assert "error" in first
    assert second["reachable"] is True


def test_a_batch_may_hold_tables_and_file_names(capsys, tmp_path: Path) -> None:
    pyraminx = puzzle("pyraminx")
    state, batch = tmp_path / "a.json", tmp_path / "states.txt"
    write_state(pyraminx.apply("R U").coloring, state)
    table = json.dumps({"state": list(pyraminx.apply("L").permutation)}, separators=(",", ":"))
    batch.write_text(f"{table}\n{state}\nR U L'\n")
    code, out, _ = run(capsys, "check", "pyraminx", "--batch", str(batch))
    assert code == 0
    assert out.splitlines() == ["1: reachable", "2: reachable", "3: reachable"]


def test_a_batch_of_nets_is_judged_net_by_net(capsys, tmp_path: Path) -> None:
    good, batch = run(capsys, "net", "skewb", "R L")[1], tmp_path / "nets.txt"
    bad = run(capsys, "net", "skewb")[1].partition("U:")[2].replace("w", "r", 1)
    batch.write_text(f"{good}\nU:{bad}{good}")
    code, out, _ = run(capsys, "check", "skewb", "--batch", str(batch), "--json")
    verdicts = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [verdict["reachable"] for verdict in verdicts] == [True, False, True]
    assert verdicts[1]["repair"]["proven"] is True


def test_compact_tables_are_no_nets(capsys, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text('{"coloring":["red"]}')
    code, _, err = run(capsys, "check", "3x3x3", str(file))
    assert code == 2
    assert "54 stickers, not 1" in err


@pytest.mark.parametrize("batch", [False, True])
def test_an_empty_file_is_no_state(capsys, tmp_path: Path, batch: bool) -> None:
    file = tmp_path / "empty.txt"
    file.write_text(" \n")
    code, out, err = run(capsys, "check", "3x3x3", *["--batch"] * batch, str(file))
    assert code == 2
    assert "nothing in it; expected" in err
    assert not out


def test_edits_take_names_and_letters(capsys) -> None:
    edits = ("--set", "8=red", "--set", "9=g", "--set", "20=w")
    code, out, _ = run(capsys, "check", "3x3x3", *edits)
    assert code == 1
    assert "a third of a turn counterclockwise" in out


def test_a_million_stickers_are_refused_at_once(capsys, tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    for text in ("U" * 1_000_000, "w " * 1_000_000, "U:\n" + "w " * 1_000_000):
        file.write_text(text)
        start = time.process_time()
        code, _, err = run(capsys, "check", "3x3x3", str(file))
        assert code == 2
        assert len(err) < 1_000
        assert time.process_time() - start < 5


def test_net_gives_letters_and_faces(capsys) -> None:
    code, out, _ = run(capsys, "net", "megaminx", "--json")
    data = json.loads(out)
    assert code == 0
    assert len(data["letters"]) == 12
    assert sum(len(row) for rows in data["faces"].values() for row in rows) == 132


def test_a_missing_file_is_no_alg(capsys) -> None:
    for name in ("nofile.txt", "./nofile.json", "some/folder/state"):
        code, _, err = run(capsys, "check", "3x3x3", name)
        assert code == 2
        assert "no such file" in err.lower()


def test_open_stickers_tell_what_is_certain(capsys) -> None:
    photo = SOLVED[:27] + "?" * 27
    code, out, _ = run(capsys, "check", "3x3x3", photo)
    assert code == 3
    assert out.startswith("possible, but not certain")
    assert "1/12 can be reached" in out
    assert "(the fewest that decide)" in out
    code, out, _ = run(capsys, "check", "3x3x3", photo, "--json")
    told = json.loads(out)
    assert (told["answer"], told["chance"]) == ("possible", "1/12")
    assert run(capsys, "check", "3x3x3", "--set", "0=?")[0] == 0
    code, out, _ = run(capsys, "check", "3x3x3", TWISTED[:-1] + "?")
    assert code == 1
    assert "the corners are twisted" in out


def test_stickers_are_called_as_people_see_them(capsys) -> None:
    code, out, _ = run(capsys, "check", "3x3x3", "--set", "front, top left=red")
    assert code == 1
    assert "color the sticker “front, top left” green" in out
    assert "10 stickers are red; there must be 9 [right: top left, top," in out
    _, out, _ = run(capsys, "check", "3x3x3", SOLVED[:27] + "?" * 27)
    assert "look at 9 stickers (the fewest that decide):\n  bottom: front" in out


def test_a_puzzle_without_a_shape_keeps_its_numbers(capsys, tmp_path: Path) -> None:
    rings = tmp_path / "rings.gap"
    rings.write_text("M_a:=(1,2,3); M_b:=(3,4,5); ip:=[[1,2],[3],[4],[5]];")
    _, out, _ = run(capsys, "check", str(rings), "--set", "2=color 1")
    assert "color sticker 0 color 2" in out


def test_the_chance_of_a_random_assembly_is_told(capsys) -> None:
    _, out, _ = run(capsys, "check", "3x3x3", TWISTED)
    assert "put together at random, the puzzle can be solved in 1/12 of all cases" in out
    _, out, _ = run(capsys, "check", "2x2x2", "--json")
    assert json.loads(out)["random_chance"] == "1/3"


def test_as_many_orbits_are_told_as_info_shows(capsys) -> None:
    # The basis leaves one corner of a 2x2x2 in place; to a person it is one of eight all the same.
    _, out, _ = run(capsys, "check", "4x4x4")
    assert "in 1 of 3 orbits" in out
    _, shown, _ = run(capsys, "info", "4x4x4", "--json")
    assert len(json.loads(shown)["orbits"]) == 3


def test_faults_of_a_file_name_it(capsys, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(SOLVED[:-1])
    code, _, err = run(capsys, "check", "3x3x3", str(file))
    assert code == 2
    assert str(file) in err
    assert "53 facelets" in err
