"""Both sides by the definition: every pair of words tried, each state judged by its stickers."""

from collections.abc import Callable, Iterator, Sequence

from tests.oracles.searching import Word, product, words

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.model.puzzle import Puzzle

Judge = Callable[[Permutation], bool]


def edges_oriented(puzzle: Puzzle, axis: str) -> Judge:
    """Edge orientation as people see it.

    For the axis fb: an edge is looked at by its sticker of the colors of U and D, or, if it has
    none, of F and B. It is good if this sticker is on U or D, or, between these, on F or B.
    """
    second = axis.upper()
    first = {"UD": "FB", "FB": "UD", "RL": "UD"}[second]
    face = [sticker.face for sticker in puzzle.stickers]
    edges = [sorted(piece) for piece in puzzle.pieces() if len(piece) == 2]
    partner = {a: b for edge in edges for a, b in (edge, edge[::-1])}

    def leads(sticker: int) -> bool:
        own, other = face[sticker], face[partner[sticker]]
        return own in first or (own in second and other not in first)

    leaders = [sticker for edge in edges for sticker in edge if leads(sticker)]
    return lambda state: all(leads(state[sticker]) for sticker in leaders)


def solutions(
    state: Permutation,
    effects: Sequence[Permutation],
    follow: Sequence[Sequence[int]],
    weight: int,
    judge: Judge,
) -> Iterator[tuple[Word, Word]]:
    """All (A, B) of so many moves with B⁻¹ g A solved, and not solved before on either side."""
    weights = [1] * len(effects)

    def solved(normal: Word, inverse: Word) -> bool:
        made = product(effects, normal, len(state))
        return judge(product(effects, inverse, len(state)).inverse * state * made)

    for length in range(weight + 1):
        for normal in words(follow, weights, length):
            for inverse in words(follow, weights, weight - length):
                before = any(solved(normal[:n], inverse) for n in range(len(normal))) or any(
                    solved(normal, inverse[:n]) for n in range(len(inverse))
                )
                if solved(normal, inverse) and not before:
                    yield normal, inverse
