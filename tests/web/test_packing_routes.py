"""PackingCatalog over a real socket: what a page is shown and told while pieces are placed."""

import json
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from tests.web.server import Server, running

from puzzlery import packing
from puzzlery.packings.solve.play import Play
from puzzlery.render.packings.packing_cells import TILES

SMALL = {"set": "pentominoes", "board": "3x20"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("home")) as started:
        yield started


def ask(server: Server, what: str, **asked: Any) -> Any:
    answer = server.client.post(f"/api/packings/{what}", json={**SMALL, **asked})
    assert answer.status_code == 200, answer.text
    return answer.json()


def puzzle(server: Server, pieces: str, board: str) -> Any:
    answer = server.client.get("/api/packings/puzzle", params={"set": pieces, "board": board})
    assert answer.status_code == 200, answer.text
    return answer.json()


def solved_by_options(table: Any, solution: list[int]) -> bool:
    """Whether options cover every cell once and use every piece once, told by counting only."""
    chosen = [table["options"][number] for number in solution]
    cells = [cell for option in chosen for cell in option[2:]]
    pieces = [option[0] for option in chosen]
    return sorted(cells) == list(range(len(table["cells"]))) and sorted(pieces) == list(
        range(len(table["pieces"]))
    )


def job(server: Server, kind: str, **asked: Any) -> Any:
    begun = server.client.post("/api/jobs", json={"kind": kind, "request": asked})
    assert begun.status_code == 201, begun.text
    with server.client.stream("GET", f"/api/jobs/{begun.json()['id']}/events") as events:
        *_, last = (line for line in events.iter_lines() if line.startswith("data: "))
    ended = json.loads(last.removeprefix("data: "))
    assert ended["status"] == "done", ended
    return ended["result"]


def test_sets_and_boards_are_listed_and_each_puzzle_offered_can_be_shown(server: Server) -> None:
    listed = server.client.get("/api/packings").json()
    assert {"pentominoes", "soma"} <= {entry["name"] for entry in listed["sets"]}
    assert "pyramid5" in listed["boards"]
    for pieces, board in listed["puzzles"]:
        table = puzzle(server, pieces, board)
        room = len(table["cells"])
        sizes = [len(piece["orientations"][0]["cells"]) * piece["low"] for piece in table["pieces"]]
        assert sum(sizes) == room


@pytest.mark.parametrize(
    ("pieces", "board"),
    [("pentominoes", "3x20"), ("hexiamonds", "6x6"), ("tetrahexes", "4x7"), ("iq", "pyramid5")],
)
def test_turning_a_piece_keeps_its_form_and_comes_back(
    server: Server, pieces: str, board: str
) -> None:
    for piece in puzzle(server, pieces, board)["pieces"]:
        ways = piece["orientations"]
        for start in range(len(ways)):
            for kind in ("turn", "flip"):
                at, seen = ways[start][kind], 1
                while at != start:
                    assert _distances(ways[at]) == _distances(ways[start])
                    at, seen = ways[at][kind], seen + 1
                    assert seen <= 6


def _distances(way: Any) -> list[float]:
    """The distances between all cells, which no turn changes."""
    at = [(cell["x"], cell["y"], cell["layer"]) for cell in way["cells"]]
    return sorted(
        round(sum((a - b) ** 2 for a, b in zip(p, q, strict=True)), 2) for p in at for q in at
    )


def test_a_turn_is_clockwise_on_the_screen(server: Server) -> None:
    ell = next(p for p in puzzle(server, "pentominoes", "6x10")["pieces"] if p["id"] == "V")
    ways = ell["orientations"]
    for way in ways:
        middle, after = _corner(way), _corner(ways[way["turn"]])
        # Right becomes down, down becomes left: (x, y) goes to (-y, x) where y points down.
        assert after == pytest.approx((-middle[1], middle[0]), abs=0.01)


def _corner(way: Any) -> tuple[float, float]:
    """Where the mean of the cells lies, seen from the middle of the box around them."""
    xs, ys = ([cell[axis] for cell in way["cells"]] for axis in ("x", "y"))
    return (
        sum(xs) / len(xs) - (min(xs) + max(xs)) / 2,
        sum(ys) / len(ys) - (min(ys) + max(ys)) / 2,
    )


def test_outlines_of_flat_cells_fill_the_board_without_overlap(server: Server) -> None:
    for pieces, board, area in (
        ("pentominoes", "3x20", 1.0),
        ("hexiamonds", "6x6", 3**0.5 / 4),
        ("tetrahexes", "4x7", 3**0.5 / 2),
    ):
        for cell in puzzle(server, pieces, board)["cells"]:
            ring = [*cell["corners"], cell["corners"][0]]
            twice = sum(a * d - b * c for (a, b), (c, d) in pairwise(ring))
            assert abs(twice) / 2 == pytest.approx(area, abs=1e-3)


def test_a_board_is_told_as_play_tells_it(server: Server) -> None:
    game = Play(packing("pentominoes", "3x20"))
    empty = ask(server, "board")
    assert (empty["count"], empty["exact"], empty["solvable"]) == ("8", True, True)
    alive = [number for number in game.fitting() if number not in empty["dead"]]
    counts = game.counts()
    options = game.puzzle.options()
    assert alive == [number for number in game.fitting() if counts[options[number]]]
    cross = game.place({"X": [(0, 2), (1, 1), (1, 2), (1, 3), (2, 2)]})
    after = ask(server, "board", placed=list(cross.chosen))
    assert int(after["count"]) == cross.solutions_left() == counts[options[cross.chosen[0]]] == 4
    assert after["forced"]["reason"] == "only U fits at row 1, column 1"


def test_a_dead_placement_is_noticed_and_taken_back(server: Server) -> None:
    empty = ask(server, "board")
    alive = next(n for n in range(2000) if n not in empty["dead"])
    told = ask(server, "board", placed=[alive])
    wrong = [alive, told["dead"][0]]
    lost = ask(server, "board", placed=wrong)
    assert (lost["solvable"], lost["count"], lost["forced"]) == (False, "0", None)
    assert ask(server, "undo", placed=wrong) == {"keep": 1, "decided": True}
    assert ask(server, "complete", placed=wrong) == {"solution": None, "decided": True}
    assert ask(server, "hint", placed=wrong)["hint"] is None


def test_hints_alone_lead_to_a_solution(server: Server) -> None:
    table = puzzle(server, SMALL["set"], SMALL["board"])
    placed: list[int] = []
    while (hint := ask(server, "hint", placed=placed)["hint"]) is not None:
        placed.append(hint["option"])
    assert solved_by_options(table, placed)
    assert ask(server, "board", placed=placed)["done"] is True


def test_all_solutions_are_paged_each_once_and_filtered(server: Server) -> None:
    table = puzzle(server, "pentominoes", "3x20")
    page = ask(server, "solutions", size=50)
    assert page["count"] == "8"
    assert len({tuple(each) for each in page["solutions"]}) == 8
    assert all(solved_by_options(table, each) for each in page["solutions"])
    names = [piece["id"] for piece in table["pieces"]]
    total = 0
    for name in names:
        some = ask(server, "solutions", size=50, piece=name, cell=0)
        total += int(some["count"])
        for each in some["solutions"]:
            (cover,) = (table["options"][n] for n in each if 0 in table["options"][n][2:])
            assert names[cover[0]] == name
    assert total == 8
    one = ask(server, "solutions", start=7)
    assert one["solutions"] == page["solutions"][7:]
    assert ask(server, "solutions", start=8)["solutions"] == []


def test_completing_keeps_what_lies_there(server: Server) -> None:
    table = puzzle(server, "pentominoes", "3x20")
    start = ask(server, "solutions", start=3)["solutions"][0][:2]
    done = ask(server, "complete", placed=start)["solution"]
    assert set(start) <= set(done)
    assert solved_by_options(table, done)


def test_a_search_counts_and_keeps_the_first_solutions(server: Server) -> None:
    found = job(server, "solutions", **SMALL, keep=3)
    assert (found["count"], len(found["solutions"])) == ("8", 3)
    table = puzzle(server, "pentominoes", "3x20")
    assert all(solved_by_options(table, each) for each in found["solutions"])
    counts = [
        int(job(server, "solutions", **SMALL, piece=name, cell=0)["count"]) for name in ("U", "V")
    ]
    paged = [int(ask(server, "solutions", piece=name, cell=0)["count"]) for name in ("U", "V")]
    assert counts == paged


def test_a_challenge_has_one_completion_and_its_grade(server: Server) -> None:
    asked = {**SMALL, "level": "easy", "seed": 3}
    made = job(server, "challenge", **asked)
    assert made["level"] == "easy"
    assert ask(server, "board", placed=made["given"])["count"] == "1"
    assert job(server, "challenge", **asked) == made


def test_a_puzzle_without_solutions_says_so_at_once(server: Server) -> None:
    told = ask(server, "board", set="tetrominoes", board="4x5")
    assert (told["solvable"], told["count"], told["settled"]) == (False, "0", True)
    assert ask(server, "solutions", set="tetrominoes", board="4x5")["count"] == "0"


@pytest.mark.parametrize(
    ("asked", "status", "word"),
    [
        ({"placed": [0, 0]}, 422, "does not fit"),
        ({"placed": [10**6]}, 422, "no option"),
        ({"placed": [-1]}, 422, "greater"),
        ({"set": "pentomino"}, 404, "pentominoes"),
        ({"board": "no board"}, 404, "board"),
        ({"board": "90x90"}, 422, "at most 400"),
        ({"set": "heptominoes", "board": "20x20"}, 422, "too many"),
        ({"colour": 1}, 422, "extra"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_words(
    server: Server, asked: dict[str, Any], status: int, word: str
) -> None:
    answer = server.client.post("/api/packings/board", json={**SMALL, **asked})
    assert answer.status_code == status
    assert word in answer.text.lower()


@pytest.mark.timing
def test_a_large_board_is_answered_in_bounded_time_and_blocks_nobody(server: Server) -> None:
    large = {"set": "pentominoes", "board": "6x10"}
    puzzle(server, large["set"], large["board"])
    told = ask(server, "board", **large)
    assert told["solvable"] is True
    start = time.monotonic()
    assert server.client.get("/api/packings").status_code == 200
    assert ask(server, "complete", **large)["decided"] is True
    # The solution graph is being built beside this; its time limit alone is 30 s.
    assert time.monotonic() - start < 15


@pytest.mark.slow
def test_a_prepared_board_is_counted_exactly(server: Server) -> None:
    large = {"set": "pentominoes", "board": "6x10"}
    end = time.monotonic() + 90
    while not (told := ask(server, "board", **large))["settled"]:
        assert time.monotonic() < end
        time.sleep(1)
    # 2339 solutions up to the four symmetries of the board (Haselgrove 1960).
    assert (told["count"], told["exact"]) == (str(4 * 2339), True)
    assert all(
        solved_by_options(puzzle(server, "pentominoes", "6x10"), each)
        for each in ask(server, "solutions", start=9000, size=50, **large)["solutions"]
    )


def test_every_lattice_with_pictures_can_be_shown(server: Server) -> None:
    shown = {
        puzzle(server, pieces, board)["lattice"]
        for pieces, board in server.client.get("/api/packings").json()["puzzles"]
    }
    assert shown == {*TILES, "fcc"}


def test_a_filled_board_comes_apart_without_a_collision(server: Server) -> None:
    """Replayed by the page's own numbers: after each move no two pieces share a place."""
    soma, table = packing("soma", "3x3x3"), puzzle(server, "soma", "3x3x3")
    numbers = {option: number for number, option in enumerate(soma.options())}
    placed = [numbers[placement] for placement in soma.first()]
    found = ask(server, "apart", set="soma", board="3x3x3", placed=placed)
    assert (found["verdict"], found["level"], len(found["steps"])) == ("apart", "1", 6)
    assert "6 moves" in found["words"]
    assert sorted(found["solution"]) == sorted(placed)
    for step in found["steps"]:
        places = [
            tuple(
                round(cell[axis] + shift, 3)
                for axis, shift in zip("xyz", piece["shift"], strict=True)
            )
            for piece in step["pieces"]
            for cell in (table["cells"][n] for n in table["options"][piece["option"]][2:])
        ]
        assert len(set(places)) == len(places)
        assert set(step["moving"]) < {piece["option"] for piece in step["pieces"]}


def test_flat_boards_are_not_taken_apart(server: Server) -> None:
    answer = server.client.post("/api/packings/apart", json=SMALL)
    assert answer.status_code == 422
    assert "lifted off" in answer.text
