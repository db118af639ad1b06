"""What the design page asks: the text that defines a puzzle."""

from collections.abc import Iterator

import pytest
from tests.web.server import Server, running

from puzzlery.formats import loads
from puzzlery.twisty.catalog import puzzle


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("home")) as started:
        yield started


@pytest.mark.parametrize("name", ["c f 0.5", "pyraminx", "gear cube"])
def test_a_definition_makes_the_same_puzzle(server: Server, name: str) -> None:
    text = server.client.get(f"/api/puzzles/{name}/definition").text
    made = loads(text, "toml")
    assert dict(made.moves) == dict(puzzle(name).moves)
    assert made.solved_colors == puzzle(name).solved_colors


def test_a_kept_definition_is_given_back_as_it_was_written(server: Server) -> None:
    text = '# my own\nname = "one cut"\ncuts = "c f 0"\n'
    kept = server.client.post(
        "/api/things", json={"kind": "puzzle", "name": "one cut", "content": text}
    ).json()
    assert server.client.get(f"/api/puzzles/my:{kept['id']}/definition").text == text
    assert server.client.get("/api/puzzles/my:none/definition").status_code == 404


def test_cuts_at_other_distances_look_different(server: Server) -> None:
    seen = [server.client.get(f"/api/puzzles/c f {at}/scene").json() for at in (0.4, 0.5)]
    assert puzzle("c f 0.4") == puzzle("c f 0.5")
    assert seen[0]["corners"] != seen[1]["corners"]
    assert [one["name"] for one in seen] == ["c f 0.4", "c f 0.5"]


def test_a_design_is_shown_and_counted_before_it_is_kept(server: Server) -> None:
    glued = [sorted(piece) for piece in puzzle("2x2x2").pieces()][:2]
    text = f'name = "a bandaged cube"\ncatalog = "2x2x2"\nglued = [{glued[0] + glued[1]}]\n'
    seen = server.client.post("/api/designs/scene", json={"definition": text}).json()
    assert (seen["name"], len(seen["glued"])) == ("a bandaged cube", 1)
    told = server.client.post("/api/designs/figures", json={"definition": text}).json()
    assert told["stickers"] == 24
    assert server.client.get("/api/things?kind=puzzle").json() == [
        one for one in server.client.get("/api/things").json() if one["name"] != "a bandaged cube"
    ]


def test_a_design_that_is_none_is_refused_with_its_line(server: Server) -> None:
    answer = server.client.post("/api/designs/scene", json={"definition": 'cuts = "c f"\n'})
    assert answer.status_code == 422 or answer.status_code == 400
    assert "line 1" in answer.json()["error"]["message"]
