"""Pairs of a reduction: the two sets of slots, the symmetries that keep them, and their table."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Reporter
from puzzlery.groups.blocks import orbits
from puzzlery.solve.reduction.reduction_chain import ReductionChain
from puzzlery.tables.store import Store
from puzzlery.tables.table_key import TableKey

# Distances up to this are kept: on a 4x4x4 a few percent of all pairings are nearer.
REACH = 10
# So many slots come first, which symmetries keep together (see the kernel).
HEAD = 4
VERSION = 1


@dataclass(frozen=True, eq=False)
class PairSlots:
    """Two sets of slots; the slot at `first[i]` and that at `second[i]` belong together.

    >>> from puzzlery.solve.general.priced_layers import priced_layers
    >>> from puzzlery.solve.reduction.reduced_form import reduced_forms
    >>> from puzzlery.solve.reduction.reduction_chain import best_chain
    >>> from puzzlery.twisty.geometry import cube
    >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
    >>> slots = PairSlots(best_chain(form))
    >>> len(slots.first), len(slots.symmetries)
    (12, 8)
    """

    chain: ReductionChain
    reach: int = REACH

    @cached_property
    def first(self) -> tuple[int, ...]:
        """Places of the slots of the first set; those that symmetries keep together come first."""
        places = self.chain.last.pair_orbits[0]
        numbers = {place: k for k, place in enumerate(places)}
        acting = [
            Permutation([numbers[image] for image in images]) for images in self._kept(places)
        ]
        parts = [sorted(orbit) for orbit in orbits(len(places), acting)]
        for count in range(1, HEAD + 1):
            for chosen in combinations(parts, count):
                head = [k for part in chosen for k in part]
                if len(head) == HEAD:
                    rest = [k for k in range(len(places)) if k not in head]
                    return tuple(places[k] for k in (*head, *rest))
        return places

    @cached_property
    def second(self) -> tuple[int, ...]:
        """Places of the slots of the second set, each beside its partner."""
        return tuple(self.chain.form.partner_of(place) for place in self.first)

    @cached_property
    def symmetries(self) -> list[list[int]]:
        """What symmetries of the puzzle do to the first set, as images; the identity first.

        They keep both sets, the first slots together, and the moves of the last phase up to
        rotations of the whole puzzle.
        """
        numbers = {place: k for k, place in enumerate(self.first)}
        head = set(self.first[:HEAD])
        found = {tuple(range(len(numbers)))}
        for images in self._kept(self.first):
            if set(images[:HEAD]) == head:
                found.add(tuple(numbers[image] for image in images))
        return [list(images) for images in sorted(found)]

    def _kept(self, places: Sequence[int]) -> list[list[int]]:
        """Where symmetries that keep this set of slots, and the last phase, carry its places."""
        form, last = self.chain.form, self.chain.last
        keeping = [
            one.rotation
            for one in self.chain.rotations
            if self._images(one.rotation, places) is not None
        ]
        allowed = {move * rotation for move in last.moves for rotation in keeping}
        return [
            images
            for symmetry in (one.stickers for one in form.puzzle.symmetries())
            if (images := self._images(symmetry, places)) is not None
            and all(move.conjugate(symmetry) in allowed for move in last.moves)
        ]

    def _images(self, symmetry: Permutation, places: Sequence[int]) -> list[int] | None:
        """Where a symmetry carries these slots, by their places; None if to other ones."""
        form = self.chain.form
        images = [form.slots[form.pieces[symmetry[place]]] for place in places]
        return images if set(images) == set(places) else None

    def turns(self) -> list[tuple[list[int], list[int]]]:
        """What each move of the last phase does to both sets.

        >>> from puzzlery.solve.general.priced_layers import priced_layers
        >>> from puzzlery.solve.reduction.reduced_form import reduced_forms
        >>> from puzzlery.solve.reduction.reduction_chain import best_chain
        >>> from puzzlery.twisty.geometry import cube
        >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
        >>> len(PairSlots(best_chain(form)).turns())
        17
        """
        sides = [{p: k for k, p in enumerate(side)} for side in (self.first, self.second)]
        return [
            (
                [sides[0][move[place]] for place in self.first],
                [sides[1][move[place]] for place in self.second],
            )
            for move in self.chain.last.moves
        ]

    def partners(self) -> list[int]:
        """For each sticker that stands for a slot the one of its partner; itself for others.

        >>> from puzzlery.solve.general.priced_layers import priced_layers
        >>> from puzzlery.solve.reduction.reduced_form import reduced_forms
        >>> from puzzlery.solve.reduction.reduction_chain import best_chain
        >>> from puzzlery.twisty.geometry import cube
        >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
        >>> partners = PairSlots(best_chain(form)).partners()
        >>> sum(partner != i for i, partner in enumerate(partners))
        24
        """
        found = list(range(self.chain.form.puzzle.degree))
        for one, two in zip(self.first, self.second, strict=True):
            found[one], found[two] = two, one
        return found

    def table(
        self, progress: Reporter | None = None, timeout: Clock | None = None
    ) -> NDArray[np.uint8]:
        """The table of pairings, from the store or built now."""
        return (
            Store.usual()
            .open(
                self._key,
                lambda: _core.PairTableJob(self.symmetries, self.turns(), self.reach),
                progress=progress,
                timeout=timeout,
            )
            .data
        )

    def is_ready(self) -> bool:
        """Whether the store has the table."""
        return Store.usual().find(self._key) is not None

    @cached_property
    def _key(self) -> TableKey:
        moves = " ".join(f"{one.written}{power}" for one, power in self.chain.last.names)
        puzzle = self.chain.form.puzzle
        return TableKey.of(puzzle, "pairs", version=VERSION, moves=moves, reach=self.reach)
