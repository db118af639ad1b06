"""A real browser before a real server; a page that complains in its console fails its test."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.server import Server, running

FLAGS = (
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-unsafe-swiftshader",
)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PAGES = Path(__file__).parents[2] / "src" / "puzzlery" / "web" / "static" / "index.html"
# Software rendering is slow to read back; that is no fault of the page.
HARMLESS = ("GPU stall due to ReadPixels",)

OpenPage = Callable[..., Any]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The system's chromium, driven by Playwright."""
    playwright = pytest.importorskip("playwright.sync_api")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("no chromium is installed")
    if not PAGES.is_file():
        pytest.skip("the front end is not built")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=found, args=[*FLAGS])
        yield started
        started.close()


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
