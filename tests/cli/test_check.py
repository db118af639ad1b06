"""`puzzlery check` and `puzzlery net`, run as people run them."""

import json
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
    assert "repair: color sticker 0 white" in out


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


def test_net_gives_letters_and_faces(capsys) -> None:
    code, out, _ = run(capsys, "net", "megaminx", "--json")
    data = json.loads(out)
    assert code == 0
    assert len(data["letters"]) == 12
    assert sum(len(row) for rows in data["faces"].values() for row in rows) == 132
