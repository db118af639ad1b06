"""Solution files: all solutions of a packing in little room, to page through and to filter.

A file begins with a line that names the format and a line of JSON with the packing. Then follow
records of equal length, one a solution: the numbers of its placements, in the order of the
packing's options, as unsigned integers of two or four bytes (little endian), filled up with the
largest number. So the k-th solution is found at once, and a filter reads quickly.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.files import replacing
from puzzlery.cover.solution_classes import Block, are_least, image_table
from puzzlery.errors import FileFault
from puzzlery.formats.packings import packing_json
from puzzlery.formats.text_files import Pathlike
from puzzlery.packings.model.lattice import Cell
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.packing_solution import PackingSolution

MAGIC = b"puzzlery solutions 1\n"
# Solutions that are filtered at a time: some megabytes of records.
_SOLUTIONS_PER_BATCH = 1 << 14
# Bytes of JSON; a board of 20,000 cells takes about a megabyte.
_LONGEST_HEADER = 16 * 2**20


def write_solutions(path: Pathlike, packing: Packing, blocks: Iterable[Block]) -> int:
    """Write solutions, given as rows of option numbers; returns how many there were.

    They are written as they come, under another name that is changed at the end.

    >>> import tempfile
    >>> from puzzlery.packings import packing
    >>> bars = packing({"a": "X", "b": "XX"}, "3x1")
    >>> blocks = [np.array(list(bars.cover.all()))]
    >>> write_solutions(Path(tempfile.mkdtemp()) / "bars.solutions", bars, blocks)
    2
    """
    with replacing(Path(path)) as file:
        return _write(file, packing, blocks)


def _write(file: BinaryIO, packing: Packing, blocks: Iterable[Block]) -> int:
    width, kind = max(1, _width(packing)), _kind(packing)
    header = {"width": width, "options": len(packing.options()), **packing_json.to_data(packing)}
    file.write(MAGIC + json.dumps(header, ensure_ascii=False).encode() + b"\n")
    count = 0
    for block in blocks:
        records = np.full((len(block), width), np.iinfo(kind).max, dtype=kind)
        # A row that is filled up begins with -1, which as an unsigned number is the filler.
        records[:, : block.shape[1]] = block.astype(kind)
        file.write(records.tobytes())
        count += len(block)
    return count


def _width(packing: Packing) -> int:
    """The largest number of placements that a solution can have."""
    room = len(packing.board)
    return min(room, sum(max(piece.low, piece.most(room)) for piece in packing.pieces))


def _kind(packing: Packing) -> "np.dtype[Any]":
    return np.dtype("<u2" if len(packing.options()) < 0xFFFF else "<u4")


@dataclass(frozen=True, eq=False)
class SolutionFile:
    """A file of solutions; each one is read from the disk when it is needed.

    >>> import tempfile
    >>> from puzzlery.packings import packing
    >>> bars, path = packing({"a": "X", "b": "XX"}, "3x1"), Path(tempfile.mkdtemp()) / "bars"
    >>> _ = write_solutions(path, bars, [np.array(list(bars.cover.all()))])
    >>> found = SolutionFile.open(path)
    >>> len(found), found[0].is_complete
    (2, True)
    """

    packing: Packing
    records: NDArray[Any]

    @classmethod
    def open(cls, path: Pathlike) -> "SolutionFile":
        """The solutions in a file; an error if it is no solution file.

        >>> import tempfile
        >>> path = Path(tempfile.mkdtemp()) / "notes.txt"
        >>> _ = path.write_text("no solutions")
        >>> SolutionFile.open(path)
        Traceback (most recent call last):
            ...
        puzzlery.errors.FileFault: ...notes.txt, line 1: is not a file of solutions
        """
        source = str(path)
        try:
            with Path(path).open("rb") as file:
                magic = file.readline(len(MAGIC))
                header = file.readline(_LONGEST_HEADER)
                start = file.tell()
        except OSError as fault:
            reason = f"cannot be read: {fault.strerror or fault}"
            raise FileFault(reason, source=source) from fault
        if magic != MAGIC or not header.endswith(b"\n"):
            raise FileFault("is not a file of solutions", source=source, line=1)
        packing, width = _packing(header, source)
        return cls(packing, _mapped(path, start, width, packing, source))

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, number: int) -> PackingSolution:
        options = self.packing.options()
        chosen = [int(n) for n in self.records[number] if n < len(options)]
        return PackingSolution(self.packing, tuple(options[n] for n in chosen))

    def matching(
        self, *, piece: str | None = None, cell: Cell | None = None, distinct: bool = False
    ) -> Iterator[int]:
        """The numbers of the solutions with this piece on this cell.

        With `distinct`, only one of each set of symmetric images is kept: the first.

        >>> import tempfile
        >>> from puzzlery.packings import packing
        >>> bars, path = packing({"a": "X", "b": "XX"}, "3x1"), Path(tempfile.mkdtemp()) / "bars"
        >>> _ = write_solutions(path, bars, [np.array(list(bars.cover.all()))])
        >>> found = SolutionFile.open(path)
        >>> len(list(found.matching(piece="a", cell=(0, 0))))
        1
        >>> len(list(found.matching(distinct=True)))
        1
        """
        wanted = self._wanted(piece, cell)
        table = image_table(self.packing.symmetries, len(self.packing.options()))
        for start in range(0, len(self), _SOLUTIONS_PER_BATCH):
            block = np.asarray(self.records[start : start + _SOLUTIONS_PER_BATCH], dtype=np.int64)
            kept = np.isin(block, wanted).any(axis=1)
            if distinct:
                block = np.where(block < len(self.packing.options()), block, -1)
                kept &= are_least(block, table)
            yield from (start + np.flatnonzero(kept)).tolist()

    def _wanted(self, piece: str | None, cell: Cell | None) -> NDArray[Any]:
        return np.array(
            [
                number
                for number, option in enumerate(self.packing.options())
                if (piece is None or self.packing.label(option) == piece)
                and (cell is None or cell in option.cells)
            ],
            dtype=np.int64,
        )


def _packing(header: bytes, source: str) -> tuple[Packing, int]:
    try:
        data = json.loads(header)
        width, count = int(data.pop("width")), int(data.pop("options"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise FileFault("has a heading that cannot be read", source=source, line=2) from fault
    packing = packing_json.loads(json.dumps(data), source)
    if count != len(packing.options()) or width != max(1, _width(packing)):
        raise FileFault("has a heading that does not fit its packing", source=source, line=2)
    return packing, width


def _mapped(path: Pathlike, start: int, width: int, packing: Packing, source: str) -> NDArray[Any]:
    kind = _kind(packing)
    size = Path(path).stat().st_size - start
    if size % (width * kind.itemsize):
        raise FileFault("ends within a solution: it is cut off", source=source)
    if size == 0:
        return np.zeros((0, width), dtype=kind)
    return np.memmap(path, dtype=kind, mode="r", offset=start).reshape(-1, width)
