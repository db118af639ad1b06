"""Coordinates: nodes a second of the one engine, by whoever gives it its coordinates.

All rows are seconds for a million nodes of the same kind of search on the 3x3x3. Both sides of a
row visit the same nodes, which is asserted, and are timed in turn.
"""

import statistics
import time
from collections.abc import Iterator, Sequence

import numpy as np

from benchmarks.measure import Row
from puzzlery.solve import coordinates
from puzzlery.solve.api.request import Request
from puzzlery.solve.coordinates.coordinate import Coordinate, Ints
from puzzlery.solve.coordinates.search_engine import Engine, SearchLimits
from puzzlery.solve.search import shortest
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.model.state import State

AREA = "coordinates"
CUBE = puzzle("3x3x3")
# Rounds of both sides in turn; the median of their times counts.
ROUNDS = 5
# Searches of these lengths visit some million nodes.
DEPTH_OF_TWISTS, DEPTH_OF_COLORS = 10, 11
SCRAMBLE = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' U' F"


def rows() -> Iterator[Row]:
    """Seconds of the processor for a million nodes."""
    yield _own_composite()
    yield _tables_of_search()


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
    by_solver = coordinates.solver(CUBE, given, full=False).engine
    ours, theirs = _seconds_for_a_million([by_solver, by_search], DEPTH_OF_COLORS)
    return Row(AREA, "a million nodes, tables of `search`", ours, {"search": theirs})


def _seconds_for_a_million(sides: Sequence[Engine], depth: int) -> list[float]:
    """The median for each side; all visit the same nodes."""
    times: list[list[float]] = [[] for _ in sides]
    nodes = set()
    for _ in range(ROUNDS):
        for engine, taken in zip(sides, times, strict=True):
            start = time.process_time()
            visited = _searched(engine, depth)
            taken.append(1e6 * (time.process_time() - start) / visited)
            nodes.add(visited)
    assert len(nodes) == 1, f"the sides visit different nodes: {nodes}"
    return [statistics.median(taken) for taken in times]


def _searched(engine: Engine, depth: int) -> int:
    """The nodes that a search for all solutions of one length visits."""
    root = engine.position(State(CUBE, CUBE.permutation(SCRAMBLE)).permutation)
    limits = SearchLimits(low=depth, high=depth, beyond=None, limit=None, keep=0)
    return engine.search(root, limits).nodes
