"""The widget as Python sees it: what is set is checked, and what the page does is taken over."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from puzzlery import widget
from puzzlery.errors import PuzzleryError
from puzzlery.render.scene import SceneMove, scene
from puzzlery.twisty.catalog import entries, puzzle
from puzzlery.widget import PuzzleView


def turned_in_the_page(view: PuzzleView, text: str, turn: int, amount: int = 1) -> None:
    """Deliver a turn as the page does: both traits in one message."""
    record = view.get_state()["_record"]
    steps = [*record["steps"], {"text": text, "turn": turn, "amount": amount}]
    alg = " ".join(step["text"] for step in steps)
    view.set_state({"_record": {**record, "steps": steps}, "alg": alg})


def test_a_turn_in_the_page_arrives_in_python() -> None:
    view = PuzzleView("3x3x3", alg="[R, U]")
    told: list[Any] = []
    view.observe(lambda change: told.append(change["new"]), "state")
    turned_in_the_page(view, "F'", 4, -1)
    cube = puzzle("3x3x3")
    assert view.alg == "R U R' U' F'"
    assert told == [view.state] == [cube.apply("R U R' U' F'")]


def test_the_page_is_not_told_again_what_it_did() -> None:
    view = PuzzleView("2x2x2")
    before = view._record["edition"]
    turned_in_the_page(view, "U", 0)
    assert view._record["edition"] == before
    view.alg = "U D"
    assert view._record["edition"] == before + 1


def test_what_the_page_does_to_an_older_edition_is_dropped() -> None:
    view = PuzzleView("2x2x2")
    old = view.get_state()["_record"]
    view.alg = "R"
    step = {"text": "U", "turn": 0, "amount": 1}
    view.set_state({"_record": {**old, "steps": [step]}, "alg": "U"})
    assert view.alg == "R"
    assert [step["text"] for step in view._record["steps"]] == ["R"]


def test_the_turns_that_are_sent_lead_to_the_state() -> None:
    view = PuzzleView("3x3x3", alg="Rw [M2: U'] x")
    cube = view.puzzle
    now = list(view._record["start"])
    own = len(cube.turns) + len(cube.whole)
    for step in view._record["steps"]:
        turn = view._record["turns"][step["turn"] - own]
        goes = dict(zip(turn["sources"], turn["targets"], strict=True))
        now = [goes.get(place, place) for place in now]
    assert tuple(now) == view.state.permutation.images


def test_the_scene_counts_its_moves_as_python_does() -> None:
    for name in ("3x3x3", "megaminx", "Square-1", "clock", "gear cube"):
        view = puzzle(name).widget()
        made = [move["name"] for move in view._scene["moves"]]
        assert made == [*view.puzzle.turns, *view.puzzle.whole]


def test_a_state_begins_anew() -> None:
    cube = puzzle("3x3x3")
    view = cube.widget(alg="R U")
    view.state = cube.apply("F2")
    assert view.alg == ""
    assert tuple(view._record["start"]) == cube.apply("F2").permutation.images
    view.play("F2")
    assert view.state.is_solved
    assert cube.apply("F2").widget().state == cube.apply("F2")


def test_helpers_scramble_solve_and_reset() -> None:
    view = PuzzleView("2x2x2")
    scramble = view.scramble(seed=7)
    assert view.state == view.puzzle.apply(scramble)
    found = view.solve()
    assert view.alg == str(found.alg)
    assert view.state.is_solved
    view.reset()
    assert (view.alg, view.state) == ("", view.puzzle.solved)


def test_the_buttons_of_the_page_are_heard() -> None:
    view = PuzzleView("2x2x2")
    view._handle_custom_msg({"request": "scramble"}, [])
    assert view.state != view.puzzle.solved
    view._handle_custom_msg({"request": "reset"}, [])
    assert view.state == view.puzzle.solved
    view._handle_custom_msg({"request": "dance"}, [])


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("alg", "R Q", 'unknown move "Q" for 3x3x3'),
        ("state", puzzle("2x2x2").solved, "a state of 2x2x2 was given; the view shows 3x3x3"),
    ],
)
def test_what_cannot_be_shown_is_refused(name: str, value: Any, words: str) -> None:
    view = PuzzleView("3x3x3", alg="R")
    with pytest.raises(PuzzleryError, match=words):
        setattr(view, name, value)
    assert view.alg == "R"
    assert view.state == view.puzzle.apply("R")


def test_a_move_that_a_bandage_blocks_is_refused() -> None:
    view = PuzzleView("bandaged cube")
    blocked = next(name for name in view.puzzle.turns if not view.state.allows(name))
    with pytest.raises(PuzzleryError, match="is blocked here"):
        view.alg = blocked


def test_an_unknown_look_is_refused() -> None:
    with pytest.raises(PuzzleryError, match=r'unknown look "colour"; expected palette, '):
        PuzzleView("3x3x3", colour="red")


def written_in_the_page(move: SceneMove, amount: int) -> str:
    """A move as `writtenMove` of the front end writes it."""
    if move.mark == "+":
        return f"{move.name}{abs(amount)}{'-' if amount < 0 else '+'}"
    times = "" if abs(amount) == 1 else abs(amount)
    return f"{move.name}{times}{chr(39) if amount < 0 and move.order > 2 else ''}"


@pytest.mark.parametrize("name", [entry.name for entry in entries()])
def test_every_move_of_the_page_can_be_read(name: str) -> None:
    one = puzzle(name)
    turns = {**one.turns, **one.whole}
    for move in scene(one).moves:
        for amount in (1, -1, 2) if move.order > 2 else (1, -1):
            read = one.turn(written_in_the_page(move, amount))
            assert read.permutation == turns[move.name].permutation ** amount


def test_without_anywidget_the_message_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['anywidget'] = None\n"
        "from puzzlery import puzzle, PuzzleryError\n"
        "try: puzzle('2x2x2').widget()\n"
        "except PuzzleryError as fault: print(fault)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "pip install 'puzzlery[notebook]'" in told.stdout


def test_without_the_front_end_the_page_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(widget, "BUILT", tmp_path)
    view = PuzzleView("2x2x2", alg="R")
    assert "install Puzzlery without PUZZLERY_NO_FRONTEND" in view._esm
    assert view.state == view.puzzle.apply("R")
