"""Bandage turns: layers that a bandage may leave free where it blocks what else turns them.

The basis of a 3x3x3 has its outer layers: a turn of the middle is two of them and a rotation of the
whole. But if U is glued to D and the middle is not, the middle turns alone. So it does with the
outer two layers of a 4x4x4 if their pieces are glued. Such turns are made beside the basis.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.model.layer_notation import LayerNotation
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Turn
from puzzlery.twisty.notation.alg import Move
from puzzlery.twisty.structure.puzzle_orientation import puzzle_orientations
from puzzlery.twisty.structure.written_moves import basis_moves, written_moves

Poses = NDArray[np.uint16]
# A glued group with more poses than this is not followed: all turns are made then.
MOST_POSES = 65_000
# Puzzles of more stickers make the moves of their basis only: a 13x13x13 has hundreds of blocks.
MOST_STICKERS = 1000


@dataclass(frozen=True, slots=True)
class BandageTurn:
    """A turn beside the basis: how it is written, what it does, the rotation that is put aside.

    The basis carries no center of a 3x3x3 away. So `turn` moves what is beside the middle layer
    the other way, and blocks like the middle layer; hands make `rotation` along with it.

    >>> from puzzlery.twisty.mechanisms.bandage import bandaged_cube
    >>> found = bandage_turns(bandaged_cube(["U D"]))
    >>> print(*(one.written for one in found))
    E E' E2
    >>> len(found[0].turn.moving), len(found[0].turn.permutation.support), found[0].rotation.order
    (12, 40, 4)
    """

    written: Move
    turn: Turn
    rotation: Permutation


@lru_cache(maxsize=16)
def bandage_turns(puzzle: Puzzle) -> tuple[BandageTurn, ...]:
    """The turns to make beside the basis; none unless a bandage leaves them free alone.

    >>> from puzzlery.twisty.mechanisms.bandage import bandaged_cube
    >>> bandage_turns(bandaged_cube(["UFR UF"]))
    ()
    """
    if not puzzle.glued or not isinstance(puzzle.notation, LayerNotation):
        return ()
    if puzzle.degree > MOST_STICKERS:
        return ()
    layers = _layers(puzzle)
    ways = {block: _ways(block, layers) for block in _blocks(puzzle)}
    written = _written_by_part(puzzle)
    found: dict[frozenset[int], list[BandageTurn]] = {}
    while True:
        made = [puzzle.turn(move) for move in basis_moves(puzzle)]
        made += [one.turn for turns in found.values() for one in turns]
        groups = [_poses(group, made, puzzle.degree) for group in puzzle.glued]
        fresh = [
            block for block in ways
            if block not in found and any(_is_free_alone(block, ways[block], p) for p in groups)
        ]  # fmt: skip
        if not fresh:
            return tuple(one for turns in found.values() for one in turns)
        for block in fresh:
            found[block] = list(_turns_of(puzzle, written.get(block, ())))


def with_bandage_turns(puzzle: Puzzle) -> tuple[Turn, ...]:
    """The single turns of the basis, wide ones, and those that bandages make necessary.

    >>> from puzzlery.twisty.mechanisms.bandage import bandaged_cube
    >>> len(with_bandage_turns(bandaged_cube(["UFR UF"])))
    6
    """
    named = [puzzle.turns[name] for name in puzzle.basis]
    wide = {turn.moving: turn for turn in map(puzzle.turn, basis_moves(puzzle))}
    for turn in named:
        wide.pop(turn.moving, None)
    return (*named, *wide.values(), *(one.turn for one in bandage_turns(puzzle)))


def _layers(puzzle: Puzzle) -> list[frozenset[int]]:
    """The turning parts of the basis."""
    return list(dict.fromkeys(puzzle.turn(move).moving for move in basis_moves(puzzle)))


def _blocks(puzzle: Puzzle) -> Iterator[frozenset[int]]:
    """Turning parts that the basis does not have: neighboring layers of each axis."""
    assert isinstance(puzzle.notation, LayerNotation)
    known = set(_layers(puzzle))
    for axis in puzzle.notation.axes:
        for first, last in combinations(range(axis.grip.layers + 1), 2):
            turn = axis.turn("", range(first, last), 1)
            if not turn.is_rotation and turn.moving not in known:
                known.add(turn.moving)
                yield turn.moving


def _written_by_part(puzzle: Puzzle) -> dict[frozenset[int], list[Move]]:
    """The moves that can be written, by the part that they turn."""
    found: dict[frozenset[int], list[Move]] = {}
    for move in written_moves(puzzle):
        found.setdefault(puzzle.turn(move).moving, []).append(move)
    return found


def _turns_of(puzzle: Puzzle, moves: Iterable[Move]) -> Iterator[BandageTurn]:
    """The turns of some moves, each effect once, without the rotation of the whole."""
    turns = {puzzle.turn(move).permutation: move for move in reversed(list(moves))}
    for move in reversed(turns.values()):
        turn = puzzle.turn(move)
        for orientation in puzzle_orientations(puzzle):
            effect = turn.permutation * orientation.rotation.inverse
            if puzzle.group.contains(effect):
                yield BandageTurn(move, replace(turn, permutation=effect), orientation.rotation)
                break


def _poses(group: Iterable[int], turns: Sequence[Turn], degree: int) -> Poses | None:
    """All sets of places that turns bring a glued group to; None if there are too many."""
    masks = [np.isin(np.arange(degree), sorted(turn.moving)) for turn in turns]
    found = frontier = np.array([sorted(group)], dtype=np.uint16)
    while len(frontier):
        moved = [frontier[:0]]
        for turn, mask in zip(turns, masks, strict=True):
            inside = mask[frontier]
            free = inside.all(axis=1) | ~inside.any(axis=1)
            moved.append(np.sort(turn.permutation.array[frontier[free]], axis=1))
        known = len(found)
        both = np.concatenate([found, *moved])
        _, first = np.unique(both, axis=0, return_index=True)
        frontier = both[first[first >= known]]
        found = np.concatenate([found, frontier])
        if len(found) > MOST_POSES:
            return None
    return found


def _is_free_alone(
    block: frozenset[int], ways: Sequence[Sequence[frozenset[int]]], poses: Poses | None
) -> bool:
    """Whether a block may turn in some pose where layers that do the same are blocked."""
    if poses is None:
        return True
    free = poses[_is_free(block, poses)]
    return not any(all(_is_free(layer, free).all() for layer in way) for way in ways)


def _is_free(part: frozenset[int], poses: Poses) -> NDArray[np.bool_]:
    inside = np.isin(poses, sorted(part))
    return np.asarray(inside.all(axis=1) | ~inside.any(axis=1))


def _ways(block: frozenset[int], layers: Sequence[frozenset[int]]) -> list[list[frozenset[int]]]:
    """Layers that together turn a block, or all that is beside it the other way."""
    beside = frozenset().union(*layers) - block
    found = []
    for part in (block, beside):
        within = [layer for layer in layers if layer <= part]
        least = [one for one in within if not any(other < one for other in within)]
        if sum(map(len, least)) == len(part) and frozenset().union(*least) == part:
            found.append(least)
    return found
