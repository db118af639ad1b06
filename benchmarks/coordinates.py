"""Coordinates: nodes a second of the one engine, and what the inverse at each node saves.

All rows are searches of the 3x3x3, in seconds of the processor. Both sides of a row are timed in
turn. Where they are to visit the same nodes, that is asserted; otherwise they find the same
solutions.
"""

import time
from collections.abc import Iterator, Sequence

import numpy as np

from benchmarks.measure import Row
from puzzlery._core import SearchJob
from puzzlery.solve import coordinates
from puzzlery.solve.api.request import Request
from puzzlery.solve.coordinates.coordinate import Coordinate, Ints
from puzzlery.solve.coordinates.search_engine import Engine, SearchLimits
from puzzlery.solve.search import shortest
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.model.state import State

AREA = "coordinates"
CUBE = puzzle("3x3x3")
# Rounds of both sides in turn; the best time of each counts, since others use the machine, too.
ROUNDS = 5
# Searches of these lengths visit some million nodes.
DEPTH_OF_TWISTS, DEPTH_OF_COLORS = 10, 11
INVERSE_DEPTHS = {"OBTM": 11, "OBQTM": 13}
SCRAMBLE = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' U' F"


def rows() -> Iterator[Row]:
    """Seconds of the processor for a million nodes."""
    yield _own_composite()
    yield _tables_of_search()
    for metric, depth in INVERSE_DEPTHS.items():
        yield _inverse(metric, depth)


def _own_composite() -> Row:
    """Corner twists and the middle layer: functions in Python beside the compiled ones."""
    built_in = [coordinates.named_coordinate(CUBE, name) for name in ("co-ud", "slice-ud")]
    own = [_as_functions(one) for one in built_in]
    sides = [
        coordinates.solver(CUBE, [coordinates.Composite(*parts)], full=False).engine
        for parts in (own, built_in)
    ]
    ours, theirs = _seconds_for_a_million(sides, DEPTH_OF_TWISTS)
    return Row(AREA, "a million nodes, own composite coordinate", ours, {"built in": theirs})


def _as_functions(known: Coordinate) -> Coordinate:
    """The same coordinate as a user writes it: nothing but functions."""

    def many(images: np.ndarray) -> Ints:
        return known.indices(images)

    return coordinates.coordinate(
        CUBE, f"own {known.label}", known.size, known.index, known.state, many=many
    )


def _tables_of_search() -> Row:
    """The coordinates of the method `search`, given to `coordinates.solver`, beside `search`."""
    state = CUBE.apply(SCRAMBLE)
    request = Request(CUBE, state, CUBE.metric)
    by_search = shortest._engine(request, CUBE.solved.coloring.picks)
    given = [table.coordinate for table in by_search.tables]
    by_solver = coordinates.solver(CUBE, given, views=1).engine
    ours, theirs = _seconds_for_a_million([by_solver, by_search], DEPTH_OF_COLORS)
    return Row(AREA, "a million nodes, tables of `search`", ours, {"search": theirs})


def _inverse(metric: str, depth: int) -> Row:
    """All solutions of one length by the tables of `search`, with the inverse and without it."""
    request = Request(CUBE, CUBE.apply(SCRAMBLE), metric)
    by_search = shortest._engine(request, CUBE.solved.coloring.picks)
    assert by_search.carried is not None
    given = [table.coordinate for table in by_search.tables]
    plain = Engine.of(by_search.moves, given)
    return _compared([by_search, plain], f"{depth} moves ruled out in {metric}", depth)


def _compared(sides: Sequence[Engine], task: str, depth: int) -> Row:
    """Seconds and nodes with the inverse and without it; both find the same solutions."""
    times: list[list[float]] = [[] for _ in sides]
    nodes, found = [0, 0], set()
    for _ in range(ROUNDS):
        for k, engine in enumerate(sides):
            start = time.process_time()
            job = _searched(engine, depth)
            times[k].append(time.process_time() - start)
            nodes[k] = job.nodes
            found.add(tuple(job.counts))
    assert len(found) == 1, f"the sides find different solutions: {found}"
    ours, theirs = map(min, times)
    counts = f"{nodes[0] / 1e6:.3g} of {nodes[1] / 1e6:.3g} million nodes"
    return Row(AREA, f"inverse at each node, {task} ({counts})", ours, {"normal side only": theirs})


def _seconds_for_a_million(sides: Sequence[Engine], depth: int) -> list[float]:
    """The best time of each side; all visit the same nodes."""
    times: list[list[float]] = [[] for _ in sides]
    nodes = set()
    for _ in range(ROUNDS):
        for engine, taken in zip(sides, times, strict=True):
            start = time.process_time()
            visited = _searched(engine, depth).nodes
            taken.append(1e6 * (time.process_time() - start) / visited)
            nodes.add(visited)
    assert len(nodes) == 1, f"the sides visit different nodes: {nodes}"
    return [min(taken) for taken in times]


def _searched(engine: Engine, depth: int) -> SearchJob:
    """A search for all solutions of one length."""
    root = engine.position(State(CUBE, CUBE.permutation(SCRAMBLE)).permutation)
    limits = SearchLimits(low=depth, high=depth, beyond=None, limit=None, keep=0)
    return engine.search(root, limits)
