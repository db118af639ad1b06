"""What the solve page asks: which methods fit a puzzle, and what comes of a job."""

from collections.abc import Iterator

import pytest
from tests.web.server import Server, running
from tests.web.test_server import begin, ended

from puzzlery.solve.api.methods import METHODS
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.notation.metrics import METRICS


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("home")) as started:
        yield started


@pytest.mark.parametrize("name", ["3x3x3", "pyraminx"])
def test_methods_are_told_with_the_reason_why_they_do_not_fit(server: Server, name: str) -> None:
    told = server.client.get(f"/api/puzzles/{name}/methods").json()
    asked = {method["name"]: method["unfit"] for method in told["methods"]}
    # No page asks for the names of coordinates.
    assert "by name" in asked.pop("coordinates")
    assert asked | {"coordinates": None} == {
        method.name: method.unfit(puzzle(name)) for method in METHODS.values()
    }
    assert (asked["twophase"] is None) == (name == "3x3x3")
    assert all(method["meaning"] for method in told["methods"])


def test_metrics_are_told_and_the_usual_one_is_among_them(server: Server) -> None:
    told = server.client.get("/api/puzzles/Square-1/methods").json()
    assert [metric["name"] for metric in told["metrics"]] == list(METRICS)
    assert told["metric"] in METRICS


def test_metrics_of_slashes_are_told_for_puzzles_with_slashes_only(server: Server) -> None:
    told = server.client.get("/api/puzzles/3x3x3/methods").json()
    assert {metric["name"] for metric in told["metrics"]} == METRICS.keys() - {"WCA", "slash"}


def test_an_unknown_puzzle_has_no_methods(server: Server) -> None:
    assert server.client.get("/api/puzzles/no such puzzle/methods").status_code == 404


def test_a_coloring_that_no_moves_lead_to_fails_with_the_reason(server: Server) -> None:
    colors = list(puzzle("2x2x2").solved.coloring)
    here = next(place for place, color in enumerate(colors) if color != colors[0])
    colors[0], colors[here] = colors[here], colors[0]
    job = ended(server, begin(server, "solve", puzzle="2x2x2", coloring=colors))
    assert job["status"] == "failed"
    assert job["error"]["kind"] == "unsolvable"
