"""How much work an alg is for two hands: a shortest path over the positions of both wrists.

The unit is a flick of the index finger. A quarter turn of R or L is one of that wrist (0.8), of U
a flick (1), of D the ring finger (1.4), of F a push (1.3), of B a reach (1.6), of M, S and E two
fingers (1.3, 1.6, 1.6). A half turn costs 1.65 times as much. Fingers reach U and D while one of
the wrists is straight, F while the right one is straight or up, B while one is turned. A *regrip*
brings one wrist back for 1.5. Turning the same finger twice in a row costs 0.7 more. Rotations of
the cube cost 3.5; `x` is only wrists and costs 1.
"""

from puzzlery.errors import PuzzleryError
from puzzlery.twisty.notation.alg import Alg, Move

WRIST, HALF, REGRIP, AGAIN, ROTATION, TILT = 0.8, 1.65, 1.5, 0.7, 3.5, 1.0
FINGERS = {"U": 1.0, "D": 1.4, "F": 1.3, "B": 1.6, "M": 1.3, "S": 1.6, "E": 1.6}
# Quarter turns away from straight that a wrist can hold.
LOWEST, HIGHEST = -1, 2
Wrists = tuple[int, int]


def hand_cost(alg: Alg) -> float | None:
    """The least cost of an alg for hands; None if it has moves that are not those of a cube.

    >>> [round(hand_cost(Alg.parse(text)), 1) for text in ("R U R' U'", "F2 B2 L2", "y R")]
    [3.6, 7.6, 4.3]
    """
    try:
        moves = list(alg.moves())
    except PuzzleryError:
        return None
    costs: dict[Wrists, float] = {(0, 0): 0.0}
    before = ""
    for move in moves:
        family = move.family.removesuffix("w").upper()
        if (family not in "RLxyzXYZ" and family not in FINGERS) or len(family) != 1:
            return None
        again = AGAIN if family == before and family in FINGERS else 0.0
        costs = _after(costs, family, move, again)
        before = family
    return round(min(costs.values()), 3)


def _after(
    costs: dict[Wrists, float], family: str, move: Move, again: float
) -> dict[Wrists, float]:
    """The least costs after one more move, by wrist positions."""
    found: dict[Wrists, float] = {}
    for wrists, cost in _regripped(costs).items():
        for after, extra in _made(wrists, family, move):
            total = cost + extra + again
            if total < found.get(after, float("inf")):
                found[after] = total
    return found


def _regripped(costs: dict[Wrists, float]) -> dict[Wrists, float]:
    """The least costs with none, one or both hands put back to straight, or one turn aside."""
    found = dict(costs)
    for hand in (0, 1):
        for wrists, cost in list(found.items()):
            for position in (-1, 0, 1):
                moved = (position, wrists[1]) if hand == 0 else (wrists[0], position)
                if moved != wrists:
                    found[moved] = min(found.get(moved, float("inf")), cost + REGRIP)
    return found


def _made(wrists: Wrists, family: str, move: Move) -> list[tuple[Wrists, float]]:
    """Where the wrists are after a move, and its cost; nothing if no finger reaches."""
    left, right = wrists
    times = HALF if abs(move.amount) == 2 else 1.0
    if family in "RL":
        return [
            (after, WRIST * times)
            for amount in ((move.amount, -move.amount) if abs(move.amount) == 2 else (move.amount,))
            for after in [(left, right + amount) if family == "R" else (left - amount, right)]
            if all(LOWEST <= wrist <= HIGHEST for wrist in after)
        ]
    if family in "XYZxyz":
        return [((0, 0), TILT if family in "xX" else ROTATION)]
    reaches = {
        "F": right in (0, 1) or left in (0, 1),
        "B": left in (-1, 1) or right in (-1, 1),
    }.get(family, 0 in wrists)
    return [(wrists, FINGERS[family] * times)] if reaches else []
