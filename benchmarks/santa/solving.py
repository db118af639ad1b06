"""One puzzle of the competition, solved by the package within some seconds."""

from functools import lru_cache

from benchmarks.santa.answers import Answer
from benchmarks.santa.competition import Competition, Entry, Moves, inverse
from puzzlery.core.permutation import Permutation
from puzzlery.core.work_clock import counting_processor_time, now
from puzzlery.twisty.model.color import Color
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Turn
from puzzlery.twisty.notation.alg import Alg
from puzzlery.twisty.notation.metrics import shortest

# A quarter turn of one layer, a step of one row and a flip each count 1.
METRIC = "SSQTM"


def solved(competition: Competition, entry: Entry, seconds: float, seed: int) -> Answer:
    """The shortest answer that the solver finds in so many seconds of the processor."""
    with counting_processor_time():
        start = now()
        moves = competition.moves[entry.kind]
        puzzle = _puzzle(entry.kind, tuple(moves.items()), entry.solved)
        labels = sorted(set(entry.solved))
        names = {label: color.name for label, color in zip(labels, puzzle.palette, strict=True)}
        found = puzzle.solve(
            [names[label] for label in entry.start], "general", metric=METRIC, timeout=seconds,
            seed=seed, wildcards=entry.wildcards,
        )  # fmt: skip
        word = _cut(competition, entry, written(found.alg, moves))
        return Answer(entry.number, word, now() - start, found.optimal)


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
