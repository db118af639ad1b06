"""The system's chromium, driven by Playwright; what it complains about is written down."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-unsafe-swiftshader",
)
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PAGES = Path(__file__).parents[1] / "src" / "puzzlery" / "web" / "static" / "index.html"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser for the whole run; without one, or without built pages, its tests are skipped."""
    from playwright.sync_api import sync_playwright

    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"no browser is installed; expected one of {', '.join(BROWSERS)}")
    if not PAGES.is_file():
        pytest.skip("the front end is not built; install without PUZZLERY_NO_FRONTEND")
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=found, args=[*FLAGS])
        yield started
        started.close()
