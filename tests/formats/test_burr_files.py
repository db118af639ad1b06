"""BurrTools files on every grid: against what BurrTools counts, and against slow plain search."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.packing_strategies import packings

from puzzlery.errors import NotExpressible
from puzzlery.formats.packings import xmpuzzle
from puzzlery.formats.packings.burr_grids import GRIDS
from puzzlery.formats.packings.burr_writing import burr_bytes, with_solutions
from puzzlery.formats.packings.xmpuzzle import read_burr
from puzzlery.packings.model.lattice import turned

# Small puzzles of our own: the grid, the shapes (the last is to be filled), how often each may be
# used, and what burrTxt 0.7.1 counts for them, up to rotations and reflections.
COUNTED_BY_BURRTOOLS = {
    "bricks": (
        "0",
        [("1 3 1", "###"), ("2 1 1", "##"), ("2 1 1", "##"), ("2 3 3", "+_+_#_____##____##")],
        [(0, 2), (1, 1), (1, 1)], 6,
    ),
    "prisms": (
        "1",
        [("2 1 2", "###_"), ("2 1 1", "##"), ("3 2 1", "_#__##"), ("1 1 1", "#"),
         ("4 2 2", "##___#+_+#___###")],
        [(0, 1), (1, 1), (1, 1), (1, 1)], 14,
    ),
    "spheres": (
        "2",
        [("3 2 3", "#______#___#____#_"), ("1 1 1", "#"), ("3 1 2", "__#_#_"), ("1 1 1", "#"),
         ("4 3 3", "#____________#_+__#____#__#__+__#___")],
        [(0, 1), (1, 1), (1, 1), (1, 1)], 6,
    ),
    "rhombic": (
        "3",
        [("2 3 2", "_____#____#_"), ("3 5 3", f"{'_' * 11}#{'_' * 17}#{'_' * 13}#_"),
         ("3 2 1", "_____#"), ("4 5 3", f"{'_' * 59}#"),
         ("4 5 3", f"______#__#____+{'_' * 13}#_________+{'_' * 18}#_#")],
        [(0, 2), (1, 1), (1, 1), (1, 1)], 2,
    ),
    "tetrahedra": (
        "4",
        [("3 3 3", f"{'_' * 13}#____#_______#"), ("5 2 2", f"__##{'_' * 15}#"),
         ("4 3 3", f"{'_' * 35}#"), ("6 1 3", f"{'_' * 17}#"), ("6 3 1", f"{'_' * 17}#"),
         ("6 3 3", f"__#+{'_' * 13}#_______#__#_______#____#________#+__")],
        [(0, 1), (1, 1), (1, 1), (1, 1), (1, 1)], 24,
    ),
}  # fmt: skip


def burr(kind, shapes, counts, more=""):
    """A file with one problem whose last shape is to be filled."""
    voxels = "".join(
        '<voxel x="{}" y="{}" z="{}" type="0">{}</voxel>'.format(*size.split(), text)
        for size, text in shapes
    )
    parts = "".join(
        f'<shape id="{number}" min="{low}" max="{high}"/>'
        for number, (low, high) in enumerate(counts)
    )
    return (
        f'<puzzle version="2"><gridType type="{kind}"/><colors/><shapes>{voxels}</shapes>'
        f"<problems><problem{more}><shapes>{parts}</shapes>"
        f'<result id="{len(shapes) - 1}"/><bitmap/></problem></problems></puzzle>'
    )


@pytest.mark.parametrize("name", COUNTED_BY_BURRTOOLS)
def test_assemblies_are_as_many_as_burrtools_counts(name):
    *puzzle, counted = COUNTED_BY_BURRTOOLS[name]
    assert xmpuzzle.loads(burr(*puzzle)).count(up_to="reflections") == counted


def test_an_assembly_and_its_mirror_image_of_the_partner_pieces_count_once():
    left, right = ("2 2 2", "##_##___"), ("2 2 2", "###__#__")
    box = ("2 2 3", "############")
    puzzle = xmpuzzle.loads(burr("0", [left, right, box], [(0, 3), (0, 3)]))
    every = list(puzzle.all())
    used = {tuple(sorted(Counter(p.piece for p in each).items())) for each in every}
    mirrored = {tuple(sorted((("S2" if n == "S1" else "S1"), c) for n, c in u)) for u in used}
    assert used == mirrored
    assert puzzle.count(up_to="reflections") <= puzzle.count(up_to="rotations") <= len(every)


@pytest.mark.parametrize("limit", range(4))
def test_a_limit_on_holes_keeps_the_solutions_with_so_few(limit):
    shapes = [("1 1 1", "#"), ("2 1 1", "##"), ("3 2 1", "#++++#")]
    free = xmpuzzle.loads(burr("0", shapes, [(0, 2), (0, 2)]))
    cells = len(free.board)
    wanted = {
        frozenset(each) for each in free.all() if cells - sum(len(p.cells) for p in each) <= limit
    }
    limited = xmpuzzle.loads(burr("0", shapes, [(0, 2), (0, 2)], f' maxHoles="{limit}"'))
    found = list(limited.all())
    assert {frozenset(each) for each in found} == wanted
    assert len(found) == limited.count() == len(wanted)
    assert all(each.is_complete for each in found)
    classes = {min(images(limited, each)) for each in found}
    assert limited.count(up_to="reflections") == len(classes)
    assert len(list(limited.all(distinct=True))) == len(classes)


def images(puzzle, solution):
    """The solution under every symmetry of the board, written from the definition."""
    for move in puzzle.board.symmetries():
        yield tuple(sorted((p.piece, tuple(sorted(move[c] for c in p.cells))) for p in solution))


@settings(max_examples=25, deadline=None)
@given(packings(colors=("",)), st.booleans())
def test_counts_up_to_motions_are_orbits_of_solutions(puzzle, mirrors):
    """Orbits by hand, where each piece may be turned over or is its own mirror image."""
    if any(piece.shape.is_chiral for piece in puzzle.pieces):
        return
    every = [tuple(sorted((p.piece, p.cells) for p in each)) for each in puzzle.all(limit=300)]
    if len(every) == 300:
        return
    board, turns = puzzle.board, puzzle.board.lattice.turns
    turns = turns if mirrors else puzzle.board.lattice.rotations
    cells = sorted(board.cells)
    moves = [
        {a: cells[b] for a, b in zip(cells, row, strict=True)}
        for row in board.symmetry_rows(turns).tolist()
    ]
    least = {
        min(
            tuple(sorted((name, tuple(sorted(move[c] for c in mine))) for name, mine in each))
            for move in moves
        )
        for each in every
    }
    assert puzzle.count(up_to="reflections" if mirrors else "rotations") == len(least)


@pytest.mark.parametrize("kind", GRIDS)
def test_turns_of_a_grid_keep_cells_and_neighbors(kind):
    grid = GRIDS[kind]
    lattice = grid.lattice
    points = product(range(6), repeat=3)
    voxels = [v for v in points if lattice.holds(grid.to_cell(v))]
    assert [grid.to_voxel(grid.to_cell(voxel)) for voxel in voxels] == voxels
    start = voxels[0]
    pair = [
        grid.to_voxel(c) for c in (grid.to_cell(start), lattice.neighbors(grid.to_cell(start))[0])
    ]
    assert grid.turns[0](start) == start
    assert len(grid.turns) == {"1": 12, "2": 120}.get(kind, 24)
    for number in range(len(grid.turns)):
        if any(grid.turns[number](voxel) is None for voxel in pair):
            continue
        images = [grid.placed(pair, start, place, number) for place in voxels]
        legal = [each for each in images if all(map(lattice.holds, each))]
        assert legal
        assert all(other in lattice.neighbors(one) for one, other in legal)


@settings(max_examples=25, deadline=None)
@given(packings(colors=("", "1"), most_pieces=3))
def test_stored_solutions_are_read_back(puzzle):
    try:
        file = read_burr(xmpuzzle.dumps(puzzle))
    except NotExpressible:
        return
    problem = file.problem(0)
    found = list(problem.packing.all(limit=3))
    again = read_burr(burr_bytes(with_solutions(file, 0, found))).problem(0)
    assert [set(s.solution.placements) for s in again.stored] == [set(each) for each in found]
    assert again.assemblies == len(found)
    assert again.packing == problem.packing


KEPT = """<puzzle version="2"><gridType type="0"/><colors/><shapes>
<voxel x="2" y="1" z="1" hx="1" weight="3" name="bar" type="0">##</voxel>
<voxel x="2" y="2" z="1" type="0">####</voxel></shapes>
<problems><problem name="pair" state="2" assemblies="1" solutions="1" time="7">
<shapes><shape id="0" count="2" group="1"/></shapes><result id="1"/><bitmap/>
<solutions><solution solNum="0"><assembly>1 0 0 0 1 1 0 0</assembly>
<separation><pieces count="2">0 1</pieces>
<state><dx count="2">1 1</dx><dy count="2">0 1</dy><dz count="2">0 0</dz></state>
<state><dx count="2">1 20001</dx><dy count="2">0 1</dy><dz count="2">0 0</dz></state>
</separation></solution></solutions></problem></problems>
<comment popup="">Two bars</comment><mine/></puzzle>"""


def test_what_a_file_holds_besides_is_read_and_kept():
    file = read_burr(KEPT)
    assert (file.comment, file.pops_up) == ("Two bars", True)
    for each in (file, read_burr(burr_bytes(file))):
        problem = each.problem(0)
        assert (problem.groups, problem.weights) == ({"bar": {1: 2}}, {"bar": 3})
        assert (problem.state, problem.assemblies, problem.seconds) == ("solved", 1, 7)
        (stored,) = problem.stored
        assert {p.cells for p in stored.solution} == {
            ((0, 0, 0), (0, 0, 1)), ((0, 1, 0), (0, 1, 1)),
        }  # fmt: skip
        assert stored.separation.removed_pieces == (1,)
        assert stored.separation.levels() == (1,)
        assert each.root.find("mine") is not None


def test_bricks_are_numbered_by_quarter_turns():
    """Number 1 is a quarter turn about x, 4 about y, 16 about z."""
    grid = GRIDS["0"]
    found = [grid.turns[number]((1, 2, 3)) for number in (1, 4, 16)]
    matrices = (((1, 0, 0), (0, 0, -1), (0, 1, 0)), ((0, 0, -1), (0, 1, 0), (1, 0, 0)),
                ((0, -1, 0), (1, 0, 0), (0, 0, 1)))  # fmt: skip
    assert found == [turned(matrix, (1, 2, 3)) for matrix in matrices]
