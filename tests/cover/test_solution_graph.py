"""The solution graph: exact numbers of any size, and answers without searching."""

import random
from collections import Counter

import pytest
from tests.cover.random_covers import packing
from tests.oracles.packings import exact_cover
from tests.oracles.packings.placements import known

from puzzlery.cover.exact_cover import ExactCover, SolutionGraph
from puzzlery.errors import InvalidPuzzle


def dominoes(height: int, width: int) -> ExactCover:
    cells = [(r, c) for c in range(width) for r in range(height)]
    options = [[a, b] for a in cells for b in ((a[0], a[1] + 1), (a[0] + 1, a[1])) if b in cells]
    return ExactCover(options, grid=(cells, ()))


def plain_domino_count(height: int, width: int) -> int:
    """Column by column: how many ways lead to each set of rows that stick out into the next."""
    ways = Counter({frozenset(): 1})
    for _ in range(width):
        after: Counter[frozenset[int]] = Counter()
        for taken, number in ways.items():
            for out in _columns(height, 0, taken, frozenset()):
                after[out] += number
        ways = after
    return ways[frozenset()]


def _columns(height, row, taken, out):
    if row == height:
        yield out
    elif row in taken:
        yield from _columns(height, row + 1, taken, out)
    else:
        yield from _columns(height, row + 1, taken, out | {row})
        if row + 1 < height and row + 1 not in taken:
            yield from _columns(height, row + 2, taken, out)


@pytest.fixture(scope="module")
def iq() -> SolutionGraph:
    packing = known("iq 5x11")
    return ExactCover(packing.options, grid=packing.grid).graph()


@pytest.mark.parametrize(
    ("height", "width", "bits"), [(8, 8, 23), (4, 31, 32), (6, 40, 64), (5, 60, 64), (6, 100, 128)]
)
def test_large_boards_and_large_numbers_are_exact(height, width, bits):
    """Boards of 64 to 600 cells, counts of one to four limbs."""
    graph = dominoes(height, width).graph()
    total = graph.count()
    assert total == plain_domino_count(height, width)
    assert total > 2**bits
    counts = graph.placement_counts()
    assert sum(counts) == total * height * width // 2
    last = graph.kth(total - 1)
    assert len(set(last)) == height * width // 2


def test_the_known_number_of_domino_tilings_of_a_chessboard():
    cover = dominoes(8, 8)
    assert cover.count() == 12_988_816
    assert cover.graph().count() == 12_988_816


@pytest.mark.parametrize(("height", "width"), [(4, 16), (4, 17), (2, 40), (3, 44), (2, 66)])
def test_engines_agree_on_boards_of_one_word_and_more(height, width):
    cover = dominoes(height, width)
    some = random.Random(1).sample(range(len(cover)), 1)
    while cover.count(fixed=some, engine="graph") > 3000:
        free = [o for o, n in enumerate(cover.placement_counts(fixed=some)) if n and o not in some]
        some.append(random.Random(len(some)).choice(free))
    expected = cover.fingerprint(engine="cells", fixed=some)
    assert expected[0] == cover.count(fixed=some, engine="graph") > 0
    for engine in ("links", "masks", "sweep", "graph"):
        assert cover.fingerprint(engine=engine, fixed=some) == expected


def test_answers_agree_with_brute_force():
    rng = random.Random(6)
    for _ in range(200):
        small = packing(rng)
        expected = sorted(
            exact_cover.solutions(small.options, small.primary, small.secondary, small.multiplicity)
        )
        graph = small.cover().graph()
        assert sorted(graph) == expected
        assert sorted(graph.kth(k) for k in range(graph.count())) == expected
        for option in range(len(small.options)):
            with_it = [s for s in expected if option in s]
            assert sorted(graph.given([option])) == with_it
            assert graph.placement_counts()[option] == len(with_it)


def test_every_placement_of_the_iq_set_is_counted(iq):
    assert iq.count() == 4_331_140
    counts = iq.placement_counts()
    packing = known("iq 5x11")
    for item in (*packing.pieces, *packing.cells):
        over = [count for o, count in zip(packing.options, counts, strict=True) if item in o]
        assert sum(over) == 4_331_140


def test_given_placements_are_conditioned_on(iq):
    counts = iq.placement_counts()
    option = max(range(len(counts)), key=counts.__getitem__)
    given = iq.given([option])
    assert given.count() == counts[option]
    after = given.placement_counts()
    assert after[option] == counts[option]
    other = max(o for o, n in enumerate(after) if n and o != option)
    assert given.given([other]).count() == iq.given([option, other]).count() == after[other]


def test_the_kth_solutions_are_those_that_the_walk_finds(iq):
    given = iq.given(iq.kth(123_456)[:5])
    solutions = list(given)
    assert [given.kth(k) for k in range(given.count())] == solutions
    with pytest.raises(InvalidPuzzle, match="numbered from 0"):
        given.kth(given.count())


def test_random_solutions_are_uniform():
    graph = dominoes(4, 4).graph()
    assert graph.count() == 36
    seen = Counter(tuple(graph.random(seed)) for seed in range(3600))
    assert len(seen) == 36
    chi_square = sum((n - 100) ** 2 / 100 for n in seen.values())
    assert chi_square < 80


def test_graphs_without_solutions_answer_too():
    graph = ExactCover([["a", "b"], ["b"]], grid=(["a", "b"], ())).graph(fixed=[1])
    assert graph.count() == 0
    assert graph.random(1) is None
    assert graph.placement_counts() == [0, 0]
    assert list(graph) == []
    solved = ExactCover([["a"], ["b"]]).graph()
    assert solved.given([0]).given([1]).count() == 1
    assert ExactCover([["a"], ["a"]]).graph(fixed=[0]).given([1]).count() == 0
    assert ExactCover([["a"], ["a"]]).graph(fixed=[0, 1]).count() == 0
