"""Loops of a puzzle with glued pieces: sequences that lead from the solved shape back to it.

Which moves are free depends on the places that glued stickers hold, whichever they are: the
*shape*. First the shape is solved, by a shortest way among shapes. What is left is done by loops:
each leads from the solved shape back to it, and permutes the pieces. Loops are always free, in any
order; so they are the moves of a puzzle without bandages, and every method for such puzzles works.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock
from puzzlery.errors import PuzzleryError, Unsolvable
from puzzlery.groups import PermGroup
from puzzlery.solve.blocked.blocked_bodies import BlockedBodies
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import PlainNotation, Turn

MOST_SHAPES = 10_000
# So many of the shortest loops become moves, and those that are needed to generate the others.
MOST_LOOPS = 24
Shape = frozenset[frozenset[int]]


@dataclass(frozen=True, eq=False)
class ShapeLoops:
    """The shapes of a puzzle with a shortest way to each, and loops at the solved shape.

    >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
    >>> from puzzlery.twisty.mechanisms.bandage import bandaged_cube
    >>> pair = blocked_bodies(bandaged_cube(["UFR UF"]))
    >>> len(shape_loops(pair).ways), len(shape_loops(pair).loops)
    (24, 24)
    """

    bodies: BlockedBodies
    ways: dict[Shape, tuple[int, ...]]
    loops: tuple[tuple[int, ...], ...]
    puzzle: Puzzle

    def to_solved_shape(self, state: Permutation) -> tuple[int, ...]:
        """The moves that solve the shape of a state.

        >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
        >>> from puzzlery.twisty.mechanisms.bandage import bandaged_cube
        >>> siamese = bandaged_cube(["UFR UF"])
        >>> found = shape_loops(blocked_bodies(siamese))
        >>> print(found.bodies.alg(found.to_solved_shape(siamese.permutation("D U"))))
        U'
        """
        shape = _shape(self.bodies.puzzle, state)
        if shape not in self.ways:
            raise Unsolvable(f"no moves of {self.bodies.puzzle.name} lead to this shape")
        return _inverse(self.bodies, self.ways[shape])

    def moves_of(self, loop: str, amount: int) -> list[int]:
        """The moves of a loop of the puzzle, as often as it is made."""
        moves = self.loops[int(loop.removeprefix("loop "))]
        return list((moves if amount > 0 else _inverse(self.bodies, moves)) * abs(amount))


_listed: dict[BlockedBodies, ShapeLoops] = {}
MOST_LISTED = 4


def shape_loops(bodies: BlockedBodies, clock: Clock | None = None) -> ShapeLoops:
    """List the shapes and choose loops that generate all others, the shortest first.

    >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
    >>> from puzzlery.twisty.catalog import puzzle
    >>> found = shape_loops(blocked_bodies(puzzle("bicube")))
    >>> len(found.ways), len(found.ways) * found.puzzle.group.order
    (440, 1108800)
    """
    if bodies not in _listed:
        made = _shape_loops(bodies, clock)
        for oldest in list(_listed)[: 1 + len(_listed) - MOST_LISTED]:
            del _listed[oldest]
        _listed[bodies] = made
    return _listed[bodies]


def _shape_loops(bodies: BlockedBodies, clock: Clock | None) -> ShapeLoops:
    puzzle = bodies.puzzle
    ways = _ways(bodies, clock)
    found = sorted(_loops(bodies, ways, clock), key=lambda one: len(one[1]))
    chosen = _generating([permutation for permutation, _ in found], puzzle.degree)
    words = tuple(found[number][1] for number in chosen)
    turns = {
        f"loop {k}": Turn.plain(f"loop {k}", found[number][0]) for k, number in enumerate(chosen)
    }
    free = replace(
        puzzle, name=f"{puzzle.name} by loops", turns=turns, whole={}, basis=(), glued=(),
        notation=PlainNotation(turns), grips=(), hints={}, cells=None,
    )  # fmt: skip
    return ShapeLoops(bodies, ways, words, free)


def _shape(puzzle: Puzzle, state: Permutation) -> Shape:
    images = state.images
    return frozenset(frozenset(images[sticker] for sticker in group) for group in puzzle.glued)


def _ways(bodies: BlockedBodies, clock: Clock | None) -> dict[Shape, tuple[int, ...]]:
    """A shortest way from solved to each shape."""
    turns = _turns(bodies)
    start = frozenset(bodies.puzzle.glued)
    ways: dict[Shape, tuple[int, ...]] = {start: ()}
    queue = [start]
    for shape in queue:
        for number in _free(shape, turns):
            made = _moved(shape, turns[number][1])
            if made not in ways:
                if len(ways) >= MOST_SHAPES:
                    raise PuzzleryError(
                        f"{bodies.puzzle.name} has more than {MOST_SHAPES} shapes, too many to list"
                    )
                if clock is not None and clock.is_over:
                    raise clock.timed_out(f"{len(ways)} shapes")
                ways[made] = (*ways[shape], number)
                queue.append(made)
    return ways


def _loops(
    bodies: BlockedBodies, ways: dict[Shape, tuple[int, ...]], clock: Clock | None
) -> Iterator[tuple[Permutation, tuple[int, ...]]]:
    """Loops of different effect: a way to a shape, one move, and the way back."""
    turns = _turns(bodies)
    seen = {Permutation.identity(bodies.puzzle.degree)}
    for shape, way in ways.items():
        for number in _free(shape, turns):
            made = _moved(shape, turns[number][1])
            moves = (*way, number, *_inverse(bodies, ways[made]))
            effect = Permutation.product(
                [bodies.moves[m].permutation for m in moves], bodies.puzzle.degree
            )
            if effect in seen:
                continue
            seen.add(effect)
            yield effect, moves
            if clock is not None and clock.is_over:
                raise clock.timed_out(f"{len(seen)} loops")


def _turns(bodies: BlockedBodies) -> list[tuple[frozenset[int], tuple[int, ...]]]:
    return [
        (bodies.puzzle.turn(one.written).moving, one.permutation.images) for one in bodies.moves
    ]


def _free(shape: Shape, turns: list[tuple[frozenset[int], tuple[int, ...]]]) -> Iterator[int]:
    """The numbers of the moves that cut through no glued group."""
    for number, (moving, _) in enumerate(turns):
        if all(len(places & moving) in (0, len(places)) for places in shape):
            yield number


def _moved(shape: Shape, images: tuple[int, ...]) -> Shape:
    return frozenset(frozenset(images[place] for place in places) for places in shape)


def _inverse(bodies: BlockedBodies, moves: tuple[int, ...]) -> tuple[int, ...]:
    by_effect = {one.permutation: number for number, one in enumerate(bodies.moves)}
    return tuple(by_effect[bodies.moves[m].permutation.inverse] for m in reversed(moves))


def _generating(loops: list[Permutation], degree: int) -> list[int]:
    """The numbers of the shortest loops, and of further ones until they generate all."""
    chosen: list[int] = []
    for number, loop in enumerate(loops):
        if len(chosen) == MOST_LOOPS:
            break
        if not any(loop in (loops[k].inverse, loops[k]) for k in chosen):
            chosen.append(number)
    while chosen:
        group = PermGroup([loops[k] for k in chosen], degree=degree)
        outside = next((k for k, loop in enumerate(loops) if not group.contains(loop)), None)
        if outside is None:
            break
        chosen.append(outside)
    return chosen
