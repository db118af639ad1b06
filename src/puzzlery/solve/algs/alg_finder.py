"""Finding algs: every solver that fits is asked, and the best answers are kept.

1. Two-phase gives short algs of the 3x3x3 at once, where nothing is left open.
2. The search by iterative deepening finds all algs of a length, then of the next one.
3. Where both find nothing in time, the general solver gives one alg.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Reporter
from puzzlery.core.work_clock import now
from puzzlery.errors import NotFound, PuzzleryError, TimedOut, Unsolvable
from puzzlery.solve.algs.hand_cost import hand_cost
from puzzlery.solve.algs.same_algs import first_of_each
from puzzlery.solve.algs.wishes import AlgWish, wish_for_cycle, wish_for_turned
from puzzlery.solve.api.methods import METHODS, solutions
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.cube3 import twophase
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg

# Seconds of the search if none are given: as long as a person waits for an answer.
DEFAULT_SECONDS = 3.0
# Shares of the time for the first solver, and for the general one if nothing else was found.
QUICK_SHARE, LAST_SHARE = 0.25, 0.3
LONGEST = 30
# Algs that are looked for, for each that is the same as no other.
SAME = 8
Order = Literal["length", "hands"]


@dataclass(frozen=True, slots=True)
class FoundAlg:
    """An alg, its length, its effect on the stickers, and how much work it is for hands.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube, sexy = puzzle("3x3x3"), Alg.parse("R U R' U'")
    >>> found = FoundAlg(sexy, 4, "HTM", optimal=True, effect=cube.permutation(sexy))
    >>> found.effect.order, found.hands < 6
    (6, True)
    """

    alg: Alg
    length: int
    metric: str
    optimal: bool
    effect: Permutation

    @property
    def hands(self) -> float | None:
        """The cost for hands, see `hand_cost`; None for moves that it does not know."""
        return hand_cost(self.alg)


@dataclass
class _Finding:
    """What is asked for, and what was found so far."""

    wish: AlgWish
    count: int
    end: float
    limits: dict[str, Any]
    found: dict[str, FoundAlg] = field(default_factory=dict)
    proven: int = 0
    refused: PuzzleryError | None = None

    def left(self) -> float:
        return self.end - now()

    def states(self) -> Iterator[State]:
        return (State(self.wish.puzzle, effect.inverse) for effect in self.wish.effects)

    def keep(self, one: Solution) -> None:
        puzzle = self.wish.puzzle
        alg = FoundAlg(one.alg, one.length, one.metric, False, puzzle.permutation(one.alg))
        self.found.setdefault(str(one.alg), alg)

    def asked(self, **more: Any) -> dict[str, Any]:
        wish = self.wish
        return {"goal": wish.goal, "mask": wish.mask, "count": self.count, **self.limits, **more}


def find_algs(
    wish: AlgWish,
    *,
    count: int = 1,
    moves: Sequence[str] | None = None,
    metric: str | None = None,
    order: Order = "length",
    up_to: Collection[str] = (),
    seconds: float = DEFAULT_SECONDS,
    progress: Reporter | None = None,
) -> list[FoundAlg]:
    """Up to `count` algs that fulfill a wish, shortest first, or easiest for hands first.

    `seconds` limit the search, which starts once the tables of the puzzle are there. Of algs that
    are the same `up_to` some of rotation, mirror and inverse only the first is given.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> wish = wish_for_cycle(cube, ["UF", "UR", "UB"])
    >>> [found.length for found in find_algs(wish, seconds=5)]
    [9]
    """
    wish = wish.reachable()
    limits: dict[str, Any] = {"metric": metric, "progress": progress}
    if moves:
        limits["moves"] = tuple(moves)
    wanted = SAME * count if up_to else count
    finding = _Finding(wish, wanted, now() + seconds, limits)
    if not moves and wish.mask is None and metric is None:
        _ask_two_phase(finding, seconds)
    _ask_search(finding, seconds)
    if not finding.found:
        _ask_general(finding, max(seconds * LAST_SHARE, finding.left()))
    if not finding.found:
        if finding.refused is not None:
            raise finding.refused
        raise NotFound(f"no alg was found within {seconds:g} s; give more time")
    ordered = _sorted(finding, order)
    if up_to:
        by_alg = {one.alg: one for one in ordered}
        ordered = [by_alg[alg] for alg in first_of_each(wish.puzzle, by_alg, up_to)]
    return ordered[:count]


def _sorted(finding: _Finding, order: Order) -> list[FoundAlg]:
    algs = [
        FoundAlg(one.alg, one.length, one.metric, one.length <= finding.proven, one.effect)
        for one in finding.found.values()
    ]

    def rank(one: FoundAlg) -> tuple[float, float, str]:
        hands = float("inf") if one.hands is None else one.hands
        first, then = (one.length, hands) if order == "length" else (hands, one.length)
        return (first, then, str(one.alg))

    return sorted(algs, key=rank)


def _ask_two_phase(finding: _Finding, seconds: float) -> None:
    method = METHODS["twophase"]
    if method.unfit(finding.wish.puzzle) is not None:
        return
    twophase.table(finding.limits["progress"])
    share = QUICK_SHARE * seconds / len(finding.wish.effects)
    finding.end = now() + seconds
    for state in finding.states():
        with suppress(TimedOut):
            for one in solutions(finding.wish.puzzle, state, "twophase",
                                 **finding.asked(timeout=max(share, 0.05))):  # fmt: skip
                finding.keep(one)
                if one.optimal and len(finding.wish.effects) == 1:
                    finding.proven = one.length


def _ask_search(finding: _Finding, seconds: float) -> None:
    """All algs of one length, then of the next, until there are enough or the time is over."""
    puzzle = finding.wish.puzzle
    if METHODS["search"].unfit(puzzle) is not None:
        return
    impossible = 0
    # Building the tables is not part of the search, so the clock starts when they are there.
    first = True
    for length in range(LONGEST + 1):
        for state in finding.states():
            limit = seconds if first else finding.left()
            if limit <= 0:
                return
            try:
                for one in solutions(puzzle, state, "search", **finding.asked(
                    min_length=length, max_length=length, search_seconds=limit
                )):  # fmt: skip
                    finding.keep(one)
            except NotFound:
                pass
            except Unsolvable:
                impossible += 1
            except TimedOut:
                return
            except PuzzleryError as fault:
                # Some wishes have more looks than can be numbered; others may still solve them.
                finding.refused = fault
                return
            if first:
                finding.end, first = max(finding.end, now() + seconds), False
        if impossible == len(finding.wish.effects):
            names = " ".join(finding.limits.get("moves", ()))
            raise NotFound(f"no alg of the moves {names} does this on {puzzle.name}")
        impossible = 0
        short = [one for one in finding.found.values() if one.length <= length]
        if short and not finding.proven:
            finding.proven = length
        if len(short) >= finding.count:
            return


def _ask_general(finding: _Finding, seconds: float) -> None:
    puzzle = finding.wish.puzzle
    if METHODS["general"].unfit(puzzle) is not None:
        return
    share = seconds / len(finding.wish.effects)
    for state in finding.states():
        asked = finding.asked(count=1, search_seconds=share)
        with suppress(TimedOut, NotFound):
            for one in solutions(puzzle, state, "general", **asked):
                finding.keep(one)


def find_cycle(
    puzzle: Puzzle, names: Sequence[str], *, seconds: float = DEFAULT_SECONDS,
    metric: str | None = None, progress: Reporter | None = None,
) -> FoundAlg:  # fmt: skip
    """A short alg that cycles just these pieces, see `wish_for_cycle`.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> found = find_cycle(puzzle("3x3x3"), ["UFR", "URB", "ULF"], seconds=0.5)
    >>> found.effect.order, len(found.effect.support)
    (3, 9)
    """
    wish = wish_for_cycle(puzzle, names)
    return find_algs(wish, seconds=seconds, metric=metric, progress=progress)[0]


def find_turned(
    puzzle: Puzzle, names: Sequence[str], *, seconds: float = DEFAULT_SECONDS,
    metric: str | None = None, progress: Reporter | None = None,
) -> FoundAlg:  # fmt: skip
    """A short alg that turns just these pieces where they are, see `wish_for_turned`.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> len(find_turned(puzzle("3x3x3"), ["UF", "UB"], seconds=0.5).effect.support)
    4
    """
    wish = wish_for_turned(puzzle, names)
    return find_algs(wish, seconds=seconds, metric=metric, progress=progress)[0]
