"""Taking apart: solutions go to the kernel of cpp/apart, alone or many at a time."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.core.progress import Clock, Reporter, SnapshotKeeper, drive
from puzzlery.errors import NotExpressible, TimedOut
from puzzlery.packings.apart.axes import Vector, in_space, kind_of, sliding_axes
from puzzlery.packings.apart.disassembly import (
    APART,
    STUCK,
    UNKNOWN,
    Disassembly,
    Parting,
    Verdict,
    read_tree,
)
from puzzlery.packings.model.lattice import Lattice
from puzzlery.packings.model.packing_solution import PackingSolution
from puzzlery.packings.model.placement import Placement

Rows = NDArray[np.int32]
_VERDICTS: tuple[Verdict, ...] = (UNKNOWN, APART, STUCK, UNKNOWN)
# A search that reaches so many bytes gives up, and its verdict is "unknown".
MOST_BYTES = 2 << 30


@dataclass(frozen=True, slots=True)
class ApartOptions:
    """What a search may use, and whether it shall find the moves or only the verdict.

    `states` bounds the arrangements that are looked at for one assembly; None sets no bound.
    `groups` tells for a piece in which groups how many copies of it may end: a part whose pieces
    are of one group need not come apart. Of two sets that move apart, the one with the piece of
    greatest weight rests; `weights` tells those that are not 1.
    """

    only_decide: bool = False
    states: int | None = None
    most_bytes: int = MOST_BYTES
    threads: int = 1
    groups: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    weights: Mapping[str, int] = field(default_factory=dict)


class _Bodies:
    """Placements as bodies, equal up to translation, and where each of them stands."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self._numbers: dict[tuple[tuple[Vector, int], ...], int] = {}

    def place(self, placement: Placement) -> tuple[int, Vector]:
        kinds = [kind_of(self._lattice, cell) for cell in placement.cells]
        cells = [in_space(self._lattice, cell) for cell in placement.cells]
        a, b, c = cells[0]
        body = tuple(
            ((x - a, y - b, z - c), kind) for (x, y, z), kind in zip(cells, kinds, strict=True)
        )
        return self._numbers.setdefault(body, len(self._numbers)), (a, b, c)

    def movement(self) -> _core.Movement:
        bodies = [_cells_and_kinds(body) for body in self._numbers]
        axes = [
            (_bytes(axis.step), [_cells_and_kinds(swept) for swept in axis.swept])
            for axis in sliding_axes(self._lattice)
        ]
        return _core.Movement(bodies, axes)


def _cells_and_kinds(cells: Sequence[tuple[Vector, int]]) -> tuple[bytes, bytes]:
    return _bytes([at for at, _ in cells]), _bytes([kind for _, kind in cells])


def _bytes(numbers: Iterable[int] | Iterable[Vector]) -> bytes:
    return np.array(list(numbers), dtype=np.int32).tobytes()


class AssemblyBatch:
    """Assemblies of one lattice, given as rows of numbers of placements, to be taken apart.

    >>> from puzzlery.packings import packing
    >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
    >>> batch = AssemblyBatch.of(puzzle.all())
    >>> batch.run()
    >>> batch.verdicts()
    ['apart', 'apart', 'apart', 'apart']
    """

    def __init__(
        self,
        lattice: Lattice,
        placement: Callable[[int], Placement],
        rows: Rows,
        options: ApartOptions = ApartOptions(),
    ) -> None:
        used = np.flatnonzero(np.bincount(rows.ravel() + 1)[1:])
        number = np.full(used.max(initial=0) + 2, -1, dtype=np.int32)
        number[used] = np.arange(len(used))  # the last entry is what -1 leads to
        packed = number[rows]
        bodies = _Bodies(lattice)
        chosen = [placement(number) for number in used.tolist()]
        placed = [bodies.place(each) for each in chosen]
        kinds = {piece: kind for kind, piece in enumerate(options.groups)}
        try:
            self._movement = bodies.movement()
            self.job = _core.ApartJob(
                self._movement,
                _bytes([body for body, _ in placed]),
                _bytes([at for _, at in placed]),
                _bytes([kinds.get(each.piece, -1) for each in chosen]),
                _bytes([options.weights.get(each.piece, 1) for each in chosen]),
                packed.tobytes(),
                max(1, rows.shape[1]),
                [list(shares.items()) for shares in options.groups.values()],
                options.only_decide,
                options.states or 0,
                options.most_bytes,
                options.threads,
            )
        except ValueError as fault:
            raise NotExpressible(f"this assembly cannot be taken apart: {fault}") from None
        self._size = len(rows)

    @classmethod
    def of(
        cls,
        solutions: Iterable[PackingSolution],
        options: ApartOptions = ApartOptions(),
    ) -> "AssemblyBatch":
        """A batch of solutions, which must be of one lattice."""
        given = list(solutions)
        numbers: dict[Placement, int] = {}
        rows = [[numbers.setdefault(p, len(numbers)) for p in each.placements] for each in given]
        width = max(map(len, rows), default=1)
        table = np.full((len(rows), width), -1, dtype=np.int32)
        for row, chosen in zip(table, rows, strict=True):
            row[: len(chosen)] = chosen
        lattice = given[0].packing.board.lattice
        return cls(lattice, list(numbers).__getitem__, table, options)

    def __len__(self) -> int:
        return self._size

    def run(
        self,
        *,
        timeout: float | Clock | None = None,
        progress: Reporter | None = None,
        keep: SnapshotKeeper | None = None,
    ) -> None:
        """Take all of them apart; raise `TimedOut` when the time is used up.

        What is finished by then can be asked for.
        """
        try:
            drive(self.job, timeout=timeout, progress=progress, keep=keep)
        except ValueError as fault:
            raise NotExpressible(f"this assembly cannot be taken apart: {fault}") from None

    def verdicts(self) -> list[Verdict]:
        """For each assembly "apart", "stuck" or "unknown"."""
        return [_VERDICTS[code] for code in self.job.verdicts()]

    def disassembly(self, number: int, solution: PackingSolution) -> Disassembly:
        """What was found about the assembly of that number, which is this solution."""
        verdict = _VERDICTS[self.job.verdicts()[number]]
        flat = np.frombuffer(self.job.tree(number), dtype=np.int32).tolist()
        root: Parting | None = read_tree(solution, flat) if verdict == APART else None
        locked = tuple(flat) if verdict == STUCK else ()
        return Disassembly(solution, verdict, root, locked, self.job.arrangements(number))


def disassemble(
    solution: PackingSolution,
    *,
    states: int | None = None,
    groups: Mapping[str, Mapping[int, int]] | None = None,
    weights: Mapping[str, int] | None = None,
    timeout: float | Clock | None = None,
    progress: Reporter | None = None,
    keep: SnapshotKeeper | None = None,
) -> Disassembly:
    """Whether and how a solution comes apart, in the fewest moves.

    A *move* carries some pieces together along one direction of the lattice, any distance. The
    number of moves until the first pieces leave is the least there is; then the same is done for
    both parts. If pieces are locked, the fewest are named that could be found: without any of
    them the others come apart. `states`, `groups` and `weights` are those of `ApartOptions`.

    >>> from puzzlery.packings import packing
    >>> disassemble(packing("soma", "3x3x3").first()).level
    '1'
    """
    clock = Clock.of(timeout)
    ordered = in_order_of_pieces(solution)
    chosen = ApartOptions(states=states, groups=groups or {}, weights=weights or {})
    batch = AssemblyBatch.of([ordered], chosen)
    batch.run(timeout=clock, progress=progress, keep=keep)
    found = batch.disassembly(0, ordered)
    if found.verdict != STUCK:
        return found
    return replace(found, locked=fewest_locked(found, chosen, clock))


def in_order_of_pieces(solution: PackingSolution) -> PackingSolution:
    """The solution with its placements in the order of the packing's pieces."""
    rank = {piece.id: number for number, piece in enumerate(solution.packing.pieces)}
    placements = sorted(solution.placements, key=lambda each: (rank[each.piece], each.cells))
    return PackingSolution(solution.packing, tuple(placements))


def fewest_locked(found: Disassembly, options: ApartOptions, clock: Clock) -> tuple[int, ...]:
    """Pieces of a stuck assembly of which none can be left out without freeing the others.

    If the time is used up, more pieces than needed may be named.
    """
    locked = list(found.locked)
    for piece in found.locked:
        if piece not in locked or len(locked) == 2:
            continue
        fewer = [each for each in locked if each != piece]
        part = replace(found.solution, placements=tuple(_chosen(found.solution, fewer)))
        batch = AssemblyBatch.of([part], replace(options, only_decide=True, states=100_000))
        try:
            batch.run(timeout=clock)
        except TimedOut:
            break
        if batch.verdicts() == [STUCK]:
            locked = [fewer[number] for number in batch.disassembly(0, part).locked]
    return tuple(locked)


def _chosen(solution: PackingSolution, numbers: Sequence[int]) -> Iterator[Placement]:
    return (solution.placements[number] for number in numbers)


def level_counts(disassemblies: Iterable[Disassembly]) -> Counter[str]:
    """How many assemblies have each level, those with the highest levels first.

    >>> from puzzlery.packings import packing
    >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
    >>> level_counts(puzzle.disassemble(each) for each in puzzle.all())
    Counter({'1': 4})
    """
    ordered = sorted(disassemblies, key=lambda each: each.rank, reverse=True)
    return Counter(each.level for each in ordered if each.comes_apart)
