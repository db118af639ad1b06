"""Makers of scrambles: for each puzzle and event one function that draws the next scramble."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random, SystemRandom
from typing import Literal

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Reporter
from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.solve.api.methods import METHODS
from puzzlery.solve.api.methods import solve as solved
from puzzlery.solve.blocked.square_random import random_content, short_word_to
from puzzlery.solve.blocked.square_slots import SquareSlots, square_slots
from puzzlery.solve.cube3 import recognition
from puzzlery.solve.cube3.recognition import cube3
from puzzlery.solve.exhaustive.full_table import unfit as no_table
from puzzlery.solve.reduction.reduction_solver import chain_of, solver_of
from puzzlery.solve.scrambles.cube3_words import (
    PAD,
    orientation_suffixes,
    padded,
    random_cube3,
    with_orientation,
    word_to,
)
from puzzlery.solve.scrambles.distance_filter import (
    LEAST_MOVES,
    OneMoveFilter,
    least_moves,
    square_is_far,
)
from puzzlery.solve.scrambles.still_words import still_word
from puzzlery.solve.scrambles.table_words import USUAL_LENGTHS, TableWords
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg, Move
from puzzlery.twisty.scramble import scramble as random_moves

Kind = Literal["random state", "random moves"]
EVENTS = ("usual", "one-handed", "blind", "fewest-moves")
# Groups up to this order have chains of phases that solve them in a short word.
MOST_STATES = 10**35
# A word of the phases that is longer than this ends no search; the general solver does so at once.
LONGEST_OF_PHASES = 120
# The general solver ends after so many attempts, not seconds: so the same seed gives the same word.
PROPOSALS = 300_000
SEEDS = 2**63
# If no word to a first random state is found in this time, tables included, moves are random.
TRIAL_SECONDS = 20.0


@dataclass(frozen=True, eq=False)
class ScrambleMaker:
    """Draws scrambles of one puzzle for one event.

    `kind` says whether each scramble leads to a *random state*, all states being equally likely
    except those that the filter refuses, or consists of *random moves*. `least` is the least number
    of moves from solved that the filter lets pass.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> maker = maker_of(puzzle("skewb"))
    >>> maker.kind, maker.least
    ('random state', 7)
    """

    puzzle: Puzzle
    event: str
    kind: Kind
    least: int
    draw: Callable[[Random], Alg]

    def scrambles(self, count: int | None = None, seed: int | None = None) -> Iterator[Alg]:
        """So many scrambles, one after the other; the same seed gives the same ones.

        Without a seed, random numbers come from the operating system.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> maker = maker_of(puzzle("2x2x2"))
        >>> list(maker.scrambles(2, seed=1)) == list(maker.scrambles(2, seed=1))
        True
        """
        rng = SystemRandom() if seed is None else Random(seed)
        endless = iter(lambda: self.draw(rng), None)
        return islice(endless, count)


def maker_of(
    puzzle: Puzzle,
    event: str = "usual",
    *,
    kind: Kind | None = None,
    length: int | None = None,
    progress: Reporter | None = None,
) -> ScrambleMaker:
    """The maker of scrambles for a puzzle and an event.

    Without a `kind` it follows the regulations, and elsewhere draws random states if a solver gives
    short words. A `length` is one for random moves.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> [maker_of(puzzle(name)).kind for name in ("3x3x3", "5x5x5")]
    ['random state', 'random moves']
    """
    _check_event(puzzle, event)
    if length is not None and kind == "random state":
        raise PuzzleryError("a random state has no length to choose; leave it out")
    suffixes: list[tuple[Move, ...]] = suffixes_of(puzzle) if event == "blind" else [()]
    if length is not None or (kind or usual_kind(puzzle)) == "random moves":
        return _by_moves(puzzle, event, length, suffixes)
    try:
        drawn = _state_drawer(puzzle, event, suffixes, progress)
        if kind is None and not _is_regulated(puzzle):
            _solve_one(puzzle, progress)
    except PuzzleryError:
        if kind is not None:
            raise
        return _by_moves(puzzle, event, length, suffixes)
    return ScrambleMaker(puzzle, event, "random state", least_moves(puzzle), drawn)


def _is_regulated(puzzle: Puzzle) -> bool:
    """Whether the regulations ask for random states of this puzzle."""
    return (
        puzzle == cube3()
        or puzzle.name in LEAST_MOVES
        or puzzle.notation.dialect == "clock"
        or chain_of(puzzle, puzzle.metric) is not None
    )


def _solve_one(puzzle: Puzzle, progress: Reporter | None) -> None:
    """Solve one random state, to see whether a solver gives words in reasonable time.

    Tables that are built for it are kept for the scrambles.
    """
    if no_table(puzzle) is not None:
        state = State(puzzle, puzzle.group.random(Random(1)))
        _solution(puzzle, state, progress, timeout=TRIAL_SECONDS)


def usual_kind(puzzle: Puzzle) -> Kind:
    """What is usual for a puzzle: as the regulations say, else random states where words are short.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> [usual_kind(puzzle(name)) for name in ("megaminx", "4x4x4", "FTO", "pyraminx")]
    ['random moves', 'random state', 'random state', 'random state']
    """
    is_drawn = (
        square_slots(puzzle) is not None
        or puzzle.notation.dialect == "clock"
        or no_table(puzzle) is None
        or recognition.unfit(puzzle) is None
        or (puzzle.hints.get("cube") == 4 and not puzzle.glued)
        or (METHODS["phases"].unfit(puzzle) is None and puzzle.group.order <= MOST_STATES)
    )
    return (
        "random state" if (is_drawn and not puzzle.glued) or _is_square(puzzle) else "random moves"
    )


def _is_square(puzzle: Puzzle) -> bool:
    return square_slots(puzzle) is not None


def _check_event(puzzle: Puzzle, event: str) -> None:
    if event not in EVENTS:
        raise UnknownName.near(
            f'unknown event "{event}"; expected one of {", ".join(EVENTS)}', event, EVENTS
        )
    if event in ("one-handed", "fewest-moves") and puzzle != cube3():
        raise PuzzleryError(f"the event {event} is one of the 3x3x3, not of {puzzle.name}")
    if event == "blind" and puzzle.hints.get("cube") not in (3, 4, 5):
        raise PuzzleryError(
            f"blind scrambles are those of the 3x3x3, 4x4x4 and 5x5x5, not of {puzzle.name}"
        )


def suffixes_of(puzzle: Puzzle) -> list[tuple[Move, ...]]:
    """The 24 endings of a scramble for blind solving, one for each way to hold the cube.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> print(*suffixes_of(puzzle("5x5x5"))[5])
    3Rw 3Uw
    """
    size = puzzle.hints["cube"]
    if size == 4:
        return orientation_suffixes((Move("x", 1), Move("z", 1)), (Move("y", 1),))
    inner = 3 if size == 5 else None
    tilts = (Move("Rw", 1, inner=inner), Move("Fw", 1, inner=inner))
    return orientation_suffixes(tilts, (Move("Uw", 1, inner=inner),))


def _by_moves(
    puzzle: Puzzle, event: str, length: int | None, suffixes: list[tuple[Move, ...]]
) -> ScrambleMaker:
    """Random moves, drawn again while they end close to solved."""
    least = least_moves(puzzle) if length is None else 0
    is_far = _far_check(puzzle, least)
    pad = PAD if event == "fewest-moves" else Alg()

    def draw(rng: Random) -> Alg:
        while True:
            moves = random_moves(puzzle, seed=rng.randrange(SEEDS), length=length)
            alg = with_orientation(pad + moves + pad, rng.choice(suffixes))
            if is_far(puzzle.permutation(alg)):
                return alg

    return ScrambleMaker(puzzle, event, "random moves", least, draw)


def _far_check(puzzle: Puzzle, least: int) -> Callable[[Permutation], bool]:
    """The filter of random moves: more than two moves are asked for where a table knows them."""
    slots = square_slots(puzzle)
    if not least or puzzle.degree > 1000:
        return lambda state: True
    if slots is not None:
        return lambda state: square_is_far(slots, slots.content(State(puzzle, state)), least)
    if least > 2:
        words = TableWords.of(puzzle)
        return lambda state: words.distance(state) >= least
    return OneMoveFilter.of(puzzle).is_far


def _state_drawer(
    puzzle: Puzzle, event: str, suffixes: list[tuple[Move, ...]], progress: Reporter | None
) -> Callable[[Random], Alg]:
    slots = square_slots(puzzle)
    if slots is not None:
        return partial(_square_word, slots, progress)
    if puzzle.notation.dialect == "clock":
        return _by_moves(puzzle, event, None, suffixes).draw
    if no_table(puzzle) is None:
        return _table_drawer(TableWords.of(puzzle, progress))
    if puzzle.glued:
        raise PuzzleryError(f"random states of {puzzle.name} are not drawn: its moves are blocked")
    if puzzle == cube3():
        return partial(
            _cube3_word, OneMoveFilter.of(puzzle), suffixes, event == "fewest-moves", progress
        )
    return partial(_solver_word, puzzle, OneMoveFilter.of(puzzle), suffixes, progress)


def _square_word(slots: SquareSlots, progress: Reporter | None, rng: Random) -> Alg:
    """A random state in which the slice can turn, and a short word to it."""
    least = least_moves(slots.puzzle)
    content = random_content(rng)
    while not square_is_far(slots, content, least, progress):
        content = random_content(rng)
    return short_word_to(slots, content, progress)


def _table_drawer(words: TableWords) -> Callable[[Random], Alg]:
    group, least = words.puzzle.group, least_moves(words.puzzle)
    words.check_least(least)
    length = USUAL_LENGTHS.get(words.puzzle.name)

    def draw(rng: Random) -> Alg:
        state = group.random(rng)
        while words.distance(state) < least:
            state = group.random(rng)
        return words.shortest(state) if length is None else words.word(state, length, rng)

    return draw


def _cube3_word(
    near: OneMoveFilter,
    suffixes: list[tuple[Move, ...]],
    with_pads: bool,
    progress: Reporter | None,
    rng: Random,
) -> Alg:
    """A random state of the 3x3x3; the filter looks at the state after pads and suffix."""
    while True:
        state, suffix = random_cube3(rng), rng.choice(suffixes)
        if with_pads:
            alg = padded(state, progress)
        else:
            last = suffix[0].family[0] if suffix else ""
            alg = with_orientation(word_to(state, last=last, progress=progress), suffix)
        if near.is_far(near.puzzle.permutation(alg)):
            return alg


def _solver_word(
    puzzle: Puzzle,
    near: OneMoveFilter,
    suffixes: list[tuple[Move, ...]],
    progress: Reporter | None,
    rng: Random,
) -> Alg:
    """A random state, and the inverse of the solution that a solver finds for it."""
    while True:
        state, suffix = puzzle.group.random(rng), rng.choice(suffixes)
        if near.is_far(state):
            break
    word = _solution(puzzle, State(puzzle, state), progress).inverse.simplify(puzzle)
    if chain_of(puzzle, puzzle.metric) is not None:
        word = still_word(puzzle, word).simplify(puzzle)
    return with_orientation(word, suffix)


def _solution(
    puzzle: Puzzle, state: State, progress: Reporter | None, timeout: float | None = None
) -> Alg:
    if recognition.unfit(puzzle) is None:
        return solved(
            puzzle, state, "twophase", max_length=21, timeout=timeout, progress=progress
        ).alg
    chain = chain_of(puzzle, puzzle.metric)
    if chain is not None:
        return solver_of(chain, progress).repeatable(state.permutation)
    if METHODS["phases"].unfit(puzzle) is None and puzzle.group.order <= MOST_STATES:
        limit = LONGEST_OF_PHASES
        return solved(
            puzzle, state, "phases", max_length=limit, timeout=timeout, progress=progress
        ).alg
    return solved(puzzle, state, "general", seed=1, proposals=PROPOSALS, progress=progress).alg
