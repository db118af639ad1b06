"""Sessions over the wire: nothing is lost by a killed server or by a second page."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.server import Server, running

from puzzlery.twisty.catalog import puzzle


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with running(tmp_path_factory.mktemp("home")) as server:
        yield server.client


def put_session(client: httpx.Client, key: str, name: str = "Monday") -> None:
    told = client.put(f"/api/sessions/{key}", json={"name": name, "puzzle": "3x3x3"})
    assert told.status_code == 200, told.text


def put_solve(client: httpx.Client, key: str, solve: str, milliseconds: int, **more: Any) -> None:
    body = {"milliseconds": milliseconds, "at": 1.0, "changed": 1.0, **more}
    told = client.put(f"/api/sessions/{key}/solves/{solve}", json=body)
    assert told.status_code == 200, told.text


def view(client: httpx.Client, key: str) -> Any:
    return client.get(f"/api/sessions/{key}").json()


def test_what_was_answered_outlives_a_kill(tmp_path: Path) -> None:
    server = Server(tmp_path)
    put_session(server.client, "mon")
    for number in range(5):
        put_solve(server.client, "mon", f"s{number}", 10_000 + 1000 * number, at=number)
    server.kill()
    with running(tmp_path) as again:
        found = view(again.client, "mon")
        assert [solve["milliseconds"] for solve in found["solves"]] == [
            10_000, 11_000, 12_000, 13_000, 14_000,
        ]  # fmt: skip
        [_, five] = found["statistics"]["rows"]
        assert (five["name"], five["current"], five["best"]) == ("ao5", 1200, 1200)


def test_a_solve_that_is_sent_twice_is_one(client: httpx.Client) -> None:
    put_session(client, "twice")
    for _ in range(2):
        put_solve(client, "twice", "a2", 9_000)
    assert view(client, "twice")["statistics"]["count"] == 1


def test_the_later_change_stays_whichever_arrives_last(client: httpx.Client) -> None:
    put_session(client, "late")
    put_solve(client, "late", "a3", 9_000, penalty="+2", changed=20.0)
    put_solve(client, "late", "a3", 9_000, comment="older", changed=10.0)
    [solve] = view(client, "late")["solves"]
    assert (solve["penalty"], solve["comment"]) == ("+2", "")


def test_a_deleted_solve_can_be_put_back(client: httpx.Client) -> None:
    put_session(client, "back")
    put_solve(client, "back", "a4", 9_000, changed=1.0)
    put_solve(client, "back", "a4", 9_000, changed=2.0, deleted=True)
    assert view(client, "back")["solves"] == []
    put_solve(client, "back", "a4", 9_000, changed=3.0, deleted=False)
    assert len(view(client, "back")["solves"]) == 1


def test_files_go_out_and_come_in(client: httpx.Client) -> None:
    put_session(client, "out")
    put_solve(client, "out", "a5", 9_000, scramble="R U", at=7.5)
    table = client.get("/api/sessions/out/export").text
    again = client.post("/api/sessions/import", json={"text": table, "session": "out"})
    assert again.json() == {"sessions": ["out"], "added": 0}
    timer = json.dumps({"session1": [[[0, 8000], "F", "", 9]]})
    new = client.post("/api/sessions/import", json={"text": timer}).json()
    assert new["added"] == 1
    [key] = new["sessions"]
    assert view(client, key)["results"] == [800]
    everything = json.loads(client.get("/api/sessions/export").text)
    assert [[0, 8000], "F", "", 9] in [s for name, row in everything.items()
                                       if name != "properties" for s in row]  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [
        {"milliseconds": -1},
        {"penalty": "+4"},
        {"at": -1.0},
        {"comment": "x" * 6000},
        {"more": 1},
    ],
)
def test_what_is_no_solve_is_refused(client: httpx.Client, wrong: dict[str, Any]) -> None:
    put_session(client, "wrong")
    body = {"milliseconds": 9_000, "at": 1.0, "changed": 1.0, **wrong}
    told = client.put("/api/sessions/wrong/solves/a", json=body)
    assert told.status_code == 422
    assert next(iter(wrong)) in told.json()["error"]["message"]


def test_a_solve_needs_its_session(client: httpx.Client) -> None:
    body = {"milliseconds": 9_000, "at": 1.0, "changed": 1.0}
    told = client.put("/api/sessions/nowhere/solves/a", json=body)
    assert told.status_code == 404
    assert '"nowhere"' in told.json()["error"]["message"]


def test_scrambles_of_an_event_are_those_of_competitions(client: httpx.Client) -> None:
    told = client.post("/api/puzzles/skewb/scramble", json={"event": "usual"}).json()
    assert len(told["alg"].split()) == 11
    puzzle("skewb").apply(told["alg"])
    fault = client.post("/api/puzzles/skewb/scramble", json={"event": "blind"})
    assert fault.status_code == 422
