"""Scrambles: random algs, written as each puzzle's users write them."""

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from puzzlery.errors import PuzzleryError
from puzzlery.twisty.notation.alg import Alg, Move, Newline, Node, Pair
from puzzlery.twisty.notation.metrics import turn_amounts
from puzzlery.twisty.structure.bandage_turns import bandage_turns
from puzzlery.twisty.structure.pieces import piece_labels

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle
    from puzzlery.twisty.model.state import State

# Far beyond every use; it keeps a mistyped length from filling the memory.
MAX_LENGTH = 100_000
# Random walks on bandaged puzzles backtrack; this limits the steps for each move of the scramble.
TRIES_PER_MOVE = 100
CLOCK_FRONT = ("UR", "DR", "DL", "UL", "U", "R", "D", "L", "ALL")
CLOCK_BACK = ("U", "R", "D", "L", "ALL")


def scramble(puzzle: "Puzzle", *, seed: int | None = None, length: int | None = None) -> Alg:
    """A random alg that scrambles the puzzle; the same seed gives the same alg.

    The clock gets a random state. The other puzzles get random moves: lines of `R++ D-- … U` for
    the megaminx, pairs and slashes for Square-1, block turns for larger cubes, and elsewhere moves
    of the basis. No move comes twice in a row, or on both sides of one that commutes with it.

    >>> import puzzlery
    >>> cube = puzzlery.puzzle("2x2x2")
    >>> len(scramble(cube, seed=1, length=9)), scramble(cube, seed=1) == scramble(cube, seed=1)
    (9, True)
    """
    if length is not None and not 0 <= length <= MAX_LENGTH:
        raise PuzzleryError(f"scramble length {length} is not in 0 … {MAX_LENGTH}")
    rng = random.Random(seed)
    by_dialect: dict[str, Callable[[Puzzle, random.Random, int | None], Alg]] = {
        "clock": _clock,
        "megaminx": _megaminx,
        "square1": _square_one,
    }
    make = by_dialect.get(puzzle.notation.dialect, _random_moves)
    if puzzle.glued and make is _megaminx:  # its long turns may be blocked
        make = _random_moves
    return make(puzzle, rng, length)


def _usual_length(puzzle: "Puzzle") -> int:
    """How many random moves are usual: cubes as in competitions, others by their pieces."""
    size: int = puzzle.hints.get("cube", 0)
    if size >= 4:
        return 20 * (size - 2)
    return max(11, min(200, round(0.95 * len(set(piece_labels(puzzle).tolist())))))


def _clock(puzzle: "Puzzle", rng: random.Random, length: int | None) -> Alg:
    front = [Move(pin, rng.randint(-5, 6), mark="+") for pin in CLOCK_FRONT]
    back = [Move(pin, rng.randint(-5, 6), mark="+") for pin in CLOCK_BACK]
    nodes: list[Node] = [*front, Move("y", 2), *back]
    return Alg(tuple(nodes if length is None else nodes[:length]))


def _megaminx(puzzle: "Puzzle", rng: random.Random, length: int | None) -> Alg:
    """Lines of ten long turns and a `U` in the direction of the last; seven lines by default."""
    nodes: list[Node] = []
    sign = 1
    for count in range(77 if length is None else length):
        if count and count % 11 == 0:
            nodes.append(Newline())
        column = count % 11
        if column == 10:
            nodes.append(Move("U", sign))
        else:
            sign = rng.choice((1, -1))
            nodes.append(Move("RD"[column % 2], sign, mark="++"))
    return Alg(tuple(nodes))


def _square_one(puzzle: "Puzzle", rng: random.Random, length: int | None) -> Alg:
    """Pairs after which the slice may turn, each followed by a slash."""
    nodes: list[Node] = []
    state = puzzle.solved
    for step in range(13 if length is None else length):
        tops, bottoms = _free_turns(state, "U"), _free_turns(state, "D")
        pairs = [Pair(top, bottom) for top in tops for bottom in bottoms]
        pair = rng.choice([pair for pair in pairs if pair != Pair(0, 0) or not step])
        turned = Alg((pair, Move("/")))
        state = state.apply(turned)
        nodes.extend(turned.nodes if pair != Pair(0, 0) else turned.nodes[1:])
    return Alg(tuple(nodes))


def _free_turns(state: "State", layer: str) -> list[int]:
    """The amounts by which a layer may be turned so that the slice cuts none of its pieces."""
    inside = state.puzzle.turn(Move(layer)).moving
    return [
        amount
        for amount in range(-5, 7)
        if not any(
            places & inside for places in state.apply(Move(layer, amount)).torn_by(Move("/"))
        )
    ]


def _random_moves(puzzle: "Puzzle", rng: random.Random, length: int | None) -> Alg:
    if length is None:
        length = _usual_length(puzzle)
    choices = _choices(puzzle)
    if not choices and length:
        raise PuzzleryError(f"{puzzle.name} has no moves to scramble it with")
    walk = _bandaged_walk if puzzle.glued else _free_walk
    return Alg(tuple(walk(puzzle, rng, length, choices)))


def _free_walk(
    puzzle: "Puzzle", rng: random.Random, length: int, choices: list[Move]
) -> list[Move]:
    """Random moves; those that commute with all others, such as tips, come once and last."""
    commute = _commuting(puzzle)
    loose = [unit for unit in choices if all(commute(unit, other) for other in choices)]
    others = [unit for unit in choices if unit not in loose]
    units: list[Move] = []
    while len(units) < length:
        free = [unit for unit in others if not _is_idle(units, unit, commute)]
        if not free:
            break
        units.append(rng.choice(free))
    ends = [unit for unit in loose if rng.randrange(puzzle.turn(unit).permutation.order)]
    units = units[: max(0, length - len(ends))] + ends[:length]
    return [rng.choice(_multiples(puzzle, unit)) for unit in units]


def _bandaged_walk(
    puzzle: "Puzzle", rng: random.Random, length: int, choices: list[Move]
) -> list[Move]:
    """A random walk that backtracks from dead ends; the longest found if there are too many."""
    commute = _commuting(puzzle)

    def continuations(state: "State", units: list[Move]) -> list[tuple[Move, Move]]:
        free = [u for u in choices if not _is_idle(units, u, commute) and state.allows(u)]
        found = [(unit, move) for unit in free for move in _multiples(puzzle, unit)]
        return rng.sample(found, len(found))

    units: list[Move] = []
    path: list[tuple[State, Move]] = []
    best: list[Move] = []
    untried = [continuations(puzzle.solved, units)]
    for _ in range(TRIES_PER_MOVE * length):
        if len(path) == length or not untried:
            break
        if not untried[-1]:
            untried.pop()
            del units[-1:], path[-1:]
            continue
        unit, move = untried[-1].pop()
        state = (path[-1][0] if path else puzzle.solved).apply(move)
        units.append(unit)
        path.append((state, move))
        untried.append(continuations(state, units))
        if len(path) > len(best):
            best = [move for _, move in path]
    return best


def _choices(puzzle: "Puzzle") -> list[Move]:
    """The moves to choose from, each with amount 1: block turns on cubes from 4×4×4 on."""
    size = puzzle.hints.get("cube", 0)
    if size >= 4 and not puzzle.glued:
        return list(_blocks(size))
    beside = [one.written for one in bandage_turns(puzzle) if one.written.amount == 1]
    return [
        *(
            _as_people_write(puzzle, name)
            for name in puzzle.basis
            if not puzzle.moves[name].is_identity
        ),
        *beside,
    ]


def _as_people_write(puzzle: "Puzzle", name: str) -> Move:
    """The move itself, or `U` for the pyraminx's `2U`, where `U` turns the tip along with it."""
    move = puzzle.notation.written(name)
    if move.inner == 2 and move.outer is None:
        pair = puzzle.notation.turn(Move(move.family, move.amount))
        if pair is not None and pair.layers == 2:
            return Move(move.family, move.amount)
    return move


def _blocks(size: int) -> Iterator[Move]:
    """The competition's moves: blocks up to half the cube, the middle cut from one side only."""
    for faces in ("UD", "RL", "FB"):
        for face in faces:
            for layers in range(1, size // 2 + 1):
                if 2 * layers == size and face == faces[1]:
                    continue
                if layers == 1:
                    yield Move(face)
                else:
                    yield Move(f"{face}w", inner=None if layers == 2 else layers)


def _commuting(puzzle: "Puzzle") -> Callable[[Move, Move], bool]:
    """A function that says whether two moves commute, and remembers the answer for each pair."""

    @cache
    def commute(one: Move, other: Move) -> bool:
        p, q = puzzle.turn(one).permutation, puzzle.turn(other).permutation
        return p * q == q * p

    return commute


def _is_idle(units: list[Move], unit: Move, commute: Callable[[Move, Move], bool]) -> bool:
    """Whether the move would only add to the same move earlier in the alg."""
    for earlier in reversed(units):
        if earlier == unit:
            return True
        if not commute(earlier, unit):
            return False
    return False


def _multiples(puzzle: "Puzzle", unit: Move) -> list[Move]:
    """The move with every amount from one step to half a turn, in both directions."""
    return [unit**n for n in turn_amounts(puzzle.turn(unit).permutation.order)]
