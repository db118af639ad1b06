"""Random states of Square-1: every one that the slice can turn in is as likely as any other."""

from functools import cache
from random import Random

from puzzlery.core.progress import Reporter
from puzzlery.errors import PuzzleryError
from puzzlery.solve.blocked.square_slots import HALF, WEDGES, SquareSlots, square_slots
from puzzlery.solve.blocked.square_tables import square_tables
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg

# A scramble is the same on every machine, so its search ends after so many nodes, not seconds.
# A slice of no time visits a fixed number of them.
NODES = 20_000
CORNERS = 8
Borders = tuple[bool, ...]


@cache
def free_layers() -> tuple[Borders, ...]:
    """The outlines of a layer in which the slice is free: where pieces start.

    >>> len(free_layers())
    169
    """
    found: list[Borders] = []

    def fill(starts: list[bool]) -> None:
        if len(starts) > WEDGES:
            return
        if len(starts) == WEDGES:
            if starts[HALF]:
                found.append(tuple(starts))
            return
        fill([*starts, True])
        fill([*starts, True, False])

    fill([])
    return tuple(found)


@cache
def free_shapes() -> tuple[tuple[Borders, Borders], ...]:
    """The outlines of both layers in which the slice is free and eight corners are in place.

    >>> len(free_shapes())
    3678
    """
    by_corners: dict[int, list[Borders]] = {}
    for layer in free_layers():
        by_corners.setdefault(layer.count(False), []).append(layer)
    return tuple(
        (top, bottom)
        for corners, tops in sorted(by_corners.items())
        for top in tops
        for bottom in by_corners.get(CORNERS - corners, [])
    )


def random_content(rng: Random) -> bytes:
    """The half-slots of a random state, see `SquareSlots.content`.

    >>> sorted(set(random_content(Random(1))[:-1])) == list(range(16))
    True
    """
    corners, edges = list(range(CORNERS)), list(range(CORNERS, 2 * CORNERS))
    shape = rng.choice(free_shapes())
    rng.shuffle(corners)
    rng.shuffle(edges)
    labels: list[int] = []
    for layer in shape:
        for slot, starts in enumerate(layer):
            if not starts:
                labels.append(labels[-1])
            elif slot + 1 < WEDGES and not layer[slot + 1]:
                labels.append(corners.pop())
            else:
                labels.append(edges.pop())
    return bytes([*labels, rng.randrange(2)])


def random_square_state(puzzle: Puzzle, rng: Random) -> State:
    """A random state of Square-1 in which the slice can turn, all of them equally likely.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> random_square_state(puzzle("square-1"), Random(1)).allows("/")
    True
    """
    return _slots(puzzle).state(random_content(rng))


def short_word_to(slots: SquareSlots, content: bytes, progress: Reporter | None = None) -> Alg:
    """A short alg from the solved state to these half-slots; the same on every machine.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> slots = square_slots(puzzle("square-1"))
    >>> content = random_content(Random(1))
    >>> slots.content(slots.puzzle.apply(short_word_to(slots, content))) == content
    True
    """
    job = square_tables(0, progress=progress).search(content, metric=0)
    while not job.run(0) and (job.nodes < NODES or not job.words):
        pass
    return slots.alg([(-top % WEDGES, -bottom % WEDGES) for top, bottom in job.words[0][::-1]])


def _slots(puzzle: Puzzle) -> SquareSlots:
    slots = square_slots(puzzle)
    if slots is None:
        raise PuzzleryError(f"{puzzle.name} is not Square-1")
    return slots
