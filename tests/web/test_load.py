"""Two hundred small calls a second are answered while two solves run."""

from pathlib import Path

import pytest
from tests.web.load import CALLS, RATE, begin_solves, load, warm_up
from tests.web.server import running

pytestmark = pytest.mark.timing


def test_small_calls_are_answered_while_two_solves_run(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        warm_up(server)
        keys = begin_solves(server)
        told = load(server.address, CALLS, rate=RATE, seconds=3)
        jobs = [server.client.get(f"/api/jobs/{key}").json() for key in keys]
        for key in keys:
            server.client.delete(f"/api/jobs/{key}")
    assert told == {200: 600}
    assert [job["status"] for job in jobs] == ["running", "running"]
