"""The tables of the general solver: built once for each puzzle, and stored if that takes long.

The store keeps the base words, 3-cycles of which all others are conjugates, and only one of each
class under the symmetries of the puzzle.
"""

import hashlib

import numpy as np

from puzzlery._core import GeneralTables
from puzzlery.core.progress import Clock, Reporter, advance, drive
from puzzlery.solve.general.general_model import GeneralModel
from puzzlery.tables.store import Store
from puzzlery.tables.table_job import ConvertedTable
from puzzlery.tables.table_key import TableKey
from puzzlery.twisty.model.puzzle import Puzzle

# Tables in memory, the most recent ones: more than the puzzles that a session uses by turns.
MOST_CACHED = 8
# Tables that are built within this time are not stored: reading them would take as long.
LEAST_STORED_SECONDS = 0.3
# Of the data in the store; another version is built anew.
VERSION = 1


_TABLES: dict[GeneralModel, GeneralTables] = {}


def tables_of(
    puzzle: Puzzle, model: GeneralModel, progress: Reporter | None, timeout: float | Clock | None
) -> GeneralTables | str:
    """The finished tables of a model, or the reason why there are none.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("2x2x2")
    >>> tables_of(cube, GeneralModel.of(cube.moves, np.arange(24)), None, None).free()
    [True]
    """
    if model.refusal:
        return model.refusal
    tables = _TABLES.pop(model, None) or _made(puzzle, model, progress, Clock.of(timeout))
    while len(_TABLES) >= MOST_CACHED:
        _TABLES.pop(next(iter(_TABLES)))
    _TABLES[model] = tables
    return tables if tables.suits() else "its small orbits have too many states together"


def is_ready(puzzle: Puzzle, model: GeneralModel) -> bool:
    """Whether the tables of a model are in memory or in the store.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("2x2x2")
    >>> model = GeneralModel.of(cube.moves, np.arange(24))
    >>> _ = tables_of(cube, model, None, None)
    >>> is_ready(cube, model)
    True
    """
    return model in _TABLES or Store.usual().find(key_of(puzzle, model)) is not None


def _made(
    puzzle: Puzzle, model: GeneralModel, progress: Reporter | None, clock: Clock
) -> GeneralTables:
    """Tables from the store, or built now and stored if that takes long."""
    store, key = Store.usual(), key_of(puzzle, model)
    tables = model.tables()
    if store.find(key) is None:
        if advance(tables, seconds=LEAST_STORED_SECONDS, progress=progress, timeout=clock):
            return tables
        tables = model.tables()  # snapshots are restored into new tables only
    tables.use_symmetries(letter_maps(puzzle, model))
    opened: list[GeneralTables] = []

    def make() -> ConvertedTable:
        opened.append(tables)
        return ConvertedTable(tables, lambda: np.frombuffer(tables.snapshot(), np.uint8))

    kept = store.open(key, make, progress=progress, timeout=clock)
    if not opened:
        tables.restore(kept.data.tobytes())
    return drive(tables, progress=progress, timeout=clock)


def key_of(puzzle: Puzzle, model: GeneralModel) -> TableKey:
    """The key of the 3-cycles of a puzzle's layers and prices; they are the same for every goal.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("2x2x2")
    >>> model = GeneralModel.of({name: cube.moves[name] for name in "RUF"}, np.arange(24))
    >>> key_of(cube, model).parameters
    {'layers': 'R U F'}
    """
    prices = {} if model.is_priced_alike else {"prices": _fingerprint(model)}
    return TableKey.of(puzzle, "3-cycles", VERSION, layers=" ".join(model.names), **prices)


def _fingerprint(model: GeneralModel) -> str:
    """A short text that differs for other prices."""
    text = ";".join(",".join(map(str, row)) for row in model.prices)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def letter_maps(puzzle: Puzzle, model: GeneralModel) -> list[list[int]]:
    """For each symmetry of the puzzle the number of the move that each move becomes.

    >>> from puzzlery.solve.general.general_model import GeneralModel
    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("2x2x2")
    >>> len(letter_maps(cube, GeneralModel.of(cube.moves, np.arange(cube.degree))))
    47
    """
    numbers = {turn: number for number, turn in enumerate(model.turns)}
    forward = {move: (layer, 1) for layer, move in enumerate(model.layers)}
    layer_of = {move.inverse: (layer, -1) for move, (layer, _) in forward.items()} | forward
    maps = []
    for symmetry in puzzle.symmetries()[1:]:
        becomes = [layer_of.get(move.conjugate(symmetry.stickers)) for move in model.layers]
        images = [
            numbers.get((image[0], power * image[1] % model.layers[layer].order))
            for layer, power in model.turns
            if (image := becomes[layer]) is not None
        ]
        known = [image for image in images if image is not None]
        if len(known) == len(model.turns) and _same_prices(model, known):
            maps.append(known)
    return maps


def _same_prices(model: GeneralModel, images: list[int]) -> bool:
    """Whether each move costs as much as the one that it becomes."""
    prices = [price for k in model.kernel_layers for price in model.prices[k]]
    return prices == [prices[image] for image in images]
