"""Wishes: what an alg is to do, as states that it must solve as far as they are looked at."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from puzzlery.core.permutation import Permutation
from puzzlery.errors import NotFound, PuzzleryError
from puzzlery.solve.api.request import Goal
from puzzlery.twisty.model.puzzle import AlgLike, Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.structure.piece_names import piece_named

AUF = "AUF"


@dataclass(frozen=True)
class AlgWish:
    """An alg must have one of these effects on the stickers in `mask`, on all if that is None.

    With the goal "colors" the stickers need only look right.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> wish = wish_for_alg(puzzle("3x3x3"), "R U R' U'")
    >>> wish.effects[0].order, wish.mask
    (6, None)
    """

    puzzle: Puzzle
    effects: tuple[Permutation, ...]
    mask: frozenset[int] | None = None
    goal: Goal = "stickers"

    def inverted(self) -> "AlgWish":
        """The wish for the inverse effect.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("3x3x3")
        >>> wish_for_alg(cube, "R U").inverted().effects[0] == cube.permutation("U' R'")
        True
        """
        return replace(self, effects=tuple(effect.inverse for effect in self.effects))

    def ignoring(self, names: Sequence[str]) -> "AlgWish":
        """The wish that leaves some pieces open; `AUF` leaves turns of U before and after open.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> wish = wish_for_alg(puzzle("3x3x3"), "R")
        >>> len(wish.ignoring(["AUF"]).effects), len(wish.ignoring(["UF"]).mask)
        (16, 52)
        """
        wish = self
        pieces = [name for name in names if name.upper() != AUF]
        if len(pieces) < len(names):
            turn = _top_turn(self.puzzle)
            powers = [turn**n for n in range(turn.order)]
            effects = (p * one * q for p in powers for one in self.effects for q in powers)
            wish = replace(wish, effects=tuple(dict.fromkeys(effects)))
        if pieces:
            hidden = {s for name in pieces for s in piece_named(self.puzzle, name)}
            seen = range(self.puzzle.degree) if wish.mask is None else wish.mask
            wish = replace(wish, mask=frozenset(seen) - hidden)
        return wish

    def reachable(self) -> "AlgWish":
        """The wish with those effects alone that moves have; an error if there are none.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("3x3x3")
        >>> len(wish_for_cycle(cube, ["UF", "UR", "UB"]).reachable().effects)
        1
        """
        if self.mask is not None:
            return self
        effects = tuple(filter(self._is_reachable, self.effects))
        if not effects:
            raise NotFound(f"no moves of {self.puzzle.name} do just this: {self.effects[0]}")
        return replace(self, effects=effects)

    def _is_reachable(self, effect: Permutation) -> bool:
        if self.goal == "stickers":
            return self.puzzle.group.contains(effect)
        return self.puzzle.validate(list(State(self.puzzle, effect).coloring)).reachable


def wish_for_alg(puzzle: Puzzle, alg: AlgLike) -> AlgWish:
    """The wish for the effect of an alg.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> wish_for_alg(puzzle("2x2x2"), "R R'").effects[0].is_identity
    True
    """
    return AlgWish(puzzle, (puzzle.permutation(alg),))


def wish_for_cycle(puzzle: Puzzle, names: Sequence[str]) -> AlgWish:
    """The wish that each named piece goes to the next one's slot, and nothing else moves.

    A piece is named by its faces, and their order says where its stickers go: in `UFR URB ULF`
    the first piece's sticker on U goes to U, that on F to R, that on R to B. On cubes whose centers
    look alike, centers of one color may change places.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> wish = wish_for_cycle(puzzle("3x3x3"), ["UFR", "URB", "ULF"])
    >>> wish.effects[0].order, len(wish.effects[0].support)
    (3, 9)
    """
    stickers = [piece_named(puzzle, name) for name in names]
    if len({len(row) for row in stickers}) > 1:
        raise PuzzleryError(f"{' '.join(names)} are pieces of different kinds; give like ones")
    if len({sticker for row in stickers for sticker in row}) < sum(map(len, stickers)):
        raise PuzzleryError(f"{' '.join(names)} names a piece twice; give different ones")
    stickers = _turned_alike(puzzle, stickers)
    images = np.arange(puzzle.degree)
    for row, after in zip(stickers, [*stickers[1:], *stickers[:1]], strict=True):
        images[row] = after
    return _as_far_as_seen(puzzle, Permutation(images))


def _turned_alike(puzzle: Puzzle, rows: list[list[int]]) -> list[list[int]]:
    """The stickers of pieces that have one way to sit, such as wings, in the order that has it."""
    if puzzle.hints.get("cube", 0) < 4:
        return rows
    orbit = {s: n for n, points in enumerate(puzzle.group.orbits()) for s in points}
    wanted = [orbit[s] for s in rows[0]]
    return [_turned_to(row, wanted, orbit) for row in rows]


def _turned_to(row: list[int], wanted: list[int], orbit: dict[int, int]) -> list[int]:
    ways = ([*row[k:], *row[:k]] for k in range(len(row)))
    return next((way for way in ways if [orbit[s] for s in way] == wanted), row)


def wish_for_turned(puzzle: Puzzle, names: Sequence[str]) -> AlgWish:
    """The wish that every piece keeps its slot and just the named ones are turned there.

    The first one is turned so that its first sticker comes to where its second was. The others
    are turned by the first amounts that moves can reach.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> len(wish_for_turned(puzzle("3x3x3"), ["UF", "UB"]).effects[0].support)
    4
    """
    rows = [piece_named(puzzle, name) for name in names]
    for effect in _turnings(puzzle, rows):
        if puzzle.group.contains(effect):
            return AlgWish(puzzle, (effect,))
    raise NotFound(f"no moves of {puzzle.name} turn just {' '.join(names)} in place")


def _as_far_as_seen(puzzle: Puzzle, effect: Permutation) -> AlgWish:
    """The effect itself, but on larger cubes as far as colors show it: centers look alike."""
    seen: Goal = "stickers" if puzzle.hints.get("cube", 0) < 4 else "colors"
    return AlgWish(puzzle, (effect,), goal=seen)


def _turnings(puzzle: Puzzle, rows: Sequence[Sequence[int]]) -> Iterator[Permutation]:
    """All rotations of the pieces in place; the first piece is rotated by one sticker."""
    width = len(rows[0])

    def shifts(left: int) -> Iterator[tuple[int, ...]]:
        if not left:
            yield ()
            return
        for rest in shifts(left - 1):
            yield from ((*rest, by) for by in range(1, width))

    for by in shifts(len(rows) - 1):
        images = np.arange(puzzle.degree)
        for row, shift in zip(rows, (1, *by), strict=True):
            images[list(row)] = [*row[shift:], *row[:shift]]
        yield Permutation(images)


def _top_turn(puzzle: Puzzle) -> Permutation:
    if "U" not in puzzle.moves:
        raise PuzzleryError(f"{puzzle.name} has no move U, so AUF cannot be ignored")
    return puzzle.moves["U"]
