"""Permutation groups: everything that a set of moves can do, as one value."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import MAX_DEGREE, Permutation, Points
from puzzlery.core.progress import Reporter
from puzzlery.errors import DegreeMismatch, InvalidPuzzle, UnknownName
from puzzlery.groups import blocks as blocks_of
from puzzlery.groups.chain import Chain, Proof
from puzzlery.groups.word_finder import Word, WordFinder

OUTSIDE = MAX_DEGREE
"""A point that no permutation has."""
Generators = Sequence[Permutation] | Mapping[str, Permutation]


class PermGroup:
    """The group of all products of some permutations and of their inverses.

    What it tells is proven, not likely; `proof` says by what.

    >>> swap, cycle = Permutation([1, 0, 2, 3]), Permutation([1, 2, 3, 0])
    >>> group = PermGroup([swap, cycle])
    >>> group.order, group.proof
    (24, 'structure')
    >>> swap * cycle in group
    True
    """

    __slots__ = ("_chain", "_finder", "_holds", "degree", "generators", "names")
    degree: int
    generators: tuple[Permutation, ...]
    names: tuple[str | int, ...]
    _chain: Chain
    _finder: WordFinder | None
    _holds: Callable[[object], bool | None]

    def __init__(
        self,
        generators: Generators,
        *,
        degree: int | None = None,
        seed: int = 0,
        known_order: int | None = None,
    ) -> None:
        names, elements = _named(generators)
        degree = _common_degree(elements, degree)
        data = [element.data for element in elements]
        chain = Chain(degree, data, seed=seed, known_order=known_order)
        self._set("degree", degree)
        self._set("generators", elements)
        self._set("names", names)
        self._set("_chain", chain)
        self._set("_finder", None)
        self._set("_holds", chain.kernel.holds)

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a PermGroup is frozen; cannot set {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuilt, (self._renamed(self.generators), self.degree))

    def _renamed(self, elements: Sequence[Permutation]) -> Generators:
        """Elements under the names of the generators, if these have any."""
        if self.names == tuple(range(len(self.names))):
            return elements
        return dict(zip(map(str, self.names), elements, strict=True))

    def prove(
        self, *, progress: Reporter | None = None, timeout: float | None = None
    ) -> "PermGroup":
        """Compute and prove the order now, with a report and a time limit.

        Whatever needs the order calls this by itself. After `TimedOut` it can be gone on with.
        """
        self._chain.settle(progress=progress, timeout=timeout)
        return self

    @property
    def order(self) -> int:
        """The number of elements.

        >>> PermGroup([Permutation([1, 2, 3, 4, 0])]).order
        5
        """
        return self._chain.settle().order

    @property
    def proof(self) -> Proof:
        """How the order is proven: "structure", "verified" or "known order"."""
        proof = self._chain.settle().proof
        assert proof is not None
        return proof

    @property
    def base(self) -> list[int]:
        """Points such that only the identity fixes them all."""
        return self._chain.settle().kernel.base()

    @property
    def strong_generators(self) -> list[Permutation]:
        """Elements that generate the group, and so on when the first base points are held."""
        found = self._chain.settle().kernel.strong_generators()
        return [Permutation._from_bytes(data) for data in dict.fromkeys(found)]

    def contains(self, p: Permutation) -> bool:
        """Whether products of the generators give this permutation.

        >>> PermGroup([Permutation([1, 2, 0])]).contains(Permutation([1, 0, 2]))
        False
        """
        held = self._holds(p)
        return self._settled_contains(p) if held is None else held

    def _settled_contains(self, p: Permutation) -> bool:
        """What the kernel says about it after a proof of the order."""
        self._check_degree(p)
        held = self._chain.settle().kernel.holds(p)
        assert held is not None
        return held

    def contains_many(
        self, permutations: Sequence[Permutation] | NDArray[np.integer[Any]]
    ) -> NDArray[np.bool_]:
        """For each of many permutations whether it is an element, in one call.

        They may be the rows of an array of whole numbers; a row that is no permutation is no
        element.

        >>> group = PermGroup([Permutation([1, 2, 0])])
        >>> group.contains_many(np.array([[1, 2, 0], [1, 0, 2], [0, 0, 0]])).tolist()
        [True, False, False]
        """
        rows = self._as_rows(permutations)
        held = self._chain.settle().kernel.holds_many(rows)
        return np.frombuffer(held, dtype=np.bool_)

    def _as_rows(self, given: Sequence[Permutation] | NDArray[np.integer[Any]]) -> Points:
        if not isinstance(given, np.ndarray):
            for p in given:
                self._check_degree(p)
            data = b"".join([p.data for p in given])
            return np.frombuffer(data, dtype=np.uint16).reshape(len(given), self.degree)
        if given.ndim != 2 or given.shape[1] != self.degree or given.dtype.kind not in "iu":
            raise DegreeMismatch(
                f"expected rows of {self.degree} whole numbers; "
                f"got an array of {given.dtype} with shape {given.shape}"
            )
        if given.dtype != np.uint16:
            given = np.where((given < 0) | (given >= self.degree), OUTSIDE, given)
        return np.ascontiguousarray(given, dtype=np.uint16)

    def __contains__(self, p: object) -> bool:
        return isinstance(p, Permutation) and self.contains(p)

    def rank(self, p: Permutation) -> int:
        """The number of an element, from 0 (the identity) to the order − 1.

        >>> group = PermGroup([Permutation([1, 2, 0])])
        >>> sorted(group.rank(p) for p in group.elements())
        [0, 1, 2]
        """
        self._check_degree(p)
        kernel = self._chain.settle().kernel
        digits = kernel.digits(p.data)
        if digits is None:
            raise InvalidPuzzle(f"{_short(p)} is not an element of {self!r}, so it has no rank")
        number = 0
        for digit, size in zip(reversed(digits), reversed(kernel.orbit_sizes()), strict=True):
            number = number * size + digit
        return number

    def unrank(self, number: int) -> Permutation:
        """The element with this number; undoes `rank`."""
        kernel = self._chain.settle().kernel
        if not 0 <= number < self.order:
            raise InvalidPuzzle(f"no element has number {number}; expected 0 … {self.order - 1}")
        digits = []
        for size in kernel.orbit_sizes():
            number, digit = divmod(number, size)
            digits.append(digit)
        return Permutation._from_bytes(kernel.element(digits))

    def random(self, rng: Random | int) -> Permutation:
        """An element, each as likely as any other; the same for the same seed."""
        dice = rng if isinstance(rng, Random) else Random(rng)
        kernel = self._chain.settle().kernel
        digits = [dice.randrange(size) for size in kernel.orbit_sizes()]
        return Permutation._from_bytes(kernel.element(digits))

    def elements(self) -> Iterator[Permutation]:
        """All elements, the identity first; for groups that are small enough."""
        kernel = self._chain.settle().kernel
        for digits in product(*map(range, kernel.orbit_sizes())):
            yield Permutation._from_bytes(kernel.element(digits))

    def orbits(self) -> list[frozenset[int]]:
        """The sets of points that elements carry into one another.

        >>> PermGroup([Permutation([1, 0, 2])]).orbits()
        [frozenset({0, 1}), frozenset({2})]
        """
        return blocks_of.orbits(self.degree, self.generators)

    @property
    def is_transitive(self) -> bool:
        """Whether every point can be carried to every other."""
        return len(self.orbits()) == 1

    @property
    def is_abelian(self) -> bool:
        """Whether the order of factors never matters."""
        return all(p * q == q * p for p, q in combinations(self.generators, 2))

    def stabilizer(self, points: Iterable[int]) -> "PermGroup":
        """The elements that fix each of these points.

        >>> PermGroup([Permutation([1, 0, 2, 3]), Permutation([1, 2, 3, 0])]).stabilizer([0]).order
        6
        """
        wanted = list(points)
        for point in wanted:
            self._check_point(point)
        return reduce(_point_stabilizer, wanted, self)

    def blocks(self, orbit: Iterable[int] | None = None) -> list[list[frozenset[int]]]:
        """The finest ways to part an orbit into blocks, other than into single points.

        A *block* is a set of points that every element carries to itself or away from itself
        wholly. Without an orbit, the group must have but one of more than one point.

        >>> square = Permutation([1, 2, 3, 0])
        >>> PermGroup([square]).blocks()
        [[frozenset({0, 2}), frozenset({1, 3})]]
        """
        return blocks_of.minimal_blocks(self.degree, self.generators, self._orbit(orbit))

    def action_on_blocks(self, blocks: Sequence[Iterable[int]]) -> "PermGroup":
        """The group that the generators make when each block counts as one point."""
        parts = [frozenset(block) for block in blocks]
        for point in frozenset().union(*parts):
            self._check_point(point)
        images = [blocks_of.on_blocks(generator, parts) for generator in self.generators]
        return PermGroup(self._renamed(images), degree=len(parts))

    def word(
        self, p: Permutation, *, progress: Reporter | None = None, timeout: float | None = 60
    ) -> Word:
        """The element as a product of generators: pairs of a name (or number) and a power.

        The first call makes a table of short words for every level of the chain. The product is
        checked before it is given.

        >>> turn = Permutation([1, 2, 3, 0])
        >>> PermGroup({"turn": turn}).word(turn**3)
        [('turn', -1)]
        """
        self._check_degree(p)
        if not self.contains(p):
            raise InvalidPuzzle(f"{_short(p)} is not an element of {self!r}, so it has no word")
        if self._finder is None:
            self._set("_finder", WordFinder(self.names, self.generators, self._chain.kernel))
        assert self._finder is not None
        return self._finder.word(p, progress=progress, timeout=timeout)

    def product(self, word: Iterable[tuple[str | int, int]]) -> Permutation:
        """The element that a word gives, from left to right; undoes `word`."""
        named = dict(zip(self.names, self.generators, strict=True))
        factors = []
        for name, amount in word:
            if name not in named:
                known = map(str, self.names)
                raise UnknownName.near(f"no generator is called {name!r}", str(name), known)
            factors.append(named[name] ** amount)
        return Permutation.product(factors, self.degree)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PermGroup):
            return NotImplemented
        return (
            self.degree == other.degree
            and all(map(self.contains, other.generators))
            and all(map(other.contains, self.generators))
        )

    def __hash__(self) -> int:
        return hash((self.degree, self.order))

    def __repr__(self) -> str:
        return f"PermGroup({len(self.generators)} generators on {self.degree} points)"

    def _orbit(self, given: Iterable[int] | None) -> frozenset[int]:
        found = [orbit for orbit in self.orbits() if len(orbit) > 1]
        if given is None and len(found) == 1:
            return found[0]
        sizes = ", ".join(str(len(orbit)) for orbit in found[:12])
        if given is None:
            raise InvalidPuzzle(f"which orbit? {self!r} has {len(found)}, of sizes {sizes}")
        wanted = frozenset(given)
        if wanted not in found:
            raise InvalidPuzzle(f"{sorted(wanted)[:12]} is not an orbit of more than one point")
        return wanted

    def _check_degree(self, p: Permutation) -> None:
        if len(p) != self.degree:
            raise DegreeMismatch(
                f"a permutation of {len(p)} points was given to a group on {self.degree} points"
            )

    def _check_point(self, point: int) -> None:
        if not 0 <= point < self.degree:
            raise DegreeMismatch(f"point {point} is outside of 0 … {self.degree - 1}")


def _named(given: Generators) -> tuple[tuple[str | int, ...], tuple[Permutation, ...]]:
    """The names and the elements; without names, numbers."""
    if isinstance(given, Mapping):
        return tuple(given), tuple(given.values())
    return tuple(range(len(given))), tuple(given)


def _rebuilt(generators: Generators, degree: int) -> PermGroup:
    return PermGroup(generators, degree=degree)


def _short(p: Permutation) -> str:
    text = str(p)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _common_degree(elements: Sequence[Permutation], degree: int | None) -> int:
    if degree is None:
        if not elements:
            raise DegreeMismatch("a group without generators needs degree=…")
        degree = len(elements[0])
    for k, element in enumerate(elements):
        if len(element) != degree:
            raise DegreeMismatch(
                f"generator {k} has {len(element)} points; expected {degree} for all of them"
            )
    return degree


def _point_stabilizer(group: PermGroup, point: int) -> PermGroup:
    """The elements that fix one point: random ones, until they make as many as there are."""
    tree = _tree(group, point)
    if len(tree) == 1:
        return group
    wanted = group.order // len(tree)
    dice, found = Random(point), dict[Permutation, None]()
    while True:
        for _ in range(4):
            p = group.random(dice)
            found[p * _way_home(group, tree, p[point])] = None
        made = [p for p in found if not p.is_identity]
        fixing = PermGroup(made, degree=group.degree, known_order=wanted)
        if fixing._chain.grown().order == wanted:
            return fixing


def _tree(group: PermGroup, point: int) -> dict[int, tuple[int, Permutation] | None]:
    """For each point that this one can go to the last step of a way there."""
    steps: dict[int, tuple[int, Permutation] | None] = {point: None}
    queue = [point]
    for at in queue:
        for generator in group.generators:
            if (to := generator[at]) not in steps:
                steps[to] = (at, generator)
                queue.append(to)
    return steps


def _way_home(
    group: PermGroup, tree: dict[int, tuple[int, Permutation] | None], point: int
) -> Permutation:
    """An element that carries the point back along the tree."""
    way = []
    while (step := tree[point]) is not None:
        point, generator = step
        way.append(generator.inverse)
    return Permutation.product(way, group.degree)
