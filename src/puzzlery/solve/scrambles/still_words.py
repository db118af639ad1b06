"""Words without rotations: the same turns as seen by somebody who never rotates the whole puzzle.

On a 4x4x4 the two lower layers turn one way as the two upper ones turn the other way, up to a
rotation of the whole puzzle. So names of the six faces and of three blocks do for all turns.
"""

from collections.abc import Mapping
from functools import lru_cache

from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg, Move
from puzzlery.twisty.structure.puzzle_orientation import puzzle_orientations

# Names in scrambles of the 4x4x4: outer layers, and blocks that leave the corner DBL in its place.
NAMES = ("U", "D", "R", "L", "F", "B", "Uw", "Rw", "Fw")


def still_word(puzzle: Puzzle, alg: Alg) -> Alg:
    """An alg of equal length without rotations that leads to the same state, but for a rotation.

    >>> from puzzlery.twisty.geometry import cube
    >>> print(still_word(cube(4), Alg.parse("x Dw R2 Lw'")))
    Fw D2 Uw'
    """
    named, found = _named(puzzle), list[Move]()
    rotated = Permutation.identity(puzzle.degree)
    for move in alg.moves():
        turn = rotated * puzzle.turn(move).permutation
        if turn in named:
            written, rotated = named[turn]
            found += written
            continue
        names = ", ".join(NAMES)
        raise PuzzleryError(f"{move} on {puzzle.name} is no turn of {names}, nor a rotation")
    return Alg(tuple(found))


@lru_cache(maxsize=4)
def _named(puzzle: Puzzle) -> Mapping[Permutation, tuple[tuple[Move, ...], Permutation]]:
    """Each named turn, or none, followed by each rotation."""
    rotations = [orientation.rotation for orientation in puzzle_orientations(puzzle)]
    words = [(), *((Move(name, amount),) for name in NAMES for amount in (1, 2, -1))]
    return {
        puzzle.permutation(Alg(word)) * rotation: (word, rotation)
        for word in words
        for rotation in rotations
    }
