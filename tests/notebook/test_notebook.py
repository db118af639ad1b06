"""The widget in a real notebook, in a real browser, before a real kernel."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.browser.hands import drag, drags
from tests.notebook.lab import Notebook, lab, write_notebook

CELLS = (
    "from puzzlery import puzzle\ncube = puzzle('3x3x3')\nview = cube.widget(alg='F')\nview",
    "print(view.alg, view.state == cube.apply(view.alg))",
    "view.alg = 'R U2'",
    "view.reset()",
)


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[Notebook]:
    folder = tmp_path_factory.mktemp("lab")
    write_notebook(folder / "cube.ipynb", CELLS)
    context = browser.new_context(viewport={"width": 1100, "height": 900}, reduced_motion="reduce")
    with lab(folder) as address:
        yield Notebook(context.new_page(), address, "cube.ipynb")
        context.close()


def wait_for_voice(notebook: Notebook, words: str) -> None:
    """Wait until those who listen are told this."""
    notebook.page.locator(".puzzlery-voice", has_text=words).wait_for(state="attached")


def test_turns_go_from_page_to_python_and_back(notebook: Notebook) -> None:
    page = notebook.page
    notebook.run(0)
    page.wait_for_selector(".puzzlery-canvas")
    page.locator(".puzzlery-canvas").scroll_into_view_if_needed()
    assert notebook.run(1) == "F True"

    one = next(iter(drags(page, "3x3x3", 0.9)))
    drag(page, one.path)
    page.locator(".puzzlery-alg", has_text=f"F {one.move.name}").wait_for()
    assert notebook.run(1) == f"F {one.move.name} True"

    notebook.run(2)
    wait_for_voice(notebook, "R U2; ")
    assert page.locator(".puzzlery-alg").inner_text() == "R U2"

    page.get_by_role("button", name="Undo").click()
    wait_for_voice(notebook, "stickers in their color")
    assert notebook.run(1) == "R True"

    notebook.run(3)
    wait_for_voice(notebook, "solved")
    assert notebook.run(1) == "True"


def test_typed_letters_are_moves_and_no_commands_of_the_notebook(notebook: Notebook) -> None:
    page = notebook.page
    notebook.run(3)
    before = page.locator(".jp-Notebook .jp-Cell").count()
    page.locator(".puzzlery-canvas").focus()
    for key in "bddf":
        page.keyboard.press(key)
    page.locator(".puzzlery-alg", has_text="B D D F").wait_for()
    assert page.locator(".jp-Notebook .jp-Cell").count() == before
    assert notebook.run(1) == "B D D F True"


def test_the_page_asks_python_for_a_scramble(notebook: Notebook) -> None:
    notebook.page.get_by_role("button", name="Scramble").click()
    wait_for_voice(notebook, "of 54 stickers in their color")
    assert notebook.run(1) == "False"
