"""Pieces as a person sees them: their words, their colors, and where they belong."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation, Points
from puzzlery.twisty.structure.colored_orbit import ColoredOrbit, Colors
from puzzlery.twisty.structure.pieces import piece_labels
from puzzlery.twisty.structure.slots import keep_slots, slot_orbits, stabilizer_orbits

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle

WORDS = {1: ("center", "centers"), 2: ("edge", "edges"), 3: ("corner", "corners")}
# Orientations of a piece, which are listed one by one: the clock has the most of the catalogue, 12.
# With more, slots are those of stickers that the same moves keep in place.
MOST_TURNS = 256
Floats = NDArray[np.float64]
# Lengths and angles in radians below this are zero: rounding errors are around 1e-12.
NEAR = 1e-6
NAMES = {2: "half", 3: "a third of", 4: "a quarter of", 5: "a fifth of", 6: "a sixth of"}


@dataclass(frozen=True, eq=False)
class SeenPieces:
    """The pieces of a puzzle in words: their names, their colors and their places.

    Stickers are counted as in the usual orientation of the puzzle; `rotation` carries their places
    to those of another orientation, which are then named.

    >>> import puzzlery
    >>> pieces = SeenPieces(puzzlery.puzzle("3x3x3"))
    >>> pieces.called([7, 19], [0, 2]), pieces.places([7, 19])
    ('white-green edge', 'stickers 7 and 19')
    """

    puzzle: "Puzzle"
    rotation: Permutation | None = None

    def in_orientation(self, rotation: Permutation) -> "SeenPieces":
        """The same pieces, named by their places in another orientation of the puzzle.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("2x2x2")
        >>> SeenPieces(cube).in_orientation(cube.rotations["y"]).places([0, 1])
        'stickers 1 and 3'
        """
        view = SeenPieces(self.puzzle, rotation)
        for name in ("orbits", "_orbit_names", "_shared"):
            view.__dict__[name] = getattr(self, name)
        return view

    def moved_by(self, moves: Iterable[Permutation]) -> "SeenPieces":
        """The same pieces, in the orbits of other moves.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("2x2x2")  # its basis leaves one corner in its place
        >>> pieces = SeenPieces(cube)
        >>> all_moves = pieces.moved_by(cube.moves.values())
        >>> [[orbit.size for orbit in found.orbits] for found in (pieces, all_moves)]
        [[7, 1], [8]]
        """
        found = SeenPieces(self.puzzle)
        found.__dict__["orbits"] = found._orbits([move.array for move in moves])
        return found

    def spots(self, stickers: Iterable[int]) -> tuple[int, ...]:
        """The places of stickers in the orientation in which the puzzle is held.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("2x2x2")
        >>> SeenPieces(cube).spots([0, 1]), SeenPieces(cube, cube.rotations["y"]).spots([0, 1])
        ((0, 1), (1, 3))
        """
        rotation = self.rotation
        return tuple(sticker if rotation is None else rotation[sticker] for sticker in stickers)

    def places(self, stickers: Iterable[int]) -> str:
        """The places of stickers in words.

        >>> from puzzlery.twisty.geometry import cube
        >>> SeenPieces(cube(3)).places([4, 9]), SeenPieces(cube(3)).places([7])
        ('stickers 4 and 9', 'sticker 7')
        """
        listed = [str(spot) for spot in self.spots(stickers)]
        if len(listed) == 1:
            return f"sticker {listed[0]}"
        return f"stickers {', '.join(listed[:-1])} and {listed[-1]}"

    @cached_property
    def orbits(self) -> list[ColoredOrbit]:
        """The orbits of the pieces, also where some pieces always move together.

        >>> import puzzlery
        >>> pieces = SeenPieces(puzzlery.puzzle("3x3x3"))
        >>> [orbit.size for orbit in pieces.orbits]  # corners, edges, six fixed centers
        [8, 12, 1, 1, 1, 1, 1, 1]
        """
        return self._orbits([self.puzzle.moves[name].array for name in self.puzzle.basis])

    def _orbits(self, moves: list[Points]) -> list[ColoredOrbit]:
        puzzle = self.puzzle
        labels = piece_labels(puzzle)
        orbits = slot_orbits(labels, moves, MOST_TURNS) if keep_slots(moves, labels) else None
        if orbits is None:
            orbits = stabilizer_orbits(moves, puzzle.degree)
        solved = np.array(puzzle.solved_colors, dtype=np.uint16)
        return [ColoredOrbit.colored(orbit, solved) for orbit in orbits]

    @cached_property
    def duplicates(self) -> list[int]:
        """The sizes of the sets of pieces that look alike.

        >>> import puzzlery
        >>> SeenPieces(puzzlery.puzzle("4x4x4")).duplicates  # four centers of each color
        [4, 4, 4, 4, 4, 4]
        """
        return [count for orbit in self.orbits for count in orbit.counts.values() if count > 1]

    @cached_property
    def orbits_that_need_order(self) -> int:
        """In how many orbits two kinds of piece have the same colors, in another order.

        >>> import puzzlery
        >>> puzzles = puzzlery.puzzle("3x3x3"), puzzlery.puzzle("4x4x4")
        >>> [SeenPieces(puzzle).orbits_that_need_order for puzzle in puzzles]  # paired wings
        [0, 1]
        """
        solved = np.array(self.puzzle.solved_colors)
        return len(
            {
                self._orbit_names[int(orbit.slots[0, 0])]
                for orbit in self.orbits
                if len(np.unique(np.sort(solved[orbit.slots], axis=1), axis=0)) < len(orbit.counts)
            }
        )

    @cached_property
    def _orbit_names(self) -> dict[int, tuple[int, str]]:
        """For each sticker the size of its piece and the name of its orbit."""
        return {
            sticker: (len(slot), orbit.name)
            for orbit in self.puzzle.orbits()
            for slot in orbit.slots
            for sticker in slot
        }

    @cached_property
    def _shared(self) -> set[int]:
        """The sizes of pieces that more than one orbit has."""
        sizes = [orbit.orientations for orbit in self.puzzle.orbits()]
        return {size for size in sizes if sizes.count(size) > 1}

    def word(self, sticker: int) -> str:
        """The word for a piece with this sticker: center, edge, corner …

        >>> import puzzlery
        >>> [SeenPieces(puzzlery.puzzle("3x3x3")).word(sticker) for sticker in (4, 7, 8)]
        ['center', 'edge', 'corner']
        """
        size, _ = self._orbit_names[sticker]
        return WORDS[size][0] if size in WORDS else f"piece with {size} stickers"

    def words(self, sticker: int) -> str:
        """The word for all pieces of its orbit, with the name of the orbit if two share a word.

        >>> import puzzlery
        >>> cube, skewb = SeenPieces(puzzlery.puzzle("3x3x3")), SeenPieces(puzzlery.puzzle("skewb"))
        >>> cube.words(8), skewb.words(9)
        ('corners', 'corners (CORNERS)')
        """
        size, name = self._orbit_names[sticker]
        plural = WORDS[size][1] if size in WORDS else f"pieces with {size} stickers"
        return f"{plural} ({name})" if size in self._shared else plural

    def colors(self, picks: Iterable[int]) -> str:
        """Colors in words.

        >>> from puzzlery.twisty.geometry import cube
        >>> SeenPieces(cube(3)).colors([0, 1])
        'white-red'
        """
        return "-".join(self.puzzle.palette[pick].name for pick in picks)

    def called(self, stickers: Sequence[int], picks: Iterable[int]) -> str:
        """The name of a piece by its colors.

        >>> import puzzlery
        >>> SeenPieces(puzzlery.puzzle("3x3x3")).called([7, 19], [0, 2])
        'white-green edge'
        """
        return f"{self.colors(picks)} {self.word(stickers[0])}"

    def turn(self, orbit: ColoredOrbit, turn: int, slot: int = 0) -> str:
        """How far an orientation turns the stickers of a slot, in words; "" if there is no angle.

        >>> import puzzlery
        >>> pieces = SeenPieces(puzzlery.puzzle("2x2x2"))
        >>> pieces.turn(pieces.orbits[0], 1)
        'a third of a turn counterclockwise'
        """
        skin, row = self.puzzle.skin, orbit.slots[slot]
        if skin is None:
            return ""
        images = orbit.orientations.array[turn].tolist()
        clockwise = clockwise_part(skin.positions[row], skin.normals[row], images)
        return "" if clockwise is None else turn_in_words(clockwise)

    def seen_at(self, stickers: Iterable[int], colors: Colors) -> str:
        """The name of the piece that some places show.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("3x3x3")
        >>> SeenPieces(cube).seen_at([7, 19], np.array(cube.apply("R U").coloring.picks))
        'green-red edge'
        """
        shown = list(stickers)
        return self.called(shown, colors[shown].tolist())


def clockwise_part(positions: Floats, normals: Floats, images: Sequence[int]) -> Fraction | None:
    """The part of a full turn, clockwise as seen from outside, that carries stickers round a piece.

    The stickers of a slot are taken in their order about the axis that points away from them all.
    None if they have no such order, or if the images are not a shift in it.

    >>> spots = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]])
    >>> clockwise_part(spots, spots, [2, 0, 1])
    Fraction(1, 3)
    """
    order = _around(positions, normals)
    if order is None:
        return None
    place = {sticker: k for k, sticker in enumerate(order)}
    shifts = {(place[sticker] - place[image]) % len(order) for sticker, image in enumerate(images)}
    return Fraction(shifts.pop(), len(order)) if len(shifts) == 1 else None


def _around(positions: Floats, normals: Floats) -> list[int] | None:
    """The stickers counterclockwise about their common axis, as seen from its tip."""
    axis = normals.sum(axis=0)
    length = float(np.linalg.norm(axis))
    if length < NEAR:
        return None
    axis = axis / length
    spokes = positions - positions.mean(axis=0)
    spokes = spokes - np.outer(spokes @ axis, axis)
    if len(spokes) < 3 or (np.linalg.norm(spokes, axis=1) < NEAR).any():
        return None
    side = np.cross(axis, spokes[0])
    angles = np.arctan2(spokes @ side, spokes @ spokes[0]) % (2 * np.pi)
    order = np.argsort(angles)
    apart = np.diff(angles[order])
    return None if (apart < NEAR).any() else [int(k) for k in order]


def turn_in_words(clockwise: Fraction) -> str:
    """A part of a full turn, the shorter way round.

    >>> turn_in_words(Fraction(1, 3)), turn_in_words(Fraction(3, 4)), turn_in_words(Fraction(1, 2))
    ('a third of a turn clockwise', 'a quarter of a turn counterclockwise', 'half a turn')
    """
    part = min(clockwise, 1 - clockwise)
    name = NAMES.get(part.denominator) if part.numerator == 1 else None
    size = f"{name or f'{part} of'} a turn"
    if part == Fraction(1, 2):
        return size
    return f"{size} {'clockwise' if part == clockwise else 'counterclockwise'}"
