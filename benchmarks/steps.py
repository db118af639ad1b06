"""Searches and steps: nodes, both sides and chains, beside plain twins of our own."""

import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from benchmarks.measure import Row
from puzzlery._core import other_side
from puzzlery.core.permutation import Permutation
from puzzlery.solve.cube3.step_chains import chain
from puzzlery.solve.cube3.step_plan import plan_of
from puzzlery.solve.cube3.steps import StepRequest
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.search.niss import NissSearch
from puzzlery.solve.search.pattern_split import parts
from puzzlery.solve.search.search_engine import Engine, SearchLimits
from puzzlery.twisty.catalog import puzzle

AREA = "steps"
CUBE = puzzle("3x3x3")
SCRAMBLE = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' B D2 B U2 L U2 R' U' F"
TWELVE = "R U F2 L D' B R2 U' F L2 U B'"


def rows() -> Iterator[Row]:
    """From the bare kernel to whole chains; all is processor time."""
    yield _nodes()
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
    return Engine.of(moves, parts(CUBE, CUBE.solved_colors, moves, 50_000), memory=14_000_000)


def _nodes() -> Row:
    """A million positions of a search, ours and by the same tables in plain Python."""
    engine = _cube_engine()
    root = engine.position(CUBE.apply(TWELVE).permutation)
    limits = SearchLimits(low=11, high=11)
    nodes = engine.search(root, limits).nodes
    ours = _seconds(lambda: engine.search(root, limits)) / nodes * 1e6
    twin = PlainWalk(engine)
    plain = _seconds(lambda: twin.walk(root[0].tolist(), 0, 4), 1) / twin.nodes * 1e6
    return Row(AREA, "a million nodes, 3x3x3, small tables", ours, {"plain Python": plain})


class PlainWalk:
    """The same depth-first walk in Python, without pruning, for the cost of a node."""

    def __init__(self, engine: Engine) -> None:
        self.tables = [look.transitions.reshape(look.size, -1).tolist() for look in engine.looks]
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
    stage = plan_of(CUBE, "dr", 1, "OBTM")
    moves = stage.engine.moves
    patterns = [look.pattern for look in stage.engine.looks]

    def run() -> None:
        Engine.of(moves, patterns, memory=14_000_000, tables=[(0, 2), (1, 2)])

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
        positions, _ = other_side(
            [look.space for look in engine.looks], state.inverse.data,
            engine.moves.permutation_bytes, engine.moves.cost_bytes,
            engine.moves.follow, list(last), first, (),
        )  # fmt: skip
        roots = np.frombuffer(positions, dtype=np.uint32).reshape(-1, len(engine.looks))
        rest = weight - first
        count += engine.search(roots, SearchLimits(rest, rest, beyond=None, passing=False)).found
    return count


def _chain(beam: int) -> Row:
    names, asked = "eo+dr+htr+finish", StepRequest(niss=True)
    [best] = chain(CUBE, SCRAMBLE, names, asked, beam=beam)
    seconds = _seconds(lambda: chain(CUBE, SCRAMBLE, names, asked, beam=beam), 1)
    return Row(AREA, f"{names}, beam {beam}: {best.length} moves", seconds)
