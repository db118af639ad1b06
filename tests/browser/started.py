"""A browser and the app, for programs that are no tests: pictures and measurements."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.chromium import BROWSERS, FLAGS
from tests.web.server import running


@contextmanager
def started(*flags: str) -> Iterator[tuple[Any, str]]:
    """The system's chromium, and where it finds the app; both end with the block."""
    from playwright.sync_api import sync_playwright

    found = next(filter(None, map(shutil.which, BROWSERS)))
    with (
        tempfile.TemporaryDirectory() as home,
        running(Path(home)) as server,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=found, args=[*FLAGS, *flags])
        yield browser, server.address
        browser.close()
