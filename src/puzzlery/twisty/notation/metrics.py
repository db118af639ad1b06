"""Metrics: what counts as one move."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from puzzlery.errors import UnknownName
from puzzlery.twisty.notation.alg import Alg, Leaf, Move, Pair, Pause, tally
from puzzlery.twisty.notation.alg_words import cube_turn

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle

# What people mean by "moves" on most puzzles; Square-1 counts slashes instead.
USUAL_METRIC = "OBTM"
# A full turn of a layer of Square-1 or of a dial of the clock.
TWELFTHS = 12
# One long turn of a megaminx scramble is two fifths of a full turn; a dial of the clock has
# twelve hours; the slash of Square-1 is a half turn.
_ORDERS_BY_MARK = {"++": 5, "+": TWELFTHS}
# A turn made of cycles of many lengths can have millions of powers. Up to the first number all are
# listed; of more, this many to either side.
MOST_AMOUNTS, FIRST_AMOUNTS = 10_000, 32
# The finest moves are twelfths of a turn, so that no smallest move has a larger amount.
_MAX_STEP = 12


@dataclass(frozen=True, slots=True)
class TurnedPart:
    """The part of a puzzle that a move turns, as metrics see it.

    `layers` is 0 for the whole puzzle; `order` is the number of steps in a full turn, None if
    that is not known.

    >>> slice_turn = TurnedPart("M", layers=1, outer=False, order=4)
    >>> metric("OBTM").count(slice_turn, 1), metric("RBTM").count(slice_turn, 1)
    (2, 1)
    """

    family: str = ""
    layers: int = 1
    outer: bool = True
    order: int | None = None


@dataclass(frozen=True, slots=True)
class Metric:
    """A way to count moves: the weight of a turning part, counted once or for every step.

    With `pairs_once`, the two turns of a pair `(3, -1)` of Square-1 count as one.

    >>> metric("QTM").by_steps, metric("HTM").by_steps
    (True, False)
    """

    name: str
    meaning: str
    weigh: Callable[[TurnedPart], int]
    by_steps: bool = False
    aliases: tuple[str, ...] = ()
    pairs_once: bool = False

    def count(self, part: TurnedPart, amount: int) -> int:
        """How much a turn of the part by `amount` steps counts; 0 for a full turn.

        >>> face = TurnedPart("R", order=4)
        >>> [metric("QTM").count(face, amount) for amount in (1, 2, 3, 4)]
        [1, 2, 1, 0]
        """
        steps = abs(shortest(amount, part.order))
        return self.weigh(part) * (steps if self.by_steps else min(1, steps))


def _outer_block(part: TurnedPart) -> int:
    return 0 if part.layers == 0 else 1 if part.outer else 2


def _any_block(part: TurnedPart) -> int:
    return min(1, part.layers)


def _layers(part: TurnedPart) -> int:
    return part.layers


def _every_move(_: TurnedPart) -> int:
    return 1


def _slash(part: TurnedPart) -> int:
    return int(part.family == "/")


METRICS: Mapping[str, Metric] = MappingProxyType(
    {
        metric.name: metric
        for metric in (
            Metric(
                "OBTM",
                "Outer block turns: a block that reaches the outside counts 1 however far it "
                "turns, an inner block 2, a rotation 0.",
                _outer_block,
                aliases=("HTM", "FTM"),
            ),
            Metric(
                "OBQTM",
                "Outer block quantum turns: as OBTM, times the steps (quarter turns of a cube).",
                _outer_block,
                by_steps=True,
                aliases=("QTM",),
            ),
            Metric(
                "RBTM",
                "Range block turns: any block of neighboring layers counts 1, a rotation 0.",
                _any_block,
                aliases=("STM",),
            ),
            Metric(
                "RBQTM",
                "Range block quantum turns: as RBTM, times the steps.",
                _any_block,
                by_steps=True,
                aliases=("SQTM",),
            ),
            Metric("SSTM", "Single slice turns: each layer that turns counts 1.", _layers),
            Metric(
                "SSQTM",
                "Single slice quantum turns: as SSTM, times the steps.",
                _layers,
                by_steps=True,
            ),
            Metric("ETM", "Execution turns: every move counts 1, rotations too.", _every_move),
            Metric(
                "WCA",
                "Square-1 as in competitions (regulation 12c4): / counts 1, and so does a pair "
                "of turns (x, y).",
                _any_block,
                aliases=("12C4",),
                pairs_once=True,
            ),
            Metric("slash", "Slashes of Square-1: each / counts 1, nothing else.", _slash),
        )
    }
)


def metric(name: str) -> Metric:
    """The metric of a name or of another name for it, in capitals or not.

    >>> metric("htm").name, metric("STM").meaning
    ('OBTM', 'Range block turns: any block of neighboring layers counts 1, a rotation 0.')
    """
    wanted = name.strip().upper()
    for known in METRICS.values():
        if wanted in (known.name.upper(), *known.aliases):
            return known
    names = [word for known in METRICS.values() for word in (known.name, *known.aliases)]
    raise UnknownName.near(
        f'unknown metric "{name}"; expected one of {", ".join(names)}', wanted, names
    )


def length(alg: Alg, name: str | None = None, puzzle: "Puzzle | None" = None) -> int:
    """The number of moves of an alg in a metric, by default the usual one; brackets are multiplied.

    The puzzle says which layers a move turns and how many steps are a full turn. Without a
    puzzle, the moves are read in cube notation.

    >>> superflip = Alg.parse("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")
    >>> length(superflip), length(superflip, "QTM")
    (20, 28)
    """
    counted = metric(name or (USUAL_METRIC if puzzle is None else puzzle.metric))
    part_of = _parts_by_name(alg) if puzzle is None else parts_by_puzzle(puzzle)
    weights: dict[Leaf, int] = {}

    def weight(leaf: Leaf) -> int:
        if leaf not in weights:
            weights[leaf] = _weigh(leaf, counted, part_of)
        return weights[leaf]

    return tally(alg, weight)


PartOf = Callable[[Move], tuple[TurnedPart, int]]


def _weigh(leaf: Leaf, counted: Metric, part_of: PartOf) -> int:
    match leaf:
        case Move():
            return counted.count(*part_of(leaf))
        case Pair():
            counts = [
                counted.count(TurnedPart(move.family, order=TWELFTHS), move.amount)
                for move in leaf.moves()
            ]
            return max(counts, default=0) if counted.pairs_once else sum(counts)
        case Pause():
            return 0


def _parts_by_name(alg: Alg) -> PartOf:
    """What a move of the alg turns and by how many steps, as far as its name says."""
    order = orders_by_name(alg)

    def part_of(move: Move) -> tuple[TurnedPart, int]:
        turn = cube_turn(move)
        if turn is None:
            return TurnedPart(move.family, order=order(move)), move.amount
        return TurnedPart(move.family, turn.layers, turn.outer, order(move)), move.amount

    return part_of


def orders_by_name(alg: Alg) -> Callable[[Move], int | None]:
    """The order of each move of an alg; None where its name leaves it open.

    Cube moves have order 4, but only in an alg of cube moves: beside a word of another notation,
    `U` may be a fifth or a twelfth of a turn.

    >>> cube, megaminx = Alg.parse("R U M"), Alg.parse("R DBL U", families=["R", "U", "DBL"])
    >>> orders_by_name(cube)(Move("R")), orders_by_name(megaminx)(Move("R"))
    (4, None)
    """
    is_cube = all(
        isinstance(move, Move) and (move.mark == "+" or cube_turn(move)) for move in alg.written()
    )

    def order(move: Move) -> int | None:
        if move.family == "/":
            return 2
        if is_cube and not move.mark:
            return 4
        return _ORDERS_BY_MARK.get(move.mark)

    return order


def parts_by_puzzle(puzzle: "Puzzle") -> PartOf:
    """What a move turns on a puzzle, and by how many steps.

    >>> import puzzlery
    >>> part_of = parts_by_puzzle(puzzlery.puzzle("pyraminx"))
    >>> part_of(Move("U", 2))
    (TurnedPart(family='U', layers=2, outer=True, order=3), 2)
    """

    def part_of(move: Move) -> tuple[TurnedPart, int]:
        step, times = in_steps(move, puzzle)
        turn = puzzle.turn(step)
        order = turn.permutation.order
        return TurnedPart(move.family, turn.layers, turn.outer, order), times

    return part_of


def in_steps(move: Move, puzzle: "Puzzle") -> tuple[Move, int]:
    """A move as the smallest move of its family that the puzzle has, and the number of these.

    On most puzzles that is the move with amount 1. Where a quarter turn would change the shape,
    it is the half turn:

    >>> import puzzlery
    >>> step, times = in_steps(Move("R", 6), puzzlery.puzzle("3x2x3"))
    >>> print(step, times)
    R2 3
    """
    puzzle.turn(move)
    for step in range(1, min(abs(move.amount), _MAX_STEP) + 1):
        if move.amount % step == 0 and _can_make(puzzle, move.of_amount(step)):
            return move.of_amount(step), move.amount // step
    return move, 1


def _can_make(puzzle: "Puzzle", move: Move) -> bool:
    try:
        puzzle.turn(move)
    except UnknownName:
        return False
    return True


def shortest(amount: int, order: int | None) -> int:
    """The same turn by the fewest steps; forwards if both directions are equally short.

    >>> [shortest(amount, 4) for amount in (2, 3, 4, -2, 9)], shortest(7, None)
    ([2, -1, 0, 2, 1], 7)
    """
    if order is None:
        return amount
    forwards = amount % order
    return forwards if 2 * forwards <= order else forwards - order


def turn_amounts(order: int) -> Sequence[int]:
    """How often a turn of an order can be made until it is undone: 1, 2, -1 for a quarter turn.

    Of a turn of huge order only the amounts near none are listed.

    >>> turn_amounts(4), len(turn_amounts(10**18))
    ([1, 2, -1], 64)
    """
    if order > MOST_AMOUNTS:
        return [*range(1, FIRST_AMOUNTS + 1), *range(-FIRST_AMOUNTS, 0)]
    return [shortest(times, order) for times in range(1, order)]
