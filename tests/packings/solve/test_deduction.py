"""Deduction: grades and tightest items agree with a plain search that keeps sets and lists."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from tests.cover.random_covers import packing as small_packing
from tests.oracles.packings.exact_cover import solutions

from puzzlery.cover.exact_cover import ExactCover
from puzzlery.packings import packing
from puzzlery.packings.solve.challenges import LEVEL_WORDS
from puzzlery.packings.solve.deduction import Deduction, Grade, bits, grade


class PlainSearch:
    """A search that takes the item with the fewest options to spare, and counts what it does."""

    def __init__(self, cover: ExactCover, most_nodes: int) -> None:
        self.cover, self.most_nodes = cover, most_nodes
        self.bounds = dict.fromkeys(cover.primary, (1, 1)) | cover.multiplicity
        self.forced = self.nodes = self.guesses = self.solutions = self.dead_ends = 0

    def times(self, chosen: Sequence[int], item: object) -> int:
        return sum(item in self.cover.options[option] for option in chosen)

    def possible(self, chosen: Sequence[int], banned: set[int]) -> list[int]:
        """The options that may be added: no item of theirs is covered as often as it may be."""
        return [
            number
            for number, option in enumerate(self.cover.options)
            if number not in chosen
            and number not in banned
            and all(self.times(chosen, i) < self.bounds.get(i, (0, 1))[1] for i in option)
        ]

    def tightest(
        self, chosen: Sequence[int], banned: set[int]
    ) -> tuple[object, list[int], int] | None:
        """An item to be covered, the options for it, and how many of them it needs."""
        needs = {i: low - self.times(chosen, i) for i, (low, _) in self.bounds.items()}
        possible = self.possible(chosen, banned)
        users = {i: [n for n in possible if i in self.cover.options[n]] for i in needs}
        left = [(item, users[item], need) for item, need in needs.items() if need > 0]
        stuck = [entry for entry in left if len(entry[1]) < entry[2]]
        return (stuck or sorted(left, key=lambda entry: len(entry[1]) - entry[2]) or [None])[0]

    def visit(self, chosen: list[int], banned: set[int]) -> None:
        if self.nodes == self.most_nodes:
            return
        self.nodes += 1
        tightest = self.tightest(chosen, banned)
        if tightest is None:
            self.solutions += 1
            return
        _, options, need = tightest
        if len(options) == need:
            self.forced += not self.guesses
            self.visit([*chosen, options[0]], banned)
        elif len(options) > need:
            self.guesses += 1
            for place, option in enumerate(options):
                self.visit([*chosen, option], banned | set(options[:place]))
        else:
            self.dead_ends += 1


@pytest.mark.parametrize("most_nodes", [3, 10_000])
def test_grades_agree_with_a_plain_search(most_nodes):
    rng = random.Random(3)
    for _ in range(300):
        small = small_packing(rng)
        cover = small.cover()
        one = next(solutions(small.options, small.primary, small.secondary, small.multiplicity), [])
        fixed = rng.sample(one, min(len(one), rng.randrange(2)))
        plain = PlainSearch(cover, most_nodes)
        plain.visit(list(fixed), set())
        found = grade(cover, fixed, most_nodes=most_nodes)
        assert (found.forced, found.nodes) == (plain.forced, plain.nodes)
        assert (found.guesses, found.solutions) == (plain.guesses, plain.solutions)
        assert found.dead_ends == plain.dead_ends
        assert found.whole == (plain.nodes < most_nodes)


def test_the_tightest_item_has_the_fewest_options_to_spare():
    rng = random.Random(5)
    for _ in range(300):
        small = small_packing(rng)
        cover = small.cover()
        plain, deduction = PlainSearch(cover, 0), Deduction(cover)
        position, chosen = deduction.start(), []
        for _ in range(4):
            options = plain.possible(chosen, set())
            assert list(bits(position.possible)) == options
            expected, found = plain.tightest(chosen, set()), deduction.tightest(position)
            assert (found is None) == (expected is None) == deduction.is_solved(position)
            if expected is not None:
                item, ways, need = expected
                assert (found.item, list(found.options)) == (item, ways)
                assert deduction.is_forced(position, found) == (len(ways) == need)
                assert deduction.is_stuck(position, found) == (len(ways) < need)
            if not options:
                break
            chosen.append(rng.choice(options))
            position = deduction.choose(position, chosen[-1])
            assert position.chosen == tuple(chosen)


def test_no_option_is_chosen_twice():
    """Two of three options cover the item, in three ways."""
    cover = ExactCover([["a"], ["a"], ["a"]], multiplicity={"a": (2, 2)})
    assert grade(cover).solutions == cover.count() == 3


@pytest.mark.parametrize(
    ("effort", "level", "borders"),
    [
        (7.9, "easy", [8]),
        (8, "medium", [8, 29]),
        (29.9, "medium", [8, 29]),
        (30, "hard", [30, 299]),
        (299.9, "hard", [30, 299]),
        (300, "expert", [300]),
    ],
)
def test_levels_mean_what_they_say(effort: float, level: str, borders: list[int]):
    found = Grade(0, 9, 1, 1, whole=True, dead_ends=2, effort=effort)
    assert found.level == level
    said = {str(name): words for name, words in LEVEL_WORDS.items()}[level]
    assert [int(number) for number in re.findall(r"\d+", said)] == borders
    assert replace(found, whole=False).level == replace(found, effort=None).level == "expert"


def laid(plain: PlainSearch, chosen: list[int], banned: set[int]) -> tuple[int, float | None]:
    """Pieces laid to see all that follows, and on the mean, over all orders, until it is solved."""
    tightest = plain.tightest(chosen, banned)
    if tightest is None:
        return 0, 0.0
    _, options, need = tightest
    if len(options) < need:
        return 0, None
    ways = []
    for place, option in enumerate(options[:1] if len(options) == need else options):
        every, until = laid(plain, [*chosen, option], banned | set(options[:place]))
        ways.append((every + 1, None if until is None else until + 1))
    in_all = sum(every for every, _ in ways)
    if all(until is None for _, until in ways):
        return in_all, None
    orders = list(permutations(ways))
    return in_all, sum(laid_in(order) for order in orders) / len(orders)


def laid_in(order: Sequence[tuple[int, float | None]]) -> float:
    """Pieces laid when ways are tried in this order until one is solved."""
    total = 0.0
    for every, until in order:
        if until is not None:
            return total + until
        total += every
    raise AssertionError("no way is solved")


def test_the_effort_is_the_mean_over_all_orders_of_trying():
    rng = random.Random(11)
    guessed = 0
    for _ in range(300):
        small = small_packing(rng)
        cover = small.cover()
        if len(cover.options) > 7:
            continue
        found = grade(cover)
        _, until = laid(PlainSearch(cover, 10_000), [], set())
        assert found.effort == (None if until is None else pytest.approx(until))
        guessed += found.guesses > 0
    assert guessed > 20


def test_the_effort_grows_with_the_pieces_that_are_left():
    """For one without guesses it is their number; on the mean it rises with each piece more."""
    drawn = {"L": "XXX\nX", "I": "XXXX", "O": "XX\nXX", "S": ".XX\nXX", "J": "XXX\nX"}
    cover = packing(drawn, "4x5").exact_cover(symmetries=False)
    rng = random.Random(2)
    every = rng.sample(list(cover.all()), 6)
    means = []
    for left in range(6):
        found = [
            grade(cover, given) for one in every for given in combinations(one, len(one) - left)
        ]
        for each in found:
            assert each.guesses or each.effort == left
            assert each.effort is not None
            assert each.effort >= left
        means.append(sum(each.effort for each in found) / len(found))
    assert means == sorted(set(means))
