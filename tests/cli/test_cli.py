"""The command line, run as people run it."""

import json
import os
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from tests.processor_time import processor_seconds, python_start

from puzzlery.cli import main

COMMAND = [sys.executable, "-m", "puzzlery"]


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def run_json(capsys, *arguments: str):
    code, out, _ = run(capsys, *arguments, "--json")
    return code, json.loads(out)


def test_info_gives_the_figures(capsys):
    code, data = run_json(capsys, "info", "3x3x3")
    assert code == 0
    figures = {key: data[key] for key in ("name", "faces", "stickers", "pieces", "axes", "moves")}
    assert figures == {
        "name": "3x3x3", "faces": 6, "stickers": 54, "pieces": 26, "axes": 3, "moves": 9,
    }  # fmt: skip
    orbits = [(orbit["name"], orbit["pieces"], orbit["orientations"]) for orbit in data["orbits"]]
    assert sorted(orbits) == [("CENTERS", 6, 1), ("CORNERS", 8, 3), ("EDGES", 12, 2)]


@pytest.mark.parametrize(
    ("name", "states", "orientations"),
    [
        ("2x2x2", 3_674_160, 1),
        ("3x3x3", 43_252_003_274_489_856_000, 1),
        # Published without orientations: 7.40 × 10^45 (D. Singmaster's count; A075152 of the OEIS).
        ("4x4x4", 7401196841564901869874093974498574336000000000, 24),
        ("pyraminx", 75_582_720, 1),  # with the tips
        ("dino", 239_500_800 // 12, 12),
    ],
)
def test_info_tells_the_known_number_of_states(capsys, name, states, orientations):
    code, data = run_json(capsys, "info", name)
    assert code == 0
    assert data["state_orientations"] == orientations
    assert data["states"] == states * orientations


def test_info_in_words(capsys):
    code, out, _ = run(capsys, "info", "gear cube")
    assert code == 0
    assert "126" in out
    assert "orbits" in out


def test_puzzles_lists_and_searches(capsys):
    _, everything = run_json(capsys, "puzzles")
    assert len(everything["puzzles"]) > 90
    _, found = run_json(capsys, "puzzles", "minx")
    assert "megaminx" in [entry["name"] for entry in found["puzzles"]]
    assert len(found["puzzles"]) < len(everything["puzzles"])
    code, out, _ = run(capsys, "puzzles", "zzzz")
    assert code == 0
    assert "No puzzle matches" in out


def test_scramble_is_seeded_and_counted(capsys):
    _, first = run_json(capsys, "scramble", "2x2x2", "--seed", "4", "--count", "3")
    _, again = run_json(capsys, "scramble", "2x2x2", "--seed", "4", "--count", "3")
    assert first == again
    assert first["puzzle"] == "2x2x2"
    assert len(set(first["scrambles"])) == 3


def test_apply_tells_what_moved(capsys):
    _, data = run_json(capsys, "apply", "3x3x3", "[R, U]")
    assert data["order"] == 6
    assert data["pieces_moved"] == 7
    assert data["solved"] is False
    _, data = run_json(capsys, "apply", "3x3x3", "R U x U' R'")
    assert data["solved"] is False
    _, data = run_json(capsys, "apply", "3x3x3", "R x R' x'")
    assert data["solved"] is True
    code, out, _ = run(capsys, "apply", "3x3x3", "R U R' U'")
    assert code == 0
    assert "repeated 6 times" in out


def test_alg_rewrites_and_counts(capsys):
    assert run(capsys, "alg", "[R: U]", "--expand")[1] == "R U R'\n"
    assert run(capsys, "alg", "R U2 F'", "--invert")[1] == "F U2' R'\n"
    assert run(capsys, "alg", "R R L R U U'", "--simplify")[1] == "R' L\n"
    assert run(capsys, "alg", "R R", "--simplify", "--puzzle", "fto")[1] == "R'\n"
    _, data = run_json(capsys, "alg", "M2 E2 S2", "--count")
    assert data["lengths"]["OBTM"] == 6
    assert data["lengths"]["RBTM"] == 3


def test_pieces_lists_and_explains(capsys):
    _, data = run_json(capsys, "pieces", "gear cube")
    assert (data["count"], data["bodies"], len(data["pieces"])) == (38, 38, 38)
    _, data = run_json(capsys, "pieces", "gear cube", "--centers", "axes", "--rules", "1,2,3")
    assert (data["count"], data["rules"]) == (47, [1, 2, 3])
    _, data = run_json(capsys, "pieces", "3x3x3", "--why", "0", "1")
    assert data["why"]["rule"] == 1
    assert data["why"]["witness"] == "L"
    _, data = run_json(capsys, "pieces", "3x3x3", "--why", "0", "36")
    assert data["why"]["together"] is True
    assert "rule 1: L moves 0" in run(capsys, "pieces", "3x3x3", "--why", "0", "1")[1]
    out = run(capsys, "pieces", "3x3x3")[1]
    assert "54 stickers on 26 pieces" in out
    assert "6 of 1 sticker: 4 · 13" in out


def test_pieces_draws(capsys, tmp_path):
    path = tmp_path / "a.svg"
    code, out, _ = run(
        capsys, "pieces", "skewb", "--svg", str(path), "--explode", "0.5", "--by", "orbits"
    )
    assert code == 0
    assert str(path) in out
    ElementTree.fromstring(path.read_text())


def test_show_draws_files(capsys, tmp_path):
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    code, out, _ = run(capsys, "show", "megaminx", "U", "--svg", str(svg), "--png", str(png))
    assert code == 0
    assert str(svg) in out
    ElementTree.fromstring(svg.read_text())
    assert png.read_bytes().startswith(b"\x89PNG")
    code, data = run_json(capsys, "show", "3x3x3", "R")
    assert len(data["coloring"]) == 54
    assert run(capsys, "show", "skewb")[0] == 0


@pytest.mark.parametrize("ending", ["toml", "tws", "json", "xml", "g"])
def test_convert_writes_what_it_can_read(capsys, tmp_path, ending):
    path = tmp_path / f"p.{ending}"
    assert run(capsys, "convert", "pyraminx", str(path))[0] == 0
    code, data = run_json(capsys, "info", str(path))
    assert code == 0
    assert data["moves"] == 12


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        (["info", "3x3x"], "unknown", "3x3x3"),
        (["info", "c f nine"], "syntax", "nine"),
        (["apply", "3x3x3", "R Q"], "syntax", '"Q"'),
        (["apply", "3x3x3", "R (U"], "syntax", "^"),
        (["apply", "square-1", "(1,0)/(1,0)/(1,0)/"], "illegal", "blocked"),
        (["alg", "[R, U"], "syntax", "^"),
        (["convert", "3x3x3", "/nowhere/at/all.tws"], "file", "/nowhere"),
        (["convert", "3x3x3", "cube.docx"], "file", "docx"),
        (["show", "3x3x3", "--palette", "mauve"], "unknown", "mauve"),
        (["scramble", "3x3x3", "--count", "0"], "usage", "--count"),
        (["pieces", "3x3x3", "--rules", "1,4"], "usage", "--rules"),
        (["pieces", "3x3x3", "--why", "3", "99"], "error", "99"),
        (["pieces", "ivy cube", "--svg", "a.svg", "--shape", "cut"], "error", "ivy cube"),
        (["info"], "usage", "PUZZLE"),
        (["dance"], "usage", "dance"),
    ],
)
def test_faults_are_one_message_and_exit_code_2(capsys, arguments, kind, words):
    code, data = run_json(capsys, *arguments)
    assert code == 2
    assert data["error"]["kind"] == kind
    assert words in data["error"]["message"]
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.startswith("puzzlery: ")
    assert "Traceback" not in err


@pytest.mark.timing
def test_help_is_quick():
    assert processor_seconds(*COMMAND, "--help") < 10 * python_start()


def test_help_loads_nothing_heavy():
    program = (
        "import sys; from puzzlery.cli import main; main(['--help'])\n"
        "print([m for m in ('numpy', 'rich', 'puzzlery._core') if m in sys.modules])"
    )
    out = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert out.stdout.endswith("[]\n")


def test_a_verb_is_loaded_without_the_others():
    program = (
        "import sys; from puzzlery.cli import main; main(['alg', 'R'])\n"
        "print([m for m in sys.modules if m.startswith('puzzlery.cli.solving')])"
    )
    out = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert out.stdout == "R\n[]\n"


def test_a_mistyped_verb_is_told_of_all_the_others(capsys):
    assert "'solve'" in run(capsys, "solvee")[2]


def test_a_closed_pipe_is_no_error():
    line = " ".join([*COMMAND, "scramble", "3x3x3", "--count", "400", "|", "head", "-1"])
    out = subprocess.run(["bash", "-c", f"set -o pipefail; {line}"], capture_output=True, text=True)
    assert out.stderr == "3x3x3: random states, at least 2 moves from solved\n"
    assert len(out.stdout.splitlines()) == 1


def test_completion_offers_names():
    environment = {
        **os.environ,
        "_PUZZLERY_COMPLETE": "complete_bash",
        "COMP_WORDS": "puzzlery info mega",
        "COMP_CWORD": "2",
    }
    program = "import sys; from puzzlery.cli import main; sys.exit(main([]))"
    out = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment
    )
    assert "megaminx" in out.stdout


def test_the_demo_runs_through(capsys):
    code, out, _ = run(capsys, "demo")
    assert code == 0
    assert "puzzlery puzzles" in out


def test_weighed_moves_are_told_as_a_cost(capsys) -> None:
    assert main(["solve", "3x3x1", "R2", "--weights", "R2=3"]) == 0
    assert "cost 3: R2 weighs 3, else OBTM (proven least)" in capsys.readouterr().out


def test_info_counts_the_states_of_bandaged_puzzles(capsys) -> None:
    # 19,305 shapes of Square-1, its middle included, times 8! corners times 8! edges times 2.
    assert main(["info", "square-1"]) == 0
    assert "62,768,369,664,000" in capsys.readouterr().out
