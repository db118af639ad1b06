"""Words: an element of a group as a product of the generators.

A table holds short words for every level of the stabilizer chain; an element is divided by one
entry after the other until nothing is left. The words are correct but not the shortest: a
few hundred turns for a 3×3×3, where twenty would do.
"""

from collections.abc import Sequence

from puzzlery._core import ShortWords, StabChain
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Reporter, drive
from puzzlery.errors import PuzzleryError, Stopped

Word = list[tuple[str | int, int]]


class WordFinder:
    """The table of short words of one group; the first question fills it.

    A `quick` table is filled in a fraction of the time, but its words are longer.

    >>> from puzzlery.groups import PermGroup
    >>> group = PermGroup({"a": Permutation([1, 0, 2]), "b": Permutation([1, 2, 0])})
    >>> finder = WordFinder(group.names, group.generators, group.prove()._chain.kernel)
    >>> finder.word(Permutation([2, 1, 0]))
    [('b', 1), ('a', 1), ('b', -1)]
    """

    def __init__(
        self,
        names: Sequence[str | int],
        generators: Sequence[Permutation],
        chain: StabChain,
        seed: int = 0,
        *,
        quick: bool = False,
    ) -> None:
        self._names = names
        self._generators = generators
        self._orders = [generator.order for generator in generators]
        try:
            data = [generator.data for generator in generators]
            self._table = ShortWords(chain, data, seed, quick)
        except ValueError as error:
            raise PuzzleryError(f"no words for {len(generators)} generators: {error}") from None

    def word(
        self, p: Permutation, *, progress: Reporter | None = None, timeout: float | None = None
    ) -> Word:
        """A word for an element of the group, checked by multiplying it out.

        >>> from puzzlery.groups import PermGroup
        >>> group = PermGroup({"a": Permutation([1, 2, 0])})
        >>> WordFinder(group.names, group.generators, group.prove()._chain.kernel).word(
        ...     Permutation([2, 0, 1])
        ... )
        [('a', -1)]
        """
        try:
            drive(self._table, progress=progress, timeout=timeout)
        except RuntimeError as error:
            raise Stopped(f"no table of words for this group: {error}") from None
        steps = gathered(self._table.word(p.data), self._orders)
        factors = [self._generators[k] ** amount for k, amount in steps]
        if Permutation.product(factors, len(p)) != p:
            raise AssertionError("a word does not give its element back")
        return [(self._names[k], amount) for k, amount in steps]


def gathered(letters: Sequence[int], orders: Sequence[int]) -> list[tuple[int, int]]:
    """Merge runs of one generator into one step, with the amount nearest to zero.

    Letter k + 1 stands for the k-th generator, −(k + 1) for its inverse.

    >>> gathered([1, 1, 1, 2, -2, 1, 2], orders=[3, 4])
    [(0, 1), (1, 1)]
    """
    steps: list[tuple[int, int]] = []
    for letter in letters:
        k, amount = abs(letter) - 1, 1 if letter > 0 else -1
        if steps and steps[-1][0] == k:
            amount += steps.pop()[1]
        amount = (amount + (orders[k] - 1) // 2) % orders[k] - (orders[k] - 1) // 2
        if amount:
            steps.append((k, amount))
    return steps
