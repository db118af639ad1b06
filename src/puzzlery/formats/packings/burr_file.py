"""BurrTools files as a whole: every problem as a packing, and the solutions stored with it.

    file = read_burr(Path("cage.xmpuzzle").read_bytes())
    problem = file.problem(0)
    problem.packing                            the board, the pieces and how often each is used
    for stored in problem.stored:
        [(p.piece, p.cells) for p in stored.solution]    an assembly: piece ids and board cells

The cells of an assembly are those of `packing.board`. A piece that is used several times comes
several times, each time under its own id. `packing.all()` gives the same kind of solutions, so
`[(p.piece, p.cells) for p in solution]` works for found assemblies as for stored ones.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from xml.etree.ElementTree import Element

from puzzlery.errors import PuzzleryError
from puzzlery.formats.packings.burr_grids import BurrGrid, grid_of_kind
from puzzlery.formats.packings.burr_solutions import StoredSolution, stored_solutions
from puzzlery.formats.packings.burr_voxels import BurrShape, burr_shape, whole
from puzzlery.formats.text_files import faults_in
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.shape import Shape

STATES = ("unsolved", "interrupted", "solved", "unknown")


@dataclass(frozen=True, eq=False)
class BurrProblem:
    """A problem of a file: a packing, and what the file knows besides.

    `groups` tells for a piece id how many copies may end in which group: pieces of one group need
    not come apart. `weights` tells which pieces rest when others move; one is usual. `assemblies`
    and `solutions` are the numbers that the file claims, `seconds` what they took; None if the
    problem is unsolved. `numbered` lists the piece ids by the piece numbers of stored solutions,
    `shapes` are the pieces as the file has them, with hotspots.
    """

    number: int
    name: str
    grid: BurrGrid
    packing: Packing
    groups: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    weights: Mapping[str, int] = field(default_factory=dict)
    state: str = STATES[0]
    assemblies: int | None = None
    solutions: int | None = None
    seconds: int | None = None
    numbered: tuple[str, ...] = ()
    shapes: Mapping[str, BurrShape] = field(default_factory=dict, repr=False)
    read_stored: Callable[[], tuple[StoredSolution, ...]] = field(default=tuple, repr=False)

    @cached_property
    def stored(self) -> tuple[StoredSolution, ...]:
        """The solutions that the file stores, read when they are first asked for."""
        return self.read_stored()

    def __repr__(self) -> str:
        return f"<problem {self.number} {self.name!r}: {len(self.stored)} stored solutions>"


@dataclass(frozen=True, eq=False)
class BurrFile:
    """A BurrTools file: a grid, shapes, and problems made of them.

    >>> from puzzlery.formats.packings.xmpuzzle import dumps, read_burr
    >>> from puzzlery.packings import packing
    >>> file = read_burr(dumps(packing("soma", "3x3x3")))
    >>> file, file.comment, file.problem(0)
    (<burr file: bricks, 1 problem>, 'soma 3x3x3', <problem 0 'soma 3x3x3': 0 stored solutions>)
    """

    root: Element
    source: str = ""

    def __repr__(self) -> str:
        count = len(self)
        return f"<burr file: {self.grid.name}, {count} problem{'s' * (count != 1)}>"

    def __len__(self) -> int:
        return len(self.root.findall("problems/problem"))

    def __iter__(self) -> Iterator[BurrProblem]:
        return (self.problem(number) for number in range(len(self)))

    @property
    def grid(self) -> BurrGrid:
        """The grid of all its shapes."""
        found = self.root.find("gridType")
        with faults_in(self.source):
            return grid_of_kind("0" if found is None else found.get("type", "0"))

    @property
    def comment(self) -> str:
        """What the author says about the puzzle."""
        return (self.root.findtext("comment") or "").strip()

    @property
    def pops_up(self) -> bool:
        """Whether BurrTools shows the comment when the file is opened."""
        found = self.root.find("comment")
        return found is not None and "popup" in found.attrib

    @property
    def names(self) -> list[str]:
        """The names of the problems; one without a name is called by its number."""
        found = self.root.findall("problems/problem")
        return [each.get("name") or f"problem {number}" for number, each in enumerate(found, 1)]

    def problem(self, number: int = 0) -> BurrProblem:
        """The problem of that number, from 0."""
        with faults_in(self.source):
            found = self.root.findall("problems/problem")
            if not 0 <= number < len(found):
                there = f"{len(found)} problems" if len(found) != 1 else "1 problem"
                raise PuzzleryError(f"has {there}; there is no number {number}, counted from 0")
            return _Problem(self.root, self.grid, found[number], self.source).read(number)


class _Problem:
    """A problem while it is read."""

    def __init__(self, root: Element, grid: BurrGrid, element: Element, source: str) -> None:
        self._grid, self._element, self._source = grid, element, source
        self._voxels = root.findall("shapes/voxel")
        self._colored = root.find("colors/color") is not None
        self._parts = element.findall("shapes/shape")
        self._ids = [_shape_number(part, self._voxels) for part in self._parts]
        self._names = part_names(self._ids, shape_names(self._voxels))
        self._counts = [
            _counts(part, name) for part, name in zip(self._parts, self._names, strict=True)
        ]
        used = dict.fromkeys(
            i for i, (_, high) in zip(self._ids, self._counts, strict=True) if high
        )
        names = shape_names(self._voxels)
        self._shapes = {i: burr_shape(self._voxels[i], grid, names[i]) for i in used}

    def read(self, number: int) -> BurrProblem:
        packing = self._packing()
        element = self._element
        state = _small(element, "state") if "state" in element.attrib else 0
        solved = state > 0
        return BurrProblem(
            number,
            element.get("name") or "",
            self._grid,
            packing,
            {name: found for name, part, _ in self._used() if (found := _groups(part, name))},
            {name: weight for name, _, index in self._used()
             if (weight := _weight(self._voxels[index])) != 1},
            STATES[min(state, len(STATES) - 1)],
            _small(element, "assemblies") if solved else None,
            _small(element, "solutions") if solved else None,
            _small(element, "time") if solved else None,
            self._numbered(),
            self._by_name(),
            lambda: self._stored(packing),
        )  # fmt: skip

    def _stored(self, packing: Packing) -> tuple[StoredSolution, ...]:
        with faults_in(self._source):
            numbered, shapes = self._numbered(), self._by_name()
            return stored_solutions(self._element, packing, self._grid, numbered, shapes)

    def _used(self) -> Iterator[tuple[str, Element, int]]:
        """The parts that may be used at all: name, element and shape number."""
        entries = zip(self._names, self._parts, self._ids, self._counts, strict=True)
        return ((name, part, index) for name, part, index, (_, high) in entries if high)

    def _numbered(self) -> tuple[str, ...]:
        counted = zip(self._names, self._counts, strict=True)
        return tuple(name for name, (_, high) in counted for _ in range(high))

    def _by_name(self) -> dict[str, BurrShape]:
        return {name: self._shapes[index] for name, _, index in self._used()}

    def _packing(self) -> Packing:
        board = self._board()
        pieces = tuple(self._pieces())
        if not pieces:
            raise PuzzleryError("the problem uses no piece")
        allows = _allows(self._element) if self._colored else all_pairs(pieces, board)
        name = self._element.get("name") or board.name
        return Packing(pieces, board, name=name, allows=allows, most_holes=self._most_holes(pieces))

    def _board(self) -> Board:
        results = [whole(each, "id") for each in self._element.findall("result")]
        if not results or results[-1] >= len(self._voxels):
            raise PuzzleryError("the problem names no shape to be filled")
        name = shape_names(self._voxels)[results[-1]]
        shape = burr_shape(self._voxels[results[-1]], self._grid, name)
        if not shape.cells:
            raise PuzzleryError(f"the shape to be filled, {name}, is empty")
        return Board(
            self._grid.lattice,
            tuple(shape.cells),
            name,
            frozenset(cell for cell, mark in shape.cells.items() if mark.variable),
            {cell: mark.color for cell, mark in shape.cells.items() if mark.color},
        )

    def _pieces(self) -> Iterator[Piece]:
        entries = zip(self._names, self._ids, self._counts, strict=True)
        for name, index, (low, high) in entries:
            if high:
                yield Piece(name, _piece_shape(self._shapes[index], name, self._grid), low, high)

    def _most_holes(self, pieces: Sequence[Piece]) -> int | None:
        """The limit on empty cells; BurrTools heeds it only where the pieces' volume varies."""
        if "maxHoles" not in self._element.attrib:
            return None
        varies = any(piece.low != piece.high for piece in pieces)
        return whole(self._element, "maxHoles") if varies else None


def shape_names(voxels: Sequence[Element]) -> list[str]:
    """What the shapes are called: by their names where these differ, else S1, S2 and so on.

    >>> shape_names([Element("voxel", name="L"), Element("voxel"), Element("voxel", name="T")])
    ['L', 'S2', 'T']
    """
    given = [(each.get("name") or "").strip() for each in voxels]
    return [
        name if name and given.count(name) == 1 else f"S{number}"
        for number, name in enumerate(given, 1)
    ]


def part_names(ids: Sequence[int], names: Sequence[str]) -> list[str]:
    """The piece ids of the parts of a problem; a shape that is listed again gets a number.

    >>> part_names([1, 0, 1], ["L", "T"])
    ['T', 'L', 'T (2)']
    """
    found = []
    for place, index in enumerate(ids):
        before = list(ids[:place]).count(index)
        found.append(f"{names[index]} ({before + 1})" if before else names[index])
    return found


def _shape_number(part: Element, voxels: Sequence[Element]) -> int:
    index = whole(part, "id")
    if index >= len(voxels):
        raise PuzzleryError(f"the problem uses shape {index}; there are {len(voxels)} shapes")
    return index


def _counts(element: Element, name: str) -> tuple[int, int]:
    if "count" in element.attrib:
        return whole(element, "count"), whole(element, "count")
    if "min" not in element.attrib and "max" not in element.attrib:
        return 1, 1
    low, high = whole(element, "min"), whole(element, "max")
    if low > high:
        raise PuzzleryError(f"shape {name} is used at least {low} and at most {high} times")
    return low, high


def _small(element: Element, key: str) -> int:
    return whole(element, key) if element.get(key) else 0


def _weight(voxel: Element) -> int:
    """BurrTools writes any whole number; below 0 it acts as 0."""
    text = voxel.get("weight", "1")
    return max(0, int(text)) if text.lstrip("+-").isdecimal() and len(text) < 10 else 1


def _groups(part: Element, name: str) -> dict[int, int]:
    """How many copies of a piece may end in each group."""
    found: dict[int, int] = {}
    if part.get("group", "0") != "0":
        found[whole(part, "group")] = _counts(part, name)[1]
    for each in part.findall("group"):
        group = whole(each, "group")
        found[group] = found.get(group, 0) + whole(each, "count")
    return {group: count for group, count in found.items() if group}


def _piece_shape(shape: BurrShape, name: str, grid: BurrGrid) -> Shape:
    if not shape.cells:
        raise PuzzleryError(f"shape {name} is empty, and cannot be a piece")
    if any(mark.variable for mark in shape.cells.values()):
        raise PuzzleryError(f"shape {name} has voxels that may be left out, and cannot be a piece")
    colors = tuple(mark.color for mark in shape.cells.values())
    return Shape(grid.lattice, tuple(shape.cells), colors)


def _allows(problem: Element) -> frozenset[tuple[str, str]]:
    """The pairs of colors: voxels count them from 1, the bitmap counts the same from 0."""
    pairs = problem.findall("bitmap/pair")
    return frozenset((str(whole(p, "piece") + 1), str(whole(p, "result") + 1)) for p in pairs)


def all_pairs(pieces: Sequence[Piece], board: Board) -> frozenset[tuple[str, str]]:
    """Every pair of colors of these pieces and this board: in a file without colors all fit."""
    shades = {shade for piece in pieces for shade in piece.shape.colors}
    return frozenset(product(shades, board.colors.values()))
