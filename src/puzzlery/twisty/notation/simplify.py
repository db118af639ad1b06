"""Simplifying: an alg with the same effect and fewer moves, by merging like moves."""

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
    """The alg without brackets, with like moves merged, turned the short way round, or dropped.

    Moves are like if they turn the same part; they merge across moves that commute with both.
    The puzzle says what commutes and which order a move has. Where pieces are glued, only
    neighbors merge, because a move may be blocked in another place. Without a puzzle, the moves
    are read in cube notation.

    >>> print(simplify(Alg.parse("R L R' (F B)2 r Rw' D3")))
    L F2 B2 D'
    """
    rules: _Rules = _RulesByName(alg) if puzzle is None else _RulesByPuzzle(puzzle)
    steps: list[_RepeatedTurn | Pair] = []
    for node in alg.expand().nodes:
        if isinstance(node, Move):
            _add(steps, rules.step(node), rules)
        elif isinstance(node, Pair):
            _add_pair(steps, node)
    nodes: list[Node] = []
    for step in steps:
        nodes.extend([step] if isinstance(step, Pair) else rules.written(step))
    return Alg(tuple(nodes))


@dataclass(frozen=True, slots=True)
class _RepeatedTurn:
    """A turn repeated a number of times; `unit` is the move for one repetition.

    `kind` is the same for all spellings of the turn; `order` is None where it is not known.
    """

    kind: Hashable
    unit: Move
    times: int
    order: int | None

    def repeated(self, times: int) -> "_RepeatedTurn":
        """The same turn repeated another number of times, the short way round."""
        return _RepeatedTurn(self.kind, self.unit, shortest(times, self.order), self.order)

    @property
    def move(self) -> Move:
        """The step as one move."""
        each = abs(self.unit.amount)
        full = None if self.order is None else self.order * each
        return self.unit.of_amount(shortest(self.unit.amount * self.times, full))


class _Rules(Protocol):
    """What merging needs to know about moves."""

    def step(self, move: Move) -> _RepeatedTurn:
        """The move as a step."""

    def commute(self, one: _RepeatedTurn, other: _RepeatedTurn) -> bool:
        """Whether two steps may change places."""

    def written(self, step: _RepeatedTurn) -> list[Move]:
        """The step as moves that parse to themselves."""


def _add(steps: list[_RepeatedTurn | Pair], step: _RepeatedTurn, rules: _Rules) -> None:
    """Merge a step into an earlier one that it can be moved to, or append it.

    One pass is enough: a step that blocked another on its way cannot itself be cancelled by a
    later one, which would have had to pass the step that it blocked.
    """
    for at in range(len(steps) - 1, -1, -1):
        other = steps[at]
        if isinstance(other, Pair):
            break
        if other.kind == step.kind:
            merged = other.repeated(other.times + step.times)
            steps[at : at + 1] = [merged] if merged.times else []
            return
        if not rules.commute(other, step):
            break
    reduced = step.repeated(step.times)
    if reduced.times:
        steps.append(reduced)


def _add_pair(steps: list[_RepeatedTurn | Pair], pair: Pair) -> None:
    top, bottom = pair.top, pair.bottom
    if steps and isinstance(before := steps[-1], Pair):
        steps.pop()
        top, bottom = top + before.top, bottom + before.bottom
    top, bottom = shortest(top, TWELFTHS), shortest(bottom, TWELFTHS)
    if top or bottom:
        steps.append(Pair(top, bottom))


class _RulesByName:
    """Rules for moves of which only the names are known.

    In an alg of cube moves, those about one axis commute. Moves of the clock commute until it is
    turned over.
    """

    def __init__(self, alg: Alg) -> None:
        self.order = orders_by_name(alg)
        self.steps: dict[Move, _RepeatedTurn] = {}
        self.axes: dict[Hashable, str] = {}

    def step(self, move: Move) -> _RepeatedTurn:
        if move not in self.steps:
            self.steps[move] = self._step(move)
        return self.steps[move]

    def _step(self, move: Move) -> _RepeatedTurn:
        order, turn = self.order(move), cube_turn(move)
        if turn is None or order is None:
            kind = (move.family, move.inner, move.outer, move.mark)
            self.axes[kind] = "clock" if move.mark == "+" else str(kind)
            return _RepeatedTurn(kind, move.of_amount(1), move.amount, order)
        self.axes[turn.block] = turn.axis
        return _RepeatedTurn(turn.block, move.of_amount(turn.sign), move.amount * turn.sign, order)

    def commute(self, one: _RepeatedTurn, other: _RepeatedTurn) -> bool:
        return self.axes[one.kind] == self.axes[other.kind]

    def written(self, step: _RepeatedTurn) -> list[Move]:
        return [step.move]


class _RulesByPuzzle:
    """Rules for the moves of a puzzle, by their permutations."""

    def __init__(self, puzzle: "Puzzle") -> None:
        self.puzzle = puzzle
        self.kinds: dict[Permutation, tuple[int, int]] = {}
        self.steps: dict[Move, _RepeatedTurn] = {}
        self.commuting: dict[tuple[Hashable, Hashable], bool] = {}
        self.spellings: dict[_RepeatedTurn, list[Move]] = {}

    def step(self, move: Move) -> _RepeatedTurn:
        if move not in self.steps:
            unit, times = in_steps(move, self.puzzle)
            turn = self.puzzle.turn(unit)
            kind, sign = self._kind(turn.permutation)
            written = unit if sign > 0 else unit.of_amount(-unit.amount)
            self.steps[move] = _RepeatedTurn(kind, written, sign * times, turn.permutation.order)
        return self.steps[move]

    def _kind(self, turn: Permutation) -> tuple[int, int]:
        """The number of the turn among those seen, and -1 if its inverse was seen first."""
        if turn not in self.kinds:
            number = len(self.kinds)
            self.kinds[turn.inverse] = (number, -1)
            self.kinds[turn] = (number, 1)
        return self.kinds[turn]

    def commute(self, one: _RepeatedTurn, other: _RepeatedTurn) -> bool:
        if self.puzzle.glued:
            return False
        key = (one.kind, other.kind)
        if key not in self.commuting:
            p, q = (self.puzzle.turn(step.unit).permutation for step in (one, other))
            self.commuting[key] = p * q == q * p
        return self.commuting[key]

    def written(self, step: _RepeatedTurn) -> list[Move]:
        if step not in self.spellings:
            self.spellings[step] = self._spelled(step)
        return self.spellings[step]

    def _spelled(self, step: _RepeatedTurn) -> list[Move]:
        """One move, or several where its text would be the name of another.

        A puzzle may have moves named `a` and `a2`; then `a` applied twice is written `a a`.
        """
        move, unit = step.move, step.unit.of_amount(abs(step.unit.amount))
        read = list(self.puzzle.alg(str(move)).moves())
        if len(read) == 1 and self._permutation(read[0]) == self._permutation(move):
            return read
        assert step.order is not None
        return [unit] * (move.amount // unit.amount % step.order)

    def _permutation(self, move: Move) -> Permutation:
        return self.puzzle.turn(move).permutation
