"""Invariants: sums of turns and parities that no move changes, found by linear algebra modulo k."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import gcd, lcm

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Invariant:
    """A weighted sum of coordinates that is 0 modulo `modulus` in every reachable state.

    >>> parity = Invariant((0, 1, 0, 1), 2)
    >>> parity.value((0, 1, 0, 1)), parity.value((0, 1, 0, 0))
    (0, 1)
    """

    weights: tuple[int, ...]
    modulus: int

    @property
    def support(self) -> list[int]:
        """The numbers of the coordinates that have a weight other than 0.

        >>> Invariant((0, 1, 0, 1), 2).support
        [1, 3]
        """
        return [j for j, weight in enumerate(self.weights) if weight]

    def value(self, coordinates: Sequence[int]) -> int:
        """How far off the coordinates are; 0 if they fit.

        >>> Invariant((1, 2), 3).value((1, 1)), Invariant((1, 2), 3).value((2, 0))
        (0, 2)
        """
        pairs = zip(self.weights, coordinates, strict=True)
        return sum(weight * x for weight, x in pairs) % self.modulus


def invariants(moduli: Sequence[int], rows: Iterable[Sequence[int]]) -> list[Invariant]:
    """Invariants that vanish on the subgroup that rows generate, and together on nothing else.

    Coordinate j counts modulo `moduli[j]`. Each prime is treated by itself; the invariants are
    reduced, so that one which speaks of a single coordinate stands alone.

    >>> invariants([3, 2, 2], [(0, 1, 1)])
    [Invariant(weights=(0, 1, 1), modulus=2), Invariant(weights=(1, 0, 0), modulus=3)]
    """
    table = np.array([tuple(row) for row in rows], dtype=np.int64).reshape(-1, len(moduli))
    found = []
    for prime in _primes(lcm(*moduli)):
        powers = [_prime_part(modulus, prime) for modulus in moduli]
        top = max(powers)
        kernel = _kernel(table, np.array(powers, dtype=np.int64), top)
        found += [Invariant(*_lowest(row, top)) for row in _reduced(kernel, top)]
    return found


def _lowest(row: Ints, modulus: int) -> tuple[tuple[int, ...], int]:
    """The row without a factor that it shares with the modulus."""
    shared = gcd(modulus, *row.tolist())
    return tuple((row // shared).tolist()), modulus // shared


def _kernel(rows: Ints, powers: Ints, top: int) -> Ints:
    """Rows that generate all weights y with y · row ≡ 0 for every row, modulo `top`.

    A coordinate that counts modulo q takes weights that are multiples of top / q. Of the
    weights that are left after each row, at most one generator gives a value other than 0, and
    only its multiples that kill this value stay.
    """
    weights = np.diag(top // powers % top)
    for row in rows:
        values = weights @ row % top
        left = np.flatnonzero(values)
        if left.size:
            pivot = left[np.argmin(np.gcd(values[left], top))]
            others = left[left != pivot]
            head = gcd(int(values[pivot]), top)
            times = values[others] // head * _unit(int(values[pivot]), top)
            weights[others] = (weights[others] - times[:, None] * weights[pivot]) % top
            weights[pivot] = weights[pivot] * (top // head) % top
    return weights[weights.any(axis=1)]


def _unit(value: int, top: int) -> int:
    """A unit that turns a value modulo a prime power into the prime's power in it."""
    shared = gcd(value, top)
    return pow(value // shared, -1, top)


def _reduced(rows: Ints, top: int) -> list[Ints]:
    """The same module in reduced echelon form: pivots of least power, with zeros around them."""
    rows = rows.copy()
    done = 0
    for column in range(rows.shape[1]):
        below = np.flatnonzero(rows[done:, column]) + done
        if not below.size:
            continue
        pivot = below[np.argmin(np.gcd(rows[below, column], top))]
        rows[[done, pivot]] = rows[[pivot, done]]
        rows[done] = rows[done] * _unit(int(rows[done, column]), top) % top
        head = int(rows[done, column])
        times = rows[:, column] // head
        times[done] = 0
        rows = (rows - times[:, None] * rows[done]) % top
        # What a zero divisor in the pivot kills lives on in the columns to come.
        rest = rows[done] * (top // head) % top
        done += 1
        if rest.any():
            rows = np.vstack([rows, rest])
    return [row for row in rows[:done] if row.any()]


def _primes(number: int) -> list[int]:
    """The primes that divide a number.

    >>> _primes(12)
    [2, 3]
    """
    found, divisor = [], 2
    while number > 1:
        if number % divisor == 0:
            found.append(divisor)
            while number % divisor == 0:
                number //= divisor
        divisor += 1
    return found


def _prime_part(number: int, prime: int) -> int:
    part = 1
    while number % (part * prime) == 0:
        part *= prime
    return part
