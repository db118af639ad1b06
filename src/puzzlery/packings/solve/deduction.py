"""Deduction: what follows from a position step by step, and how hard that makes a puzzle."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from puzzlery.cover.cover_table import Item
from puzzlery.cover.exact_cover import ExactCover

# The efforts at which the levels medium, hard and expert begin.
MEDIUM_EFFORT, HARD_EFFORT, EXPERT_EFFORT = 8, 30, 300


@dataclass(frozen=True, slots=True)
class Position:
    """The options that are still possible, as a bit set, and how often each item must be covered.

    >>> Deduction(ExactCover([("a",), ("b",), ("a", "b")])).start()
    Position(possible=7, needs=(1, 1), room=(1, 1), chosen=())
    """

    possible: int
    needs: tuple[int, ...]
    room: tuple[int, ...]
    chosen: tuple[int, ...] = ()


@dataclass(frozen=True)
class OpenItem:
    """An item that must still be covered, and the options that can cover it.

    >>> deduction = Deduction(ExactCover([("a",), ("b",), ("a", "b")]))
    >>> deduction.tightest(deduction.start())
    OpenItem(item='a', options=(0, 2))
    """

    item: Item
    options: tuple[int, ...]


@dataclass(frozen=True)
class Deduction:
    """An exact cover in the form that steps of reasoning need: bit sets of options.

    It knows primary and secondary items and how often an item may be covered, but no colors.

    >>> deduction = Deduction(ExactCover([("a",), ("b",), ("a", "b")]))
    >>> position = deduction.choose(deduction.start(), 2)
    >>> deduction.is_solved(position), position.chosen
    (True, (2,))
    """

    cover: ExactCover

    @cached_property
    def _items(self) -> tuple[Item, ...]:
        return (*self.cover.primary, *self.cover.secondary)

    @cached_property
    def _numbers(self) -> dict[Item, int]:
        return {item: number for number, item in enumerate(self._items)}

    @cached_property
    def _of_option(self) -> list[list[int]]:
        return [[self._numbers[item] for item in option] for option in self.cover.options]

    @cached_property
    def _users(self) -> list[int]:
        """For each item the bit set of the options that hold it."""
        users = [0] * len(self._items)
        for number, items in enumerate(self._of_option):
            for item in items:
                users[item] |= 1 << number
        return users

    def start(self) -> Position:
        """The position in which nothing is chosen yet.

        >>> cover = ExactCover([("a",), ("b",), ("a", "b")])
        >>> bin(Deduction(cover).start().possible)
        '0b111'
        """
        bounds = self.cover.multiplicity
        pairs = [bounds.get(item, (1, 1)) for item in self.cover.primary]
        pairs += [(0, 1)] * len(self.cover.secondary)
        needs, room = tuple(low for low, _ in pairs), tuple(high for _, high in pairs)
        possible = (1 << len(self.cover.options)) - 1
        for users, high in zip(self._users, room, strict=True):
            if high == 0:
                possible &= ~users
        return Position(possible, needs, room)

    def choose(self, position: Position, option: int) -> Position:
        """The position after choosing an option, without the options that conflict with it.

        >>> deduction = Deduction(ExactCover([("a",), ("b",), ("a", "b")]))
        >>> list(bits(deduction.choose(deduction.start(), 0).possible))
        [1]
        """
        needs, room = list(position.needs), list(position.room)
        possible = position.possible & ~(1 << option)
        for item in self._of_option[option]:
            needs[item] -= 1
            room[item] -= 1
            if room[item] == 0:
                possible &= ~self._users[item]
        return Position(possible, tuple(needs), tuple(room), (*position.chosen, option))

    def is_solved(self, position: Position) -> bool:
        return all(need <= 0 for need in position.needs)

    def tightest(self, position: Position) -> OpenItem | None:
        """The item with the fewest options to spare, cells before pieces; None if all are covered.

        >>> deduction = Deduction(ExactCover([("a", "b"), ("a",), ("b", "c")]))
        >>> deduction.tightest(deduction.start())
        OpenItem(item='c', options=(2,))
        """
        best, spare = -1, -1
        for item, need in enumerate(position.needs):
            if need > 0:
                slack = (self._users[item] & position.possible).bit_count() - need
                if best < 0 or slack < spare:
                    best, spare = item, slack
                    if spare < 0:
                        break
        if best < 0:
            return None
        return OpenItem(self._items[best], tuple(bits(self._users[best] & position.possible)))

    def is_forced(self, position: Position, open_item: OpenItem) -> bool:
        """Whether every option of the item must be chosen.

        >>> deduction = Deduction(ExactCover([("a", "b"), ("a",), ("b", "c")]))
        >>> start = deduction.start()
        >>> deduction.is_forced(start, deduction.tightest(start))
        True
        """
        return len(open_item.options) == position.needs[self._numbers[open_item.item]]

    def is_stuck(self, position: Position, open_item: OpenItem) -> bool:
        """Whether the item has too few options left, so that there is no solution from here.

        >>> deduction = Deduction(ExactCover([("a", "b"), ("a",), ("b", "c")]))
        >>> wrong = deduction.choose(deduction.start(), 0)
        >>> open_item = deduction.tightest(wrong)
        >>> open_item.item, deduction.is_stuck(wrong, open_item)
        ('c', True)
        """
        return len(open_item.options) < position.needs[self._numbers[open_item.item]]


def bits(number: int) -> Iterator[int]:
    """The places of the ones in a number, the lowest first.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is for a person who reasons: who takes a forced placement where there is
    one, and else tries all ways at the tightest place.

    `forced` placements follow from the start without any guess. `effort` is how many pieces are
    laid until the board is full, those of wrong tries included, where the ways at each guess are
    tried in any order; None if the search found no solution. `dead_ends` are the positions, over
    all wrong tries, in which some place can no longer be covered. The search looked at `nodes`
    positions; `guesses` of them had more than one way to go on. `whole` tells whether it came to
    its end.

    >>> easy = grade(ExactCover([("a", "b"), ("a",), ("b", "c")]))
    >>> easy.forced, easy.guesses, easy.effort, easy.level
    (2, 0, 2.0, 'easy')
    """

    forced: int
    nodes: int
    guesses: int
    solutions: int
    whole: bool
    dead_ends: int
    effort: float | None

    @property
    def level(self) -> str:
        """The level: easy, medium, hard or expert, by the effort.

        >>> few = Grade(3, nodes=4, guesses=0, solutions=1, whole=True, dead_ends=0, effort=3)
        >>> few.level, replace(few, guesses=90, dead_ends=350, effort=320).level
        ('easy', 'expert')
        """
        if not self.whole or self.effort is None or self.effort >= EXPERT_EFFORT:
            return "expert"
        if self.effort >= HARD_EFFORT:
            return "hard"
        return "easy" if self.effort < MEDIUM_EFFORT else "medium"


def grade(cover: ExactCover, fixed: Sequence[int] = (), *, most_nodes: int = 20_000) -> Grade:
    """Search the tree of a puzzle, and tell how large it is and what is forced.

    >>> from puzzlery.packings.catalog import packing
    >>> grade(packing({"a": "X", "b": "X.\\nXX"}, "2x2").cover)
    Grade(forced=0, nodes=9, guesses=1, solutions=4, whole=True, dead_ends=0, effort=2.0)
    """
    deduction = Deduction(cover)
    position = deduction.start()
    for option in fixed:
        position = deduction.choose(position, option)
    walk = _Walk(deduction, most_nodes)
    found = walk.visit(position)
    return Grade(
        walk.forced,
        walk.nodes,
        walk.guesses,
        walk.solutions,
        walk.nodes < most_nodes,
        walk.dead_ends,
        found.until_solved,
    )


@dataclass(frozen=True, slots=True)
class _Laid:
    """How many pieces are laid to see all that follows, and on the mean until the first solution.

    The second is None if there is no solution.
    """

    in_all: int = 0
    until_solved: float | None = None

    def after_one(self) -> "_Laid":
        until = None if self.until_solved is None else self.until_solved + 1
        return _Laid(self.in_all + 1, until)


def _at_a_guess(ways: Sequence[_Laid]) -> _Laid:
    """The ways at a guess together, tried in any order until one of them is solved.

    Before the first of m ways that are solved, a wrong way is tried with probability 1 / (m + 1).
    """
    right = [way.until_solved for way in ways if way.until_solved is not None]
    wrong = sum(way.in_all for way in ways if way.until_solved is None)
    until = sum(right) / len(right) + wrong / (len(right) + 1) if right else None
    return _Laid(sum(way.in_all for way in ways), until)


class _Walk:
    """A depth-first search that counts."""

    def __init__(self, deduction: Deduction, most_nodes: int) -> None:
        self.deduction, self.most_nodes = deduction, most_nodes
        self.forced = self.nodes = self.guesses = self.solutions = self.dead_ends = 0

    def visit(self, position: Position) -> _Laid:
        if self.nodes >= self.most_nodes:
            return _Laid()
        self.nodes += 1
        tightest = self.deduction.tightest(position)
        if tightest is None:
            self.solutions += 1
            return _Laid(0, 0.0)
        if self.deduction.is_stuck(position, tightest):
            self.dead_ends += 1
            return _Laid()
        if self.deduction.is_forced(position, tightest):
            self.forced += self.guesses == 0
            return self.visit(self.deduction.choose(position, tightest.options[0])).after_one()
        self.guesses += 1
        return _at_a_guess(list(self._ways(position, tightest)))

    def _ways(self, position: Position, tightest: OpenItem) -> Iterator[_Laid]:
        for option in tightest.options:
            yield self.visit(self.deduction.choose(position, option)).after_one()
            # Chosen in one branch, forbidden in those after it: no solution is met twice.
            position = replace(position, possible=position.possible & ~(1 << option))
