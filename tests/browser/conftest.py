"""A real browser before a real server; a page that complains in its console fails its test."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar
from urllib.parse import urlsplit

import pytest
from tests.web.server import Server, running

# Software rendering is slow to read back; that is no fault of the page.
HARMLESS = ("GPU stall due to ReadPixels",)

OpenPage = Callable[..., Any]
SCREEN = {"width": 880, "height": 520}


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[str]:
    """Where the app is served."""
    server: Server
    with running(tmp_path_factory.mktemp("home")) as server:
        yield server.address


class KeptPage:
    """One page for test after test: a new one costs a process and compiles every script anew.

    Each test finds it as a first visitor does. What is noted and stored is forgotten in between;
    only what the browser keeps of scripts and shaders stays.
    """

    # What can be set on a page that is open already, and its value for a first visitor.
    USUAL: ClassVar = {
        "viewport": SCREEN,
        "reduced_motion": "no-preference",
        "color_scheme": "light",
    }

    def __init__(self, browser: Any, address: str) -> None:
        self.page = browser.new_context(viewport=SCREEN).new_page()
        self.browser_side = self.page.context.new_cdp_session(self.page)
        self.origin = urlsplit(address)._replace(path="", query="", fragment="").geturl()
        self.complaints: list[str] = []
        _listen(self.page, self.complaints)

    def serves(self, options: dict[str, Any]) -> bool:
        """Can this page be what is asked for?"""
        return options.keys() <= self.USUAL.keys()

    def set_up(self, options: dict[str, Any]) -> Any:
        wanted = {**self.USUAL, **options}
        self.page.set_viewport_size(wanted.pop("viewport"))
        self.page.emulate_media(**wanted)
        return self.page

    def forget(self) -> None:
        """Leave the page, and remove all that it stored."""
        self.page.mouse.up()
        self.page.unroute_all()
        if self.page.url.startswith(self.origin):
            self.page.evaluate("sessionStorage.clear()")
        self.page.goto("about:blank")
        self.browser_side.send(
            "Storage.clearDataForOrigin",
            {"origin": self.origin, "storageTypes": "cookies,local_storage,indexeddb"},
        )
        self.complaints.clear()


@pytest.fixture(scope="session")
def kept_page(browser: Any, address: str) -> Iterator[KeptPage]:
    """The page that tests use one after the other."""
    kept = KeptPage(browser, address)
    yield kept
    kept.page.context.close()


@pytest.fixture
def open_page(browser: Any, address: str, kept_page: KeptPage) -> Iterator[OpenPage]:
    """Opens a page of the app by what stands after the #, and waits until a puzzle is shown."""
    contexts: list[Any] = []
    complaints: list[str] = []
    taken: list[Any] = []

    def new_page(script: str, options: dict[str, Any]) -> Any:
        context = browser.new_context(**{"viewport": SCREEN, **options})
        contexts.append(context)
        page = context.new_page()
        _listen(page, complaints)
        if script:
            page.add_init_script(script)
        return page

    def opened(
        place: str, *, script: str = "", shows: str = ".puzzlery-canvas", fresh: bool = False,
        **options: Any,
    ) -> Any:  # fmt: skip
        kept = not (script or fresh or taken) and kept_page.serves(options)
        page = kept_page.set_up(options) if kept else new_page(script, options)
        if kept:
            taken.append(page)
        page.goto(f"{address}#/{place}")
        page.wait_for_selector(shows)
        page.wait_for_selector(".stage-host:not(.loading)")
        return page

    yield opened
    for context in contexts:
        context.close()
    said = [*complaints, *kept_page.complaints]
    if taken:
        kept_page.forget()
    assert said == []


def _listen(page: Any, complaints: list[str]) -> None:
    page.on("console", lambda said: _note(complaints, said))
    page.on("pageerror", lambda fault: complaints.append(str(fault)))


def _note(complaints: list[str], said: Any) -> None:
    if said.type in ("error", "warning") and not any(word in said.text for word in HARMLESS):
        complaints.append(said.text)
