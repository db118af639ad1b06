"""Why two stickers are on different pieces: a rule, and the shortest sequence that shows it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzlery import _core
from puzzlery.errors import PuzzleryError
from puzzlery.twisty.notation.alg import Alg, Move
from puzzlery.twisty.structure.partition import joined
from puzzlery.twisty.structure.pieces import move_bytes, piece_labels, signatures

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle
    from puzzlery.twisty.model.turn import Turn

SOLID, MOVE, CYCLE, SEQUENCE, STABILIZER = 0, 1, 2, 3, 4


@dataclass(frozen=True, slots=True)
class Separation:
    """What parts two stickers.

    `rule` is 1 if a move moves just one of them, 3 if the last move of a sequence does; 2 if a
    move, perhaps at the end of a sequence, carries them along cycles of different lengths; 4 if
    a sequence as a whole brings just one of them home; 0 if only the cut solid parts them.
    `witness` is a shortest such sequence of moves and their inverses, and `text` says it in
    words. A bandage that would block one of its moves is looked through.

    >>> from puzzlery.twisty.geometry import cube
    >>> why_apart(cube(2), 0, 3).text
    'F moves 3 and leaves 0 in its place'
    """

    stickers: tuple[int, int]
    rule: int
    witness: Alg
    text: str


def why_apart(puzzle: "Puzzle", p: int, q: int) -> Separation | None:
    """What parts two stickers; None if they are on one piece.

    >>> from puzzlery.twisty.geometry import cube
    >>> found = why_apart(cube(3), 0, 1)
    >>> found.rule, str(found.witness)
    (1, 'L')
    >>> print(found.text)
    L moves 0 and leaves 1 in its place
    >>> why_apart(cube(3), 0, 36) is None
    True
    """
    for sticker in (p, q):
        if not 0 <= sticker < puzzle.degree:
            raise PuzzleryError(
                f"{puzzle.name} has no sticker {sticker}; they are numbered 0 … {puzzle.degree - 1}"
            )
    labels = joined(piece_labels(puzzle), puzzle.glued)
    if labels[p] == labels[q]:
        return None
    return _by_last_move(puzzle, p, q) or _by_stabilizer(puzzle, p, q) or _by_solid(p, q)


def _by_last_move(puzzle: "Puzzle", p: int, q: int) -> Separation | None:
    """The shortest sequence whose last move treats the two differently."""
    moving, cycles = (_word(puzzle, p, q, lengths=lengths) for lengths in (False, True))
    if cycles is None:
        return None
    word = cycles if moving is None or len(cycles) < len(moving) else moving
    before = Alg(tuple(_letter(puzzle, number) for number in word))
    way = puzzle.permutation(before)
    at, other = way[p], way[q]
    turns = [
        turn for turn in puzzle.turns.values() if _signature(turn, at) != _signature(turn, other)
    ]
    one_rests = [turn for turn in turns if (at in turn.moving) != (other in turn.moving)]
    return _separation(puzzle, (p, q), (at, other), before, (one_rests or turns)[0])


def _word(puzzle: "Puzzle", p: int, q: int, *, lengths: bool) -> list[int] | None:
    """A shortest way to where a single move treats the two differently."""
    labels, moves = signatures(puzzle, turning=True, lengths=lengths), move_bytes(puzzle)
    stable = memoryview(_core.refine(labels, moves)).cast("H")
    return None if stable[p] == stable[q] else _core.separate(labels, moves, p, q)


def _signature(turn: "Turn", place: int) -> int:
    """The length of the cycle through a place; 1 if it turns in place, 0 if it rests."""
    return int(turn.permutation.cycle_lengths[place]) if place in turn.moving else 0


def _letter(puzzle: "Puzzle", number: int) -> Move:
    """The move that the kernel calls k + 1, or −(k + 1) for its inverse."""
    move = puzzle.notation.written(list(puzzle.turns)[abs(number) - 1])
    return move if number > 0 else move.inverse


def _separation(
    puzzle: "Puzzle", pair: tuple[int, int], places: tuple[int, int], before: Alg, last: "Turn"
) -> Separation:
    lengths = [_signature(last, place) for place in places]
    witness = Alg((*before.nodes, _letter(puzzle, list(puzzle.turns).index(last.name) + 1)))
    where = f"{before} brings them to {places[0]} and {places[1]}; then " if before.nodes else ""
    if 0 in lengths:
        rule = SEQUENCE if before.nodes else MOVE
        moved, resting = places if lengths[0] else places[::-1]
        does = "turns" if max(lengths) == 1 else "moves"
        how = " in place" if max(lengths) == 1 else ""
        text = f"{where}{last.name} {does} {moved}{how} and leaves {resting} in its place"
    else:
        rule = CYCLE
        text = (
            f"{where}{last.name} carries {places[0]} along a cycle of {lengths[0]} "
            f"and {places[1]} along a cycle of {lengths[1]}"
        )
    return Separation(pair, rule, witness, text)


def _by_stabilizer(puzzle: "Puzzle", p: int, q: int) -> Separation | None:
    word = _core.bring_home_one(puzzle.degree, move_bytes(puzzle), p, q)
    if word is None:
        return None
    witness = Alg(tuple(_letter(puzzle, number) for number in word))
    home, away = (p, q) if puzzle.permutation(witness)[p] == p else (q, p)
    text = f"{witness} brings {home} home, but not {away}"
    return Separation((p, q), STABILIZER, witness, text)


def _by_solid(p: int, q: int) -> Separation:
    text = f"moves do not part {p} and {q}, but they are on different parts of the cut solid"
    return Separation((p, q), SOLID, Alg(), text)
