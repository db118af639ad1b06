"""Finding algs: short sequences that move just the given pieces."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Reporter
from puzzlery.errors import NotFound, PuzzleryError
from puzzlery.solve.api.methods import solve
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg
from puzzlery.twisty.structure.piece_names import piece_named

# Seconds of the search if none are given: as long as a person waits for an answer.
DEFAULT_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class FoundAlg:
    """An alg, its length, and its effect on the stickers.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube, sexy = puzzle("3x3x3"), Alg.parse("R U R' U'")
    >>> found = FoundAlg(sexy, 4, "HTM", optimal=True, effect=cube.permutation(sexy))
    >>> found.effect.order
    6
    """

    alg: Alg
    length: int
    metric: str
    optimal: bool
    effect: Permutation


def find_cycle(
    puzzle: Puzzle, names: Sequence[str], *, seconds: float = DEFAULT_SECONDS,
    metric: str | None = None, progress: Reporter | None = None,
) -> FoundAlg:  # fmt: skip
    """A short alg that carries each named piece to the next one's slot, and moves nothing else.

    A piece is named by its faces, and their order says where its stickers go: in `UFR URB ULF`
    the first piece's sticker on U goes to U, that on F to R, that on R to B.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> found = find_cycle(puzzle("3x3x3"), ["UFR", "URB", "ULF"], seconds=0.1)
    >>> found.effect.order, len(found.effect.support)
    (3, 9)
    """
    stickers = [piece_named(puzzle, name) for name in names]
    if len({len(row) for row in stickers}) > 1:
        raise PuzzleryError(f"{' '.join(names)} are pieces of different kinds; give like ones")
    if len({sticker for row in stickers for sticker in row}) < sum(map(len, stickers)):
        raise PuzzleryError(f"{' '.join(names)} names a piece twice; give different ones")
    images = np.arange(puzzle.degree)
    for row, after in zip(stickers, [*stickers[1:], *stickers[:1]], strict=True):
        images[row] = after
    return find_effect(
        puzzle, Permutation(images), seconds=seconds, metric=metric, progress=progress
    )


def find_turned(
    puzzle: Puzzle, names: Sequence[str], *, seconds: float = DEFAULT_SECONDS,
    metric: str | None = None, progress: Reporter | None = None,
) -> FoundAlg:  # fmt: skip
    """A short alg that keeps every piece in its slot and turns just the named ones.

    The first one is turned so that its first sticker comes to where its second was. The others
    are turned by the first amounts that moves can reach.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> len(find_turned(puzzle("3x3x3"), ["UF", "UB"], seconds=0.1).effect.support)
    4
    """
    rows = [piece_named(puzzle, name) for name in names]
    for effect in _turnings(puzzle, rows):
        if puzzle.group.contains(effect):
            return find_effect(puzzle, effect, seconds=seconds, metric=metric, progress=progress)
    raise NotFound(f"no moves of {puzzle.name} turn just {' '.join(names)} in place")


def find_effect(
    puzzle: Puzzle, effect: Permutation, *, seconds: float = DEFAULT_SECONDS,
    metric: str | None = None, progress: Reporter | None = None,
) -> FoundAlg:  # fmt: skip
    """A short alg with exactly this effect on the stickers.

    `seconds` limit the search, which starts once the tables of the puzzle are there.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> pocket = puzzle("2x2x2")
    >>> effect = pocket.permutation("R U R' U'")
    >>> pocket.permutation(find_effect(pocket, effect, seconds=0.1).alg) == effect
    True
    """
    if not puzzle.group.contains(effect):
        raise NotFound(f"no moves of {puzzle.name} do just {effect}")
    found = solve(
        puzzle, State(puzzle, effect.inverse), "general",
        goal="stickers", search_seconds=seconds, metric=metric, progress=progress,
    )  # fmt: skip
    if puzzle.permutation(found.alg) != effect:
        raise AssertionError(f"{found.alg} does not do {effect}")
    return FoundAlg(found.alg, found.length, found.metric, found.optimal, effect)


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
