"""The chain store: chains of phases on the disk, since finding one may take long."""

import json
from typing import Any

import numpy as np

from puzzlery.core.progress import Clock
from puzzlery.solve.phases.chain_finder import (
    USUAL_MEMORY,
    ChainFinder,
    check_budget,
    finish,
    goal_of,
)
from puzzlery.solve.phases.coset_text import read_parts, written_parts
from puzzlery.solve.phases.growth import expected_length
from puzzlery.solve.phases.move_subgroups import MoveLattice, phase_moves
from puzzlery.solve.phases.phase_chain import Phase, PhaseChain
from puzzlery.solve.phases.subgroup_pairs import keeping
from puzzlery.tables.store import Store
from puzzlery.tables.table_file import Bytes
from puzzlery.tables.table_key import TableKey
from puzzlery.twisty.model.puzzle import Puzzle

VERSION = 4


def kept_phases(
    puzzle: Puzzle,
    memory: int | None = None,
    cosets: int | None = None,
    *,
    timeout: float | Clock | None = None,
    store: Store | None = None,
) -> PhaseChain:
    """The chain that `phases` finds, from the store if it was found before.

    >>> from puzzlery.twisty.geometry import cube
    >>> kept_phases(cube(2)).indices
    (3674160,)
    """
    check_budget(memory, cosets)
    key = (puzzle.fingerprint, memory, cosets)
    if key not in _chains:
        _chains[key] = _opened(puzzle, memory, cosets, Clock.of(timeout), store or Store.usual())
    return _chains[key]


_chains: dict[tuple[str, int | None, int | None], PhaseChain] = {}


def _opened(
    puzzle: Puzzle, memory: int | None, cosets: int | None, clock: Clock, store: Store
) -> PhaseChain:
    given: dict[str, int] = {"memory": memory or USUAL_MEMORY, "cosets": cosets or 0}
    key = TableKey.of(puzzle, "phases", VERSION, **given)
    jobs = list[ChainJob]()

    def make() -> ChainJob:
        jobs.append(ChainJob(puzzle, memory, cosets, clock))
        return jobs[-1]

    table = store.open(key, make, timeout=clock)
    if jobs and jobs[-1].chain is not None:
        return jobs[-1].chain
    return _read(puzzle, json.loads(table.data.tobytes()), clock)


class ChainJob:
    """Looks for a chain until the time is over; a snapshot has the coordinates that it numbered.

    >>> from puzzlery.twisty.geometry import cube
    >>> job = ChainJob(cube(2), None, None, Clock(None))
    >>> job.run(50), job.chain.indices
    (True, (3674160,))
    """

    def __init__(
        self, puzzle: Puzzle, memory: int | None, cosets: int | None, clock: Clock
    ) -> None:
        self._finder = ChainFinder.of(puzzle, memory, cosets)
        self._clock = clock
        self.chain: PhaseChain | None = None

    def run(self, milliseconds: float) -> bool:
        """Work until the chain is found; what takes long asks the clock itself."""
        self.chain = finish(self._finder, self._clock)
        return True

    def progress(self) -> tuple[float, float | None, str]:
        count = len(self._finder.written)
        return count, None, f"{count} phases numbered"

    def snapshot(self) -> bytes:
        rows = [[*key, data] for key, data in self._finder.written.items()]
        return json.dumps(rows).encode()

    def restore(self, snapshot: bytes) -> None:
        """Go on with what another process numbered."""
        for one, other, data in json.loads(snapshot):
            key = (tuple(one), None if other is None else tuple(other))
            self._finder.written.setdefault(key, data)

    def data(self) -> Bytes:
        assert self.chain is not None
        return np.frombuffer(json.dumps(_written(self.chain)).encode(), dtype=np.uint8)


def _written(chain: PhaseChain) -> dict[str, Any]:
    return {
        "memory": chain.memory,
        "has_rest": chain.has_rest,
        "phases": [
            {
                "steps": phase.moves.steps,
                "goal": phase.goal_steps,
                "kept": phase.kept,
                "parts": written_parts(phase.coordinate),
            }
            for phase in chain.phases
        ],
    }


def _read(puzzle: Puzzle, data: dict[str, Any], clock: Clock) -> PhaseChain:
    lattice = MoveLattice(puzzle)
    found = tuple(_phase(lattice, one, clock) for one in data["phases"])
    return PhaseChain(puzzle, lattice, found, data["memory"], data["has_rest"])


def _phase(lattice: MoveLattice, data: dict[str, Any], clock: Clock) -> Phase:
    moves = lattice.closed(tuple(data["steps"]))
    steps = None if data["goal"] is None else tuple(data["goal"])
    kept = tuple(data["kept"])
    goal = goal_of(lattice, moves, steps, kept)
    index = moves.order // goal.order
    coordinate = read_parts(data["parts"], phase_moves(lattice, moves), index, clock)
    return Phase(
        moves, goal, steps, kept, index, expected_length(index, moves.growth),
        tuple(keeping(lattice, moves, steps, kept)), coordinate,
    )  # fmt: skip
