"""The server, over a real socket: its answers, whom it refuses, and jobs that outlive it."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter
from tests.web.server import HEADERS, Server, running

from puzzlery.twisty.catalog import puzzle

TWISTED = "UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("home")) as started:
        yield started


def ended(server: Server, key: str, seconds: float = 60) -> dict[str, Any]:
    """The job once it has ended."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        job: dict[str, Any] = server.client.get(f"/api/jobs/{key}").json()
        if job["status"] in ("done", "failed", "cancelled"):
            return job
        time.sleep(0.05)
    raise AssertionError(f"not ended: {job}")


def begin(server: Server, kind: str, **asked: Any) -> str:
    answer = server.client.post("/api/jobs", json={"kind": kind, "request": asked})
    assert answer.status_code == 201, answer.text
    key: str = answer.json()["id"]
    return key


def test_the_catalogue_is_listed_and_searched(server: Server) -> None:
    names = [entry["name"] for entry in server.client.get("/api/puzzles").json()]
    assert "megaminx" in names
    found = server.client.get("/api/puzzles", params={"search": "gear"}).json()
    assert found
    assert len(found) < len(names)


def test_the_figures_hold_the_order_of_the_group(server: Server) -> None:
    data = server.client.get("/api/puzzles/3x3x3").json()
    assert data["order"] == "43252003274489856000"
    assert data["pieces"] == 26


def test_a_scene_is_what_the_library_draws(server: Server) -> None:
    from puzzlery.render.scene import Scene, scene

    data = server.client.get("/api/puzzles/pyraminx/scene").json()
    assert TypeAdapter(Scene).validate_python(data) == scene(puzzle("pyraminx"))


def test_an_alg_is_read_move_by_move(server: Server) -> None:
    data = server.client.post("/api/puzzles/3x3x3/alg", json={"alg": "[R, U] M2"}).json()
    assert [move["text"] for move in data["moves"]] == ["R", "U", "R'", "U'", "M2"]
    cube, state = puzzle("3x3x3"), list(range(54))
    for move in data["moves"]:
        turn = data["turns"][move["turn"]]
        goes = dict(zip(turn["sources"], turn["targets"], strict=True))
        state = [goes.get(place, place) for place in state]
    assert tuple(state) == cube.apply("[R, U] M2").permutation.images


def test_a_faulty_alg_is_answered_with_the_place_of_the_fault(server: Server) -> None:
    data = server.client.post("/api/puzzles/3x3x3/alg", json={"alg": "R U Q"}).json()
    assert data["error"]["position"] == 4
    assert 'unknown move "Q"' in data["error"]["message"]


def test_a_scramble_has_a_seed(server: Server) -> None:
    made = [server.client.post("/api/puzzles/megaminx/scramble", json={"seed": 3}).json()["alg"]
            for _ in range(2)]  # fmt: skip
    assert made[0] == made[1] == str(puzzle("megaminx").scramble(seed=3))


def test_what_is_painted_is_judged(server: Server) -> None:
    data = server.client.post("/api/puzzles/3x3x3/check", json={"text": TWISTED}).json()
    assert data["reachable"] is False
    assert data["reasons"][0]["kind"] == "twisted"
    fixed = server.client.post(
        "/api/puzzles/3x3x3/check", json={"colors": data["repair"]["coloring"]}
    )
    assert fixed.json()["reachable"] is True


def test_pieces_follow_the_rules_asked_for(server: Server) -> None:
    cube = puzzle("gear cube")
    data = server.client.get("/api/puzzles/gear cube/pieces", params={"rules": [1, 2]}).json()
    assert data["pieces"] == [sorted(piece) for piece in cube.pieces({1, 2})]
    why = server.client.post("/api/puzzles/3x3x3/apart", json={"p": 0, "q": 1}).json()
    assert (why["rule"], why["witness"]) == (1, "L")


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/puzzles/no such puzzle", None, 404),
        ("GET", "/api/puzzles/" + "x" * 400, None, 422),
        ("GET", "/api/jobs/none", None, 404),
        ("POST", "/api/jobs", {"kind": "magic"}, 422),
        ("POST", "/api/jobs", {"kind": "solve", "request": {"puzzle": "3x3x3", "bribe": 1}}, 422),
        ("POST", "/api/puzzles/3x3x3/check", {}, 422),
        ("POST", "/api/puzzles/3x3x3/check", {"colors": ["red"]}, 422),
        ("POST", "/api/puzzles/3x3x3/apart", {"p": 0, "q": 54}, 422),
        ("GET", "/api/puzzles/..%2f..%2fetc%2fpasswd", None, 404),
        ("GET", "/../../etc/passwd", None, 404),
    ],
)
def test_bad_questions_get_a_clear_answer(
    server: Server, method: str, path: str, body: Any, status: int
) -> None:
    answer = server.client.request(method, path, json=body)
    assert answer.status_code == status, answer.text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example:8420"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
    ],
)
def test_other_sites_are_refused(server: Server, headers: dict[str, str], status: int) -> None:
    answer = server.client.get("/api/puzzles", headers=headers)
    assert answer.status_code == status


def test_a_form_of_another_site_changes_nothing(server: Server) -> None:
    body = json.dumps({"kind": "solve", "request": {"puzzle": "2x2x2"}})
    answer = server.client.post("/api/jobs", content=body, headers={"content-type": "text/plain"})
    assert answer.status_code == 415


def test_a_body_without_end_is_cut_off(server: Server) -> None:
    big = json.dumps({"alg": "R" * 3_000_000})
    assert server.client.post("/api/puzzles/3x3x3/alg", content=big).status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(400):
            yield b" " * 10_000

    answer = server.client.post("/api/puzzles/3x3x3/alg", content=endless())
    assert answer.status_code in (400, 413)


def test_every_answer_forbids_inline_script(server: Server) -> None:
    policy = server.client.get("/api/puzzles").headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_a_state_is_solved_in_a_job(server: Server) -> None:
    job = ended(server, begin(server, "solve", puzzle="2x2x2", alg="R U F", method="words"))
    assert job["status"] == "done"
    alg = job["result"]["solutions"][0]["alg"]
    assert puzzle("2x2x2").apply(f"R U F {alg}").is_solved


def test_a_state_that_cannot_be_solved_fails_with_the_reasons(server: Server) -> None:
    colors = list(puzzle("2x2x2").solved.coloring)
    colors[0] = "red"
    job = ended(server, begin(server, "solve", puzzle="2x2x2", coloring=colors))
    assert job["status"] == "failed"
    assert job["error"]["kind"] == "unsolvable"


def test_packings_are_counted_and_filled(server: Server) -> None:
    counted = ended(server, begin(server, "count", set="soma", board="3x3x3"))
    assert (counted["result"]["all"], counted["result"]["distinct"]) == (11520, 240)
    filled = ended(server, begin(server, "fill", set="iq", board="5x11"))
    assert len(filled["result"]["solution"]["pieces"]) == 12


def test_events_tell_of_a_job_until_it_has_ended(server: Server) -> None:
    key = begin(server, "count", set="pentominoes", board="6x10")
    with server.client.stream("GET", f"/api/jobs/{key}/events") as stream:
        told = [json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: ")]
    assert told[-1]["status"] == "done"
    assert told[-1]["result"]["all"] == 9356


@pytest.mark.timing
def test_a_job_is_cancelled_soon_and_the_next_one_runs(server: Server) -> None:
    key = begin(server, "count", set="polyhex", board="tetrahedron6")
    time.sleep(1.5)
    asked = time.monotonic()
    server.client.delete(f"/api/jobs/{key}")
    job = ended(server, key, 10)
    assert job["status"] == "cancelled"
    assert time.monotonic() - asked < 5
    assert ended(server, begin(server, "fill", set="soma", board="3x3x3"))["status"] == "done"


def test_own_puzzles_are_kept_and_served(server: Server) -> None:
    from puzzlery.formats import dumps

    text = dumps(puzzle("ivy cube"), "toml")
    made = server.client.post(
        "/api/things", json={"kind": "puzzle", "name": "my ivy", "content": text}
    )
    assert made.status_code == 201, made.text
    key = made.json()["id"]
    figures = server.client.get(f"/api/puzzles/my:{key}").json()
    assert figures["order"] == str(puzzle("ivy cube").group.order)
    job = ended(server, begin(server, "solve", puzzle=f"my:{key}", alg="", method="words"))
    assert job["status"] == "done"
    assert server.client.delete(f"/api/things/{key}").status_code == 204
    assert server.client.get(f"/api/puzzles/my:{key}").status_code == 404


def test_a_puzzle_that_cannot_be_read_is_not_kept(server: Server) -> None:
    answer = server.client.post(
        "/api/things", json={"kind": "puzzle", "name": "bad", "content": "moves = 3"}
    )
    assert answer.status_code == 422
    assert server.client.get("/api/things").json() == []


@pytest.mark.timing
def test_many_small_calls_are_answered_while_jobs_run(server: Server) -> None:
    keys = [begin(server, "count", set="polyhex", board="tetrahedron6") for _ in range(2)]
    with ThreadPoolExecutor(4) as pool:
        codes = list(
            pool.map(
                lambda _: server.client.get("/api/puzzles/2x2x2/scene").status_code, range(200)
            )
        )
    for key in keys:
        server.client.delete(f"/api/jobs/{key}")
    assert set(codes) == {200}


def test_a_kill_loses_no_job(tmp_path: Path) -> None:
    with running(tmp_path, "--workers", "1") as first:
        running_key = begin(first, "count", set="polyhex", board="tetrahedron6")
        waiting_key = begin(first, "fill", set="soma", board="3x3x3")
        time.sleep(1.0)
        first.kill()
    with running(tmp_path, "--workers", "1") as second:
        status = second.client.get(f"/api/jobs/{running_key}").json()["status"]
        assert status in ("queued", "running")
        second.client.delete(f"/api/jobs/{running_key}")
        assert ended(second, running_key)["status"] == "cancelled"
        assert ended(second, waiting_key)["status"] == "done"


def test_a_count_goes_on_after_a_kill(tmp_path: Path) -> None:
    with running(tmp_path, "--workers", "1") as first:
        key = begin(first, "count", set="pentominoes", board="6x10", engine="links")
        kept = tmp_path / "jobs"
        while not (kept.is_dir() and list(kept.glob("*"))):
            assert first.client.get(f"/api/jobs/{key}").json()["status"] in ("queued", "running")
            time.sleep(0.05)
        first.kill()
    assert list(kept.iterdir())
    with running(tmp_path, "--workers", "1") as second:
        progress = None
        while not progress:
            progress = second.client.get(f"/api/jobs/{key}").json()["progress"]
        assert ended(second, key)["result"]["all"] == 9356
    assert not list((tmp_path / "jobs").iterdir())


def test_a_public_server_asks_for_its_token(tmp_path: Path) -> None:
    with running(tmp_path, "--public") as server:
        assert server.client.get("/api/puzzles").status_code == 401
        token = server.address.split("token=")[1]
        bearer = {"authorization": f"Bearer {token}"}
        assert server.client.get("/api/puzzles", headers=bearer).status_code == 200
        entered = httpx.Client(
            base_url=str(server.client.base_url), headers=HEADERS, trust_env=False
        )
        with entered:
            assert entered.get(f"/api/puzzles?token={token}").status_code == 200
            assert entered.get("/api/puzzles").status_code == 200


def test_listening_elsewhere_needs_a_word() -> None:
    from puzzlery.errors import PuzzleryError
    from puzzlery.web.server import serve

    with pytest.raises(PuzzleryError, match="--public"):
        serve("0.0.0.0", 0)
