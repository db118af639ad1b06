"""Searches and steps: nodes, both sides and chains, beside plain twins of our own."""

import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from benchmarks.measure import Row
from puzzlery.core.permutation import Permutation
from puzzlery.solve import coordinates
from puzzlery.solve.coordinates import Coordinate
from puzzlery.solve.coordinates.search_engine import Engine, Position, SearchLimits, grouped
from puzzlery.solve.cube3.step_catalog import STEPS
from puzzlery.solve.cube3.step_chains import chain
from puzzlery.solve.cube3.step_plan import plan_of
from puzzlery.solve.cube3.steps import StepRequest
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.search.niss import NissSearch, other_side_of
from puzzlery.solve.search.pattern_split import parts
from puzzlery.solve.search.patterns import Looks
from puzzlery.twisty.catalog import puzzle

AREA = "steps"
CUBE = puzzle("3x3x3")
SCRAMBLE = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' B D2 B U2 L U2 R' U' F"
TWELVE = "R U F2 L D' B R2 U' F L2 U B'"


def rows() -> Iterator[Row]:
    """From the bare kernel to whole chains; all is processor time."""
    yield _nodes()
    yield _solver_nodes()
    yield _own_nodes()
    yield _own_table()
    yield _tables()
    for name, stage, axis, weight in (("2x2x2", 0, "dbl", 5), ("dr", 1, "ud", 6)):
        yield _both_sides(name, stage, axis, weight)
    for beam in (10, 100):
        yield _chain(beam)


def _seconds(run: Callable[[], object], times: int = 3) -> float:
    """The best of a few runs: others use the machine, too."""
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return best


def _cube_engine() -> Engine:
    moves = MoveSet.for_search(CUBE)
    return Engine.of(moves, grouped(_looks(moves), 14_000_000))


def _looks(moves: MoveSet) -> list[Coordinate]:
    return [Looks(part, moves) for part in parts(CUBE, CUBE.solved_colors, moves, 50_000)]


def _nodes() -> Row:
    """A million positions of a search, ours and by the same tables in plain Python."""
    engine = _cube_engine()
    root = engine.position(CUBE.apply(TWELVE).permutation)
    ours = _per_million(engine, root, 11)
    twin = PlainWalk(engine)
    plain = _seconds(lambda: twin.walk(root[0].tolist(), 0, 4), 1) / twin.nodes * 1e6
    return Row(AREA, "a million nodes, 3x3x3, small tables", ours, {"plain Python": plain})


def _per_million(engine: Engine, root: Position, depth: int) -> float:
    """Seconds for a million nodes of a search that visits all of a depth."""
    limits = SearchLimits(low=depth, high=depth)
    nodes = engine.search(root, limits).nodes
    return _seconds(lambda: engine.search(root, limits)) / nodes * 1e6


def _solver_nodes() -> Row:
    """A solver from coordinates with the tables of the search, beside that search."""
    moves = MoveSet.for_search(CUBE)
    made = coordinates.solver(CUBE, grouped(_looks(moves), 14_000_000), views=1)
    plain, state = _cube_engine(), CUBE.apply(TWELVE).permutation
    ours = _per_million(made.engine, made.engine.position(state), 11)
    theirs = _per_million(plain, plain.position(state), 11)
    task = "a million nodes, coordinates.solver with the tables of search"
    return Row(AREA, task, ours, {"method search": theirs})


def _own(built_in: Coordinate) -> Coordinate:
    """The same coordinate as a user writes it: two functions in Python."""
    label = f"own {built_in.label}"
    return coordinates.coordinate(CUBE, label, built_in.size, built_in.index, built_in.state)


def _own_nodes() -> Row:
    """A composite of a user's coordinates, beside the same of those built in."""
    named = [coordinates.named_coordinate(CUBE, name) for name in ("co-ud", "slice-ud", "eo-fb")]
    state = CUBE.apply(SCRAMBLE).permutation
    taken = []
    for group in ([_own(one) for one in named], named):
        pairs = [coordinates.Composite(*group[:2]), coordinates.Composite(*group[1:])]
        engine = coordinates.solver(CUBE, pairs).engine
        taken.append(_per_million(engine, engine.position(state), 9))
    task = "a million nodes, composites of own coordinates in Python"
    return Row(AREA, task, taken[0], {"built in": taken[1]})


def _own_table() -> Row:
    """The transitions of 2,048 values by a function in Python."""
    eo = coordinates.named_coordinate(CUBE, "eo-fb")
    task = "transitions of 2,048 values by an own function"
    return Row(AREA, task, _seconds(lambda: _own(eo).transitions))


class PlainWalk:
    """The same depth-first walk in Python, without pruning, for the cost of a node."""

    def __init__(self, engine: Engine) -> None:
        self.tables = [part.transitions.tolist() for part in engine.parts]
        self.follow = engine.moves.follow.tolist()
        self.nodes = 0

    def walk(self, position: Sequence[int], state: int, left: int) -> None:
        self.nodes += 1
        if left:
            rows = [table[value] for table, value in zip(self.tables, position, strict=True)]
            for move, after in enumerate(self.follow[state]):
                if after != 0xFFFF:
                    self.walk([row[move] for row in rows], after, left - 1)


def _tables() -> Row:
    """Coordinates and pruning tables of domino reduction, filled anew."""
    moves = MoveSet.for_search(CUBE)

    def run() -> None:
        corners, edges, flips = STEPS["dr"].coordinates(CUBE, moves)
        pairs = coordinates.Composite(corners, edges), coordinates.Composite(flips, edges)
        for pair in pairs:
            coordinates.pruning_table(pair, keep=False)

    return Row(AREA, "two tables of domino reduction", _seconds(run))


def _both_sides(name: str, stage: int, axis: str, weight: int) -> Row:
    """All solutions of a weight with moves on both sides: shorter part first, or normal first."""
    plan = plan_of(CUBE, name, stage, "OBTM")
    turned = plan.states(CUBE.permutation(SCRAMBLE), axis)[axis]
    state = CUBE.permutation(SCRAMBLE).conjugate(turned)

    def shorter_first() -> int:
        return len(list(NissSearch(plan.engine, [state], plan.last).both_sides(weight)))

    def normal_first() -> int:
        return _normal_first(plan.engine, state, plan.last, weight)

    assert shorter_first() == normal_first()
    title = f"{name}, both sides, all solutions of {weight} moves"
    return Row(
        AREA, title, _seconds(shorter_first), {"normal side first": _seconds(normal_first, 1)}
    )


def _normal_first(engine: Engine, state: Permutation, last: Sequence[bool], weight: int) -> int:
    """All words on the normal side, however long, and from each a search on the inverse."""
    count = 0
    for first in range(1, weight):
        states, _ = other_side_of(engine.moves, last).reached(state.inverse.data, first, ())
        images = np.frombuffer(states, dtype=np.uint16).reshape(-1, len(state))
        _, roots = engine.positions(images)
        rest = weight - first
        count += engine.search(roots, SearchLimits(rest, rest, beyond=None, passing=False)).found
    return count


def _chain(beam: int) -> Row:
    names, asked = "eo+dr+htr+finish", StepRequest(niss=True)
    [best] = chain(CUBE, SCRAMBLE, names, asked, beam=beam)
    seconds = _seconds(lambda: chain(CUBE, SCRAMBLE, names, asked, beam=beam), 1)
    return Row(AREA, f"{names}, beam {beam}: {best.length} moves", seconds)
