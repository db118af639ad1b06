"""Small calls to the server while two solves run: what each of them costs it."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.web.load import CALLS, RATE, begin_solves, load, warm_up
from tests.web.server import Server, running

from benchmarks.measure import Row

AREA = "web"
SECONDS = 10.0
TASK = f"one of {RATE:.0f} small calls a second"


def rows() -> Iterator[Row]:
    """Calls at a steady rate, alone and beside two solves."""
    with tempfile.TemporaryDirectory() as home, running(Path(home)) as server:
        warm_up(server)
        yield Row(AREA, f"{TASK}, the server at rest", _seconds_per_call(server))
        begin_solves(server)
        yield Row(AREA, f"{TASK}, two solves running", _seconds_per_call(server))


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
