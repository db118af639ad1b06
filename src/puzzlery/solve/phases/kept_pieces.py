"""Kept pieces: phases that solve some pieces and need not lead to a subgroup of moves."""

from collections.abc import Callable

from puzzlery.core.progress import Clock
from puzzlery.solve.phases.coset_coordinate import NotNumbered, coset_coordinate
from puzzlery.solve.phases.growth import expected_length
from puzzlery.solve.phases.move_subgroups import MoveLattice, MoveSubgroup, phase_moves
from puzzlery.solve.phases.phase_chain import Phase
from puzzlery.twisty.structure.pieces import piece_labels


def kept_pieces(
    lattice: MoveLattice, start: MoveSubgroup, allows: Callable[[int], bool], clock: Clock
) -> Phase | None:
    """A phase that solves pieces one beside the other, as many as the budget allows.

    Its goal is the pointwise stabilizer of their slots. Pieces are chosen so that as many layers
    as possible turn without moving them.
    """
    moves = phase_moves(lattice, start)
    labels = piece_labels(lattice.puzzle)
    left = {int(label): sticker for sticker, label in enumerate(labels) if is_moved(start, sticker)}
    goal, kept = start.group, list[int]()
    while left:
        supports = [set(permutation.support.tolist()) for _, permutation, _ in start.layers]
        free = [support for support in supports if not support.intersection(kept)]
        piece = max(left, key=lambda k: sum(left[k] not in support for support in free))
        sticker = left.pop(piece)
        smaller = goal.stabilizer([sticker])
        if smaller.order == goal.order:
            continue
        if not allows(start.order // smaller.order):
            break
        goal = smaller
        kept.append(sticker)
    while kept:
        try:
            coordinate = coset_coordinate(start.group, goal, moves, timeout=clock)
        except NotNumbered:
            kept.pop()
            goal = start.group.stabilizer(kept)
            continue
        index = start.order // goal.order
        return Phase(
            start, goal, None, tuple(kept), index, expected_length(index, start.growth),
            tuple(lattice.symmetries[:1]), coordinate,
        )  # fmt: skip
    return None


def is_moved(start: MoveSubgroup, sticker: int) -> bool:
    """Whether some move of a subgroup moves a sticker."""
    return any(permutation[sticker] != sticker for _, permutation, _ in start.layers)
