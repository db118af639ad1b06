"""Assemblies coming apart, as a page shows them: where each piece is after each move."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from puzzlery.core.progress import Clock
from puzzlery.errors import NotExpressible, TimedOut
from puzzlery.packings.apart.axes import Vector, shifted
from puzzlery.packings.apart.disassembly import STUCK, Disassembly
from puzzlery.packings.apart.survey import survey
from puzzlery.packings.apart.taking_apart import ApartOptions, disassemble
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.packing_solution import PackingSolution
from puzzlery.web.packings.packing_models import ApartStep, DisassemblyResponse, ShiftedPiece
from puzzlery.web.packings.packing_view import seen_axes

# Arrangements of one assembly; more would take seconds and hundreds of megabytes.
MOST_STATES = 300_000


def apart_answer(puzzle: Packing, placed: Sequence[int], seconds: float) -> DisassemblyResponse:
    """How a filled board comes apart; of one that is not full, the best way to fill it.

    >>> from puzzlery.web.packings.packing_view import bounded_packing
    >>> soma = bounded_packing("soma", "3x3x3")
    >>> found = apart_answer(soma, [], 60)
    >>> found.verdict, found.level, len(found.solution), len(found.steps)
    ('apart', '1', 7, 6)
    """
    if puzzle.board.lattice.dimension < 3:
        raise NotExpressible("pieces of a flat board can simply be lifted off")
    clock = Clock(seconds)
    try:
        found, words = _found(puzzle, placed, clock)
    except TimedOut:
        found, words = None, "This was not decided in time. Place more pieces, then ask again."
    if found is None:
        return DisassemblyResponse(
            verdict="unknown", level="", words=words, solution=list(placed), steps=[], locked=[]
        )
    numbers = {option: number for number, option in enumerate(puzzle.options())}
    options = [numbers[placement] for placement in found.solution]
    return DisassemblyResponse(
        verdict=found.verdict,
        level=found.level,
        words=words,
        solution=options,
        steps=list(_steps(found, options)),
        locked=[options[piece] for piece in found.locked],
    )


def _found(puzzle: Packing, placed: Sequence[int], clock: Clock) -> tuple[Disassembly | None, str]:
    """A disassembly, and what to say of it."""
    chosen = tuple(puzzle.options()[number] for number in placed)
    given = PackingSolution(puzzle, chosen)
    if given.is_complete:
        found = disassemble(given, states=MOST_STATES, timeout=clock)
        return found, _words(found)
    start = puzzle.with_fixed(chosen) if chosen else puzzle.copy()
    all_found = survey(start, options=ApartOptions(states=MOST_STATES), timeout=clock)
    if not all_found.found:
        return None, f"{all_found.summary}."
    best = all_found.found[0]
    return best, f"{all_found.summary}. This is the one of the highest level. {_words(best)}"


def _words(found: Disassembly) -> str:
    if found.comes_apart:
        moves = f"{found.moves} moves" if found.moves != 1 else "one move"
        return f"Level {found.level}, {moves} in all."
    if found.verdict != STUCK:
        return "The search was too long; this is not decided."
    names = ", ".join(found.name(piece) for piece in found.locked)
    return f"This does not come apart: pieces {names} lock one another."


def _steps(found: Disassembly, options: Sequence[int]) -> Iterator[ApartStep]:
    to_page = _PageShifts(found)
    for words, (slide, shifts) in zip(found.instructions(), found.stages(), strict=True):
        yield ApartStep(
            words=words,
            moving=[options[piece] for piece in slide.pieces],
            leaves=slide.steps is None,
            pieces=list(to_page.of(shifts, options)),
        )


class _PageShifts:
    """Shifts of pieces as the page measures them: right, to the front, up."""

    def __init__(self, found: Disassembly) -> None:
        board = found.solution.packing.board
        self._lattice, self._cell = board.lattice, board.cells[0]
        self._axes = seen_axes(board)

    def of(self, shifts: Mapping[int, Vector], options: Sequence[int]) -> Iterator[ShiftedPiece]:
        for piece, shift in shifts.items():
            yield ShiftedPiece(option=options[piece], shift=self._seen(shift))

    def _seen(self, shift: Vector) -> tuple[float, float, float]:
        step = np.array(shifted(self._lattice, self._cell, shift)) - np.array(self._cell)
        x, y, z = (self._axes @ step).tolist()
        return (round(x, 4), round(y, 4), round(z, 4))
