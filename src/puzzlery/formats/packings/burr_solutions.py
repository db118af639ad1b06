"""Solutions stored in BurrTools files: assemblies, and how they were taken apart."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from puzzlery.errors import PuzzleryError
from puzzlery.formats.packings.burr_grids import BurrGrid
from puzzlery.formats.packings.burr_voxels import BurrShape, whole
from puzzlery.packings.model.lattice import Cell
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.packing_solution import PackingSolution
from puzzlery.packings.model.placement import Placement

# A piece that is told to be farther away than that has been removed.
FAR_AWAY = 10_000


@dataclass(frozen=True, slots=True)
class StoredSeparation:
    """How some pieces are taken apart into two groups, each of which may be separated further.

    `pieces` are the numbers of the pieces in the file. Each of the `states` says where the hotspots
    of these pieces are, in voxels; one move leads from a state to the next. In the last state, the
    pieces that are removed are far away.
    """

    pieces: tuple[int, ...]
    states: tuple[tuple[Cell, ...], ...]
    left: "StoredSeparation | None" = None
    removed: "StoredSeparation | None" = None

    @property
    def moves(self) -> int:
        """The number of moves until the pieces are two groups.

        >>> StoredSeparation((0, 1), (((0, 0, 0), (1, 0, 0)), ((0, 0, 0), (20001, 0, 0)))).moves
        1
        """
        return len(self.states) - 1

    @property
    def removed_pieces(self) -> tuple[int, ...]:
        """The numbers of the pieces that leave the others.

        >>> states = (((0, 0, 0), (1, 0, 0)), ((0, 0, 0), (20001, 0, 0)))
        >>> StoredSeparation((0, 1), states).removed_pieces
        (1,)
        """
        last = zip(self.pieces, self.states[-1], strict=True)
        return tuple(piece for piece, place in last if max(map(abs, place)) > FAR_AWAY)

    def levels(self) -> tuple[int, ...]:
        """The moves of each separation, those of the pieces left before those of the removed.

        >>> apart = StoredSeparation((0, 1), (((0, 0, 0), (1, 0, 0)), ((0, 0, 0), (20001, 0, 0))))
        >>> apart.levels()
        (1,)
        """
        inner = (part.levels() for part in (self.left, self.removed) if part is not None)
        return (self.moves, *(level for levels in inner for level in levels))


@dataclass(frozen=True, slots=True)
class StoredSolution:
    """An assembly of a file: where the pieces are, its number among all, and how it comes apart.

    `copies` tells for each placement the piece number in the file.
    """

    solution: PackingSolution
    copies: tuple[int, ...]
    number: int = 0
    separation: StoredSeparation | None = None


def stored_solutions(
    problem: Element,
    packing: Packing,
    grid: BurrGrid,
    numbered: Sequence[str],
    shapes: Mapping[str, BurrShape],
) -> tuple[StoredSolution, ...]:
    """The solutions that a problem element stores; `numbered` are its piece ids by number."""
    reader = _SolutionReader(packing, grid, numbered, shapes)
    return tuple(reader.read(each) for each in problem.findall("solutions/solution"))


@dataclass(frozen=True, slots=True)
class _SolutionReader:
    packing: Packing
    grid: BurrGrid
    numbered: Sequence[str]
    shapes: Mapping[str, BurrShape]

    def read(self, element: Element) -> StoredSolution:
        found = dict(self._placed((element.findtext("assembly") or "").split()))
        apart = element.find("separation")
        return StoredSolution(
            PackingSolution(self.packing, tuple(found.values())),
            tuple(found),
            whole(element, "asmNum") if element.get("asmNum") else 0,
            None if apart is None else read_separation(apart, tuple(found)),
        )

    def _placed(self, words: Sequence[str]) -> Iterator[tuple[int, Placement]]:
        """The placements by piece number: four numbers each, or the letter x for an unused one."""
        place = 0
        for number, name in enumerate(self.numbered):
            if words[place : place + 1] == ["x"]:
                place += 1
                continue
            fields = _numbers(words[place : place + 4])
            if len(fields) < 4:
                raise PuzzleryError(f"a stored assembly does not say where piece {number} is")
            place += 4
            yield number, self._placement(name, fields)
        if place < len(words):
            raise PuzzleryError(
                f"a stored assembly has more than the {len(self.numbered)} pieces there are"
            )

    def _placement(self, name: str, fields: Sequence[int]) -> Placement:
        shape = self.shapes[name]
        *place, turn = fields
        voxels = map(self.grid.to_voxel, shape.cells)
        return Placement(name, self.grid.placed(voxels, shape.hotspot, tuple(place), turn))


def _numbers(words: Sequence[str]) -> list[int]:
    for word in words:
        if not word.lstrip("-").isdecimal() or len(word) > 9:
            raise PuzzleryError(f'a stored solution has "{word}" where a number is expected')
    return [int(word) for word in words]


def read_separation(element: Element, pieces: Sequence[int]) -> StoredSeparation:
    """The separation that an element tells; `pieces` are used where it does not name its own."""
    mine = tuple(_numbers((element.findtext("pieces") or "").split())) or tuple(pieces)
    states = tuple(_state(each, len(mine)) for each in element.findall("state"))
    if not states:
        raise PuzzleryError("a stored separation has no state")
    parts = {each.get("type"): read_separation(each, ()) for each in element.findall("separation")}
    return StoredSeparation(mine, states, parts.get("left"), parts.get("removed"))


def _state(element: Element, count: int) -> tuple[Cell, ...]:
    axes = [_numbers((element.findtext(axis) or "").split()) for axis in ("dx", "dy", "dz")]
    if any(len(axis) != count for axis in axes):
        raise PuzzleryError(f"a state of a stored separation does not place its {count} pieces")
    return tuple(zip(*axes, strict=True))
