"""A long run that tries to refute verdicts: every answer beside a list of all states, or GAP's.

`python -m benchmarks.validate.verdict_campaign --hours 1 --to campaign.jsonl` goes through puzzles,
one row of the file each, and begins where an earlier run of the same file ended. Small puzzles are
drawn at random, and all of their states are listed; for those of the catalogue GAP is asked. A
wrong answer is a row with the number of wrong ones and one example, so that a run never hides it.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from pathlib import Path

import numpy as np
from tests.oracles.assemblies import agreeing, assembled_colorings
from tests.oracles.changes import all_changes
from tests.oracles.colorings import Picks, explanations
from tests.oracles.faults import faulty, shown
from tests.twisty.validate.test_bandaged_repair import random_bandaged, walked
from tests.twisty.validate.test_partial import is_small, partly_seen, random_even
from tests.twisty.validate.test_validate_brute import (
    random_coloring,
    random_puzzle,
    random_wreath,
)
from tests.twisty.validate.test_validate_gap import GAP, NAMES, gap_says
from tests.twisty.validate.test_validate_repair import cost

from puzzlery.twisty.catalog import puzzle as named
from puzzlery.twisty.model.partial_coloring import view
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring
from puzzlery.twisty.validate import Verdict

# Colorings of one puzzle in a row. Of the whole ones, each fiftieth has its repair compared too.
WHOLE, PARTLY, BY_GAP, REPAIRS = 2_500, 40, 100, 50
# GAP is asked in the fifth round of each forty: a row takes it up to a minute.
GAP_ROUND, GAP_ROUNDS = 4, 40
# A puzzle that shows fewer colorings than this says little.
FEW_STATES = 24
# Repairs are compared with everything that costs up to this much.
MOST_COST = 4
# Colorings that are one change from a reachable one, and those that lie around what is shown.
MOST_NEAR, MOST_PASSED = 400_000, 60_000
MOST_ASSEMBLED = 6_000


@dataclass(slots=True)
class Tally:
    """What was compared for one puzzle, and what was wrong."""

    family: str
    seed: int
    compared: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, object]:
        """The row of the file.

        >>> Tally("even", 3).as_dict()
        {'family': 'even', 'seed': 3, 'compared': {}, 'wrong': []}
        """
        return {
            "family": self.family,
            "seed": self.seed,
            "compared": dict(self.compared),
            "wrong": self.wrong,
        }

    def note(self, kind: str, is_right: bool, example: Callable[[], str]) -> None:
        """Count one comparison; keep what was asked if the answer was wrong."""
        self.compared[kind] += 1
        if not is_right:
            self.wrong.append(f"{kind}: {example()}")


def beside_list(tally: Tally, puzzle: Puzzle, rng: random.Random) -> None:
    """Compare verdicts, counts, partial colorings and repairs with the list of all states."""
    known = explanations(puzzle)
    reachable = sorted(known)
    repairs = LeastRepairs(tally, puzzle, set(reachable))
    for number in range(WHOLE):
        picks = tuple(random_coloring(rng, puzzle, reachable))
        verdict = puzzle.validate(Coloring(puzzle, picks))
        right = verdict.reachable == (picks in known)
        right &= verdict.explanations == known.get(picks, 0)
        tally.note("verdict", right, lambda p=picks: _told(puzzle, p))  # type: ignore[misc]
        if number % REPAIRS == 0:
            repairs.compare(verdict, picks)
    if is_small(puzzle, MOST_ASSEMBLED):
        _partly(tally, puzzle, rng, known)


def _partly(tally: Tally, puzzle: Puzzle, rng: random.Random, known: Counter[Picks]) -> None:
    reached, assembled = set(known), assembled_colorings(puzzle)
    listed = sorted(assembled)
    for _ in range(PARTLY):
        seen = partly_seen(rng, list(rng.choice(listed)), len(puzzle.palette))
        verdict = puzzle.validate(view(puzzle, seen))
        agree, possible = agreeing(reached, seen), agreeing(assembled, seen)
        right = (verdict.completions, verdict.assembled) == (len(agree), len(possible))
        right &= (verdict.state is not None) == bool(agree)
        right &= verdict.reachable == (bool(agree) and len(agree) == len(possible))
        tally.note("partial", right, lambda s=seen: _told(puzzle, s))  # type: ignore[misc]


def beside_walk(tally: Tally, puzzle: Puzzle, rng: random.Random) -> None:
    """Compare verdicts and repairs of a bandaged puzzle with a walk through its states."""
    reached = walked(puzzle)
    listed = sorted(reached)
    repairs = LeastRepairs(tally, puzzle, reached, "bandaged ")
    for number in range(WHOLE // 4):
        picks = list(rng.choice(listed))
        for _ in range(rng.randint(0, 3)):
            picks[rng.randrange(puzzle.degree)] = rng.randrange(len(puzzle.palette))
        verdict = puzzle.validate(Coloring(puzzle, tuple(picks)))
        right = verdict.reachable == (tuple(picks) in reached)
        tally.note("bandaged verdict", right, lambda p=picks: _told(puzzle, p))  # type: ignore[misc]
        if number % REPAIRS == 0:
            repairs.compare(verdict, tuple(picks))


class LeastRepairs:
    """Compares repairs of one puzzle with everything that costs less.

    A coloring is as far from a reachable one as this one is from it, for every change can be
    undone by one. So all colorings one change from a reachable one are listed once, and only the
    changes before the last are tried on what is shown.
    """

    def __init__(self, tally: Tally, puzzle: Puzzle, reached: set[Picks], kind: str = "") -> None:
        self.tally, self.puzzle, self.reached, self.kind = tally, puzzle, reached, kind

    def compare(self, verdict: Verdict, picks: Picks) -> None:
        """Whether the repair mends, and whether nothing mends for less if it is called least."""
        if verdict.repair is None:
            return
        right = verdict.repair.coloring.picks in self.reached
        self.tally.note(f"{self.kind}repair", right, lambda: _told(self.puzzle, picks))
        size = cost(verdict.repair)
        if not verdict.repair.proven or size > MOST_COST:
            self.tally.compared[f"{self.kind}repair not called least, or dear"] += 1
            return
        is_least = self._is_least(picks, size)
        if is_least is None:
            self.tally.compared[f"{self.kind}repair too wide to compare"] += 1
        else:
            self.tally.note(f"{self.kind}least repair", is_least, lambda: _told(self.puzzle, picks))

    @cached_property
    def near(self) -> set[Picks] | None:
        """The reachable colorings and all that are one change away; None if they are too many."""
        found = set(self.reached)
        for picks in self.reached:
            found |= _changed(self.puzzle, picks)
            if len(found) > MOST_NEAR:
                return None
        return found

    def _is_least(self, picks: Picks, size: int) -> bool | None:
        """Whether no fewer changes lead to a reachable coloring; None if they are too many."""
        if picks in self.reached:
            return size == 0
        layer, passed = {picks}, {picks}
        for changes in range(size - 1):
            if changes:
                after: set[Picks] = set()
                for colors in layer:
                    after |= _changed(self.puzzle, colors)
                    if len(after) > MOST_PASSED:
                        return None
                layer = after - passed
                passed |= layer
            if self.near is None:
                return None
            if not layer.isdisjoint(self.near):
                return False
        return True


def _changed(puzzle: Puzzle, picks: Picks) -> set[Picks]:
    """Everything that is one change away."""
    array = np.array(picks, dtype=np.uint16)
    return {tuple(each.tolist()) for each in all_changes(puzzle, array)}


def beside_gap(tally: Tally, puzzle: Puzzle, rng: random.Random) -> None:
    """Compare verdicts with GAP's search for an element that carries color classes over."""
    colorings = [faulty(puzzle, rng) for _ in range(BY_GAP // 2)]
    colorings += [shown(puzzle, puzzle.group.random(rng)) for _ in range(BY_GAP // 2)]
    verdicts = [puzzle.validate(Coloring(puzzle, tuple(picks))) for picks in colorings]
    theirs = gap_says(puzzle, colorings)
    for picks, verdict, says in zip(colorings, verdicts, theirs, strict=True):
        ours = verdict.reachable and verdict.rotation is None
        tally.note("by GAP", ours == says, lambda p=picks: _told(puzzle, p))  # type: ignore[misc]


def _told(puzzle: Puzzle, picks: Iterable[int]) -> str:
    moves = {name: puzzle.moves[name].cycles() for name in puzzle.basis}
    return f"{moves} solved {puzzle.solved_colors} glued {puzzle.glued} shown {list(picks)}"


def families() -> dict[str, Callable[[random.Random, Tally], None]]:
    """What each row may be about: a kind of small puzzle, or one of the catalogue.

    >>> "bandaged" in families()
    True
    """
    drawn: dict[str, Callable[[random.Random, Tally], None]] = {
        name: lambda rng, tally, make=make: beside_list(tally, _large(make, rng), rng)  # type: ignore[misc]
        for name, make in (
            ("cycles", random_puzzle),
            ("pieces", random_wreath),
            ("even", random_even),
        )
    }
    drawn["bandaged"] = lambda rng, tally: beside_walk(tally, random_bandaged(rng), rng)
    if GAP is not None:
        for name in NAMES:
            drawn[name] = lambda rng, tally, name=name: beside_gap(tally, named(name), rng)  # type: ignore[misc]
    return drawn


def _large(make: Callable[[random.Random, int], Puzzle], rng: random.Random) -> Puzzle:
    """A puzzle drawn until it has enough states to be wrong about."""
    while True:
        puzzle = make(rng, 3_000)
        if len(explanations(puzzle)) >= FEW_STATES:
            return puzzle


def rows(done: set[tuple[str, int]]) -> Iterator[Tally]:
    """Rows that are not done yet, without end; GAP, which is slow, is asked in some rounds only."""
    kinds = families()
    for seed in count():
        for name, compare in kinds.items():
            is_round = name not in NAMES or seed % GAP_ROUNDS == GAP_ROUND
            if not is_round or (name, seed) in done:
                continue
            tally = Tally(name, seed)
            compare(random.Random(f"{name} {seed}"), tally)
            yield tally


def summed(path: Path) -> tuple[Counter[str], list[str], set[tuple[str, int]]]:
    """What a file of rows holds: how much was compared, what was wrong, and which rows they are."""
    compared: Counter[str] = Counter()
    wrong: list[str] = []
    done: set[tuple[str, int]] = set()
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        row = json.loads(line)
        compared.update(row["compared"])
        wrong += row["wrong"]
        done.add((row["family"], row["seed"]))
    return compared, wrong, done


def main() -> None:
    """Run for the given time, then print the sums of the whole file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--to", type=Path, default=Path("verdict_campaign.jsonl"))
    given = parser.parse_args()
    end = time.monotonic() + 3600 * given.hours
    with given.to.open("a", encoding="utf-8") as file:
        for tally in rows(summed(given.to)[2]):
            file.write(json.dumps(tally.as_dict()) + "\n")
            file.flush()
            if time.monotonic() > end:
                break
    compared, wrong, done = summed(given.to)
    print(f"{len(done)} rows; wrong: {len(wrong)}")
    for kind, number in sorted(compared.items()):
        print(f"{number:>10,} {kind}")
    for example in wrong[:20]:
        print(example)


if __name__ == "__main__":
    main()
