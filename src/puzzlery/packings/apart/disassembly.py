"""Disassemblies: how an assembly comes apart, as separations, each with its moves."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from puzzlery.packings.apart.axes import Vector, in_space, shifted, sliding_axes
from puzzlery.packings.model.lattice import Cell
from puzzlery.packings.model.packing_solution import PackingSolution

Verdict = Literal["apart", "stuck", "unknown"]
APART: Verdict = "apart"
STUCK: Verdict = "stuck"
UNKNOWN: Verdict = "unknown"


@dataclass(frozen=True, slots=True)
class Slide:
    """One move: pieces, by their numbers in the solution, go the same way together.

    `steps` is None if the pieces leave the others for good. `way` names the direction.
    """

    pieces: tuple[int, ...]
    step: Vector
    way: str
    steps: int | None


@dataclass(frozen=True, slots=True)
class Parting:
    """Moves that end with some pieces leaving the others, and how both parts come apart.

    `staying` and `leaving` are None for a single piece, and for a group that stays together.
    """

    pieces: tuple[int, ...]
    slides: tuple[Slide, ...]
    staying: "Parting | None"
    leaving: "Parting | None"

    def in_order(self) -> Iterator["Parting"]:
        """This separation, those of the part that stays, then those of the part that leaves."""
        yield self
        for part in (self.staying, self.leaving):
            if part is not None:
                yield from part.in_order()

    def parts(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The pieces that stay and those that leave."""
        gone = self.slides[-1].pieces
        return tuple(piece for piece in self.pieces if piece not in gone), gone

    @property
    def is_easy(self) -> bool:
        """Whether every separation in it takes a single move."""
        return all(len(each.slides) == 1 for each in self.in_order())

    def levels(self) -> tuple[int, ...]:
        """The numbers of moves in order, without parts in which each takes a single move."""
        parts = [part for part in (self.staying, self.leaving) if part and not part.is_easy]
        return (len(self.slides), *(number for part in parts for number in part.levels()))


@dataclass(frozen=True, slots=True)
class Disassembly:
    """Whether and how the assembly of a solution comes apart.

    `verdict` is "apart", "stuck" or "unknown" (a limit was reached first). `locked` are pieces
    that no moves take apart, if the assembly is stuck. `arrangements` counts the arrangements
    of pieces that were looked at.

    >>> from puzzlery.packings import packing
    >>> puzzle = packing("soma", "3x3x3")
    >>> found = puzzle.disassemble(puzzle.first())
    >>> found.verdict, found.level, found.moves
    ('apart', '1', 6)
    """

    solution: PackingSolution
    verdict: Verdict
    root: Parting | None
    locked: tuple[int, ...]
    arrangements: int

    @property
    def comes_apart(self) -> bool:
        """Whether moves take every piece away; False also if that is unknown."""
        return self.verdict == APART

    @property
    def levels(self) -> tuple[int, ...]:
        """The number of moves of each separation, in the order in which BurrTools prints them.

        First comes the number of moves until the first pieces leave, that move included. Then
        come the part that stays and the part that leaves. A part is left out if every
        separation in it takes a single move.
        """
        return self.root.levels() if self.root else ()

    @property
    def level(self) -> str:
        """The levels as text, such as 98.2.4.2."""
        return ".".join(map(str, self.levels))

    @property
    def moves(self) -> int:
        """The number of moves altogether."""
        return sum(len(each.slides) for each in self.root.in_order()) if self.root else 0

    @property
    def together(self) -> tuple[tuple[int, ...], ...]:
        """The groups of pieces that stay together at the end."""
        return tuple(
            pieces
            for each in (self.root.in_order() if self.root else ())
            for pieces, part in zip(each.parts(), (each.staying, each.leaving), strict=True)
            if len(pieces) > 1 and part is None
        )

    @property
    def rank(self) -> tuple[tuple[int, ...], int]:
        """What disassemblies are sorted by: the levels, then the number of moves."""
        return self.levels, self.moves

    def slides(self) -> Iterator[tuple[Parting, Slide]]:
        """All moves one after the other, each with the separation that it belongs to."""
        for separation in self.root.in_order() if self.root else ():
            for slide in separation.slides:
                yield separation, slide

    def stages(self) -> Iterator[tuple[Slide, dict[int, Vector]]]:
        """After each move, how far every piece in hand has moved from where it was in the solution.

        Pieces that leave for good are still in hand then, just clear of the others.
        """
        now: dict[int, Vector] = dict.fromkeys(range(len(self.solution)), (0, 0, 0))
        starts: dict[tuple[int, ...], dict[int, Vector]] = {}
        for separation, slide in self.slides():
            now = starts.pop(separation.pieces, now)
            steps = slide.steps or self._steps_to_clear(slide, now)
            then = {
                piece: _moved(at, slide.step, steps) if piece in slide.pieces else at
                for piece, at in now.items()
            }
            if slide.steps is None:
                for part in (separation.staying, separation.leaving):
                    if part is not None:
                        starts[part.pieces] = {piece: now[piece] for piece in part.pieces}
            yield slide, then
            now = then

    def _steps_to_clear(self, slide: Slide, shifts: Mapping[int, Vector]) -> int:
        """The fewest steps after which the leaving pieces stand beside the others, with a gap."""
        axis = max(range(3), key=lambda each: abs(slide.step[each]))
        moving, resting = (
            [
                in_space(self.solution.packing.board.lattice, cell)[axis] + shift[axis]
                for piece, shift in shifts.items()
                if (piece in slide.pieces) is leaves
                for cell in self.solution.placements[piece].cells
            ]
            for leaves in (True, False)
        )
        forward = slide.step[axis] > 0
        way = max(resting) - min(moving) if forward else max(moving) - min(resting)
        return max(1, -(-(way + 2) // abs(slide.step[axis])))

    def cells(self, piece: int, shift: Vector) -> tuple[Cell, ...]:
        """The cells of a piece, moved from where it is in the solution; layers included."""
        lattice = self.solution.packing.board.lattice
        own = self.solution.placements[piece].cells
        return tuple(shifted(lattice, cell, shift) for cell in own)

    def name(self, piece: int) -> str:
        """The name of a piece; copies of one piece are numbered."""
        packing = self.solution.packing
        names = [packing.label(each) for each in self.solution.placements]
        name = names[piece]
        copies = names.count(name)
        return name if copies == 1 else f"{name}({names[: piece + 1].count(name)})"

    def instructions(self) -> list[str]:
        """The moves in words, one sentence each.

        >>> from puzzlery.packings import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> puzzle.disassemble(puzzle.first()).instructions()
        ['Take piece b away to the right.']
        """
        return [self._sentence(slide) for _, slide in self.slides()]

    def _sentence(self, slide: Slide) -> str:
        words = _listed([self.name(piece) for piece in slide.pieces])
        if slide.steps is None:
            return f"Take {words} away {_towards(slide.way)}."
        count = "one step" if slide.steps == 1 else f"{slide.steps} steps"
        return f"Move {words} {count} {slide.way}."

    def ending(self) -> list[str]:
        """A sentence for each group of pieces that stay together at the end."""
        groups = (_listed([self.name(piece) for piece in group]) for group in self.together)
        return [f"{words[0].upper()}{words[1:]} stay together." for words in groups]

    def to_json(self) -> dict[str, Any]:
        """The disassembly as plain data."""
        return {
            "verdict": self.verdict,
            "level": self.level,
            "moves": self.moves,
            "locked": [self.name(piece) for piece in self.locked],
            "arrangements": self.arrangements,
            "steps": [
                {
                    "pieces": [self.name(piece) for piece in slide.pieces],
                    "direction": list(slide.step),
                    "way": slide.way,
                    "steps": slide.steps,
                }
                for _, slide in self.slides()
            ],
            "together": [[self.name(piece) for piece in group] for group in self.together],
        }


def _moved(place: Vector, step: Vector, steps: int) -> Vector:
    x, y, z = (a + steps * b for a, b in zip(place, step, strict=True))
    return (x, y, z)


def _listed(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"piece {names[0]}"
    return f"pieces {', '.join(names[:-1])} and {names[-1]}"


def _towards(way: str) -> str:
    return f"to the {way}" if way in ("right", "left") else way


def read_tree(solution: PackingSolution, flat: Sequence[int]) -> Parting | None:
    """The separations that the kernel wrote as numbers, as `cpp/apart/assembly_run.hpp` says."""
    numbers = iter(flat)
    axes = sliding_axes(solution.packing.board.lattice)

    def slide() -> Slide:
        axis, steps, back, count = (next(numbers) for _ in range(4))
        x, y, z = axes[axis].step
        step = (-x, -y, -z) if back else (x, y, z)
        pieces = tuple(next(numbers) for _ in range(count))
        return Slide(pieces, step, axes[axis].names[back], steps or None)

    def separation() -> Parting | None:
        pieces = tuple(next(numbers) for _ in range(next(numbers)))
        slides = tuple(slide() for _ in range(next(numbers)))
        if not slides:
            return None
        gone = len(slides[-1].pieces)
        staying = separation() if len(pieces) - gone > 1 else None
        return Parting(pieces, slides, staying, separation() if gone > 1 else None)

    return separation() if flat else None
