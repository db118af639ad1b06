"""BurrTools files written again: what is not understood is kept, what was found is added."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from gzip import compress
from xml.etree.ElementTree import Element, SubElement, tostring

from puzzlery.errors import NotExpressible
from puzzlery.formats.packings.burr_file import BurrFile, BurrProblem
from puzzlery.formats.packings.burr_separations import write_separation
from puzzlery.packings.apart.disassembly import Disassembly
from puzzlery.packings.model.lattice import Cell
from puzzlery.packings.model.packing_solution import PackingSolution


def burr_text(file: BurrFile) -> str:
    """The text of a BurrTools file, with everything that was in it when it was read.

    >>> from puzzlery.formats.packings.xmpuzzle import read_burr
    >>> print(burr_text(read_burr('<puzzle version="2"><mine/></puzzle>')))
    <?xml version="1.0"?>
    <puzzle version="2"><mine /></puzzle>
    """
    return f'<?xml version="1.0"?>\n{tostring(file.root, encoding="unicode")}'


def burr_bytes(file: BurrFile) -> bytes:
    """The bytes of a BurrTools file, compressed by gzip as BurrTools does."""
    return compress(burr_text(file).encode(), mtime=0)


def with_solutions(file: BurrFile, number: int, solutions: Sequence[PackingSolution]) -> BurrFile:
    """The file with these assemblies of a problem stored in place of those that were.

    The problem then counts as solved, with so many assemblies; how they come apart is not said.
    """
    problem = file.problem(number)
    root, stored = _emptied(file, number, len(solutions))
    for place, solution in enumerate(solutions):
        entry = SubElement(stored, "solution", {"asmNum": str(place)} if place else {})
        SubElement(entry, "assembly").text = _assembly(problem, _placed(problem, solution))
    return BurrFile(root, file.source)


def with_disassemblies(
    file: BurrFile, number: int, found: Sequence[Disassembly], assemblies: int
) -> BurrFile:
    """The file with these assemblies of a problem, each with its moves, in place of those stored.

    All must come apart. `assemblies` says how many there are in all; they are numbered in the
    order given here, those that come apart first.
    """
    problem = file.problem(number)
    root, stored = _emptied(file, number, assemblies)
    root.findall("problems/problem")[number].set("solutions", str(len(found)))
    for place, each in enumerate(found):
        numbers = {"asmNum": str(place), "solNum": str(place)} if place else {}
        entry = SubElement(stored, "solution", numbers)
        placed = _placed(problem, each.solution)
        SubElement(entry, "assembly").text = _assembly(problem, placed)
        write_separation(entry, each, problem.grid, _numbered(placed, each.solution))
    return BurrFile(root, file.source)


def _emptied(file: BurrFile, number: int, assemblies: int) -> tuple[Element, Element]:
    """The root of a copy in which the problem is solved, and its list of solutions, still empty."""
    root = deepcopy(file.root)
    element = root.findall("problems/problem")[number]
    for tag in ("assembler", "solutions"):
        for old in element.findall(tag):
            element.remove(old)
    element.set("state", "2")
    element.set("assemblies", str(assemblies))
    element.attrib.pop("solutions", None)
    return root, SubElement(element, "solutions")


# By piece numbers of the file: which placement it is, where its hotspot is, and its turn.
_Placed = Mapping[int, tuple[int, Cell, int]]


def _placed(problem: BurrProblem, solution: PackingSolution) -> _Placed:
    """Where the pieces are; the copies of a shape are numbered as they come in the solution."""
    free: dict[str, list[int]] = {}
    for number, name in enumerate(problem.numbered):
        free.setdefault(name, []).append(number)
    placed: dict[int, tuple[int, Cell, int]] = {}
    for index, placement in enumerate(solution):
        shape = problem.shapes[placement.piece]
        voxels = map(problem.grid.to_voxel, shape.cells)
        found = problem.grid.turn_number(voxels, shape.hotspot, placement.cells)
        if found is None:
            raise NotExpressible(f"{placement} is no placement that BurrTools files can say")
        placed[free[placement.piece].pop(0)] = (index, *found)
    return placed


def _assembly(problem: BurrProblem, placed: _Placed) -> str:
    """For each piece number the place of its hotspot and the number of its turn, x if unused."""
    words = []
    for number in range(len(problem.numbered)):
        if number in placed:
            _, place, turn = placed[number]
            words += [*map(str, place), str(turn)]
        else:
            words.append("x")
    return " ".join(words)


def _numbered(placed: _Placed, solution: PackingSolution) -> list[tuple[int, Cell]]:
    """For each placement of a solution the piece number and the place of the hotspot."""
    by_index = {index: (number, place) for number, (index, place, _) in placed.items()}
    return [by_index[index] for index in range(len(solution))]
