"""Written moves: which turns of a puzzle have a name, each made as often as makes a difference."""

from collections.abc import Iterable, Iterator, Sequence

from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.twisty.model.layer_notation import GripWord, LayerNotation
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Move
from puzzlery.twisty.notation.metrics import turn_amounts


def basis_moves(puzzle: Puzzle) -> Iterator[Move]:
    """The moves of the basis with all their powers.

    Where the basis has single inner layers, as on a pyraminx, wide turns down to them come along.

    >>> from puzzlery import puzzle
    >>> print(*basis_moves(puzzle("2x2x2")))
    U U2 U' F F2 F' R R2 R'
    >>> print(*basis_moves(puzzle("pyraminx")))
    u u' b b' r r' l l' 2U 2U' U U' 2B 2B' B B' 2R 2R' R R' 2L 2L' L L'
    """
    assert puzzle.notation is not None
    for name in puzzle.basis:
        unit = puzzle.notation.written(name)
        for move in (unit, *_wide(puzzle, unit)):
            for amount in _amounts(puzzle, move):
                yield move.of_amount(move.amount * amount)


def written_moves(puzzle: Puzzle) -> Iterator[Move]:
    """All moves that can be written: the basis first, then other layers and blocks of layers.

    >>> from puzzlery.twisty.geometry import cube
    >>> print(*(move for move in written_moves(cube(2)) if move.amount == 1))
    U F R D L B
    """
    notation = puzzle.notation
    assert notation is not None
    units = [
        *map(notation.written, puzzle.basis),
        *block_units(puzzle),
        *map(notation.written, puzzle.turns),
    ]
    yield from _powers(puzzle, units)


def named_moves(puzzle: Puzzle, names: Iterable[str]) -> Iterator[Move]:
    """The moves with these names and all their powers.

    >>> from puzzlery.twisty.geometry import cube
    >>> print(*named_moves(cube(3), ["R", "Uw"]))
    R R' R2 Uw Uw' Uw2
    """
    yield from _powers(puzzle, named_units(puzzle, names))


def named_units(puzzle: Puzzle, names: Iterable[str]) -> list[Move]:
    """The turns with these names, as they are written once forward.

    >>> from puzzlery.twisty.geometry import cube
    >>> print(*named_units(cube(3), ["R'", "Uw"]))
    R Uw
    """
    return [_unit(puzzle, name) for name in names]


def block_units(puzzle: Puzzle, *, inner: bool = True) -> list[Move]:
    """Layers and blocks of neighboring layers, as far as there are words for them.

    A turn may have several words: `Rw` and `2Rw` on a cube. But of words that grip the same, as
    `Rw` and `r` do, the first is taken: an icosahedron has 5,996 words for 12 corners. Unless
    `inner`, blocks of several inner layers are left out.

    >>> from puzzlery.twisty.geometry import cube
    >>> {"Rw", "3Lw", "2-3R"}.difference(map(str, block_units(cube(5))))
    set()
    """
    if not isinstance(puzzle.notation, LayerNotation):
        return []
    most = max((grip.layers for grip in puzzle.grips), default=1)
    ranges: list[tuple[int | None, int | None]] = [(None, None)]
    ranges += [(last, None) for last in range(2, most)]
    if inner:
        ranges += [(last, first) for last in range(3, most) for first in range(2, last)]
    words = _one_word_a_grip(puzzle.notation)
    units = (Move(word, 1, *layers) for layers in ranges for word in words)
    found = (_smallest_turn(puzzle, unit) for unit in units)
    return [unit for unit in found if unit is not None]


def _amounts(puzzle: Puzzle, unit: Move) -> Sequence[int]:
    """How often a move can be made until it is undone: 1, 2, -1 for a quarter turn."""
    return turn_amounts(puzzle.turn(unit).permutation.order)


def _powers(puzzle: Puzzle, units: Iterable[Move]) -> Iterator[Move]:
    """The moves made as often as makes a difference, a single turn to either side first."""
    for unit in dict.fromkeys(units):
        for amount in sorted(_amounts(puzzle, unit), key=lambda n: (abs(n), -n)):
            yield unit.of_amount(unit.amount * amount)


def _wide(puzzle: Puzzle, unit: Move) -> Iterator[Move]:
    """`U` beside `2U`, where that turns the layers above it along, as on a pyraminx."""
    assert puzzle.notation is not None
    if unit.inner is not None and unit.outer is None:
        wide = puzzle.notation.turn(Move(unit.family, unit.amount))
        if wide is not None and wide.layers == unit.inner:
            yield Move(unit.family, unit.amount)


def _one_word_a_grip(notation: LayerNotation) -> list[str]:
    """The first word for each grip, in the order of `_as_people_say`."""
    words: dict[GripWord, str] = {}
    for word in _as_people_say(notation.words):
        words.setdefault(notation.words[word], word)
    return list(words.values())


def _as_people_say(families: Iterable[str]) -> list[str]:
    """`Rw` before `r`, and the front, top and right before what is behind."""
    order = "URFDLB"

    def key(word: str) -> tuple[bool, int, int, str]:
        return word.islower(), len(word), order.find(word[0]) % len(order), word

    return sorted(families, key=key)


def _smallest_turn(puzzle: Puzzle, unit: Move) -> Move | None:
    """The unit, or its half turn where a quarter turn would change the shape of a cuboid."""
    return next((one for one in (unit, unit.of_amount(2)) if _is_layer_turn(puzzle, one)), None)


def _is_layer_turn(puzzle: Puzzle, unit: Move) -> bool:
    assert puzzle.notation is not None
    try:
        turn = puzzle.notation.turn(unit)
    except UnknownName:
        return False
    return turn is not None and not turn.is_rotation


def _unit(puzzle: Puzzle, text: str) -> Move:
    written = list(puzzle.alg(text).moves())
    if len(written) != 1 or puzzle.turn(written[0]).is_rotation:
        raise PuzzleryError(f'"{text}" is no single turn of {puzzle.name}; name moves such as R U')
    return written[0] if written[0].amount > 0 else written[0].inverse
