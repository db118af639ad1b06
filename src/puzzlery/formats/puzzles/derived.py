"""Derived moves: names for sequences, which algs may use but which are not moves themselves."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from puzzlery.core.permutation import Permutation
from puzzlery.errors import InvalidPuzzle, PuzzleryError
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import PlainNotation, Turn
from puzzlery.twisty.notation.alg import Move
from puzzlery.twisty.notation.alg_parser import parse_alg

DERIVED_HINT = "derived"
# Limits that no puzzle comes near; they bound the work on hostile files.
_MAX_MOVES = 100_000
_MAX_DEPTH = 100


class InvalidDerived(InvalidPuzzle):
    """A derived move that cannot be computed; `name` says which.

    >>> print(InvalidDerived("c", "has the name of a move"))
    the derived move "c" has the name of a move
    """

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        super().__init__(f'the derived move "{name}" {reason}')


def derived_of(puzzle: Puzzle) -> dict[str, str]:
    """The derived moves of a puzzle, by name, as they were written.

    >>> swap = Puzzle.from_cycles({"a": [[0, 1]], "b": [[1, 2]]}, colors=["red"] * 3)
    >>> derived_of(with_derived(swap, {"c": "a b"}))
    {'c': 'a b'}
    """
    return dict(puzzle.hints.get(DERIVED_HINT, {}))


def with_derived(puzzle: Puzzle, written: Mapping[str, str]) -> Puzzle:
    """The puzzle with these sequences as further names in its algs; they may use one another.

    >>> swap = Puzzle.from_cycles({"a": [[0, 1]], "b": [[1, 2]]}, colors=["red"] * 3)
    >>> longer = with_derived(swap, {"c": "a b", "d": "c c"})
    >>> longer.permutation("d") == swap.permutation("a b a b"), list(longer.moves)
    (True, ['a', 'b'])
    """
    if not written:
        return puzzle
    names = {**puzzle.turns, **puzzle.whole}
    for name in written:
        if name in names:
            raise InvalidDerived(name, "has the name of a move")
    turns = _Resolver(puzzle, names, written).all()
    hints = {**puzzle.hints, DERIVED_HINT: dict(written)}
    return replace(puzzle, notation=PlainNotation({**names, **turns}), hints=hints)


class _Resolver:
    """Computes derived moves, each after those that it uses."""

    def __init__(
        self, puzzle: Puzzle, known: Mapping[str, Turn], written: Mapping[str, str]
    ) -> None:
        self.turns, self.written, self.degree = dict(known), written, puzzle.degree
        self.is_bandaged = bool(puzzle.glued)
        self.notation = PlainNotation(self.turns)
        self.families = frozenset([*known, *written])
        self.open: list[str] = []

    def all(self) -> dict[str, Turn]:
        return {name: self.turn(name) for name in self.written}

    def turn(self, name: str) -> Turn:
        if name not in self.turns:
            if name in self.open:
                raise InvalidDerived(name, f"stands for itself: {' → '.join(self.open[:20])}")
            if len(self.open) >= _MAX_DEPTH:
                raise InvalidDerived(name, "uses too long a chain of derived moves")
            self.open.append(name)
            steps = tuple(self.turn_of(name, move) for move in self.moves(name))
            factors = [step.permutation for step in steps]
            whole = Turn.plain(name, Permutation.product(factors, self.degree))
            self.turns[name] = replace(whole, steps=steps) if self.is_bandaged else whole
            self.open.pop()
        return self.turns[name]

    def moves(self, name: str) -> Iterator[Move]:
        """The moves that a derived move is written with."""
        try:
            alg = parse_alg(self.written[name], dialect="plain", families=self.families)
            for count, move in enumerate(alg.moves()):
                if count == _MAX_MOVES:
                    raise InvalidDerived(name, f"has more than {_MAX_MOVES} moves")
                yield move
        except InvalidDerived:
            raise
        except PuzzleryError as fault:
            raise InvalidDerived(name, f"cannot be read: {fault}") from fault

    def turn_of(self, name: str, move: Move) -> Turn:
        if move.family in self.written:
            self.turn(move.family)
        turn = self.notation.turn(move)
        if turn is None:
            raise InvalidDerived(name, f'uses "{move.family}", which is no move')
        return turn
