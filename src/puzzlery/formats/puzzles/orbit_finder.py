"""Orbit finder: the orbits of a puzzle as sets of pieces whose orientations add up.

File formats count the orientations of a piece modulo their number. Where the orientation group of
an orbit is cyclic, its elements are the powers of one of them, and the exponents add up. Where it
is not, every sticker is taken as a piece by itself, which is always exact.
"""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from puzzlery.core.permutation import Points
from puzzlery.formats.puzzles.derived import derived_of
from puzzlery.formats.puzzles.orbit_form import (
    HINT,
    OrbitForm,
    PieceSet,
    SolvedPattern,
    Transformation,
)
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.structure.colored_orbit import ColoredOrbit, Colors
from puzzlery.twisty.structure.orbits import orbit_names
from puzzlery.twisty.structure.orientation_group import OrientationGroup
from puzzlery.twisty.structure.pieces import piece_labels
from puzzlery.twisty.structure.slots import SlotOrbit, piece_orbits

MAX_ORIENTATIONS = 127


def orbit_form(
    puzzle: Puzzle, *, fits: Callable[[PieceSet, SolvedPattern], bool] = lambda one, pattern: True
) -> OrbitForm:
    """The puzzle in orbit form; a set that does not fit the format is split into its stickers."""
    colors = np.array(puzzle.solved_colors, dtype=np.uint16)
    orbits = {
        name: orbit if fits(_set(name, orbit), _pattern(orbit, colors)) else orbit.single_stickers()
        for name, orbit in cyclic_orbits(puzzle).items()
    }
    turns = {**puzzle.turns, **puzzle.whole}
    return OrbitForm(
        puzzle.name,
        tuple(_set(name, orbit) for name, orbit in orbits.items()),
        {name: _pattern(orbit, colors) for name, orbit in orbits.items()},
        {
            move: {
                name: _transformation(orbit, turn.permutation.array)
                for name, orbit in orbits.items()
            }
            for move, turn in turns.items()
        },
        puzzle.note,
        derived_of(puzzle),
    )


def cyclic_orbits(puzzle: Puzzle) -> dict[str, SlotOrbit]:
    """Orbits whose orientations add up, by name, those of the largest pieces first.

    A puzzle that was read from such a form keeps the sets it came with.
    """
    moves = [turn.permutation.array for turn in (*puzzle.turns.values(), *puzzle.whole.values())]
    declared = _declared_orbits(puzzle)
    if declared and all(_keeps(move, orbit) for move in moves for orbit in declared.values()):
        return declared
    found = _found_orbits(puzzle, moves)
    return dict(zip(orbit_names(orbit.width for orbit in found), found, strict=True))


def _declared_orbits(puzzle: Puzzle) -> dict[str, SlotOrbit]:
    """The orbits that the sets of a form give: a row of stickers for each slot."""
    sets: tuple[PieceSet, ...] = puzzle.hints.get(HINT, ())
    if sum(one.stickers for one in sets) != puzzle.degree:
        return {}
    orbits, base = {}, 0
    for one in sets:
        slots = base + np.arange(one.stickers).reshape(one.slots, one.orientations)
        rotations = OrientationGroup.rotations(one.orientations)
        orbits[one.name] = SlotOrbit.of(slots, rotations, puzzle.degree)
        base += one.stickers
    return orbits


def _keeps(move: Points, orbit: SlotOrbit) -> bool:
    """Whether a move carries slots of an orbit to its slots, and only shifts their stickers."""
    images = move[orbit.slots]
    slots, shifts = orbit.slot_of[images], orbit.column_of[images] - np.arange(orbit.width)
    if (slots < 0).any() or (slots != slots[:, :1]).any():
        return False
    return not ((shifts - shifts[:, :1]) % orbit.width).any()


def _found_orbits(puzzle: Puzzle, moves: Sequence[Points]) -> list[SlotOrbit]:
    """The orbits that follow from the pieces and the moves; what never moves comes last."""
    found, resting = [], []
    for orbit in piece_orbits(piece_labels(puzzle), moves, MAX_ORIENTATIONS):
        cyclic = orbit.cyclic() or orbit.single_stickers()
        if orbit.size == cyclic.orientations.order == 1:
            resting += orbit.slots[0].tolist()
        else:
            found.append(cyclic)
    found.sort(key=lambda orbit: (-orbit.width, int(orbit.slots.min())))
    return [*found, *_single_slots(resting, puzzle.degree)]


def _single_slots(stickers: Iterable[int], degree: int) -> list[SlotOrbit]:
    """One orbit with a slot for each of some stickers; none if there are no stickers."""
    slots = np.array(sorted(stickers), dtype=np.int64)[:, None]
    return [SlotOrbit.of(slots, OrientationGroup.trivial(1), degree)] if len(slots) else []


def _set(name: str, orbit: SlotOrbit) -> PieceSet:
    return PieceSet(name, orbit.size, orbit.orientations.order)


def _transformation(orbit: SlotOrbit, move: Points) -> Transformation:
    """What a move does, told for each slot: which piece comes there, and how it is turned."""
    pieces, twists = orbit.read(move)
    return Transformation(tuple(pieces.tolist()), tuple(twists.tolist()))


def _pattern(orbit: SlotOrbit, colors: Colors) -> SolvedPattern:
    """The solved look: pieces whose colors agree after some twist get one label."""
    colored = ColoredOrbit.colored(orbit, colors)
    labels = [kind for kind in colored.home.kinds if kind is not None]
    repeats = [(*still, orbit.orientations.order)[1] for still in colored.still]
    return SolvedPattern(
        tuple(labels),
        tuple(colored.home.orientations),
        tuple(repeats[label] for label in labels),
    )
