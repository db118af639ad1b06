"""What the server bears: work without end or measure, killed workers, a kill of its own."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from tests.web.server import HEADERS, Server, running
from tests.web.test_server import begin, ended

from puzzlery.errors import PuzzleryError
from puzzlery.formats import dumps
from puzzlery.twisty.catalog import puzzle
from puzzlery.web.database import MOST_JOBS, Database

ENDLESS = {"set": "polyhex", "board": "tetrahedron6"}
# Cuts that hardly differ: they make more parts than anybody waits for.
HEAVY = "i e 1e-9 e 0.5 v 1e-9"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose jobs may fill half a gibibyte."""
    home = tmp_path_factory.mktemp("home")
    with running(home, "--job-memory", "0.5", "--workers", "1") as started:
        yield started


def children(process: int) -> list[int]:
    """The processes that a process has started, as Linux lists them."""
    listed = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for each in listed for child in each.read_text().split()]


def workers(server: Server) -> list[int]:
    """The workers of a server; beside them stands one that tidies up for multiprocessing."""
    return [child for child in children(server.process.pid)
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]  # fmt: skip


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until_running(server: Server, key: str) -> None:
    job = {"progress": None, "status": "queued"}
    while job["progress"] is None:
        time.sleep(0.05)
        job = server.client.get(f"/api/jobs/{key}").json()
        assert job["status"] in ("queued", "running"), job


def test_a_job_ends_when_its_time_is_over(tmp_path: Path) -> None:
    with running(tmp_path, "--job-seconds", "1") as server:
        job = ended(server, begin(server, "count", **ENDLESS))
    assert (job["status"], job["error"]["kind"]) == ("failed", "timeout")
    assert "1 s" in job["error"]["message"]


def test_a_job_that_wants_too_much_memory_fails_and_the_next_one_runs(server: Server) -> None:
    job = ended(server, begin(server, "solve", puzzle="40x40x40", alg="R U", method="general"))
    assert (job["status"], job["error"]["kind"]) == ("failed", "memory")
    assert ended(server, begin(server, "fill", set="soma", board="3x3x3"))["status"] == "done"


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_worker_that_is_killed_fails_its_job_and_no_other(server: Server) -> None:
    key = begin(server, "count", **ENDLESS)
    wait_until_running(server, key)
    for worker in workers(server):
        os.kill(worker, signal.SIGKILL)
    job = ended(server, key)
    assert (job["status"], job["error"]["kind"]) == ("failed", "internal")
    assert ended(server, begin(server, "fill", set="soma", board="3x3x3"))["status"] == "done"


def test_a_job_that_runs_is_not_removed(server: Server) -> None:
    key = begin(server, "count", **ENDLESS)
    answer = server.client.delete(f"/api/jobs/{key}/record")
    assert answer.status_code == 422
    assert "cancel it" in answer.json()["error"]["message"]
    server.client.delete(f"/api/jobs/{key}")
    ended(server, key)
    assert server.client.delete(f"/api/jobs/{key}/record").status_code == 204
    assert server.client.get(f"/api/jobs/{key}").status_code == 404


@pytest.mark.timing
def test_a_question_that_takes_too_long_holds_up_nobody(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        with pytest.raises(httpx.ReadTimeout):
            server.client.get(f"/api/puzzles/{HEAVY}/scene", params={"bodies": True}, timeout=1.0)
        assert server.client.get("/api/puzzles/2x2x2", timeout=10).status_code == 200
        assert server.client.get("/api/puzzles/c f 0.4", timeout=20).status_code == 200
        asked = time.monotonic()
        server.stop()
        assert time.monotonic() - asked < 15


@pytest.mark.slow
def test_a_question_that_takes_too_long_is_told_so(server: Server) -> None:
    answer = server.client.get(f"/api/puzzles/{HEAVY}/scene", params={"bodies": True})
    assert answer.status_code == 422
    assert answer.json()["error"]["kind"] == "timeout"


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_kill_loses_nothing_and_leaves_nobody_behind(tmp_path: Path) -> None:
    definition = dumps(puzzle("ivy cube"), "toml")
    thing = {"kind": "puzzle", "name": "mine", "content": definition}
    with running(tmp_path, "--workers", "1") as first:
        kept = first.client.post("/api/things", json=thing).json()
        done = ended(first, begin(first, "fill", set="soma", board="3x3x3"))
        cut = begin(first, "count", **ENDLESS)
        wait_until_running(first, cut)
        left_behind = workers(first)
        first.kill()
    assert left_behind
    deadline = time.monotonic() + 10
    while any(map(is_running, left_behind)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, left_behind))
    with running(tmp_path, "--workers", "1") as second:
        assert second.client.get(f"/api/jobs/{done['id']}").json() == done
        assert second.client.get(f"/api/things/{kept['id']}").json() == kept
        assert second.client.get(f"/api/jobs/{cut}").json()["status"] in ("queued", "running")
        second.client.delete(f"/api/jobs/{cut}")


def test_a_server_that_prepares_a_board_ends_in_order(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert server.client.post("/api/packings/board", json=ENDLESS).json()["settled"] is False
        server.stop()
        # As after any Ctrl-C; a thread that is caught inside of a kernel would abort.
        assert server.process.returncode == 130


def test_two_servers_do_not_share_a_library(tmp_path: Path) -> None:
    with running(tmp_path):
        command = [sys.executable, "-m", "puzzlery", "serve", "--no-open", "--port", "0"]
        home = {**os.environ, "PUZZLERY_HOME": str(tmp_path)}
        second = subprocess.run(command, env=home, capture_output=True, text=True, timeout=60)
    assert second.returncode == 2
    assert "another puzzlery serve uses" in second.stderr


def test_only_the_latest_jobs_are_kept(tmp_path: Path) -> None:
    with closing(Database(tmp_path / "library.sqlite")) as database:
        waiting = database.add_job("count", {}).id
        for _ in range(MOST_JOBS + 50):
            database.finish(database.add_job("count", {}).id, "done")
        assert database.job(waiting).status == "queued"
        assert len(database.jobs(limit=10 * MOST_JOBS)) <= MOST_JOBS + 2


def test_a_library_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version=99")
    with pytest.raises(PuzzleryError, match="version 99, of a newer Puzzlery"):
        Database(path)


def test_what_is_kept_has_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from puzzlery.web.routes import saved_item_routes

    monkeypatch.setattr(saved_item_routes, "MOST_LETTERS", 10)
    with closing(Database(tmp_path / "library.sqlite")) as database:
        database.save("board", "b", "12345678")
        saved_item_routes._check_room(database, 2)
        with pytest.raises(PuzzleryError, match="1 items with 8 letters are saved already"):
            saved_item_routes._check_room(database, 3)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://["},
        {"cookie": "a,b=1; =; \x7f"},
        {"cookie": "puzzlery=wrong"},
        {"authorization": "Bearer é"},
    ],
)
def test_strange_headers_are_answered_and_let_nobody_in(
    public: Server, headers: dict[str, str]
) -> None:
    written = {name: value.encode("utf-8") for name, value in headers.items()}
    answer = httpx.post(
        f"{public.client.base_url}api/puzzles/2x2x2/alg",
        headers={**HEADERS, **written}, content=b"{}", trust_env=False,
    )  # fmt: skip
    assert 400 <= answer.status_code < 500


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("home"), "--public", "--token", "secret") as started:
        yield started


def test_a_cookie_of_another_form_does_not_hide_ours(public: Server) -> None:
    cookie = {"cookie": "a,b=1; puzzlery=secret"}
    answer = httpx.get(f"{public.client.base_url}api/packings", headers=cookie, trust_env=False)
    assert answer.status_code == 200


def test_faults_have_one_form(server: Server) -> None:
    answers = [
        server.client.post("/api/puzzles/2x2x2/alg", json={"alg": 5}),
        server.client.post("/api/puzzles/2x2x2/alg", content=b"{"),
        server.client.get("/api/puzzles/nothing like that"),
        server.client.delete("/api/puzzles"),
        server.client.get("/api/nothing"),
    ]
    for answer in answers:
        assert set(answer.json()["error"]) == {"kind", "message", "position"}
    assert [answer.status_code for answer in answers] == [422, 422, 404, 405, 404]


def test_a_board_of_one_cell_is_shown(server: Server) -> None:
    params = {"set": "pentominoes", "board": "1x1"}
    assert server.client.get("/api/packings/puzzle", params=params).status_code == 200
