"""Priced layers: what the general solver may turn, and what each turn costs.

A *priced layer* is a layer, or a block of neighboring layers, with the price of each of its turns
in a metric. The solver adds up prices, so that it searches for what is counted in the end.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.solve.general.general_model import turn_powers
from puzzlery.solve.moves.move_set import MOST_COST
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Move
from puzzlery.twisty.notation.metrics import metric as find_metric
from puzzlery.twisty.notation.metrics import parts_by_puzzle, shortest
from puzzlery.twisty.structure.written_moves import block_units, named_units

# Puzzles with more layers get no blocks of inner layers: their number grows with the square.
MOST_LAYERS_FOR_INNER_BLOCKS = 10


@dataclass(frozen=True, slots=True)
class PricedLayer:
    """A layer or block: how its single turn is written, what it does, the price of each turn.

    `prices` belong to the powers that `turn_powers` lists.

    >>> from puzzlery.twisty.geometry import cube
    >>> one = priced_layers(cube(3), "OBQTM", moves=["R"])[0]
    >>> str(one.written), one.prices
    ('R', (1, 2, 1))
    """

    written: Move
    permutation: Permutation
    prices: tuple[int, ...]


def priced_layers(
    puzzle: Puzzle,
    metric: str,
    moves: Iterable[str] | None = None,
    weights: Mapping[str, int] | None = None,
) -> tuple[PricedLayer, ...]:
    """The layers and blocks that may be turned, with prices in a metric or by `weights`.

    If no `moves` are named, these are the layers and blocks that count as one, if they generate the
    group of the puzzle; else all layers and blocks. On a 4x4x4 an inner layer is the difference of
    two outer blocks, so that these are enough:

    >>> from puzzlery.twisty.geometry import cube
    >>> print(*(one.written for one in priced_layers(cube(3), "OBTM")))
    U D F B R L
    >>> print(*(one.written for one in priced_layers(cube(4), "OBTM")))
    U D F B R L Uw Rw Fw Dw Lw Bw
    >>> print(*(one.written for one in priced_layers(cube(4), "SSTM")))
    U D F B R L 2U 2D 2F 2B 2R 2L
    """
    price = _Prices(puzzle, metric, weights or {})
    chosen = _chosen(price, moves)
    price.check_weights()
    return chosen


def _chosen(price: "_Prices", moves: Iterable[str] | None) -> tuple[PricedLayer, ...]:
    puzzle = price.puzzle
    if moves is not None:
        return tuple(_distinct([price.layer(unit) for unit in named_units(puzzle, moves)]))
    assert puzzle.notation is not None
    layers = [price.layer(puzzle.notation.written(name)) for name in puzzle.turns]
    blocks = _blocks(price, layers)
    for chosen in ([*layers, *_half(price, blocks)], [*layers, *blocks]):
        cheap = tuple(_distinct(layer for layer in chosen if layer.prices and layer.prices[0] <= 1))
        if _generates(puzzle, cheap):
            return cheap
    return tuple(_distinct([*layers, *blocks]))


class _Prices:
    """What turns of a puzzle cost."""

    def __init__(self, puzzle: Puzzle, metric: str, weights: Mapping[str, int]) -> None:
        self.puzzle, self.weights = puzzle, weights
        self.counted, self.part_of = find_metric(metric), parts_by_puzzle(puzzle)
        self.priced: dict[str, None] = {}

    def layer(self, unit: Move) -> PricedLayer:
        """A layer or block with the prices of its turns."""
        permutation = self.puzzle.turn(unit).permutation
        turns = (shortest(power, permutation.order) for power in turn_powers(permutation))
        prices = tuple(self._of(unit, unit.of_amount(unit.amount * power)) for power in turns)
        return PricedLayer(unit, permutation, prices)

    def check_weights(self) -> None:
        """Refuse weights of what was not priced."""
        for name in self.weights:
            if name not in self.priced:
                raise UnknownName.near(
                    f'a weight is given for "{name}", which is none of the moves searched: '
                    f"{' '.join(self.priced)}",
                    name, self.priced,
                )  # fmt: skip

    def _of(self, unit: Move, move: Move) -> int:
        self.priced |= dict.fromkeys((str(unit), str(move)))
        counted = max(1, self.counted.count(*self.part_of(move)))
        found = self.weights.get(str(move), self.weights.get(str(unit), counted))
        if not 1 <= found <= MOST_COST:
            raise PuzzleryError(
                f"{move} of {self.puzzle.name} weighs {found}; expected a whole weight from 1 to "
                f"{MOST_COST}"
            )
        return found


def _blocks(price: _Prices, layers: Sequence[PricedLayer]) -> list[PricedLayer]:
    """The blocks that cost less than their layers one by one."""
    count = _layer_count(price.puzzle)
    least = min((layer.prices[0] for layer in layers if layer.prices), default=1)
    units = block_units(price.puzzle, inner=count <= MOST_LAYERS_FOR_INNER_BLOCKS)
    blocks = [(price.part_of(unit)[0].layers, price.layer(unit)) for unit in units]
    return [block for size, block in blocks if block.prices and block.prices[0] < size * least]


def _half(price: _Prices, blocks: Iterable[PricedLayer]) -> list[PricedLayer]:
    """The blocks without those that reach the outside and have more than half of the layers.

    The layers on the other side do the same, but for a rotation of the whole puzzle.
    """
    parts = [(price.part_of(block.written)[0], block) for block in blocks]
    count = _layer_count(price.puzzle)
    return [block for part, block in parts if not part.outer or 2 * part.layers <= count]


def _layer_count(puzzle: Puzzle) -> int:
    return max((grip.layers for grip in puzzle.grips), default=1)


def _generates(puzzle: Puzzle, layers: Iterable[PricedLayer]) -> bool:
    """Whether each layer of the basis is one of these, or the product or difference of two."""
    known = {turn for one in layers for turn in (one.permutation, one.permutation.inverse)}
    basis = [puzzle.moves[name] for name in puzzle.basis]
    return all(
        layer in known or any(turn.inverse * layer in known for turn in known) for layer in basis
    )


def _distinct(layers: Iterable[PricedLayer]) -> Iterator[PricedLayer]:
    """The layers that move something, the first of those that do the same or undo each other."""
    known: set[Permutation] = set()
    for layer in layers:
        if not layer.permutation.is_identity and layer.permutation not in known:
            known |= {layer.permutation, layer.permutation.inverse}
            yield layer
