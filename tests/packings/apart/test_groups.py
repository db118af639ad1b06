"""Pieces that may stay together, weights, and prisms: against definitions and BurrTools."""

import random

import pytest
from tests.formats.test_burr_files import burr
from tests.oracles.packings.apart import check_plan, first_separations, may_stay, stuck_parts
from tests.packings.apart.test_apart import assembly, hard_seeds, random_burr

from puzzlery.formats.packings import xmpuzzle
from puzzlery.formats.packings.burr_writing import burr_bytes, with_disassemblies
from puzzlery.formats.packings.xmpuzzle import read_burr
from puzzlery.packings import PackingSolution, Placement
from puzzlery.packings.apart.axes import in_space
from puzzlery.packings.apart.survey import survey
from puzzlery.packings.apart.taking_apart import ApartOptions, AssemblyBatch, disassemble
from puzzlery.packings.model.lattice import CUBIC


def in_xyz(parts):
    return {str(n): frozenset(in_space(CUBIC, c) for c in part) for n, part in enumerate(parts, 1)}


def random_groups(rng, names):
    """For some pieces one or two groups, each taking one or two copies."""
    chosen = [name for name in names if rng.random() < 0.8]
    return {
        name: {group: rng.randint(1, 2) for group in rng.sample([1, 2], rng.randint(1, 2))}
        for name in chosen
    }


def grouped_cases(count):
    """Random burrs in which something stays locked, so that groups matter."""
    found = []
    for seed in range(3000):
        rng = random.Random(seed)
        parts = random_burr(seed)
        if len(parts) >= 3 and len(parts) <= 4 and disassemble(assembly(parts)).verdict == "stuck":
            found.append((parts, random_groups(rng, map(str, range(1, len(parts) + 1)))))
        if len(found) == count:
            return found
    raise AssertionError("too few burrs are stuck")


def test_parts_stay_together_where_their_groups_allow_it():
    verdicts = set()
    for parts, groups in grouped_cases(25):
        found = disassemble(assembly(parts), groups=groups)
        pieces = in_xyz(parts)
        separates = first_separations(list(pieces.values())) is not None
        kinds = {name: name for name in pieces}
        expected = separates and may_stay(stuck_parts(pieces), (kinds, groups))
        assert found.comes_apart == expected
        verdicts.add(expected)
        assert all(len(group) > 1 for group in found.together)
    assert verdicts == {True, False}


def test_copies_of_a_piece_share_their_groups():
    """Two pairs lock; a group has room for one pair only, or for both."""
    ring, bolt = [(0, y, x) for y in range(3) for x in range(3) if (y, x) != (1, 1)], [(0, 1, 1)]
    cap = [(1, y, x) for y in range(3) for x in range(3)]
    floor = [(-1, y, x) for y in range(3) for x in range(3)]
    far = 7

    def locked(shift):
        box = [*cap, *floor, *ring]
        return [(z, y, x + shift) for z, y, x in box], [(z, y, x + shift) for z, y, x in bolt]

    (box, ball), (box2, ball2) = locked(0), locked(far)
    one = assembly([box, ball, box2, ball2])
    names = {"1": "box", "2": "ball", "3": "box", "4": "ball"}
    twins = PackingSolution(
        one.packing, tuple(Placement(names[each.piece], each.cells) for each in one)
    )

    def verdict(boxes, balls):
        groups = {"box": {1: boxes, 2: 1}, "ball": {1: balls, 2: 1}}
        batch = AssemblyBatch.of([twins], ApartOptions(groups=groups))
        batch.run()
        return batch.verdicts()[0]

    assert verdict(1, 1) == "apart"  # a pair in each of two groups
    assert verdict(2, 2) == "apart"
    assert verdict(0, 1) == "stuck"  # only one box may be in any group


def test_the_heaviest_piece_rests():
    moved = set()
    for seed in range(200, 260):
        parts = random_burr(seed)
        rng = random.Random(seed)
        weights = {str(n): rng.choice([1, 5, 9]) for n in range(1, len(parts) + 1)}
        found = disassemble(assembly(parts), weights=weights)
        if not found.comes_apart or not found.root:
            continue
        check_plan({int(n) - 1: cells for n, cells in in_xyz(parts).items()}, found.root)
        for parting, slide in found.slides():
            heavy = [weights[str(n + 1)] for n in slide.pieces]
            rest = [weights[str(n + 1)] for n in parting.pieces if n not in slide.pieces]
            assert max(heavy) <= max(rest)
            moved.add(2 * len(slide.pieces) > len(parting.pieces))
    assert moved == {True, False}  # the weights have turned some moves round


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_moves_are_written_into_files_and_read_back(seed):
    parts = random_burr(hard_seeds(range(100, 700), 3)[seed])
    file = read_burr(xmpuzzle.dumps(assembly(parts).packing))
    problem = file.problem(0)
    found = survey(problem.packing).found
    if not found:
        pytest.skip("the pieces of this one fit in other ways only")
    again = read_burr(burr_bytes(with_disassemblies(file, 0, found, 7))).problem(0)
    assert (again.assemblies, again.solutions, again.state) == (7, len(found), "solved")
    for each, stored in zip(found, again.stored, strict=True):
        assert set(stored.solution.placements) == set(each.solution.placements)
        plan = stored.separation
        assert sum(plan.levels()) == each.moves
        assert plan.moves == each.levels[0]
        check_states(plan, stored)


def check_states(plan, stored):
    """In each state no two pieces share a cell; between states one set moves one way."""
    cells = {
        number: frozenset(cell[::-1] for cell in placement.cells)
        for number, placement in zip(stored.copies, stored.solution, strict=True)
    }
    start = dict(zip(plan.pieces, plan.states[0], strict=True))
    offsets = {n: [tuple(a - b for a, b in zip(c, start[n], strict=True)) for c in cells[n]]
               for n in plan.pieces}  # fmt: skip
    for state in plan.states:
        taken = [
            tuple(a + b for a, b in zip(cell, place, strict=True))
            for n, place in zip(plan.pieces, state, strict=True)
            for cell in offsets[n]
        ]
        assert len(set(taken)) == len(taken)
    for before, after in zip(plan.states, plan.states[1:], strict=False):
        ways = {
            tuple(b - a for a, b in zip(p, q, strict=True))
            for p, q in zip(before, after, strict=True)
        }
        ways.discard((0, 0, 0))
        assert len(ways) == 1
        assert sum(part != 0 for part in next(iter(ways))) == 1


# Small puzzles of prisms, and what burrTxt 0.7.1 prints for them: assemblies and levels.
PRISMS = [
    (
        [
            ("4 2 3", "______#_#_____#____#_#__"),
            ("4 2 3", "_#_#_______#___#__#_____"),
            ("4 2 3", "__#_##___#__________#_#_"),
            ("4 2 3", "_######_##_#__##__#####_"),
        ],
        1,
        {"2": 1},
    ),
    (
        [
            ("5 3 3", "#____________#___#___##_________#_##___##___#"),
            ("5 3 3", "_____#______#_#_#_#______#____#____________#_"),
            ("5 3 3", "______#_____________#__________#__________#__"),
            ("5 3 3", "#____##_____###_###_###__#____###_##___##_###"),
        ],
        1,
        {"3": 1},
    ),
    (
        [
            ("5 2 2", "____#____##_______#_"),
            ("5 2 2", "_______#____#__#____"),
            ("5 2 2", "_##___#_____________"),
            ("5 2 2", "________#____##_#___"),
            ("5 2 2", "___#_#_____#_____#_#"),
            ("5 2 2", "_###################"),
        ],
        2,
        {},
    ),
]


@pytest.mark.parametrize(("shapes", "assemblies", "levels"), PRISMS)
def test_prisms_come_apart_as_in_burrtools(shapes, assemblies, levels):
    counts = [(1, 1)] * (len(shapes) - 1)
    found = survey(xmpuzzle.loads(burr("1", shapes, counts)))
    assert (found.assemblies, dict(found.levels)) == (assemblies, levels)
