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

# Degrees are at most MAX_DEGREE, so that no permutation has a point of this number.
NO_POINT = MAX_DEGREE
Generators = Sequence[Permutation] | Mapping[str, Permutation]


class PermGroup:
    """The group of all products of some permutations and of their inverses.

    Its answers are proven, not just likely; `proof` says by which argument.

    >>> swap, cycle = Permutation([1, 0, 2, 3]), Permutation([1, 2, 3, 0])
    >>> group = PermGroup([swap, cycle])
    >>> group.order, group.proof
    (24, 'structure')
    >>> swap * cycle in group
    True
    """

    __slots__ = ("_chain", "_finders", "_holds", "degree", "generators", "names")
    degree: int
    generators: tuple[Permutation, ...]
    names: tuple[str | int, ...]
    _chain: Chain
    _finders: dict[bool, WordFinder]
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
        self._set("_finders", {})
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
        """Compute and prove the order now, with progress reports and a time limit.

        Whatever needs the order calls this by itself. After `TimedOut` a further call resumes the
        work.

        >>> PermGroup([Permutation([1, 2, 3, 4, 0])]).prove(timeout=10).order
        5
        """
        self._chain.prove(progress=progress, timeout=timeout)
        return self

    @property
    def order(self) -> int:
        """The number of elements.

        >>> PermGroup([Permutation([1, 2, 3, 4, 0])]).order
        5
        """
        return self._chain.proven_order()

    @property
    def proof(self) -> Proof:
        """How the order is proven: "structure", "verified" or "known order".

        >>> turn = Permutation([1, 2, 3, 0])
        >>> PermGroup([turn]).proof, PermGroup([turn], known_order=4).proof
        ('structure', 'known order')
        """
        return self._chain.how_proven()

    @property
    def base(self) -> list[int]:
        """A base: points such that only the identity fixes them all.

        >>> square = PermGroup([Permutation([1, 2, 3, 0]), Permutation([0, 3, 2, 1])])
        >>> square.order, square.base
        (8, [0, 1])
        """
        return self._chain.prove().kernel.base()

    @property
    def strong_generators(self) -> list[Permutation]:
        """A strong generating set for `base`.

        Those of its elements that fix the first k base points generate the subgroup that fixes
        them.

        >>> square = PermGroup([Permutation([1, 2, 3, 0]), Permutation([0, 3, 2, 1])])
        >>> [str(p) for p in square.strong_generators if p[square.base[0]] == square.base[0]]
        ['(1 3)']
        """
        found = self._chain.prove().kernel.strong_generators()
        return [Permutation._from_bytes(data) for data in dict.fromkeys(found)]

    def contains(self, p: Permutation) -> bool:
        """Whether products of the generators give this permutation.

        >>> PermGroup([Permutation([1, 2, 0])]).contains(Permutation([1, 0, 2]))
        False
        """
        held = self._holds(p)
        return self._proven_contains(p) if held is None else held

    def _proven_contains(self, p: Permutation) -> bool:
        """What the chain says about it after a proof of the order, or the orbits without one."""
        self._check_degree(p)
        return self._chain.contains(p)

    def freely_arranged(self) -> NDArray[np.bool_]:
        """For each point whether all even arrangements of its orbit are known to be elements.

        Only the orbits of large groups are looked at. Points that always move together, as those
        of one piece do, are arranged together.

        >>> PermGroup([Permutation([1, 2, 0])]).freely_arranged().tolist()  # not large
        [False, False, False]
        """
        free = np.zeros(self.degree, dtype=np.bool_)
        giants = self._chain.giants()
        if giants is not None:
            free[np.isin(giants.twin, np.concatenate(giants.classes))] = True
        return free

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
        held = self._chain.prove().kernel.holds_many(rows)
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
            given = np.where((given < 0) | (given >= self.degree), NO_POINT, given)
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
        kernel = self._chain.prove().kernel
        digits = kernel.digits(p.data)
        if digits is None:
            raise InvalidPuzzle(f"{_short(p)} is not an element of {self!r}, so it has no rank")
        number = 0
        for digit, size in zip(reversed(digits), reversed(kernel.orbit_sizes()), strict=True):
            number = number * size + digit
        return number

    def unrank(self, number: int) -> Permutation:
        """The element with this number; the inverse of `rank`.

        >>> group = PermGroup([Permutation([1, 2, 0])])
        >>> group.unrank(0), group.rank(group.unrank(2))
        (Permutation('()', degree=3), 2)
        """
        kernel = self._chain.prove().kernel
        if not 0 <= number < self.order:
            raise InvalidPuzzle(f"no element has number {number}; expected 0 … {self.order - 1}")
        digits = []
        for size in kernel.orbit_sizes():
            number, digit = divmod(number, size)
            digits.append(digit)
        return Permutation._from_bytes(kernel.element(digits))

    def random(self, rng: Random | int) -> Permutation:
        """A uniformly random element; the same seed gives the same element.

        >>> group = PermGroup([Permutation([1, 0, 2, 3]), Permutation([1, 2, 3, 0])])
        >>> group.random(7) == group.random(7), group.random(7) in group
        (True, True)
        """
        generator = rng if isinstance(rng, Random) else Random(rng)
        kernel = self._chain.prove().kernel
        digits = [generator.randrange(size) for size in kernel.orbit_sizes()]
        return Permutation._from_bytes(kernel.element(digits))

    def elements(self) -> Iterator[Permutation]:
        """All elements, the identity first; only useful for small groups.

        >>> [str(p) for p in PermGroup([Permutation([1, 2, 0])]).elements()]
        ['()', '(0 2 1)', '(0 1 2)']
        """
        kernel = self._chain.prove().kernel
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
        """Whether there is one orbit: some element carries any point to any other.

        >>> PermGroup([Permutation([1, 2, 0])]).is_transitive
        True
        >>> PermGroup([Permutation([1, 0, 2])]).is_transitive
        False
        """
        return len(self.orbits()) == 1

    @property
    def is_abelian(self) -> bool:
        """Whether all elements commute.

        >>> swap, turn = Permutation([1, 0, 2, 3]), Permutation([1, 2, 3, 0])
        >>> PermGroup([turn, turn**2]).is_abelian, PermGroup([swap, turn]).is_abelian
        (True, False)
        """
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
        """The systems of smallest blocks of an orbit, without the blocks of one point.

        A *block* is a set of points that every element maps to itself or to a disjoint set. The
        orbit may be left out if the group has only one orbit of more than one point.

        >>> square = Permutation([1, 2, 3, 0])
        >>> PermGroup([square]).blocks()
        [[frozenset({0, 2}), frozenset({1, 3})]]
        """
        return blocks_of.minimal_blocks(self.degree, self.generators, self._orbit(orbit))

    def action_on_blocks(self, blocks: Sequence[Iterable[int]]) -> "PermGroup":
        """The group that permutes the blocks, each of which becomes one point.

        >>> square = PermGroup([Permutation([1, 2, 3, 0]), Permutation([0, 3, 2, 1])])
        >>> square.action_on_blocks([{0, 2}, {1, 3}]).order
        2
        """
        parts = [frozenset(block) for block in blocks]
        for point in frozenset().union(*parts):
            self._check_point(point)
        images = [blocks_of.on_blocks(generator, parts) for generator in self.generators]
        return PermGroup(self._renamed(images), degree=len(parts))

    def word(
        self,
        p: Permutation,
        *,
        quick: bool = False,
        progress: Reporter | None = None,
        timeout: float | None = 60,
    ) -> Word:
        """The element as a product of generators: pairs of a name (or number) and a power.

        The first call builds a table of short words for every level of the chain; a `quick` table
        takes less time, but has longer words. The product is checked before it is returned.

        >>> turn = Permutation([1, 2, 3, 0])
        >>> PermGroup({"turn": turn}).word(turn**3)
        [('turn', -1)]
        """
        self._check_degree(p)
        if not self.contains(p):
            raise InvalidPuzzle(f"{_short(p)} is not an element of {self!r}, so it has no word")
        if quick not in self._finders:
            self._finders[quick] = WordFinder(
                self.names, self.generators, self._chain.kernel, quick=quick
            )
        return self._finders[quick].word(p, progress=progress, timeout=timeout)

    def product(self, word: Iterable[tuple[str | int, int]]) -> Permutation:
        """The product of a word's generators from left to right; the inverse of `word`.

        >>> group = PermGroup({"turn": Permutation([1, 2, 3, 0])})
        >>> group.product([("turn", 2), ("turn", -1)])
        Permutation('(0 1 2 3)', degree=4)
        """
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
    """The elements that fix one point, generated by random ones until the order is right."""
    tree = _tree(group, point)
    if len(tree) == 1:
        return group
    wanted = group.order // len(tree)
    rng, found = Random(point), dict[Permutation, None]()
    while True:
        for _ in range(4):
            p = group.random(rng)
            found[p * _path_back(group, tree, p[point])] = None
        generators = [p for p in found if not p.is_identity]
        fixing = PermGroup(generators, degree=group.degree, known_order=wanted)
        if fixing._chain.grow().order == wanted:
            return fixing


def _tree(group: PermGroup, point: int) -> dict[int, tuple[int, Permutation] | None]:
    """A spanning tree of the orbit of a point: for each point its parent and the generator used."""
    steps: dict[int, tuple[int, Permutation] | None] = {point: None}
    queue = [point]
    for at in queue:
        for generator in group.generators:
            if (to := generator[at]) not in steps:
                steps[to] = (at, generator)
                queue.append(to)
    return steps


def _path_back(
    group: PermGroup, tree: dict[int, tuple[int, Permutation] | None], point: int
) -> Permutation:
    """An element that carries the point back to the root of the tree."""
    steps = []
    while (step := tree[point]) is not None:
        point, generator = step
        steps.append(generator.inverse)
    return Permutation.product(steps, group.degree)
