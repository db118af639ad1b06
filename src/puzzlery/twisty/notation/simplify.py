"""Simplifying: the same effect in fewer moves, like ones merged across those they commute with."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.notation.alg import Alg, Move, Node, Pair
from puzzlery.twisty.notation.alg_words import cube_turn
from puzzlery.twisty.notation.metrics import TWELFTHS, in_steps, orders_by_name, shortest

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle


def simplify(alg: Alg, puzzle: "Puzzle | None" = None) -> Alg:
    """The alg written out, with like moves merged, made the short way round, or dropped.

    Moves are like if they turn the same part; they merge across moves that commute with both.
    The puzzle tells what commutes and how often a move is made until all is home; where pieces
    are glued, only neighbors merge, because a move may be blocked in another place. Without a
    puzzle the names tell it, read as a cube's.

    >>> print(simplify(Alg.parse("R L R' (F B)2 r Rw' D3")))
    L F2 B2 D'
    """
    rules: Rules = Names(alg) if puzzle is None else Turns(puzzle)
    made: list[RepeatedTurn | Pair] = []
    for node in alg.expand().nodes:
        if isinstance(node, Move):
            _add(made, rules.step(node), rules)
        elif isinstance(node, Pair):
            _add_pair(made, node)
    nodes: list[Node] = []
    for step in made:
        nodes.extend([step] if isinstance(step, Pair) else rules.written(step))
    return Alg(tuple(nodes))


@dataclass(frozen=True, slots=True)
class RepeatedTurn:
    """A turn made a number of times; `unit` writes it made once.

    `kind` is the same for all spellings of the turn; `order` is None where it is not known.
    """

    kind: Hashable
    unit: Move
    times: int
    order: int | None

    def made(self, times: int) -> "RepeatedTurn":
        """The same turn made another number of times, the short way round."""
        return RepeatedTurn(self.kind, self.unit, shortest(times, self.order), self.order)

    @property
    def move(self) -> Move:
        """The step as one move."""
        each = abs(self.unit.amount)
        full = None if self.order is None else self.order * each
        return self.unit.of_amount(shortest(self.unit.amount * self.times, full))


class Rules(Protocol):
    """What merging needs to know about moves."""

    def step(self, move: Move) -> RepeatedTurn:
        """The move as a step."""

    def commute(self, one: RepeatedTurn, other: RepeatedTurn) -> bool:
        """Whether two steps may change places."""

    def written(self, step: RepeatedTurn) -> list[Move]:
        """The step as moves that read back as what they are."""


def _add(made: list[RepeatedTurn | Pair], step: RepeatedTurn, rules: Rules) -> None:
    """Merge a step into one before it that it can get to, or put it last.

    One pass is enough: a step that blocked another on its way cannot itself be cancelled by a
    later one, which would have had to pass the step that it blocked.
    """
    for at in range(len(made) - 1, -1, -1):
        other = made[at]
        if isinstance(other, Pair):
            break
        if other.kind == step.kind:
            merged = other.made(other.times + step.times)
            made[at : at + 1] = [merged] if merged.times else []
            return
        if not rules.commute(other, step):
            break
    alone = step.made(step.times)
    if alone.times:
        made.append(alone)


def _add_pair(made: list[RepeatedTurn | Pair], pair: Pair) -> None:
    top, bottom = pair.top, pair.bottom
    if made and isinstance(before := made[-1], Pair):
        made.pop()
        top, bottom = top + before.top, bottom + before.bottom
    top, bottom = shortest(top, TWELFTHS), shortest(bottom, TWELFTHS)
    if top or bottom:
        made.append(Pair(top, bottom))


class Names:
    """Rules for moves of which only the names are known.

    In an alg of cube moves, those about one axis commute. Moves of the clock commute until it is
    turned over.
    """

    def __init__(self, alg: Alg) -> None:
        self.order = orders_by_name(alg)
        self.steps: dict[Move, RepeatedTurn] = {}
        self.axes: dict[Hashable, str] = {}

    def step(self, move: Move) -> RepeatedTurn:
        if move not in self.steps:
            self.steps[move] = self._step(move)
        return self.steps[move]

    def _step(self, move: Move) -> RepeatedTurn:
        order, turn = self.order(move), cube_turn(move)
        if turn is None or order is None:
            kind = (move.family, move.inner, move.outer, move.mark)
            self.axes[kind] = "clock" if move.mark == "+" else str(kind)
            return RepeatedTurn(kind, move.of_amount(1), move.amount, order)
        self.axes[turn.block] = turn.axis
        return RepeatedTurn(turn.block, move.of_amount(turn.sign), move.amount * turn.sign, order)

    def commute(self, one: RepeatedTurn, other: RepeatedTurn) -> bool:
        return self.axes[one.kind] == self.axes[other.kind]

    def written(self, step: RepeatedTurn) -> list[Move]:
        return [step.move]


class Turns:
    """Rules for the moves of a puzzle, by what they do to it."""

    def __init__(self, puzzle: "Puzzle") -> None:
        self.puzzle = puzzle
        self.kinds: dict[Permutation, tuple[int, int]] = {}
        self.steps: dict[Move, RepeatedTurn] = {}
        self.commuting: dict[tuple[Hashable, Hashable], bool] = {}
        self.spellings: dict[RepeatedTurn, list[Move]] = {}

    def step(self, move: Move) -> RepeatedTurn:
        if move not in self.steps:
            unit, times = in_steps(move, self.puzzle)
            turn = self.puzzle.turn(unit)
            kind, sign = self._kind(turn.permutation)
            written = unit if sign > 0 else unit.of_amount(-unit.amount)
            self.steps[move] = RepeatedTurn(kind, written, sign * times, turn.permutation.order)
        return self.steps[move]

    def _kind(self, turn: Permutation) -> tuple[int, int]:
        """The number of the turn among those seen, and -1 if it was seen the other way round."""
        if turn not in self.kinds:
            number = len(self.kinds)
            self.kinds[turn.inverse] = (number, -1)
            self.kinds[turn] = (number, 1)
        return self.kinds[turn]

    def commute(self, one: RepeatedTurn, other: RepeatedTurn) -> bool:
        if self.puzzle.glued:
            return False
        key = (one.kind, other.kind)
        if key not in self.commuting:
            p, q = (self.puzzle.turn(step.unit).permutation for step in (one, other))
            self.commuting[key] = p * q == q * p
        return self.commuting[key]

    def written(self, step: RepeatedTurn) -> list[Move]:
        if step not in self.spellings:
            self.spellings[step] = self._spelled(step)
        return self.spellings[step]

    def _spelled(self, step: RepeatedTurn) -> list[Move]:
        """One move, or several where its text would be the name of another.

        A puzzle may have moves named `a` and `a2`; then `a` made twice is written `a a`.
        """
        move, unit = step.move, step.unit.of_amount(abs(step.unit.amount))
        read = list(self.puzzle.alg(str(move)).moves())
        if len(read) == 1 and self._permutation(read[0]) == self._permutation(move):
            return read
        assert step.order is not None
        return [unit] * (move.amount // unit.amount % step.order)

    def _permutation(self, move: Move) -> Permutation:
        return self.puzzle.turn(move).permutation
