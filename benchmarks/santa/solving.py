"""One puzzle of the competition, solved by the package within some seconds."""

import random
import time
from functools import lru_cache

from benchmarks.santa.answers import Answer
from benchmarks.santa.competition import Competition, Entry, Moves, inverse
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import advance
from puzzlery.solve.api.oriented_state import read_state
from puzzlery.solve.general.general_solver import model_of
from puzzlery.solve.general.neighbor_beam import beam_of, steps_of
from puzzlery.solve.general.solution_writing import written as written_alg
from puzzlery.twisty.model.color import Color
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Turn
from puzzlery.twisty.notation.alg import Alg
from puzzlery.twisty.notation.metrics import shortest

# A quarter turn of one layer, a step of one row and a flip each count 1.
METRIC = "SSQTM"


def solved(competition: Competition, entry: Entry, seconds: float, seed: int) -> Answer:
    """The shortest answer that the solver finds in this time, cut where wildcards allow it."""
    start = time.monotonic()
    halved = seconds / 2 if entry.wildcards else seconds
    moves = competition.moves[entry.kind]
    puzzle = _puzzle(entry.kind, tuple(moves.items()), entry.solved)
    labels = sorted(set(entry.solved))
    names = {label: color.name for label, color in zip(labels, puzzle.palette, strict=True)}
    given = [names[label] for label in entry.start]
    mask = _mask(puzzle, entry.wildcards, seed)
    found = puzzle.solve(given, "general", metric=METRIC, timeout=halved, mask=mask, seed=seed)
    word = _cut(competition, entry, written(found.alg, moves))
    if entry.wildcards:
        # A mask needs tables of its own, for which there may be no time.
        shorter = _by_beam(puzzle, given, entry.wildcards, halved, seed)
        if shorter is None:
            shorter = puzzle.solve(given, "general", metric=METRIC, timeout=halved, seed=seed).alg
        word = min(word, _cut(competition, entry, written(shorter, moves)), key=len)
    proven = found.optimal and not entry.wildcards
    return Answer(entry.number, word, time.monotonic() - start, proven)


@lru_cache(maxsize=4)
def _puzzle(
    kind: str, moves: tuple[tuple[str, tuple[int, ...]], ...], solved: tuple[str, ...]
) -> Puzzle:
    turns = {name: Turn.plain(name, Permutation(inverse(sources))) for name, sources in moves}
    labels = sorted(set(solved))
    numbers = {label: number for number, label in enumerate(labels)}
    # Labels that differ in case only need names that differ otherwise; nobody sees the shades.
    palette = tuple(Color(f"label {number}", f"#{number:06x}") for number in range(len(labels)))
    return Puzzle(kind, len(solved), turns, palette, tuple(numbers[label] for label in solved))


def _mask(puzzle: Puzzle, wildcards: int, seed: int) -> frozenset[int] | None:
    """The places that must be right: all but those of some pieces, other ones for each seed."""
    if not wildcards:
        return None
    pieces = sorted(map(sorted, puzzle.pieces()))
    random.Random(seed).shuffle(pieces)
    free: set[int] = set()
    for stickers in pieces:
        if len(free) + len(stickers) <= wildcards:
            free.update(stickers)
    return frozenset(range(puzzle.degree)) - free


def _by_beam(
    puzzle: Puzzle, given: list[str], wildcards: int, seconds: float, seed: int
) -> Alg | None:
    """A solution with any stickers wrong, where moves have long cycles."""
    model = model_of(puzzle, METRIC, None, (), "colors", None)
    beam = beam_of(model, read_state(puzzle, given).permutation, wildcards=wildcards, seed=seed)
    if beam is None:
        return None
    advance(beam, seconds=seconds)
    return written_alg(puzzle, model, steps_of(model, beam)) if beam.found() else None


def written(alg: Alg, moves: Moves) -> tuple[str, ...]:
    """An alg as the competition writes it: one word for each single step."""
    word: list[str] = []
    for move in alg.moves():
        steps = shortest(move.amount, Permutation(moves[move.family]).order)
        word += [move.family if steps > 0 else f"-{move.family}"] * abs(steps)
    return tuple(word)


def _cut(competition: Competition, entry: Entry, word: tuple[str, ...]) -> tuple[str, ...]:
    """The word without moves at its end that the wildcards make needless."""
    while word and entry.wildcards and competition.is_solved_by(entry, word[:-1]):
        word = word[:-1]
    return word
