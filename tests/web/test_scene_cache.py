"""Scenes over the wire: packed, tagged, and kept by the browser."""

import gzip
from collections.abc import Iterator

import pytest
from tests.web.server import Server, running

from puzzlery.web.scene_cache import PackedScene, SceneCache

SCENE = "/api/puzzles/7x7x7/scene?bodies=true"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("home")) as started:
        yield started


def test_a_scene_is_packed_to_a_fifth_or_less(server: Server) -> None:
    packed = server.client.get(SCENE)
    plain = server.client.get(SCENE, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert packed.num_bytes_downloaded * 5 < plain.num_bytes_downloaded


def test_a_browser_that_has_the_scene_is_told_so(server: Server) -> None:
    tag = server.client.get(SCENE).headers["etag"]
    again = server.client.get(SCENE, headers={"if-none-match": f'"other", W/{tag}'})
    assert (again.status_code, again.content) == (304, b"")
    other = server.client.get(SCENE, headers={"if-none-match": '"other"'})
    assert other.status_code == 200


def test_a_saved_puzzle_that_changes_gets_another_tag(server: Server) -> None:
    def saved(cuts: str) -> dict[str, str]:
        content = f'puzzlery = 1\nname = "mine"\ncuts = "{cuts}"'
        return {"kind": "puzzle", "name": "mine", "content": content}

    key = server.client.post("/api/things", json=saved("c f 0")).json()["id"]
    address = f"/api/puzzles/my:{key}/scene"
    tag = server.client.get(address).headers["etag"]
    server.client.put(f"/api/things/{key}", json=saved("c v 0"))
    changed = server.client.get(address, headers={"if-none-match": tag})
    assert changed.status_code == 200
    assert changed.headers["etag"] != tag


def test_the_cache_forgets_what_was_used_longest_ago() -> None:
    texts = {name: name * 3000 for name in "abc"}
    room = 2 * max(len(PackedScene.of(text).body) for text in texts.values())
    cache, made = SceneCache(room), []

    def ask(name: str) -> bytes:
        def make() -> str:
            made.append(name)
            return texts[name]

        return gzip.decompress(cache.packed(name, make).body)

    for name in "abacab":
        assert ask(name) == texts[name].encode()
    # c came when a had been used last, so b was forgotten.
    assert made == ["a", "b", "c", "b"]
