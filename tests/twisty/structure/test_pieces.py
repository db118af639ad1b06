"""Pieces: known answers, plain twins, laws, and the witnesses of why stickers are apart."""

import json
import random
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.refinement import cycle_lengths, pieces_by_pairs, pieces_by_words, refined

from puzzlery import Permutation, Puzzle, PuzzleryError, _core, puzzle
from puzzlery.twisty.catalog import entries
from puzzlery.twisty.geometry import cube
from puzzlery.twisty.structure.partition import classes
from puzzlery.twisty.structure.pieces import by_definition, cut_by_cycles, piece_labels
from puzzlery.twisty.structure.separation_bounds import longest_separation, order_sum
from puzzlery.twisty.structure.slots import slot_orbits

COUNTED = json.loads((Path(__file__).parents[2] / "data" / "pieces.json").read_text("utf-8"))
VIEWS = ("stickers", "axes", "core")


def of_moves(moves: list[list[int]], **options) -> Puzzle:
    """The puzzle with nothing but these moves."""
    named = {f"m{k}": Permutation(move).cycles() for k, move in enumerate(moves)}
    return Puzzle.from_cycles(named, ["red"] * len(moves[0]), **options)


def random_moves(rng: random.Random) -> list[list[int]]:
    """A few moves, often with blocks, so that pieces of several stickers come about."""
    degree, sheets = rng.randint(1, 7), rng.choice((1, 1, 2, 3))
    moves = []
    for _ in range(rng.randint(1, 3)):
        base = list(range(degree))
        if rng.random() < 0.5:
            rng.shuffle(base)
        elif degree > 2:
            a, b, c = rng.sample(range(degree), 3)
            base[a], base[b], base[c] = b, c, a
        move = [base[i] + degree * sheet for sheet in range(sheets) for i in range(degree)]
        if rng.random() < 0.6 and len(move) > 2:
            a, b = rng.sample(range(len(move)), 2)
            move[a], move[b] = move[b], move[a]
        moves.append(move)
    return moves


# Known answers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("3x3x3", (26, 23, 21)),
        ("4x4x4", (56, 56, 56)),
        ("5x5x5", (98, 95, 93)),
        ("3x3x1", (9, 9, 9)),
        ("3x3x2", (18, 17, 17)),
        ("supercube 3", (26, 26, 26)),
        ("megaminx", (62, 56, 51)),
        ("gear cube", (38, 35, 33)),
        ("gear cube extreme", (26, 23, 23)),
        ("gear cube ultimate", (34, 31, 31)),
        ("skewb", (14, 14, 14)),
        ("helicopter", (32, 32, 32)),
        ("Square-1", (18, 18, 18)),
        ("Square-2", (26, 26, 26)),
    ],
)
def test_centers_as_stickers_axes_and_core(name, counts):
    subject = puzzle(name)
    assert tuple(len(subject.pieces(centers=view)) for view in VIEWS) == counts


@pytest.mark.parametrize(
    ("name", "alone", "closed", "literal"),
    [
        ("gear cube", 8, 20, 47),
        ("gear cube ultimate", 23, 23, 39),
        ("Square-2", 6, 26, 28),
        ("Hungarian rings", 3, 38, 38),
    ],
)
def test_the_rules_one_by_one(name, alone, closed, literal):
    """The figures of the published definitions of these puzzles, rings aside."""
    subject = puzzle(name)
    for rules, count in (({1}, alone), ({1, 3}, closed), ({3}, closed), ({1, 2, 3}, literal)):
        assert len(subject.pieces(rules, "axes")) == count


def test_moves_alone_find_the_parts_of_cut_solids():
    """Except flipped flat cubies, and centers that only moves of other axes would part."""
    apart = {"1x2x3", "3x3x1", "compy cube", "curvy copter", "master pyramorphix", "starminx"}
    for entry in entries():
        subject = puzzle(entry.name)
        if subject.degree > 800 or subject.cells is None:
            continue
        found = set(classes(by_definition(subject)))
        cells = set(classes(np.array(subject.cells)))
        assert (found == cells) != (entry.name in {*apart, "Redicosahedron with centers"})


def test_a_barrel_of_cuboids_has_its_outer_cubies():
    for a, b, c in ((2, 3, 4), (3, 3, 5), (3, 3, 2)):
        inner = (a - 2) * (b - 2) * (c - 2)
        assert len(puzzle(f"{a}x{b}x{c}").pieces()) == a * b * c - inner


@pytest.mark.parametrize("name", COUNTED)
def test_pieces_counted_from_the_definitions(name):
    """The answers of tests/data/make_pieces.py, which uses nothing of ours."""
    row = COUNTED[name]
    subject = Puzzle.from_cycles(
        row["moves"], ["red"] * len(row["points"]), positions=row["points"], name=name
    )
    assert set(subject.pieces(centers="axes")) == set(classes(np.array(row["pieces"])))
    assert row["counts"] == {
        "rule 1": len(subject.pieces({1}, "axes")),
        "rules 1 and 3": len(subject.pieces({1, 3}, "axes")),
        "rules 1, 2 and 3": len(subject.pieces({1, 2, 3}, "axes")),
        "definition": len(subject.pieces(centers="axes")),
        "definition, turning in place": len(subject.pieces()),
        "bodies": len(subject.pieces(centers="axes", bodies=True)),
    }


# Plain twins -------------------------------------------------------------------------------------


def test_random_groups_agree_with_pairs():
    rng = random.Random(7)
    several = finer = 0
    for _ in range(1500):
        moves = random_moves(rng)
        subject = of_moves(moves)
        found = set(subject.pieces())
        assert found == pieces_by_pairs(len(moves[0]), moves)
        closed = set(subject.pieces({1, 3}))
        assert closed == pieces_by_words(len(moves[0]), moves)
        several += any(len(piece) > 1 for piece in found)
        finer += found != closed
    assert several > 300
    assert finer > 50


def test_the_kernel_agrees_with_rounds_of_refinement():
    rng = random.Random(3)
    for _ in range(300):
        moves = random_moves(rng)
        rows = np.array([cycle_lengths(move) for move in moves])
        arrays = [np.array(move, dtype=np.uint16) for move in moves]
        data = [array.tobytes() for array in arrays]
        start = _core.signatures(len(moves[0]), data, [], True)
        ours = np.frombuffer(_core.refine(start, data), dtype=np.uint16).astype(np.int64)
        assert classes(ours) == classes(refined(rows, arrays))


def chain(slots: int) -> list[Permutation]:
    """Slots of two stickers, swaps of neighbors, and one move that parts the last slot."""
    degree = 2 * slots + 1
    swaps = [[(2 * k, 2 * k + 2), (2 * k + 1, 2 * k + 3)] for k in range(slots - 1)]
    return [
        Permutation.from_cycles(cycles, degree) for cycles in [*swaps, [(degree - 2, degree - 1)]]
    ]


@pytest.mark.parametrize("slots", [3, 200, 2000])
def test_a_long_chain_falls_apart_wholly(slots):
    moves = [move.data for move in chain(slots)]
    degree = 2 * slots + 1
    labels = _core.equal_stabilizers(_core.signatures(degree, moves, [], True), moves)
    assert len(set(np.frombuffer(labels, dtype=np.uint16).tolist())) == degree
    word = _core.separate(_core.signatures(degree, moves, [], True), moves, 0, 1)
    assert word == list(range(1, slots))


def test_refinement_respects_the_labels_that_it_starts_from():
    turn = Permutation.from_cycles([(0, 1, 2, 3)], 5).data
    labels = np.array([7, 3, 7, 3, 3], dtype=np.uint16).tobytes()
    assert np.frombuffer(_core.refine(labels, [turn]), dtype=np.uint16).tolist() == [0, 1, 0, 1, 2]
    assert _core.refine(b"", []) == b""
    assert _core.refine(bytes(8), []) == bytes(8)


@pytest.mark.parametrize(
    "call",
    [
        lambda: _core.refine(bytes(6), [bytes(4)]),
        lambda: _core.refine(bytes(6), [bytes(6)]),
        lambda: _core.refine(bytes(4), [np.array([9, 1], dtype=np.uint16).tobytes()]),
        lambda: _core.signatures(3, [], [np.array([3], dtype=np.uint16).tobytes()], True),
        lambda: _core.separate(bytes(6), [], 0, 3),
        lambda: _core.bring_home_one(3, [], 3, 0),
    ],
)
def test_the_kernel_refuses_what_it_cannot_use(call):
    with pytest.raises(ValueError, match=r"."):
        call()


# Rules, one by one -------------------------------------------------------------------------------


def test_rule_two_depends_on_the_order_of_the_cycles():
    whole = np.zeros(4, dtype=np.int64)
    cycles = [frozenset({0, 1}), frozenset({1, 2})]
    assert classes(cut_by_cycles(whole, cycles)) == [{0, 1}, {2, 3}]
    assert classes(cut_by_cycles(whole, cycles[::-1])) == [{0, 3}, {1, 2}]
    for names in ("ab", "ba"):
        moves = dict(zip(names, ([[0, 1]], [[1, 2]]), strict=True))
        ordered = Puzzle.from_cycles({key: moves[key] for key in sorted(moves)}, ["red"] * 4)
        assert len(ordered.pieces({2})) == 2


def test_rule_two_leaves_pieces_of_two():
    subject = Puzzle.from_cycles({"a": [[0, 1], [2, 3]]}, ["red"] * 4)
    assert subject.pieces({2}) == [{0, 1}, {2, 3}]
    assert Puzzle.from_cycles({"a": [[0]]}, ["red"] * 2).pieces({2}) == [{0, 1}]


def test_a_third_of_a_turn_tears_a_cog_by_rule_two():
    cog = Puzzle.from_cycles({"a": [[0, 2, 4], [1, 3, 5]]}, ["red"] * 6)
    assert len(cog.pieces()) == 1
    assert len(cog.pieces({1, 2})) == 2


def test_a_point_that_turns_in_place_is_a_piece_of_its_own():
    turning = Puzzle.from_cycles({"a": [[0, 1], [2]]}, ["red"] * 4)
    assert turning.pieces() == [{0, 1}, {2}, {3}]
    assert turning.pieces(centers="axes") == [{0, 1}, {2, 3}]
    assert turning.pieces({1}) == [{0, 1}, {2}, {3}]


def test_no_moves_leave_one_piece():
    still = Puzzle.from_cycles({}, ["red"] * 3)
    assert [still.pieces(centers=view) for view in VIEWS] == [[{0, 1, 2}]] * 3


def test_glue_joins_pieces():
    glued = Puzzle.from_cycles({"a": [[0, 1]], "b": [[2, 3]]}, ["red"] * 5, glued=[[1, 2]])
    assert glued.pieces() == [{0, 1, 2, 3}, {4}]
    assert glued.pieces({1}) == [{0, 1, 2, 3}, {4}]
    assert glued.why_apart(0, 3) is None


@pytest.mark.parametrize("rules", [{4}, {0, 1}, set(), "1"])
def test_unknown_rules_are_refused(rules):
    with pytest.raises(PuzzleryError, match="1, 2, 3"):
        cube(2).pieces(rules)


def test_an_unknown_view_of_centers_is_refused():
    with pytest.raises(PuzzleryError, match="axes"):
        cube(2).pieces(centers="axis")


def test_bodies_go_with_the_definition_alone():
    with pytest.raises(PuzzleryError, match="bodies"):
        cube(2).pieces({1}, bodies=True)


# Bodies ------------------------------------------------------------------------------------------


def test_distances_part_what_moves_do_not():
    """Two bars in three slots; the second bar is turned over in the last one."""
    bars = [(0, 0), (0, 1), (1, 0), (1, 1)]
    places = [(*bar, 3 * slot) for slot in range(3) for bar in bars]
    for k in (2, 3):
        places[8 + k] = (places[8 + k][0], 1 - places[8 + k][1], 6)
    moves = {"a": [[k, 4 + k, 8 + k] for k in range(4)]}
    subject = Puzzle.from_cycles(moves, ["red"] * 12, positions=places)
    assert len(subject.pieces()) == 1
    swapped = Puzzle.from_cycles(
        {**moves, "b": [[4 + k, 8 + k] for k in range(4)]}, ["red"] * 12, positions=places
    )
    assert [len(piece) for piece in swapped.pieces()] == [4] * 3
    assert [sorted(body) for body in swapped.pieces(bodies=True)][:2] == [[0, 1], [2, 3]]
    assert len(swapped.pieces(bodies=True)) == 6


def mirrored(subject: Puzzle, labels: np.ndarray) -> list[set[int]]:
    """One piece of each orbit whose stickers moves bring into the order of a mirror image.

    Three stickers and the middle of the puzzle span a solid; a reflection changes the sign of its
    volume, a rotation does not.
    """
    moves = [turn.permutation.array for turn in subject.turns.values()]
    found = []
    for orbit in slot_orbits(labels, moves, 1000):
        places = subject.skin.positions[orbit.oriented_slots.reshape(-1, orbit.width)]
        spokes = places - places.mean(axis=1, keepdims=True)
        volumes = np.linalg.det(spokes[:, :3]) if orbit.width > 3 else np.zeros(1)
        if (volumes * volumes[0] < -1e-9).any():
            found.append(set(orbit.slots[0].tolist()))
    return found


def test_catalogue_pieces_are_rigid_and_never_mirrored():
    for name in ("3x3x3", "megaminx", "gear cube", "skewb", "pyraminx crystal"):
        subject = puzzle(name)
        assert subject.pieces(bodies=True) == subject.pieces()
        assert mirrored(subject, piece_labels(subject)) == []


def test_a_mirrored_piece_is_reported():
    shape = [(0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3)]
    places = [*((x, y, z) for x, y, z in shape), *((9 - x, y, z) for x, y, z in shape)]
    subject = Puzzle.from_cycles(
        {"a": [[k, 4 + k] for k in range(4)], "b": [[8, 9]]},
        ["red"] * 10,
        positions=[*places, (0, 9, 9), (9, 9, 9)],
    )
    # The last three points of the first move's class keep it from being one with its image.
    labels = np.array([0] * 4 + [1] * 4 + [2, 3])
    assert mirrored(subject, labels) == [{0, 1, 2, 3}]


# Why apart ---------------------------------------------------------------------------------------


def moved_by(subject: Puzzle, move, place: int) -> bool:
    return place in subject.turn(move).moving


def assert_shows(subject: Puzzle, p: int, q: int) -> int:
    """The witness does what its rule says; returns its length, 0 for one piece."""
    found = subject.why_apart(p, q)
    if found is None:
        return 0
    *before, last = found.witness.moves()
    way = Permutation.product([subject.turn(move).permutation for move in before], subject.degree)
    at, other = way[p], way[q]
    whole = subject.permutation(found.witness)
    lengths = subject.turn(last).permutation.cycle_lengths
    if found.rule in (1, 3):
        assert moved_by(subject, last, at) != moved_by(subject, last, other)
        assert (found.rule == 1) == (not before)
    elif found.rule == 2:
        assert lengths[at] != lengths[other]
    else:
        assert found.rule == 4
        assert (whole[p] == p) != (whole[q] == q)
    return len(before) + 1


@pytest.mark.parametrize("name", ["3x3x3", "gear cube", "Square-2", "pyraminx", "top spin"])
def test_every_pair_of_a_puzzle_is_one_piece_or_has_a_witness(name):
    subject = puzzle(name)
    together = {pair for piece in subject.pieces() for pair in combinations(sorted(piece), 2)}
    rng = random.Random(1)
    pairs = list(combinations(range(subject.degree), 2))
    for p, q in rng.sample(pairs, 60) + rng.sample(sorted(together), min(8, len(together))):
        assert (assert_shows(subject, p, q) == 0) == ((p, q) in together)


def test_random_groups_have_witnesses_of_every_rule():
    rng, rules = random.Random(11), set()
    for _ in range(120):
        subject = of_moves(random_moves(rng))
        found = subject.pieces()
        for p, q in combinations(range(min(9, subject.degree)), 2):
            together = any({p, q} <= piece for piece in found)
            assert (assert_shows(subject, p, q) == 0) == together
            shown = subject.why_apart(p, q)
            rules.add(shown.rule if shown else None)
    assert rules == {1, 2, 3, 4, None}


def zigzag(length: int) -> Puzzle:
    """Two tracks side by side, along which two moves walk in turn; a third parts their ends."""
    steps = {
        parity: [(k, k + 1) for k in range(length - 1) if k % 2 == parity] for parity in (0, 1)
    }
    tracks = {
        name: [(a + side, b + side) for a, b in steps[parity] for side in (0, length)]
        for name, parity in (("a", 0), ("b", 1))
    }
    moves = {**tracks, "c": [[length - 1, 2 * length]]}
    return Puzzle.from_cycles(moves, ["red"] * (2 * length + 1))


@pytest.mark.parametrize("length", [4, 10, 40, 100])
def test_no_number_of_orders_bounds_the_words_that_are_needed(length):
    """Three moves of order two: the bound by orders would be 3, and `length` moves are needed."""
    subject = zigzag(length)
    found = subject.why_apart(0, length)
    assert len(found.witness) == length
    assert found.rule == 3
    assert assert_shows(subject, 0, length) == length


@settings(max_examples=60)
@given(st.randoms(use_true_random=False))
def test_witnesses_are_shortest(rng):
    """Rounds of refinement count how many moves it takes to part two stickers."""
    moves = random_moves(rng)
    subject = of_moves(moves)
    letters = [*moves, *(list(Permutation(move).inverse) for move in moves)]
    degree = len(moves[0])
    labels = [tuple(cycle_lengths(move)[i] for move in moves) for i in range(degree)]
    pairs = list(combinations(range(min(8, degree)), 2))
    reasons = {pair: subject.why_apart(*pair) for pair in pairs}
    for length in range(1, degree + 2):
        for (p, q), found in reasons.items():
            if found is not None and found.rule != 4:
                assert (len(found.witness) <= length) == (labels[p] != labels[q])
        labels = [(labels[i], *(labels[move[i]] for move in letters)) for i in range(degree)]
        numbers = {label: number for number, label in enumerate(dict.fromkeys(labels))}
        labels = [numbers[label] for label in labels]


def test_turning_in_place_parts_opposite_centers():
    found = cube(3).why_apart(4, 31)
    assert (found.rule, found.text) == (1, "U turns 4 in place and leaves 31 in its place")


def test_centers_that_only_the_solid_parts():
    subject = puzzle("compy cube")
    labels = by_definition(subject)
    p, q = next(
        (p, q)
        for p, q in combinations(range(subject.degree), 2)
        if labels[p] == labels[q] and subject.cells[p] != subject.cells[q]
    )
    assert subject.why_apart(p, q).rule == 0


def test_stickers_out_of_range_are_refused():
    with pytest.raises(PuzzleryError, match="no sticker 24"):
        cube(2).why_apart(0, 24)
    with pytest.raises(PuzzleryError, match="no sticker -1"):
        cube(2).why_apart(-1, 0)


# Laws --------------------------------------------------------------------------------------------


def is_finer(fine: list[frozenset[int]], coarse: list[frozenset[int]]) -> bool:
    return all(any(piece <= other for other in coarse) for piece in fine)


@settings(max_examples=150)
@given(st.randoms(use_true_random=False))
def test_laws(rng):
    moves = random_moves(rng)
    subject = of_moves(moves)
    found = subject.pieces()
    assert [min(piece) for piece in found] == sorted(min(piece) for piece in found)
    assert sorted(i for piece in found for i in piece) == list(range(subject.degree))
    for move in moves:
        assert {frozenset(move[i] for i in piece) for piece in found} == set(found)
    one, closed = subject.pieces({1}), subject.pieces({1, 3})
    assert is_finer(found, closed)
    assert is_finer(closed, one)
    assert subject.pieces({3}) == closed
    assert is_finer(subject.pieces({1, 2}), one)
    assert is_finer(subject.pieces({1, 2, 3}), closed)
    assert is_finer(found, subject.pieces(centers="axes"))


@settings(max_examples=50)
@given(st.randoms(use_true_random=False))
def test_more_moves_never_join_pieces(rng):
    moves = random_moves(rng)
    more = [*moves, rng.sample(range(len(moves[0])), len(moves[0]))]
    assert is_finer(of_moves(more).pieces(), of_moves(moves).pieces())


@settings(max_examples=50)
@given(st.randoms(use_true_random=False))
def test_renaming_stickers_renames_pieces(rng):
    moves = random_moves(rng)
    name = rng.sample(range(len(moves[0])), len(moves[0]))
    renamed = [list(Permutation(move).conjugate(Permutation(name))) for move in moves]
    expected = {frozenset(name[i] for i in piece) for piece in of_moves(moves).pieces()}
    assert set(of_moves(renamed).pieces()) == expected


@pytest.mark.parametrize("length", [4, 10, 40])
def test_no_sum_of_orders_bounds_what_rule_3_needs_but_the_number_of_classes_does(length):
    def steps(first: int) -> list[tuple[int, int]]:
        pairs = [(k, k + 1) for k in range(first, length - 1, 2)]
        return [*pairs, *((a + length, b + length) for a, b in pairs)]

    moves = {"a": steps(0), "b": steps(1), "c": [(length - 1, 2 * length)]}
    zigzag = Puzzle.from_cycles(moves, ["gray"] * (2 * length + 1))
    needed = len(zigzag.why_apart(0, length).witness)
    assert order_sum(zigzag) == 3 < needed == length <= longest_separation(zigzag)


@pytest.mark.parametrize("seed", range(30))
def test_no_two_stickers_need_more_moves_than_the_bound(seed):
    small = of_moves(random_moves(random.Random(seed)))
    for p, q in combinations(range(small.degree), 2):
        found = small.why_apart(p, q)
        if found is not None and found.rule in (1, 3):
            assert len(found.witness) <= longest_separation(small)
