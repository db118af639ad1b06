"""Exact cover: every engine finds what the definition says, and all find the same."""

import random

import pytest
from tests.cover.random_covers import Small, anything, packing
from tests.oracles.packings import exact_cover
from tests.oracles.packings.placements import known

from puzzlery import _core
from puzzlery.cover.cover_table import residual
from puzzlery.cover.exact_cover import Colored, ExactCover
from puzzlery.cover.solution_graph import blocks
from puzzlery.errors import InvalidPuzzle, TimedOut

ENGINES = ("links", "cells", "masks", "portable masks", "sweep", "graph")


def cover_of(name: str) -> ExactCover:
    packing = known(name)
    return ExactCover(packing.options, symmetries=packing.symmetries, grid=packing.grid)


def plain(small: Small) -> list[list[int]]:
    found = exact_cover.solutions(small.options, small.primary, small.secondary, small.multiplicity)
    return sorted(found)


def by_engine(cover: ExactCover, engine: str) -> list[list[int]] | None:
    """All solutions, or None where the engine does not apply."""
    try:
        if engine != "portable masks":
            return sorted(cover.all(engine=engine))
        rest = residual(cover._table, ())
        assert rest is not None
        job = _core.cover_walk(rest.problem, engine, buffer=1 << 20)
    except (InvalidPuzzle, ValueError):
        return None
    return sorted([o for o in row if o >= 0] for b in blocks(job, rest) for row in b.tolist())


@pytest.mark.parametrize("make", [anything, packing])
def test_every_engine_agrees_with_brute_force(make):
    """2,000 random covers, half of each kind."""
    applied = dict.fromkeys(ENGINES, 0)
    rng = random.Random(4)
    solvable = 0
    for _ in range(1000):
        small = make(rng)
        expected = plain(small)
        solvable += bool(expected)
        cover = small.cover()
        assert cover.count() == len(expected), small
        assert cover.first() in expected if expected else cover.first() is None, small
        assert cover.unique() == (len(expected) == 1)
        for engine in ENGINES:
            found = by_engine(cover, engine)
            if found is not None:
                applied[engine] += 1
                assert found == expected, (engine, small)
    assert solvable > 150
    assert all(number > 50 for number in applied.values()), applied


@pytest.mark.parametrize("make", [anything, packing])
def test_fixed_options_leave_the_solutions_that_have_them(make):
    rng = random.Random(5)
    for _ in range(300):
        small = make(rng)
        cover = small.cover()
        fixed = rng.sample(range(len(small.options)), min(len(small.options), rng.randint(1, 2)))
        expected = [s for s in plain(small) if set(fixed) <= set(s)]
        assert sorted(cover.all(fixed=fixed)) == expected, (small, fixed)
        assert cover.count(fixed=fixed) == len(expected)
        assert cover.first(fixed=fixed) in (expected or [None])
        counts = cover.placement_counts(fixed=fixed)
        assert counts == [sum(o in s for s in expected) for o in range(len(small.options))]


def test_the_seed_example_has_four_solutions():
    """A 2×2 board, one piece of a single cell and one of three: seed 004."""
    cells = [1, 2, 3, 4]
    singles = [["dot", cell] for cell in cells]
    corners = [["corner", *(c for c in cells if c != hole)] for hole in cells]
    cover = ExactCover(singles + corners)
    expected = [[i, 4 + i] for i in range(4)]
    assert all(sorted(cover.all(engine=engine)) == expected for engine in ("links", "cells"))
    assert cover.count() == 4


@pytest.mark.parametrize(
    ("name", "options", "total", "classes"),
    [
        ("pentominoes 6x10", 2056, 9356, 2339),
        ("pentominoes 3x20", 1236, 8, 2),
        ("pentominoes 8x8", 1568, 520, 65),
        ("soma", 688, 11520, 480),
        ("iq 5x11", 2140, 4331140, 1082785),
        ("kanoodle 5x11", 1789, 371020, 92755),
        ("kanoodle pyramid", 1646, 2448, 306),
        pytest.param("iq pyramid", 2004, 26720, 3340, marks=pytest.mark.slow),
        ("pentominoes 5x12", 1936, 4040, 1010),
        ("pentominoes 4x15", 1696, 1472, 368),
    ],
)
def test_known_packings_have_their_known_numbers(name, options, total, classes):
    cover = cover_of(name)
    assert len(cover) == options
    assert cover.count() == total
    assert cover.count(distinct=True) == classes


def test_the_tetrahedron_has_its_placements_and_a_first_solution():
    cover = cover_of("polyhex tetrahedron")
    assert len(cover) == 4224
    solution = cover.first()
    assert solution is not None
    used = [item for option in solution for item in known("polyhex tetrahedron").options[option]]
    assert len(used) == len(set(used)) == 56 + 12


@pytest.mark.parametrize("name", ["soma", "pentominoes 3x20"])
def test_engines_and_threads_find_the_same_set(name):
    cover = cover_of(name)
    expected = cover.fingerprint(engine="masks")
    assert expected[0] == cover.count()
    for engine in ("links", "cells", "sweep", "graph"):
        assert cover.fingerprint(engine=engine) == expected
    for engine in ("links", "cells", "masks", "sweep"):
        assert cover.fingerprint(engine=engine, threads=2) == expected


def test_portable_and_fast_filters_walk_the_same_tree():
    for name in ("soma", "pentominoes 3x20"):
        rest = residual(cover_of(name)._table, ())
        assert rest is not None
        fast = _core.cover_walk(rest.problem, "masks", hashed=True)
        slow = _core.cover_walk(rest.problem, "portable masks", hashed=True)
        while not (fast.run(100) and slow.run(100)):
            pass
        assert (fast.count, fast.nodes, fast.hash) == (slow.count, slow.nodes, slow.hash)


def test_symmetry_spreads_to_every_solution():
    packing = known("soma")
    plain_cover = ExactCover(packing.options, grid=packing.grid)
    expected = {tuple(s) for s in plain_cover.all(engine="masks")}
    spread = [tuple(s) for s in cover_of("soma").all(engine="masks")]
    assert len(spread) == len(expected) == 11520
    assert set(spread) == expected


def dominoes(height: int, width: int, symmetries: bool = True) -> ExactCover:
    cells = [(r, c) for c in range(width) for r in range(height)]
    options = [[a, b] for a in cells for b in ((a[0], a[1] + 1), (a[0] + 1, a[1])) if b in cells]
    number = {frozenset(option): i for i, option in enumerate(options)}
    over = [number[frozenset((height - 1 - r, c) for r, c in option)] for option in options]
    across = [number[frozenset((r, width - 1 - c) for r, c in option)] for option in options]
    return ExactCover(options, symmetries=[over, across] * symmetries, grid=(cells, ()))


@pytest.mark.parametrize(("height", "width"), [(2, 2), (2, 3), (4, 4), (3, 4), (4, 5)])
def test_classes_of_solutions_agree_with_counting_orbits(height, width):
    """Dominoes are all alike, so that a solution can be symmetric without symmetric options."""
    cover = dominoes(height, width)
    classes = set()
    for solution in cover.all(engine="cells"):
        images = [solution]
        for symmetry in cover._group[1:3].tolist():
            images += [[symmetry[o] for o in image] for image in images]
        classes.add(min(tuple(sorted(image)) for image in images))
    assert cover.count(distinct=True) == len(classes)


def test_classes_with_copies_of_a_piece():
    """Two equal pieces that a symmetry exchanges: the cycle covers their item twice."""
    options = [["x", 0], ["x", 1], ["y", 0], ["y", 1]]
    cover = ExactCover(
        options,
        multiplicity={"x": (0, 2), "y": (0, 2)},
        symmetries=[[1, 0, 3, 2]],
        grid=([0, 1], ["x", "y"]),
    )
    assert cover.count() == 4
    assert cover.count(distinct=True) == 3


def queens(size: int) -> ExactCover:
    options, diagonals = [], set()
    for r in range(size):
        for c in range(size):
            options.append([("row", r), ("column", c), ("up", r + c), ("down", r - c)])
            diagonals |= {("up", r + c), ("down", r - c)}
    return ExactCover(options, secondary=diagonals)


def test_queens_on_boards_of_known_numbers():
    assert [queens(n).count() for n in range(4, 10)] == [2, 10, 4, 40, 92, 352]
    for engine in ("links", "cells", "masks"):
        assert queens(8).count(engine=engine) == 92


def test_colors_make_a_word_square():
    """Crossing letters must agree: XCC as in Knuth's word puzzles."""
    words = ["CAR", "AGE", "RED", "CAT"]
    options = [
        [("across", r), *(Colored((r, c), letter) for c, letter in enumerate(word))]
        for word in words
        for r in range(3)
    ] + [
        [("down", c), *(Colored((r, c), letter) for r, letter in enumerate(word))]
        for word in words
        for c in range(3)
    ]
    squares = [(r, c) for r in range(3) for c in range(3)]
    cover = ExactCover(options, secondary=squares)
    assert cover.count(engine="links") == cover.count(engine="cells") == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"options": [["a", "b"]], "primary": ["a"]}, "option 0 names 'b', which is no item"),
        ({"options": [["a", "a"]]}, "option 0 names an item twice"),
        ({"options": [["a"]], "primary": ["a"], "secondary": ["a"]}, "both primary and secondary"),
        ({"options": [[Colored("a", 1)]], "primary": ["a"]}, "only secondary items have colors"),
        ({"options": [["a"]], "multiplicity": {"b": (1, 1)}}, "no primary item"),
        ({"options": [["a"]], "multiplicity": {"a": (2, 1)}}, "covered 2 to 1 times"),
        ({"options": [["a"]], "grid": (["a"], ["a"])}, "the grid names an item twice"),
    ],
)
def test_contradictions_are_refused_with_their_reason(arguments, complaint):
    with pytest.raises(InvalidPuzzle, match=complaint):
        ExactCover(**arguments)


def test_false_symmetries_are_refused():
    options = [["a", "b"], ["c"], ["a"], ["b", "c"]]
    for bad in ([1, 0, 2, 3], [0, 1, 2], [0, 0, 1, 2]):
        with pytest.raises(InvalidPuzzle, match="a symmetry must"):
            ExactCover(options, symmetries=[bad]).count()


def test_unknown_engines_and_options_are_named():
    cover = ExactCover([["a"]])
    with pytest.raises(InvalidPuzzle, match="unknown engine 'magic'; engines are links"):
        cover.count(engine="magic")
    with pytest.raises(InvalidPuzzle, match="fixed option 7; options are 0 to 0"):
        cover.count(fixed=[7])
    with pytest.raises(InvalidPuzzle, match="links cannot hold multiplicities"):
        ExactCover([["a"]], multiplicity={"a": (0, 1)}).count(engine="links")


def test_a_problem_without_items_has_one_solution():
    for engine in ("links", "cells", "masks", "sweep", "graph"):
        assert ExactCover([]).count(engine=engine) == 1
        assert list(ExactCover([]).all(engine=engine)) == [[]]
        assert ExactCover([], primary=["a"]).count(engine=engine) == 0


def test_timeouts_stop_in_time():
    cover = cover_of("polyhex tetrahedron")
    for engine in ("links", "cells", "masks", "sweep", "graph"):
        with pytest.raises(TimedOut, match=r"not finished within"):
            cover.count(engine=engine, timeout=0.1)
    with pytest.raises(TimedOut):
        cover.count(timeout=0.2, threads=2)


def scattered(rng: random.Random, cells: int, pieces: int) -> Small:
    """Options of far-apart cells that cover a board, and pairs of them that trade their cells."""
    board = rng.sample(range(cells), cells)
    size = -(-cells // pieces) if pieces > 24 else 4
    groups = [board[at : at + size] for at in range(0, cells, size)]
    names = [f"piece {i % pieces}" for i in range(len(groups))]
    options: list[list[object]] = [
        [*group, name] for group, name in zip(groups, names, strict=True)
    ]
    for i in range(0, 8, 2):
        one, other = groups[i], groups[i + 1]
        options += [[one[0], *other[1:], names[i]], [other[0], *one[1:], names[i + 1]]]
    used = {name: names.count(name) for name in names}
    bounds: dict[object, tuple[int, int]] = {name: (used[name],) * 2 for name in used}
    return Small(options, [*range(cells), *used], multiplicity=bounds, pieces=[*used])


@pytest.mark.parametrize(("cells", "pieces"), [(64, 5), (60, 12), (60, 30), (130, 40)])
def test_a_sweep_sees_pieces_and_cells_that_do_not_fit_into_its_word(cells, pieces):
    for seed in range(10):
        cover = scattered(random.Random(seed), cells, pieces).cover()
        found = sorted(cover.all(engine="sweep"))
        assert len(found) == 16
        assert found == sorted(cover.all(engine="cells"))
