"""A real browser before a real server; a page that complains in its console fails its test."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.web.server import Server, running

# Software rendering is slow to read back; that is no fault of the page.
HARMLESS = ("GPU stall due to ReadPixels",)

OpenPage = Callable[..., Any]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[str]:
    """Where the app is served."""
    server: Server
    with running(tmp_path_factory.mktemp("home")) as server:
        yield server.address


@pytest.fixture
def open_page(browser: Any, address: str) -> Iterator[OpenPage]:
    """Opens a page of the app by what stands after the #, and waits until a puzzle is shown."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def opened(
        place: str, *, script: str = "", shows: str = ".puzzlery-canvas", **options: Any
    ) -> Any:
        size = {"width": 880, "height": 520}
        context = browser.new_context(**{"viewport": size, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: _note(complaints, said))
        page.on("pageerror", lambda fault: complaints.append(str(fault)))
        if script:
            page.add_init_script(script)
        page.goto(f"{address}#/{place}")
        page.wait_for_selector(shows)
        page.wait_for_selector(".stage-host:not(.loading)")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def _note(complaints: list[str], said: Any) -> None:
    if said.type in ("error", "warning") and not any(word in said.text for word in HARMLESS):
        complaints.append(said.text)
