"""Permutations: one frozen value; `p * q` is first p, then q."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from math import lcm
from typing import Any, Self, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.errors import DegreeMismatch, PuzzleryError, SyntaxFault

# Points are stored as uint16; the number 65,535 itself is left free to mean "no point".
MAX_DEGREE = 65_535
Points = NDArray[np.uint16]
_CYCLE = re.compile(r"\s*\(([0-9,\s]*)\)\s*")


class Permutation:
    """A rearrangement of the points 0, 1, … n−1; `p[i]` is where point i goes.

    >>> p = Permutation([1, 2, 0, 3])
    >>> p
    Permutation('(0 1 2)', degree=4)
    >>> p * p == p.inverse, p**3 == Permutation.identity(4), p.order
    (True, True, 3)
    """

    __slots__ = ("data",)
    data: bytes

    def __init__(self, images: Iterable[SupportsIndex] | NDArray[Any]) -> None:
        self._set(_checked_bytes(images))

    def _set(self, data: bytes) -> None:
        object.__setattr__(self, "data", data)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Permutation is frozen; cannot set {name}")

    @classmethod
    def _from_bytes(cls, data: bytes) -> Self:
        self = object.__new__(cls)
        object.__setattr__(self, "data", data)
        return self

    @classmethod
    def identity(cls, degree: int) -> Self:
        """The permutation of `degree` points that moves none of them.

        >>> Permutation.identity(3).images
        (0, 1, 2)
        """
        _check_degree(degree)
        return cls._from_bytes(np.arange(degree, dtype=np.uint16).tobytes())

    @classmethod
    def from_cycles(cls, cycles: Iterable[Sequence[int]], degree: int) -> Self:
        """The permutation with these disjoint cycles; in (a b c) the point a goes to b.

        >>> Permutation.from_cycles([[0, 5, 7]], degree=8)[0]
        5
        """
        _check_degree(degree)
        images = list(range(degree))
        seen: set[int] = set()
        for cycle in cycles:
            for point, image in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True):
                if not 0 <= point < degree:
                    raise DegreeMismatch(
                        f"point {point} in cycle {cycles_text([cycle])} "
                        f"is outside of 0 … {degree - 1}"
                    )
                if point in seen:
                    raise PuzzleryError(
                        f"point {point} stands twice in the cycles; they must be disjoint"
                    )
                seen.add(point)
                images[point] = image
        return cls._from_bytes(np.array(images, dtype=np.uint16).tobytes())

    @classmethod
    def parse(cls, text: str, degree: int | None = None) -> Self:
        """Read cycle notation such as `(0 5 7)(1 2)`; spaces or commas separate the points.

        The largest point decides the degree if none is given.

        >>> Permutation.parse("(0 2)(1,3)").images
        (2, 3, 0, 1)
        """
        cycles = parse_cycles(text.rstrip())
        if degree is None:
            degree = 1 + max((point for cycle in cycles for point in cycle), default=-1)
        return cls.from_cycles(cycles, degree)

    @classmethod
    def product(cls, factors: Sequence["Permutation"], degree: int) -> Self:
        """The product of many permutations from left to right, faster than one `*` after another.

        >>> turn = Permutation([1, 2, 3, 0])
        >>> Permutation.product([turn] * 6, degree=4) == turn**2
        True
        """
        for factor in factors:
            if len(factor) != degree:
                raise _mismatch(degree, len(factor))
        return cls._from_bytes(_core.product(degree, [factor.data for factor in factors]))

    @property
    def degree(self) -> int:
        """The number of points, moved or not.

        >>> Permutation.parse("(0 1)", degree=54).degree
        54
        """
        return len(self.data) // 2

    @property
    def array(self) -> Points:
        """The images as a read-only array, without a copy.

        >>> Permutation([2, 0, 1]).array
        array([2, 0, 1], dtype=uint16)
        """
        return np.frombuffer(self.data, dtype=np.uint16)

    @property
    def images(self) -> tuple[int, ...]:
        """The images as a tuple: point i goes to `images[i]`.

        >>> Permutation.parse("(0 1 2)").images
        (1, 2, 0)
        """
        return tuple(self.array.tolist())

    def __len__(self) -> int:
        return len(self.data) // 2

    def __getitem__(self, point: SupportsIndex) -> int:
        return int(self.array[point])

    def __iter__(self) -> Iterator[int]:
        return iter(self.array.tolist())

    def __eq__(self, other: object) -> bool:
        return self.data == other.data if isinstance(other, Permutation) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.data)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Permutation, (self.array,))

    def __mul__(self, then: "Permutation") -> "Permutation":
        if not isinstance(then, Permutation):
            return NotImplemented
        if len(self.data) != len(then.data):
            raise _mismatch(len(self), len(then))
        return Permutation._from_bytes(_core.compose(self.data, then.data))

    def __pow__(self, exponent: int) -> "Permutation":
        if not -(2**62) < exponent < 2**62:
            exponent %= self.order
        return Permutation._from_bytes(_core.power(self.data, exponent))

    @property
    def inverse(self) -> "Permutation":
        """The permutation that undoes this one.

        >>> Permutation.parse("(0 1 2)").inverse
        Permutation('(0 2 1)', degree=3)
        """
        return Permutation._from_bytes(_core.inverse(self.data))

    def __invert__(self) -> "Permutation":
        return self.inverse

    def conjugate(self, by: "Permutation") -> "Permutation":
        """`by⁻¹ * self * by`: the same cycles, each point p replaced by `by[p]`.

        >>> swap, move_two_on = Permutation.parse("(0 1)", degree=4), Permutation([2, 3, 0, 1])
        >>> swap.conjugate(move_two_on)
        Permutation('(2 3)', degree=4)
        """
        return by.inverse * self * by

    def commutator(self, other: "Permutation") -> "Permutation":
        """`self * other * self⁻¹ * other⁻¹`, which cubers write as `[A, B]`.

        If the two move only one point in common, it is a 3-cycle.

        >>> a, b = Permutation.parse("(0 1 2)", degree=5), Permutation.parse("(2 3 4)")
        >>> a.commutator(b)
        Permutation('(1 2 4)', degree=5)
        """
        return self * other * self.inverse * other.inverse

    @property
    def is_identity(self) -> bool:
        """Whether no point moves.

        >>> (Permutation([1, 2, 0]) ** 3).is_identity
        True
        """
        return not self.support.size

    @property
    def support(self) -> NDArray[np.intp]:
        """The points that move, in order.

        >>> Permutation([0, 3, 2, 1]).support.tolist()
        [1, 3]
        """
        images = self.array
        return np.flatnonzero(images != np.arange(images.size, dtype=np.uint16))

    @property
    def cycle_lengths(self) -> Points:
        """For each point the length of its cycle; 1 for a point that stays.

        >>> Permutation.parse("(0 1 2)(4 5)").cycle_lengths.tolist()
        [3, 3, 3, 1, 2, 2]
        """
        return np.frombuffer(_core.cycle_lengths(self.data), dtype=np.uint16)

    @property
    def order(self) -> int:
        """The least number of repetitions after which every point is back.

        It is the least common multiple of the cycle lengths.

        >>> Permutation.parse("(0 1 2)(3 4)").order
        6
        """
        return reduce(lcm, np.unique(self.cycle_lengths).tolist(), 1)

    @property
    def is_even(self) -> bool:
        """Whether it is a product of an even number of swaps.

        >>> Permutation.parse("(0 1 2)").is_even, Permutation.parse("(0 1 2 3)").is_even
        (True, False)
        """
        return self.parity == 0

    @property
    def parity(self) -> int:
        """0 for an even permutation, 1 for an odd one.

        >>> Permutation.parse("(0 1)").parity, Permutation.parse("(0 1)(2 3)").parity
        (1, 0)
        """
        lengths, counts = np.unique(self.cycle_lengths, return_counts=True)
        swaps = sum(
            (length - 1) * (count // length)
            for length, count in zip(lengths.tolist(), counts.tolist(), strict=True)
        )
        return int(swaps % 2)

    def cycles(self, *, singletons: bool = False) -> list[tuple[int, ...]]:
        """The disjoint cycles, each from its smallest point, in order of those.

        >>> Permutation([1, 0, 2, 4, 3]).cycles()
        [(0, 1), (3, 4)]
        """
        images = self.array.tolist()
        seen = [False] * len(images)
        found = []
        for start in range(len(images)):
            cycle, point = [], start
            while not seen[point]:
                seen[point] = True
                cycle.append(point)
                point = images[point]
            if len(cycle) > 1 or (cycle and singletons):
                found.append(tuple(cycle))
        return found

    def __str__(self) -> str:
        return cycles_text(self.cycles())

    def __repr__(self) -> str:
        return f"Permutation('{self}', degree={self.degree})"


def _checked_bytes(images: Iterable[SupportsIndex] | NDArray[Any]) -> bytes:
    values = images if isinstance(images, np.ndarray) else np.array(list(images), dtype=object)
    if values.ndim != 1:
        raise PuzzleryError(f"a permutation is one row of points; got shape {values.shape}")
    _check_degree(values.size)
    try:
        exact = values.astype(np.int64)
        whole = bool(np.all(exact == values))
    except (TypeError, ValueError, OverflowError):
        whole = False
    if not whole:
        raise PuzzleryError("a permutation holds whole numbers; got something else")
    outside = (exact < 0) | (exact >= values.size)
    if outside.any():
        point = int(exact[outside][0])
        raise PuzzleryError(f"image {point} is outside of 0 … {values.size - 1}")
    data = exact.astype(np.uint16).tobytes()
    if not _core.is_permutation(data):
        repeated = int(np.flatnonzero(np.bincount(exact) > 1)[0])
        raise PuzzleryError(f"not a permutation: {repeated} stands twice among the images")
    return data


def _check_degree(degree: int) -> None:
    if not 0 <= degree <= MAX_DEGREE:
        raise PuzzleryError(f"degree {degree} is not supported; expected 0 … {MAX_DEGREE}")


def _mismatch(left: int, right: int) -> DegreeMismatch:
    return DegreeMismatch(
        f"permutations of {left} and of {right} points cannot be multiplied; "
        "give both the same degree"
    )


def parse_cycles(text: str) -> list[tuple[int, ...]]:
    """Read cycles whose points are separated by spaces or commas; empty ones are dropped.

    >>> parse_cycles("(0 5 7) (1,2)(9)")
    [(0, 5, 7), (1, 2), (9,)]
    """
    cycles, at = [], 0
    while at < len(text):
        match = _CYCLE.match(text, at)
        if match is None:
            raise SyntaxFault("expected cycles such as (0 1 2)(3 4)", text, at)
        cycles.append(tuple(_points(text, match)))
        at = match.end()
    return [cycle for cycle in cycles if cycle]


def _points(text: str, match: re.Match[str]) -> Iterator[int]:
    for word in re.finditer(r"[0-9]+", match[1]):
        # The length is checked first: Python refuses to read numbers of thousands of digits.
        if len(word[0]) > 6 or int(word[0]) > MAX_DEGREE:
            raise SyntaxFault(
                f"point numbers end at {MAX_DEGREE}", text, match.start(1) + word.start()
            )
        yield int(word[0])


def cycles_text(cycles: Iterable[Sequence[int]]) -> str:
    """Cycles in brackets, as `parse_cycles` reads them; `()` when there are none.

    >>> cycles_text([(0, 1, 2), (3,)]), cycles_text([])
    ('(0 1 2)(3)', '()')
    """
    return "".join(f"({' '.join(map(str, cycle))})" for cycle in cycles) or "()"
