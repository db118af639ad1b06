"""Growth: how many canonical sequences there are, counted exactly by one formula.

Moves of different layers that commute may change places, and two turns of one layer are one turn.
Words up to these two rules are the elements of a *graph product* of cyclic groups. With z for a
move, a layer that turns n ways counts for 1 + n·z, and the series that counts all words is

    1 / sum over sets of commuting layers of the product of −n·z / (1 + n·z).

Its smallest pole is 1 / growth (P. Cartier and D. Foata, 1969; I. Chiswell for graph products).
"""

from collections.abc import Sequence
from math import log, prod

from puzzlery.core.permutation import Permutation

# The smallest zero is looked for on this grid first; no growth exceeds it.
GRID = 500
# Steps of bisection: more than the bits of a float.
STEPS = 50
# A group of one layer has no growth. Its words are still not free: such a phase is a short one.
LEAST = 1.2


def growth(layers: Sequence[tuple[Permutation, int]]) -> float:
    """By what factor each further move multiplies the number of canonical sequences.

    Each layer is a permutation and the number of ways to turn it. For face turns of the 3x3x3:

    >>> from puzzlery.twisty.geometry import cube
    >>> round(growth([(cube(3).moves[face], 3) for face in "ULFRBD"]), 3)
    13.348
    """
    return max([LEAST, *map(_growth_of_part, _parts(layers))])


def _growth_of_part(layers: Sequence[tuple[Permutation, int]]) -> float:
    """One over the smallest positive zero of the sum over sets of commuting layers."""
    ways = [count for _, count in layers]
    cliques = _cliques([permutation for permutation, _ in layers])

    def series(z: float) -> float:
        shares = [-n * z / (1 + n * z) for n in ways]
        return sum(prod(shares[k] for k in clique) for clique in cliques)

    high = next((k / GRID for k in range(1, GRID + 1) if series(k / GRID) <= 0), None)
    if high is None:
        return LEAST
    low = high - 1 / GRID
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if series(middle) > 0 else (low, middle)
    return 1 / high


Layers = list[tuple[Permutation, int]]


def _parts(layers: Sequence[tuple[Permutation, int]]) -> list[Layers]:
    """Parts that commute with each other: words of a part tell nothing of the others."""
    parts: list[Layers] = []
    for layer in layers:
        joined, apart = [layer], []
        for part in parts:
            if all(_commute(layer[0], other) for other, _ in part):
                apart.append(part)
            else:
                joined += part
        parts = [*apart, joined]
    return parts


def expected_length(cosets: int, growth: float) -> float:
    """How many moves reach a random one of so many cosets.

    Edge flips of the 3x3x3 have 2,048 cosets, at most 7 moves away:

    >>> round(expected_length(2048, 13.348), 1)
    2.9
    """
    return log(cosets) / log(growth)


def _cliques(permutations: Sequence[Permutation]) -> list[tuple[int, ...]]:
    """All sets of layers that commute with each other, the empty one first."""
    count = len(permutations)
    found: list[tuple[int, ...]] = [()]
    for clique in found:
        first = clique[-1] + 1 if clique else 0
        found.extend(
            (*clique, k)
            for k in range(first, count)
            if all(_commute(permutations[k], permutations[i]) for i in clique)
        )
    return found


def _commute(p: Permutation, q: Permutation) -> bool:
    return p * q == q * p
