"""Built pages as they go over the wire: compressed if the browser takes it, kept if hashed."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.server import running

from puzzlery.web.web_app import PAGES

PLAIN = {"accept-encoding": "identity"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    if not (PAGES / "index.html").is_file():
        pytest.skip("the pages are not built")
    with running(tmp_path_factory.mktemp("home")) as server:
        yield server.client


def scripts() -> list[Path]:
    return sorted((PAGES / "assets").glob("*.js"), key=lambda file: -file.stat().st_size)


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_a_script_comes_in_the_encoding_that_is_taken(client: httpx.Client, encoding: str) -> None:
    largest = scripts()[0]
    with client.stream(
        "GET", f"/assets/{largest.name}", headers={"accept-encoding": encoding}
    ) as response:
        sent = b"".join(response.iter_raw())
    assert response.headers["content-encoding"] == encoding
    assert response.headers["content-type"].startswith("text/javascript")
    assert response.headers["vary"] == "Accept-Encoding"
    assert "immutable" in response.headers["cache-control"]
    assert len(sent) < 0.4 * largest.stat().st_size
    if encoding == "gzip":
        assert gzip.decompress(sent) == largest.read_bytes()


@pytest.mark.parametrize("refused", ["identity", "br;q=0, gzip;q=0", "zstd", ""])
def test_who_takes_no_encoding_gets_the_file_itself(client: httpx.Client, refused: str) -> None:
    largest = scripts()[0]
    response = client.get(f"/assets/{largest.name}", headers={"accept-encoding": refused})
    assert "content-encoding" not in response.headers
    assert response.content == largest.read_bytes()


def test_the_page_itself_is_asked_for_again_and_named_by_its_tag(client: httpx.Client) -> None:
    first = client.get("/", headers={"accept-encoding": "br"})
    assert first.headers["cache-control"] == "no-cache"
    again = client.get(
        "/", headers={"accept-encoding": "br", "if-none-match": first.headers["etag"]}
    )
    assert again.status_code == 304
    # Another form of the file has another tag, so that no cache mixes them up.
    assert client.get("/", headers=PLAIN).headers["etag"] != first.headers["etag"] or (
        "content-encoding" not in first.headers
    )


def test_every_compressed_twin_holds_its_file() -> None:
    twins = list(PAGES.rglob("*.gz"))
    if not twins:
        pytest.skip("the pages are not built")
    for twin in twins:
        assert gzip.decompress(twin.read_bytes()) == twin.with_suffix("").read_bytes(), twin
        assert twin.with_suffix(".br").is_file()


def test_scenes_and_pictures_are_compressed(client: httpx.Client) -> None:
    for place in ("/api/puzzles/3x3x3/scene?bodies=true", "/api/puzzles/3x3x3/picture"):
        packed = client.get(place, headers={"accept-encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.content == client.get(place, headers=PLAIN).content
