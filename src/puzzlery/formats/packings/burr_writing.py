"""BurrTools files written again: what is not understood is kept, found assemblies are added."""

from collections.abc import Sequence
from copy import deepcopy
from gzip import compress
from xml.etree.ElementTree import SubElement, tostring

from puzzlery.errors import NotExpressible
from puzzlery.formats.packings.burr_file import BurrFile, BurrProblem
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
    root = deepcopy(file.root)
    element = root.findall("problems/problem")[number]
    for tag in ("assembler", "solutions"):
        for old in element.findall(tag):
            element.remove(old)
    element.set("state", "2")
    element.set("assemblies", str(len(solutions)))
    element.attrib.pop("solutions", None)
    stored = SubElement(element, "solutions")
    for place, solution in enumerate(solutions):
        entry = SubElement(stored, "solution", {"asmNum": str(place)} if place else {})
        SubElement(entry, "assembly").text = _assembly(problem, solution)
    return BurrFile(root, file.source)


def _assembly(problem: BurrProblem, solution: PackingSolution) -> str:
    """For each piece number the place of its hotspot and the number of its turn, x if unused."""
    waiting: dict[str, list[str]] = {}
    for placement in solution:
        shape = problem.shapes[placement.piece]
        voxels = map(problem.grid.to_voxel, shape.cells)
        found = problem.grid.turn_number(voxels, shape.hotspot, placement.cells)
        if found is None:
            raise NotExpressible(f"{placement} is no placement that BurrTools files can say")
        place, turn = found
        waiting.setdefault(placement.piece, []).append(" ".join(map(str, (*place, turn))))
    return " ".join((waiting.get(name) or ["x"]).pop(0) for name in problem.numbered)
