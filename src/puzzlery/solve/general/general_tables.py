"""The tables of the general solver: made once a puzzle, and kept in the store if that takes long.

What is kept are the 3-cycles from which setting up makes all others, and of those that symmetries
of the puzzle carry to each other only one.
"""

import numpy as np

from puzzlery._core import GeneralTables
from puzzlery.core.progress import Clock, Reporter, advance, drive
from puzzlery.solve.general.blueprint import Blueprint
from puzzlery.tables.store import Store
from puzzlery.tables.table_job import ConvertedTable
from puzzlery.tables.table_key import TableKey
from puzzlery.twisty.model.puzzle import Puzzle

MOST_KEPT = 8
# What is made sooner than this is made again sooner than it is read.
SECONDS_TO_KEEP = 0.3
VERSION = 1


_TABLES: dict[Blueprint, GeneralTables] = {}


def tables_of(
    puzzle: Puzzle, blueprint: Blueprint, progress: Reporter | None, timeout: float | None
) -> GeneralTables | str:
    """The finished tables of a blueprint, or why there are none."""
    if blueprint.refusal:
        return blueprint.refusal
    tables = _TABLES.pop(blueprint, None) or _made(puzzle, blueprint, progress, Clock(timeout))
    while len(_TABLES) >= MOST_KEPT:
        _TABLES.pop(next(iter(_TABLES)))
    _TABLES[blueprint] = tables
    return tables if tables.suits() else "its small orbits have too many states together"


def _made(
    puzzle: Puzzle, blueprint: Blueprint, progress: Reporter | None, clock: Clock
) -> GeneralTables:
    """Tables from the store if they are there, else made now; what takes long is stored."""
    store, key = Store.usual(), key_of(puzzle, blueprint)
    tables = blueprint.tables()
    if store.find(key) is None and advance(
        tables, seconds=SECONDS_TO_KEEP, progress=progress, timeout=clock
    ):
        return tables
    jobs: list[GeneralTables] = []

    def make() -> ConvertedTable:
        job = blueprint.tables()
        job.use_symmetries(letter_maps(puzzle, blueprint))
        jobs.append(job)
        return ConvertedTable(job, lambda: np.frombuffer(job.snapshot(), np.uint8))

    kept = store.open(key, make, progress=progress, timeout=clock)
    if not jobs:
        make()
        jobs[-1].restore(kept.data.tobytes())
    return drive(jobs[-1], progress=progress, timeout=clock)


def key_of(puzzle: Puzzle, blueprint: Blueprint) -> TableKey:
    """The key of the 3-cycles of a puzzle's layers; they are the same for every goal."""
    return TableKey.of(puzzle, "3-cycles", VERSION, layers=" ".join(blueprint.names))


def letter_maps(puzzle: Puzzle, blueprint: Blueprint) -> list[list[int]]:
    """For each symmetry of the puzzle the number of the turn that each turn becomes.

    >>> from puzzlery.solve.general.blueprint import Blueprint
    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("2x2x2")
    >>> len(letter_maps(cube, Blueprint.of(cube.moves, np.arange(cube.degree))))
    47
    """
    numbers = {turn: number for number, turn in enumerate(blueprint.turns)}
    layer_of = {name: layer for layer, name in enumerate(blueprint.names)}
    maps = []
    for symmetry in puzzle.symmetries()[1:]:
        images: list[int | None] = []
        for layer, power in blueprint.turns:
            name, times = symmetry.moves.get(blueprint.names[layer], ("", 1))
            order = blueprint.layers[layer].order
            images.append(numbers.get((layer_of.get(name, -1), power * times % order)))
        known = [image for image in images if image is not None]
        if len(known) == len(images):
            maps.append(known)
    return maps
