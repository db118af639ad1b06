"""Shortening: an alg that does the same in fewer moves.

1. Merge turns of the same layer.
2. Let two-phase try the whole effect of an alg of the 3x3x3; last if its tables are not built yet.
3. Replace every stretch of a few moves by the shortest alg with the same effect, found by meeting
   in the middle.
4. In the time that is left, let the general solver look for the same effect from scratch.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Report, Reporter
from puzzlery.core.work_clock import now
from puzzlery.errors import PuzzleryError, TimedOut
from puzzlery.solve.api.methods import solve
from puzzlery.solve.cube3 import twophase
from puzzlery.solve.general.general_model import GeneralModel, Step, turn_powers
from puzzlery.solve.general.meet_in_the_middle import Neighborhood, merged, neighborhood_of
from puzzlery.solve.general.solution_writing import written
from puzzlery.twisty.model.puzzle import AlgLike, Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg

# Colorings stored around solved, and searched for each stretch.
NEAR_COLORINGS, GROWN_COLORINGS = 100_000, 10_000
# Moves of a stretch that is replaced. The colorings above hardly reach the middle of a longer one.
LONGEST_STRETCH = 9
# Seconds if none are given: as long as a person waits for an answer.
DEFAULT_SECONDS = 5.0
# The share of the time that two-phase gets, and the least seconds it is asked for.
STRONGEST_SHARE, LEAST_SECONDS = 0.3, 0.05


@dataclass(frozen=True, slots=True)
class Shortened:
    """A shorter alg with the same effect; lengths count turns of single layers.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> result = shorten(puzzle("2x2x2"), "R R U U'", seconds=0)
    >>> str(result.alg), result.before, result.after
    ('R2', 1, 1)
    """

    alg: Alg
    before: int
    after: int
    seconds: float


def shorten(
    puzzle: Puzzle,
    alg: AlgLike,
    *,
    seconds: float = DEFAULT_SECONDS,
    progress: Reporter | None = None,
) -> Shortened:
    """The shortest alg found with the same effect on every sticker.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> shorten(puzzle("2x2x2"), "(R U R' U')3", seconds=0.4).after < 12
    True
    """
    start = now()
    given = puzzle.alg(alg).simplify(puzzle)
    wanted = puzzle.permutation(given)
    before = len(given)
    if wanted.is_identity:
        return Shortened(Alg(), before, 0, now() - start)
    if twophase.is_ready():
        given = _by_two_phase(puzzle, given, wanted, STRONGEST_SHARE * seconds)
    layers = _layers(puzzle)
    steps = _as_steps(puzzle, layers, given)
    if steps is None:
        best = given
    else:
        for shorter in _windows(layers, steps, start + seconds):
            steps = shorter
            if progress is not None:
                spent = min(now() - start, seconds)
                note = f"{len(steps)} moves"
                progress(Report(spent, seconds, note, spent, seconds - spent))
        best = min(given, written(puzzle, layers, steps), key=len)
    if not twophase.is_ready() and start + seconds > now():
        best = _by_two_phase(puzzle, best, wanted, start + seconds - now())
    best = _from_scratch(puzzle, best, wanted, start + seconds - now())
    if puzzle.permutation(best) != wanted:
        raise AssertionError(f"shortening {given} to {best} changed what it does")
    return Shortened(best, before, len(best), now() - start)


@lru_cache(maxsize=4)
def _layers(puzzle: Puzzle) -> GeneralModel:
    return GeneralModel.of(puzzle.moves, np.arange(puzzle.degree))


def _as_steps(puzzle: Puzzle, layers: GeneralModel, alg: Alg) -> list[Step] | None:
    """The alg as turns of single layers; None if some move is not one, such as a wide move."""
    turns = {
        layers.layers[k] ** power: (k, power)
        for k in range(len(layers.layers))
        for power in turn_powers(layers.layers[k])
    }
    found = [turns.get(puzzle.turn(move).permutation) for move in alg.moves()]
    steps = [step for step in found if step is not None]
    return steps if len(steps) == len(found) else None


def _windows(layers: GeneralModel, steps: list[Step], end: float) -> Iterator[list[Step]]:
    """The steps with one stretch after another shortened, until none can be."""
    orders = [layer.order for layer in layers.layers]
    near = neighborhood_of(layers, NEAR_COLORINGS)
    known: dict[Permutation, list[Step] | None] = {}
    improved = True
    while improved and now() < end:
        improved = False
        yield steps
        for size in range(2, min(LONGEST_STRETCH, len(steps)) + 1):
            for at in range(len(steps) - size + 1):
                if now() > end:
                    return
                shorter = _shorter(layers, near, known, steps[at : at + size])
                if shorter is not None:
                    steps = merged([*steps[:at], *shorter, *steps[at + size :]], orders)
                    improved = True
                    break
            if improved:
                break
    yield steps


def _shorter(
    layers: GeneralModel,
    near: Neighborhood,
    known: dict[Permutation, list[Step] | None],
    stretch: Sequence[Step],
) -> list[Step] | None:
    effect = layers.effect(stretch)
    if effect not in known:
        known[effect] = near.steps(effect.inverse, longest=len(stretch) - 1, most=GROWN_COLORINGS)
    found = known[effect]
    return found if found is not None and len(found) < len(stretch) else None


def _by_two_phase(puzzle: Puzzle, given: Alg, wanted: Permutation, seconds: float) -> Alg:
    """The alg that two-phase finds for the whole effect, if it fits the puzzle and is shorter."""
    if len(given) < 2 or twophase.unfit(puzzle) is not None or not puzzle.group.contains(wanted):
        return given
    state, found = State(puzzle, wanted.inverse), given
    # It refuses puzzles whose centers turn.
    with suppress(PuzzleryError):
        limit = max(seconds, LEAST_SECONDS)
        found = solve(puzzle, state, "twophase", goal="stickers", timeout=limit).alg
    return min(given, found, key=len) if puzzle.permutation(found) == wanted else given


def _from_scratch(puzzle: Puzzle, best: Alg, wanted: Permutation, seconds: float) -> Alg:
    """The general solver's alg for the effect, if that is shorter."""
    if seconds < 0.1 or puzzle.glued or not puzzle.group.contains(wanted):
        return best
    state = State(puzzle, wanted.inverse)
    with suppress(TimedOut):
        found = solve(puzzle, state, "general", goal="stickers", timeout=seconds).alg
        return min(best, found, key=len)
    return best
