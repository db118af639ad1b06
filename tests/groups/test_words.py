"""Words in the generators: they give their element back, and are not absurdly long."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.groups.strategies import groups
from tests.oracles import known_groups as known

from puzzlery._core import ShortWords, StabChain
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import drive
from puzzlery.errors import InvalidPuzzle, TimedOut, UnknownName
from puzzlery.groups import PermGroup
from puzzlery.groups.word_finder import gathered


@settings(max_examples=60)
@given(groups(8), st.integers(0, 99))
def test_words_give_their_element_back(generators, seed):
    group = PermGroup(generators)
    p = group.random(seed)
    assert group.product(group.word(p)) == p


@pytest.mark.parametrize(
    ("make", "longest"),
    [(lambda: known.cube(2), 80), (known.rubik, 250), (lambda: known.MATHIEU_12, 60)],
)
def test_words_are_fairly_short(make, longest):
    group = PermGroup(make())
    for seed in range(10):
        p = group.random(seed)
        word = group.word(p)
        assert group.product(word) == p
        assert len(word) <= longest


@settings(max_examples=60)
@given(groups(8), st.integers(0, 99))
def test_quick_words_give_their_element_back(generators, seed):
    group = PermGroup(generators)
    p = group.random(seed)
    assert group.product(group.word(p, quick=True)) == p


@pytest.mark.parametrize(("make", "longest"), [(known.rubik, 400), (known.megaminx, 1500)])
def test_quick_words_are_found_quickly_and_not_absurdly_long(make, longest):
    group = PermGroup(make())
    for seed in range(3):
        p = group.random(seed)
        start = time.process_time()
        word = group.word(p, quick=True)
        assert time.process_time() - start < 1
        assert group.product(word) == p
        assert len(word) <= longest


@pytest.mark.slow
def test_words_of_a_megaminx():
    group = PermGroup(known.megaminx())
    for seed in range(5):
        p = group.random(seed)
        assert group.product(group.word(p)) == p


def test_words_use_the_names_of_the_generators():
    group = PermGroup(dict(zip("RUF", known.cube(2), strict=True)))
    word = group.word(group.random(2))
    assert {name for name, _ in word} <= set("RUF")
    assert all(-1 <= amount <= 2 for _, amount in word)
    assert group.word(Permutation.identity(24)) == []


def test_the_trivial_group_has_the_empty_word():
    for generators in ([], [Permutation.identity(3)]):
        assert PermGroup(generators, degree=3).word(Permutation.identity(3)) == []


def test_strangers_and_unknown_names_are_refused():
    group = PermGroup({"turn": Permutation([1, 2, 0, 3])})
    with pytest.raises(InvalidPuzzle, match="not an element"):
        group.word(Permutation([1, 0, 2, 3]))
    with pytest.raises(UnknownName, match=r"turm.*did you mean turn"):
        group.product([("turm", 1)])


def test_a_stopped_table_goes_on():
    group = PermGroup(known.rubik())
    with pytest.raises(TimedOut):
        group.word(group.random(1), timeout=0)
    assert group.word(group.random(1))


def test_a_table_that_is_not_filled_gives_no_words():
    data = [p.data for p in known.rubik()]
    kernel = drive(StabChain(48, data, 0))
    with pytest.raises(ValueError, match="not finished"):
        ShortWords(kernel, data, 0).word(data[0])


def test_a_table_keeps_its_chain_alive():
    data = [p.data for p in known.symmetric(6)]
    table = ShortWords(drive(StabChain(6, data, 0)), data, 0)
    assert gathered(drive(table).word(data[1]), [2, 6]) == [(1, 1)]


def test_snapshots_of_tables_say_whose_they_are():
    data = [p.data for p in known.symmetric(6)]
    kernel = drive(StabChain(6, data, 0))
    snapshot = ShortWords(kernel, data, 0).snapshot()
    ShortWords(kernel, data, 0).restore(snapshot)
    with pytest.raises(ValueError, match="another group"):
        ShortWords(kernel, data, 1).restore(snapshot)
    with pytest.raises(ValueError, match="another group"):
        ShortWords(kernel, data, 0, quick=True).restore(snapshot)
