"""The chain store: chains of phases on the disk, since finding one may take long."""

import json
from typing import Any

import numpy as np

from puzzlery.core.progress import Clock
from puzzlery.solve.phases.chain_finder import USUAL_MEMORY, check_budget, goal_of, phases
from puzzlery.solve.phases.coset_coordinate import MOST_VALUES, CosetCoordinate
from puzzlery.solve.phases.coset_parts import CosetPart
from puzzlery.solve.phases.growth import expected_length
from puzzlery.solve.phases.move_subgroups import MoveLattice, phase_moves
from puzzlery.solve.phases.phase_chain import Phase, PhaseChain
from puzzlery.solve.phases.subgroup_pairs import keeping
from puzzlery.tables.store import Store
from puzzlery.tables.table_job import ReadyTable
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
    table = store.find(key)
    if table is not None:
        return _read(puzzle, json.loads(table.data.tobytes()), clock)
    found = phases(puzzle, memory, cosets, timeout=clock)
    text = json.dumps(_written(found)).encode()
    store.open(key, lambda: ReadyTable(np.frombuffer(text, dtype=np.uint8)))
    return found


def _written(chain: PhaseChain) -> dict[str, Any]:
    return {
        "memory": chain.memory,
        "has_rest": chain.has_rest,
        "phases": [
            {
                "steps": phase.moves.steps,
                "goal": phase.goal_steps,
                "kept": phase.kept,
                "parts": [
                    [part.points, part.labels.hex(), [[b, e.hex()] for b, e in part.levels]]
                    for part in phase.coordinate.parts
                ],
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
    parts = tuple(
        CosetPart(
            tuple(points), bytes.fromhex(labels), tuple((b, bytes.fromhex(e)) for b, e in levels)
        )
        for points, labels, levels in data["parts"]
    )
    spaces = [part.space(phase_moves(lattice, moves), MOST_VALUES, clock) for part in parts]
    known = tuple(space for space in spaces if space is not None)
    return Phase(
        moves, goal, steps, kept, index, expected_length(index, moves.growth),
        tuple(keeping(lattice, moves, steps, kept)), CosetCoordinate(parts, known, index),
    )  # fmt: skip
