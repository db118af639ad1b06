"""Commutators: solve orbit by orbit with words that move few stickers, as a person would.

1. A few twists make the permutation of every orbit even.
2. Each orbit is solved by commutators that move few stickers. Each one that is applied solves more
   stickers than it unsolves. The solver tries four levels: (L0) a commutator, (L1) a commutator
   conjugated by one twist, (L2) two commutators in a row, or one conjugated by the other, (L3) the
   same conjugated by one twist.
3. If no word helps, a random one is applied. If that fails too often, the words of the stabilizer
   chain solve the rest.
"""

from collections import Counter, deque
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Report
from puzzlery.core.work_clock import now
from puzzlery.solve.api.request import Request
from puzzlery.solve.api.solution import Solution, SolutionPart
from puzzlery.solve.general import stabilizer_words
from puzzlery.solve.general.commutator_pool import Ints, Twists, small_commutators
from puzzlery.solve.general.orbit_words import OrbitWords, WordEffects, orbit_words
from puzzlery.tables.store import Store
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg

Word = tuple[int, ...]
# First words tried in L2, and for each setup in L3; they bound the time of a step.
MOST_PAIRS, MOST_PAIRS_PER_SETUP = 400, 60
# Random words in one orbit before the stabilizer chain solves the rest: they lead out of dead ends.
MOST_RANDOM_WORDS = 12
unfit = stabilizer_words.unfit


@dataclass(frozen=True, slots=True)
class ImprovingWord:
    """A word that solves more stickers than it unsolves: its gain, its level, and its parts.

    It is `setup first second setup'`, or `setup first second first' setup'` if `around`.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> twists = Twists.of(puzzle("2x2x2"))
    >>> r, u = [move.family for move in twists.moves].index("R"), 0
    >>> print(ImprovingWord(3, "L1", (r,), setup=(u,)).alg(twists))
    [U: R]
    """

    gain: int
    level: str
    first: Word
    second: Word = ()
    setup: Word = ()
    around: bool = False

    def word(self, twists: Twists) -> Word:
        """The numbers of all its twists."""
        end = twists.backwards(self.first) if self.around else ()
        middle = (*self.first, *self.second, *end)
        return (*self.setup, *middle, *twists.backwards(self.setup))

    def alg(self, twists: Twists) -> Alg:
        """The word as people write it: commutators in brackets, the setup before a colon."""
        first, second = _bracketed(self.first, twists), _bracketed(self.second, twists)
        inner = Alg.conjugate(first, second) if self.around else first + second
        return Alg.conjugate(twists.alg(self.setup), inner) if self.setup else inner


def _bracketed(word: Word, twists: Twists) -> Alg:
    """A commutator of eight twists with its brackets; anything else as it is."""
    if len(word) != 8:
        return twists.alg(word)
    x, y, _, z = word[:4]
    inner = Alg.conjugate(twists.alg((x,)), twists.alg((y,)))
    return Alg.commutator(inner, twists.alg((z,)))


def solve(request: Request) -> list[Solution]:
    """One solution with every sticker in its own place, with a part for each orbit.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> tetra = puzzle("pyraminx")
    >>> found = tetra.solve("U R U' R'", "commutators")
    >>> tetra.apply("U R U' R'").apply(found.alg).is_solved
    True
    """
    twists = Twists.of(request.puzzle)
    store, progress, clock = Store.usual(), request.progress, request.clock
    triples = small_commutators(request.puzzle, twists, store, progress, clock)
    solver = _CommutatorSolver(request, twists)
    solver.fix_parity()
    for orbit in orbit_words(request.puzzle, twists, triples, clock):
        if not solver.solve_orbit(orbit):
            solver.finish_by_words()
            break
    alg = Alg(tuple(m for part in solver.parts for m in part.alg.moves())).simplify(request.puzzle)
    length = alg.length(request.metric, request.puzzle)
    return [
        Solution(alg, length, request.metric, optimal=not length, method="commutators",
                 parts=tuple(solver.parts), note="orbit by orbit, with small commutators")
    ]  # fmt: skip


class _CommutatorSolver:
    """One state while it is solved: the sticker at each place, and the parts so far."""

    def __init__(self, request: Request, twists: Twists) -> None:
        self.request, self.twists = request, twists
        origin = request.state.permutation.inverse.array.astype(np.int64)
        self.at: Ints = np.append(origin, len(origin))
        self.counted = np.zeros(len(self.at), dtype=bool)
        self.parts: list[SolutionPart] = []
        self._setups: list[int] = np.flatnonzero(twists.basic).tolist()
        self._start = now()
        self._random = Random(0)

    def fix_parity(self) -> None:
        """Apply the fewest twists after which the permutation of every sticker orbit is even."""
        orbits = self.request.puzzle.group.orbits()
        wanted = _parities(self.at, orbits)
        effects = {n: _parities(self.twists.tables[n], orbits) for n in self._setups}
        word = _shortest_sum(wanted, effects)
        if word:
            self.at = self._applied(word, self.at)
            self.parts.append(SolutionPart("parity", self.twists.alg(word)))

    def solve_orbit(self, orbit: OrbitWords) -> bool:
        """Solve an orbit, and keep solved what was solved before it; False if that fails."""
        self.counted = self.counted | orbit.places
        algs, levels, random_words = [], Counter[str](), 0
        self._before = self.at
        while self._count_unsolved():
            self._report(orbit)
            found = self._better(orbit)
            if found is None:
                random_words += 1
                found = self._random_word(orbit)
            if random_words > MOST_RANDOM_WORDS:
                return False
            self.at = self._applied(found.word(self.twists), self.at)
            algs.append(found.alg(self.twists))
            levels[found.level] += 1
        if algs:
            note = ", ".join(f"{level} {count}×" for level, count in sorted(levels.items()))
            alg = Alg(tuple(node for alg in algs for node in alg.nodes))
            self.parts.append(SolutionPart(f"{orbit.name} ({orbit.kind})", alg, note))
        return True

    def finish_by_words(self) -> None:
        """Solve the rest by words of the stabilizer chain."""
        puzzle = self.request.puzzle
        left = State(puzzle, Permutation(self._before[:-1]).inverse)
        rest = replace(self.request, state=left, timeout=self.request.clock.left())
        word = stabilizer_words.solve(rest)[0].alg
        self.parts.append(
            SolutionPart("stabilizer chain", word, "no small commutators solve the rest")
        )

    def _report(self, orbit: OrbitWords) -> None:
        """Report the progress, and raise an error if the time is used up."""
        if self.request.clock.is_over:
            raise self.request.clock.timed_out(orbit.name)
        if self.request.progress is not None:
            solved = int((self.at == np.arange(len(self.at)))[:-1].sum())
            seconds = now() - self._start
            self.request.progress(Report(solved, len(self.at) - 1, orbit.name, seconds))

    def _count_unsolved(self) -> int:
        """How many of the counted stickers are not in their places."""
        return int((self.counted & (self.at != np.arange(len(self.at)))).sum())

    def _better(self, orbit: OrbitWords) -> ImprovingWord | None:
        """The best word of the first level that has one."""
        effects = orbit.effects
        return (
            self._alone(effects)
            or self._set_up(effects)
            or self._in_pairs(effects, self.at, (), "L2")
            or self._set_up_pairs(effects)
        )

    def _alone(self, effects: WordEffects) -> ImprovingWord | None:
        gains = effects.gains(self.at, self.counted)
        best = int(gains.argmax())
        if gains[best] <= 0:
            return None
        return ImprovingWord(int(gains[best]), "L0", effects.words[best])

    def _set_up(self, effects: WordEffects) -> ImprovingWord | None:
        best: ImprovingWord | None = None
        for twist in self._setups:
            gains = effects.gains(self._seen_after(twist), self.counted)
            top = int(gains.argmax())
            if gains[top] > (best.gain if best else 0):
                best = ImprovingWord(int(gains[top]), "L1", effects.words[top], setup=(twist,))
        return best

    def _set_up_pairs(self, effects: WordEffects) -> ImprovingWord | None:
        for twist in self._random.sample(self._setups, len(self._setups)):
            found = self._in_pairs(
                effects, self._seen_after(twist), (twist,), "L3", MOST_PAIRS_PER_SETUP
            )
            if found is not None:
                return found
        return None

    def _in_pairs(
        self, effects: WordEffects, at: Ints, setup: Word, level: str, most: int = MOST_PAIRS
    ) -> ImprovingWord | None:
        """Two words in a row, or one conjugated by the other; the first pair that gains."""
        away = self.counted & (at != np.arange(len(at)))
        firsts = effects.moving(away).tolist()
        alone = effects.gains(at, self.counted)
        for first in self._random.sample(firsts, min(len(firsts), most)):
            word = effects.words[first]
            chained = alone[first] + effects.gains(effects.applied(first, at), self.counted)
            around = effects.gains(self._conjugated(self.twists.product(word), at), self.counted)
            for gains, is_around in ((chained, False), (around, True)):
                top = int(gains.argmax())
                if gains[top] > 0:
                    return ImprovingWord(
                        int(gains[top]), level, word, effects.words[top], setup, is_around
                    )
        return None

    def _random_word(self, orbit: OrbitWords) -> ImprovingWord:
        """Some word that moves an unsolved sticker, for states where no word gains."""
        away = self.counted & (self.at != np.arange(len(self.at)))
        number = self._random.choice(orbit.effects.moving(away).tolist())
        return ImprovingWord(0, "random", orbit.effects.words[number])

    def _seen_after(self, twist: int) -> Ints:
        return self._conjugated(self.twists.tables[twist], self.at)

    def _conjugated(self, table: Ints, at: Ints) -> Ints:
        """The state in which a word gains as much as its conjugate by a setup gains in `at`.

        Places and stickers are renamed: b stands for the one that the setup carries to b.
        """
        full = np.append(table, len(table))
        seen = np.empty_like(at)
        seen[full] = full[at]
        return seen

    def _applied(self, word: Word, at: Ints) -> Ints:
        table = np.append(self.twists.product(word), len(at) - 1)
        after = np.empty_like(at)
        after[table] = at
        return after


def _parities(table: Ints, orbits: list[frozenset[int]]) -> tuple[bool, ...]:
    """Whether a permutation is odd on each of some sets of points that it keeps."""
    lengths = Permutation(table).cycle_lengths
    cycles = [round(float((1 / lengths[list(orbit)]).sum())) for orbit in orbits]
    return tuple((len(o) - count) % 2 == 1 for o, count in zip(orbits, cycles, strict=True))


def _shortest_sum(wanted: tuple[bool, ...], effects: dict[int, tuple[bool, ...]]) -> Word:
    """The fewest twists whose parities add up to the wanted ones."""
    nothing = (False,) * len(wanted)
    words: dict[tuple[bool, ...], Word] = {nothing: ()}
    queue = deque([nothing])
    while wanted not in words and queue:
        sum_ = queue.popleft()
        for number, effect in effects.items():
            after = tuple(a != b for a, b in zip(sum_, effect, strict=True))
            if after not in words:
                words[after] = (*words[sum_], number)
                queue.append(after)
    return words.get(wanted, ())
