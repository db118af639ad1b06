"""Guards: with forbidden states, the same states are reached as by ksolve's own rule."""

import random

import pytest

from puzzlery.core.permutation import Permutation
from puzzlery.errors import NotExpressible
from puzzlery.formats.puzzles import ksolve
from puzzlery.twisty.model.puzzle import Puzzle

# Two wheels of six edges with one in common; some must not stay there, as in Tezze.
WHEELS = """Name wheels
Set EDGES 11 1
Solved
End
Move R
EDGES
6 1 2 3 4 5 7 8 9 10 11
End
Move L
EDGES
7 2 3 4 5 6 8 9 10 11 1
End
Move Fv
EDGES
1 11 10 9 8 7 6 5 4 3 2
End
"""
BANS = "Illegal EDGES 1 3 10\nIllegal EDGES 7 4 11\nIllegal EDGES 2 4 11\n"
TURNED_BANS = "Illegal EDGES 6 2 9\nIllegal EDGES 11 2 9\n"


def drawn(rng: random.Random) -> tuple[int, dict[str, list[int]], dict[int, set[int]]]:
    """A few slots, moves as what comes to each, and pieces that must not stay in some slots."""
    slots = rng.randint(4, 5)
    moves = {}
    for name in ("A", "B", "C")[: rng.randint(2, 3)]:
        ring = rng.sample(range(slots), rng.randint(2, slots - 1))
        moves[name] = list(range(slots))
        for here, there in zip(ring, [*ring[1:], ring[0]], strict=True):
            moves[name][here] = there
    bans: dict[int, set[int]] = {}
    for _ in range(rng.randint(1, 4)):
        slot, piece = rng.sample(range(slots), 2)
        bans.setdefault(slot, set()).add(piece)
    return slots, moves, bans


def written(slots: int, moves: dict[str, list[int]], bans: dict[int, set[int]]) -> str:
    lines = ["Name drawn", f"Set BALLS {slots} 1", "Solved", "End"]
    for name, pieces in moves.items():
        lines += [f"Move {name}", "BALLS", " ".join(str(piece + 1) for piece in pieces), "End"]
    for slot, pieces in bans.items():
        lines.append(f"Illegal BALLS {slot + 1} {' '.join(str(piece + 1) for piece in pieces)}")
    return "\n".join(lines)


def allowed(
    slots: int, moves: dict[str, list[int]], bans: dict[int, set[int]]
) -> set[tuple[int, ...]]:
    """All states by ksolve's rule: a move with any amount, if no piece is where it must not be."""
    start = tuple(range(slots))
    found, queue = {start}, [start]
    for state in queue:
        for pieces in moves.values():
            then = state
            for _ in range(slots):
                then = tuple(then[piece] for piece in pieces)
                legal = all(then[slot] not in banned for slot, banned in bans.items())
                if legal and then not in found:
                    found.add(then)
                    queue.append(then)
    return found


def reached(puzzle: Puzzle, slots: int, bans: dict[int, set[int]]) -> set[tuple[int, ...]]:
    """All states of the puzzle with no piece where it must not be, as what is in each slot."""
    start = puzzle.solved
    # Blank stickers that guard nothing are moved about, too.
    told = sorted({*range(slots), *(sticker for group in puzzle.glued for sticker in group)})
    found, queue = {tuple(told)}, [start]
    legal = set()
    for state in queue:
        held = [0] * slots
        for piece in range(slots):
            held[state.permutation[piece]] = piece
        if all(held[slot] not in banned for slot, banned in bans.items()):
            legal.add(tuple(held))
            assert all(state.allows(name) for name in puzzle.turns)
        for name, turn in puzzle.turns.items():
            if state.allows(name):
                then = state.permutation * turn.permutation
                key = tuple(then[sticker] for sticker in told)
                if key not in found:
                    found.add(key)
                    queue.append(type(state)(puzzle, then))
    return legal


@pytest.mark.parametrize("seed", range(25))
def test_the_same_states_are_reached_as_by_the_rule_of_ksolve(seed: int) -> None:
    slots, moves, bans = drawn(random.Random(seed))
    puzzle = ksolve.loads(written(slots, moves, bans))
    assert reached(puzzle, slots, bans) == allowed(slots, moves, bans)


def test_the_rotation_of_a_puzzle_carries_what_is_forbidden_along() -> None:
    wheels = ksolve.loads(WHEELS + BANS + TURNED_BANS)
    assert wheels.apply("R2").allows("L")
    assert not wheels.apply("R4").allows("L")
    turned = wheels.apply("Fv")
    assert turned.apply("L2").allows("R")
    assert not turned.apply("L4").allows("R")
    assert wheels.apply("Fv Fv") == wheels.solved
    assert wheels.permutation("Fv R Fv") in (wheels.permutation("L"), wheels.permutation("L'"))


def test_a_rotation_that_changes_what_is_forbidden_is_refused() -> None:
    with pytest.raises(NotExpressible, match="the rotation Fv carries what Illegal forbids"):
        ksolve.loads(WHEELS + BANS, "a.tws")


def test_a_derived_sequence_is_blocked_where_one_of_its_moves_is() -> None:
    wheels = ksolve.loads("MoveSequence both R L\n".join(["", WHEELS + BANS + TURNED_BANS]))
    assert wheels.solved.allows("both") == wheels.apply("R").allows("L")
    assert isinstance(wheels.permutation("both"), Permutation)
