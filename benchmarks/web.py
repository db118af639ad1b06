"""The server under small calls while two solves run, and what a first visit of each page costs."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.browser.first_visits import (
    PAGES,
    SCREEN,
    bytes_over_the_wire,
    seconds_to_first_paint,
)
from tests.browser.started import started
from tests.web.load import CALLS, RATE, begin_solves, load, warm_up
from tests.web.server import Server, running

from benchmarks.measure import Row

AREA = "web"
SECONDS = 10.0
# The least of so many visits is the page's own time; others had to wait for the machine.
VISITS = 5
TASK = f"one of {RATE:.0f} small calls a second"


def rows() -> Iterator[Row]:
    """Calls at a steady rate, alone and beside two solves, and first visits."""
    yield from first_visits()
    with tempfile.TemporaryDirectory() as home, running(Path(home)) as server:
        warm_up(server)
        yield Row(AREA, f"{TASK}, the server at rest", _seconds_per_call(server))
        begin_solves(server)
        yield Row(AREA, f"{TASK}, two solves running", _seconds_per_call(server))


def first_visits() -> Iterator[Row]:
    """How soon a page shows something, and how many bytes it takes, on an empty cache."""
    with started() as (browser, address):
        for name, (place, shows) in PAGES.items():
            visits = [_visit(browser, f"{address}#/{place}", shows) for _ in range(VISITS)]
            size = max(size for size, _ in visits) / 1000
            task = f"first paint of {name} by the clock; {size:.0f} kB over the wire"
            yield Row(AREA, task, min(seconds for _, seconds in visits))


def _visit(browser: Any, address: str, shows: str) -> tuple[int, float]:
    """The bytes and the seconds of one visit."""
    context = browser.new_context(viewport=SCREEN)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(shows)
    seconds = seconds_to_first_paint(page)
    size = bytes_over_the_wire(page)
    context.close()
    return size, seconds


def _seconds_per_call(server: Server) -> float:
    """The processor's time that the server uses for a call, all of which must be answered."""
    before = _seconds_used(server.process.pid)
    told = load(server.address, CALLS, rate=RATE, seconds=SECONDS)
    if set(told) != {200}:
        raise RuntimeError(f"calls failed: {dict(told)}")
    return (_seconds_used(server.process.pid) - before) / told.total()


def _seconds_used(process: int) -> float:
    """The processor's time that a process has used, as Linux counts it."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
