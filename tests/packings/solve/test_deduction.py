"""Deduction: grades and tightest items agree with a plain search that keeps sets and lists."""

import random
import re
from collections.abc import Sequence

import pytest
from tests.cover.random_covers import packing as small_packing
from tests.oracles.packings.exact_cover import solutions

from puzzlery.cover.exact_cover import ExactCover
from puzzlery.packings.solve.challenges import LEVEL_WORDS
from puzzlery.packings.solve.deduction import Deduction, Grade, bits, grade


class PlainSearch:
    """A search that takes the item with the fewest options to spare, and counts what it does."""

    def __init__(self, cover: ExactCover, most_nodes: int) -> None:
        self.cover, self.most_nodes = cover, most_nodes
        self.bounds = dict.fromkeys(cover.primary, (1, 1)) | cover.multiplicity
        self.forced = self.nodes = self.guesses = self.solutions = 0

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


@pytest.mark.parametrize(
    ("guesses", "nodes", "level"),
    [(0, 10**6, "easy"), (1, 59, "medium"), (1, 60, "hard"), (9, 599, "hard"), (9, 600, "expert")],
)
def test_levels_rise_with_each_tenfold_growth_of_the_search(guesses, nodes, level):
    assert Grade(0, nodes, guesses, 1, whole=True).level == level


def test_no_option_is_chosen_twice():
    """Two of three options cover the item, in three ways."""
    cover = ExactCover([["a"], ["a"], ["a"]], multiplicity={"a": (2, 2)})
    assert grade(cover).solutions == cover.count() == 3


@pytest.mark.parametrize(
    ("guesses", "nodes", "level", "borders"),
    [
        (0, 10**6, "easy", []),
        (1, 59, "medium", [60]),
        (1, 60, "hard", [60, 599]),
        (1, 599, "hard", [60, 599]),
        (1, 600, "expert", [600]),
    ],
)
def test_levels_mean_what_they_say(guesses: int, nodes: int, level: str, borders: list[int]):
    found = Grade(forced=0, nodes=nodes, guesses=guesses, solutions=1, whole=True)
    assert found.level == level
    said = {str(name): words for name, words in LEVEL_WORDS.items()}[level]
    assert said.startswith("Guesses are needed" if guesses else "No guess is needed")
    assert [int(number) for number in re.findall(r"\d+", said)] == borders
