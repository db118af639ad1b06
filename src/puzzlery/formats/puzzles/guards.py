"""Guards: blank stickers that go along with a piece and block moves where it must not stay.

ksolve's `Illegal EDGES 1 3` forbids every state with piece 3 in slot 1, but a move may pass it: R2
is allowed where R is not. Here the state after R is one, too, and only R leads on from it. That is
what a guard does. It is joined to piece 3 and has a place for each slot; for slot 1 it has one for
each move that leads there. In the place for R, every move but R tears guard and piece apart.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from puzzlery.core.permutation import MAX_DEGREE, Permutation
from puzzlery.errors import InvalidPuzzle, NotExpressible
from puzzlery.formats.puzzles.orbit_form import HINT, PieceSet
from puzzlery.twisty.model.color import Color
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import NAMES_OF_TURNS, Turn


class _Post(NamedTuple):
    """A place of a guard: for a slot, or for a forbidden slot and the move that led there."""

    slot: int
    move: str | None


@dataclass(frozen=True, slots=True)
class Ban:
    """Slots of a set in which some pieces of it must not stay.

    >>> Ban(PieceSet("EDGES", 11, 1), 0, frozenset({0}), (2,)).place(4)
    4
    """

    set: PieceSet
    first: int  # sticker of the set
    slots: frozenset[int]
    pieces: tuple[int, ...]

    def place(self, slot: int) -> int:
        """The first sticker of a slot.

        >>> Ban(PieceSet("CORNERS", 8, 3), 12, frozenset({0}), (2,)).place(1)
        15
        """
        return self.first + slot * self.set.orientations

    def stickers(self, slot: int) -> range:
        """All stickers of a slot.

        >>> Ban(PieceSet("CORNERS", 8, 3), 12, frozenset({0}), (2,)).stickers(1)
        range(15, 18)
        """
        return range(self.place(slot), self.place(slot + 1))

    def led(self, turn: Permutation, slot: int) -> int:
        """The slot to which a turn leads the piece in a slot."""
        return (turn[self.place(slot)] - self.first) // self.set.orientations


def guarded(puzzle: Puzzle, bans: Sequence[Ban]) -> Puzzle:
    """The puzzle with a guard for each piece that must not stay in some slots.

    >>> moves = {"a": [[0, 1, 2]], "b": [[2, 3, 4]]}
    >>> rings = Puzzle.from_cycles(moves, ["red", "blue", "gold", "white", "gray"])
    >>> strict = guarded(rings, [Ban(PieceSet("BALLS", 5, 1), 0, frozenset({2}), (0,))])
    >>> stays = strict.apply("a2")  # red stands where the rings cross
    >>> strict.degree, stays.allows("a"), stays.allows("b")
    (11, True, False)
    """
    layers = [_Layer(puzzle, ban) for ban in bans]
    degree = puzzle.degree
    for layer in layers:
        layer.first = degree
        degree += len(layer.posts)
    if degree > MAX_DEGREE:
        raise InvalidPuzzle(f"the forbidden states need {degree} stickers; expected {MAX_DEGREE}")
    return replace(
        puzzle,
        degree=degree,
        turns={name: _extended(turn, layers, degree) for name, turn in puzzle.turns.items()},
        whole={name: _turned(puzzle, turn, layers, degree) for name, turn in puzzle.whole.items()},
        palette=(*puzzle.palette, Color("guard", "#888888")),
        solved_colors=puzzle.solved_colors + (len(puzzle.palette),) * (degree - puzzle.degree),
        cells=None,
        glued=tuple(group for layer in layers for group in layer.joined()),
        notation=NAMES_OF_TURNS,
        hints={name: hint for name, hint in puzzle.hints.items() if name != HINT},
    )


class _Layer:
    """The places of the guards of one ban."""

    def __init__(self, puzzle: Puzzle, ban: Ban) -> None:
        self.ban, self.first = ban, 0
        self.posts = list(_posts(ban, puzzle.turns))
        self.number = {post: number for number, post in enumerate(self.posts)}

    def at(self, slot: int, move: str | None) -> int:
        """The sticker at the place for a slot, to which a move has led."""
        return self.first + self.number[_Post(slot, move if slot in self.ban.slots else None)]

    def joined(self) -> Iterator[frozenset[int]]:
        for piece in self.ban.pieces:
            yield frozenset([*self.ban.stickers(piece), self.at(piece, None)])

    def images(self, turn: Turn) -> Iterator[tuple[int, int, bool]]:
        """For each place: where the turn leads, and whether it is in the turning part."""
        ban = self.ban
        for post in self.posts:
            here = self.first + self.number[post]
            is_moved = ban.place(post.slot) in turn.moving
            if post.move in (None, turn.name):
                yield here, self.at(ban.led(turn.permutation, post.slot), turn.name), is_moved
            else:
                yield here, here, not is_moved


def _posts(ban: Ban, turns: Mapping[str, Turn]) -> Iterator[_Post]:
    for slot in range(ban.set.slots):
        if slot not in ban.slots:
            yield _Post(slot, None)
            continue
        for name, turn in turns.items():
            if ban.led(turn.permutation, slot) != slot:
                yield _Post(slot, name)


def _extended(turn: Turn, layers: Sequence[_Layer], degree: int) -> Turn:
    """The turn with the guards that it carries along, or tears off."""
    images = np.arange(degree)
    images[: len(turn.permutation)] = turn.permutation.array
    moving = set(turn.moving)
    for layer in layers:
        for here, there, is_moved in layer.images(turn):
            images[here] = there
            if is_moved:
                moving.add(here)
    return replace(turn, permutation=Permutation(images), moving=frozenset(moving))


def _turned(puzzle: Puzzle, turn: Turn, layers: Sequence[_Layer], degree: int) -> Turn:
    """The rotation with the guards; what is forbidden turns with the puzzle."""
    images = np.arange(degree)
    images[: puzzle.degree] = turn.permutation.array
    moves: dict[str | None, str | None] = {None: None}
    for name, move in puzzle.moves.items():
        then = move.conjugate(turn.permutation)
        found = [other for other, its in puzzle.moves.items() if then in (its, its.inverse)]
        moves[name] = next(iter(found), None)
    for layer in layers:
        ban = layer.ban
        slots = frozenset(ban.led(turn.permutation, slot) for slot in ban.slots)
        into = next(
            (one for one in layers if (one.ban.set, one.ban.slots) == (ban.set, slots)), None
        )
        for post in layer.posts:
            there = _Post(ban.led(turn.permutation, post.slot), moves[post.move])
            if into is None or there not in into.number:
                raise NotExpressible(
                    f"the rotation {turn.name} carries what Illegal forbids to states that it "
                    "does not forbid"
                )
            images[layer.first + layer.number[post]] = into.first + into.number[there]
    return replace(turn, permutation=Permutation(images), moving=frozenset(range(degree)))
