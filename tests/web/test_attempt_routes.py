"""Attempts at fewest moves over the wire: kept, looked at, continued."""

from pathlib import Path

from tests.web.server import Server, running

from puzzlery import puzzle

SCRAMBLE = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' B D2 B U2 L U2 R' U' F"
BRANCH = {"parent": "", "moves": "(L R B)", "step": "eo on fb", "at": 1.0, "changed": 2.0}


def test_attempts_and_branches_are_kept_and_the_later_change_stays(tmp_path: Path) -> None:
    server = Server(tmp_path)
    client = server.client
    body = {"name": "Sunday", "scramble": SCRAMBLE, "created": 1.0, "changed": 1.0}
    assert client.put("/api/attempts/a", json=body).status_code == 200
    assert client.put("/api/attempts/a/branches/b", json=BRANCH).status_code == 200
    late = BRANCH | {"moves": "R", "changed": 1.0}
    assert client.put("/api/attempts/a/branches/b", json=late).status_code == 200
    assert client.put("/api/attempts/none/branches/c", json=BRANCH).status_code == 404
    server.kill()
    with running(tmp_path) as again:
        client = again.client
        assert [one["name"] for one in client.get("/api/attempts").json()] == ["Sunday"]
        [branch] = client.get("/api/attempts/a").json()["branches"]
        assert branch["moves"] == "(L R B)"
        gone = BRANCH | {"deleted": True, "changed": 3.0}
        client.put("/api/attempts/a/branches/b", json=gone)
        assert client.get("/api/attempts/a").json()["branches"][0]["deleted"]


def test_lines_candidates_and_insertions_are_told(tmp_path: Path) -> None:
    cube = puzzle("3x3x3")
    with running(tmp_path) as server:
        client = server.client
        asked = {"scramble": SCRAMBLE, "lines": ["", "(L R B)"]}
        start, oriented = client.post("/api/fewest/lines", json=asked).json()
        assert not start["normal"]["standing"]["reached"]
        assert oriented["inverse"]["standing"]["reached"] == ["eo on fb"]
        shown = cube.apply(SCRAMBLE).coloring
        seen = [cube.solved.coloring[sticker] for sticker in start["normal"]["stickers"]]
        assert list(shown) == list(seen)
        asked = {"scramble": SCRAMBLE, "line": "(L R B)", "step": "DR", "beyond": 0, "count": 3}
        found = client.post("/api/fewest/candidates", json=asked).json()
        assert [one["length"] for one in found] == [7, 7, 7]
        for wrong in (
            {"scramble": SCRAMBLE, "step": "XY"},
            {"scramble": SCRAMBLE, "line": "M2", "step": "EO"},
            {"scramble": "R Q", "step": "EO"},
        ):
            answer = client.post("/api/fewest/candidates", json=wrong)
            assert answer.status_code in (400, 404, 422)
            assert answer.json()["error"]["message"]
