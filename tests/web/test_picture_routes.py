"""Pictures over the wire: puzzles after algs, apart, unfolded; boards that are being filled."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.server import running

from puzzlery.render import svg
from puzzlery.twisty.catalog import puzzle


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with running(tmp_path_factory.mktemp("home")) as server:
        yield server.client


def test_a_picture_shows_the_state_after_an_alg(client: httpx.Client) -> None:
    told = client.get("/api/puzzles/3x3x3/picture", params={"alg": "R U"})
    assert told.headers["content-type"].startswith("image/svg+xml")
    assert told.text == svg(puzzle("3x3x3").apply("R U"), size=240)
    assert "max-age" in told.headers["cache-control"]


def test_a_net_shows_every_sticker(client: httpx.Client) -> None:
    flat = client.get("/api/puzzles/2x2x2/picture", params={"view": "net"}).text
    solid = client.get("/api/puzzles/2x2x2/picture").text
    count = lambda text: len(re.findall("<path", text))  # noqa: E731
    assert count(flat) >= 24 > count(solid) / 2


@pytest.mark.parametrize(
    ("query", "status"),
    [({"alg": "Q"}, 422), ({"turn": "Q", "part": 0.5}, 422), ({"part": 2}, 422)],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused(
    client: httpx.Client, query: dict[str, str], status: int
) -> None:
    told = client.get("/api/puzzles/3x3x3/picture", params=query)
    assert told.status_code in (400, status)
    assert told.json()["error"]["message"]


def test_a_board_fills_up(client: httpx.Client) -> None:
    place = {"set": "pentominoes", "board": "6x10"}
    shades = [
        len(
            set(
                re.findall(
                    r'fill="(#\w+)"',
                    client.get("/api/packings/picture", params={**place, "filled": part}).text,
                )
            )
        )
        for part in (0, 0.5, 1)
    ]
    assert shades[0] < shades[1] < shades[2]


def test_a_saved_puzzle_has_a_picture_that_is_not_kept(client: httpx.Client) -> None:
    content = 'puzzlery = 1\nname = "mine"\ncuts = "c f 0"'
    thing = client.post("/api/things", json={"kind": "puzzle", "name": "mine", "content": content})
    told = client.get(f"/api/puzzles/my:{thing.json()['id']}/picture")
    assert told.status_code == 200
    assert told.headers["cache-control"] == "no-cache"


def test_health_names_the_run(client: httpx.Client, tmp_path: Path) -> None:
    first, again = (client.get("/api/health").json() for _ in range(2))
    assert first == again
    assert first["version"]
    with running(tmp_path) as restarted:
        assert restarted.client.get("/api/health").json()["run"] != first["run"]
