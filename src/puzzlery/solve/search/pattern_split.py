"""Splitting a pattern into coarser ones, each with few looks, that together say the same.

A pattern can be parted by pieces. Those that moves carry into one another are a *family*. Which
slots hold some of them is one coordinate; how they are all turned is another. Where that does not
fit, a coordinate tells of some pieces both where they are and how they are turned.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import factorial, prod

from puzzlery.errors import PuzzleryError
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.search.patterns import ANY, MOST_LOOKS, Labels, Pattern
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.structure.pieces import piece_labels
from puzzlery.twisty.structure.slots import piece_orbits

MOST_ORIENTATIONS = 1_000
Slot = tuple[int, ...]  # the stickers of a piece, in an order
Key = tuple[int, ...]  # the labels of a piece, in that order


@dataclass(frozen=True)
class PieceFamily:
    """Slots that moves carry into one another, each with every order of its stickers.

    >>> PieceFamily("edges", (((0, 1), (1, 0)), ((2, 3), (3, 2)))).ways
    2
    """

    name: str
    slots: tuple[tuple[Slot, ...], ...]

    @property
    def ways(self) -> int:
        """The number of orientations that a piece can have in a slot.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> families(cube, MoveSet.for_search(cube))[0].ways
        3
        """
        return len(self.slots[0])


def families(puzzle: Puzzle, moves: MoveSet) -> list[PieceFamily]:
    """The families of pieces under these moves.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> moves = MoveSet.for_search(cube, moves=["R", "U"])
    >>> [(family.name, len(family.slots), family.ways) for family in families(cube, moves)]
    [('corners', 6, 3), ('edges', 7, 1)]
    """
    orbits = puzzle.orbits()
    orbit_of = {
        sticker: number
        for number, orbit in enumerate(orbits)
        for slot in orbit.slots
        for sticker in slot
    }
    effects = [permutation.array for permutation in moves.permutations]
    found = [
        (orbit_of[int(orbit.slots.min())], orbit)
        for orbit in piece_orbits(piece_labels(puzzle), effects, MOST_ORIENTATIONS)
        if not orbit.is_fixed
    ]
    return [
        PieceFamily(
            orbits[number].name.lower(),
            tuple(_rows(rows) for rows in orbit.oriented_slots.tolist()),
        )
        for number, orbit in sorted(found, key=lambda pair: pair[0])
    ]


def _rows(rows: list[list[int]]) -> tuple[Slot, ...]:
    return tuple(map(tuple, rows))


def parts(puzzle: Puzzle, labels: Labels, moves: MoveSet, most: int) -> list[Pattern]:
    """Patterns of at most about `most` looks that together are the pattern of these labels.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> moves = MoveSet.for_search(cube)
    >>> [part.name for part in parts(cube, cube.solved_colors, moves, 50_000)]
    ['corners turned', 'corners 1-8', 'edges turned', 'edges 1-4', 'edges 5-8', 'edges 9-12']
    """
    found: list[Pattern] = []
    for family in families(puzzle, moves):
        found += FamilySplit(puzzle.degree, family, labels, most).patterns()
    return found


@dataclass(frozen=True)
class LabeledPiece:
    """A piece with its stickers in the order that sorts its labels first, and these labels.

    `alike` is how many of its ways to sit look the same.

    >>> LabeledPiece.of([(0, 1, 2), (1, 2, 0), (2, 0, 1)], (7, 8, 5))
    LabeledPiece(slot=(2, 0, 1), key=(5, 7, 8), alike=1)
    """

    slot: Slot
    key: Key
    alike: int

    @classmethod
    def of(cls, orders: Sequence[Slot], labels: Labels) -> "LabeledPiece":
        keys = [tuple(labels[sticker] for sticker in order) for order in orders]
        first = min(keys)
        return cls(orders[keys.index(first)], first, keys.count(first))

    @property
    def matters(self) -> bool:
        return any(label != ANY for label in self.key)


class FamilySplit:
    """The patterns of one family of pieces, each with at most about `most` looks.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> corners = families(cube, MoveSet.for_search(cube))[0]
    >>> split = FamilySplit(cube.degree, corners, cube.solved_colors, 3000)
    >>> [pattern.name for pattern in split.patterns()]
    ['corners turned', 'corners 1-4', 'corners 5-8']
    """

    def __init__(self, degree: int, family: PieceFamily, labels: Labels, most: int) -> None:
        self.degree, self.family, self.most = degree, family, most
        self.pieces = [LabeledPiece.of(orders, labels) for orders in family.slots]
        self.kinds = list(dict.fromkeys(piece.key for piece in self.pieces if piece.matters))

    def patterns(self) -> Iterator[Pattern]:
        if not self.kinds or self._is_plain():
            return
        apart = self._turns_apart()
        if apart:
            yield self._turned()
        for group in self._groups(turning=not apart):
            if not apart or self._looks(group, turning=False) > 1:
                yield self._placed(group, turning=not apart)

    def _is_plain(self) -> bool:
        """Whether all pieces look the same in every way they can sit."""
        ways = self.family.ways
        return len({piece.key for piece in self.pieces}) == 1 and self.pieces[0].alike == ways

    def _turns_apart(self) -> bool:
        """Whether the turning of all pieces is a coordinate of its own."""
        cared = [piece for piece in self.pieces if piece.matters]
        if self.family.ways == 1 or any(piece.alike > 1 for piece in cared):
            return False
        if self._looks(self.kinds, turning=True) <= self.most:
            return False
        idle = len(self.pieces) - len(cared)
        where = _arrangements(len(self.pieces), [idle, len(cared)])
        # What all pieces but one do decides what the last one does, on most puzzles.
        free = len(cared) - (idle == 0)
        return bool(where * self.family.ways**free <= self.most)

    def _turned(self) -> Pattern:
        labels = [ANY] * self.degree
        for piece in self.pieces:
            for place, sticker in enumerate(piece.slot):
                labels[sticker] = place if piece.matters else ANY
        return Pattern(f"{self.family.name} turned", tuple(labels))

    def _groups(self, *, turning: bool) -> list[list[Key]]:
        """The kinds of pieces, as many together as have few enough looks."""
        groups: list[list[Key]] = []
        for kind in self.kinds:
            if groups and self._looks([*groups[-1], kind], turning=turning) <= self.most:
                groups[-1].append(kind)
            else:
                self._check(kind, turning=turning)
                groups.append([kind])
        if len(groups) > 1 and not turning and self._follows(groups):
            groups.pop()
        return groups

    def _check(self, kind: Key, *, turning: bool) -> None:
        looks = self._looks([kind], turning=turning)
        if looks > MOST_LOOKS:
            count = sum(piece.key == kind for piece in self.pieces)
            raise PuzzleryError(
                f"{count} {self.family.name} that look alike lie in {looks:,} ways, too many to "
                'count out; tell them apart with goal="stickers"'
            )

    def _follows(self, groups: list[list[Key]]) -> bool:
        """Whether the last kind is where it should be once all others are."""
        return len(groups[-1]) == 1 and all(piece.matters for piece in self.pieces)

    def _looks(self, kinds: Sequence[Key], *, turning: bool) -> int:
        chosen = [piece for piece in self.pieces if piece.key in kinds]
        counts = [sum(piece.key == kind for piece in chosen) for kind in kinds]
        where = _arrangements(len(self.pieces), [*counts, len(self.pieces) - len(chosen)])
        if not turning:
            return where
        return where * prod(self.family.ways // piece.alike for piece in chosen)

    def _placed(self, kinds: Sequence[Key], *, turning: bool) -> Pattern:
        labels = [ANY] * self.degree
        width = len(self.pieces[0].slot)
        for piece in self.pieces:
            if piece.key not in kinds:
                continue
            first = kinds.index(piece.key) * width
            for label, sticker in zip(piece.key, piece.slot, strict=True):
                labels[sticker] = first + (piece.key.index(label) if turning else 0)
        return Pattern(self._name(kinds), tuple(labels))

    def _name(self, kinds: Sequence[Key]) -> str:
        numbers = [n for n, piece in enumerate(self.pieces, 1) if piece.key in kinds]
        return f"{self.family.name} {numbers[0]}-{numbers[-1]}"


def _arrangements(total: int, counts: Sequence[int]) -> int:
    """In how many ways things of these counts lie in so many slots."""
    assert sum(counts) == total
    return factorial(total) // prod(factorial(count) for count in counts)


def masked(puzzle: Puzzle, labels: Labels, mask: frozenset[int] | None) -> Labels:
    """The labels of the stickers in the mask; all others become `ANY`.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("2x2x2")
    >>> masked(cube, tuple(range(24)), frozenset({0, 2}))[:4]
    (0, -1, 2, -1)
    """
    if mask is None:
        return labels
    outside = sorted(place for place in mask if not 0 <= place < puzzle.degree)
    if outside:
        raise PuzzleryError(
            f"the mask names place {outside[0]}; {puzzle.name} has 0 … {puzzle.degree - 1}"
        )
    return tuple(label if place in mask else ANY for place, label in enumerate(labels))


def open_patterns(
    puzzle: Puzzle, labels: Labels, mask: frozenset[int], moves: MoveSet
) -> list[Pattern]:
    """Patterns of the families in which several pieces can show what the mask asks for.

    With a mask over one top sticker, any of the four edges with that color may be there.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> found = open_patterns(cube, cube.solved_colors, frozenset({1}), MoveSet.for_search(cube))
    >>> [(pattern.name, len(pattern.fixed)) for pattern in found]
    [('edges that show', 1)]
    """
    cared = masked(puzzle, labels, mask)
    found = []
    for family in families(puzzle, moves):
        if _is_open(family, labels, cared):
            places = {sticker for orders in family.slots for sticker in orders[0]}
            shown = {cared[place] for place in places} - {ANY}
            within = tuple(
                label if place in places and label in shown else ANY
                for place, label in enumerate(labels)
            )
            found.append(Pattern(f"{family.name} that show", within, mask & places))
    return found


def _is_open(family: PieceFamily, labels: Labels, cared: Labels) -> bool:
    """Whether some piece fits where another kind of piece is meant to be."""
    for home in family.slots:
        wanted = [(k, cared[s]) for k, s in enumerate(home[0]) if cared[s] != ANY]
        own = tuple(cared[s] for s in home[0])
        for orders in family.slots if wanted else ():
            for order in orders:
                fits = all(labels[order[k]] == label for k, label in wanted)
                if fits and tuple(cared[s] for s in order) != own:
                    return True
    return False


def without(labels: Labels, patterns: Sequence[Pattern]) -> Labels:
    """The labels, with `ANY` at the places that these patterns fix.

    >>> without((4, 5, 6), [Pattern("first", (4, -1, -1), fixed=frozenset({0}))])
    (-1, 5, 6)
    """
    taken = {place for pattern in patterns for place in pattern.fixed or ()}
    return tuple(ANY if place in taken else label for place, label in enumerate(labels))
