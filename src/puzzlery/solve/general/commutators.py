"""Commutators: cluster by cluster, with small cycles, as a person would; long, but to be followed.

First twists make every cluster's arrangement even. Then each cluster is brought home by commutators
that move little: (L0) as they are, (L1) after a setting-up twist that is undone afterwards, (L2)
two in a row, or one set up by the other, (L3) the same after a setting-up twist. Each word that is
taken brings home more stickers than it takes away.
"""

import time
from collections import Counter, deque
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Report
from puzzlery.solve.api.request import Request
from puzzlery.solve.api.solution import Part, Solution
from puzzlery.solve.general import stabilizer_words
from puzzlery.solve.general.clusters import Cluster, Tools, clusters
from puzzlery.solve.general.commutator_pool import Ints, Twists, small_commutators
from puzzlery.tables.store import Store
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg

Word = tuple[int, ...]
MOST_PAIRS, FEW_PAIRS = 400, 60
MOST_SHAKES = 12
unfit = stabilizer_words.unfit


@dataclass(frozen=True, slots=True)
class Found:
    """A word that brings more home: its gain, its level, and its parts.

    It is `setup first second setup'`, or `setup first second first' setup'` if `around`.
    """

    gain: int
    level: str
    first: Word
    second: Word = ()
    setup: Word = ()
    around: bool = False

    def word(self, twists: Twists) -> Word:
        """All its twists."""
        end = twists.backwards(self.first) if self.around else ()
        middle = (*self.first, *self.second, *end)
        return (*self.setup, *middle, *twists.backwards(self.setup))

    def alg(self, twists: Twists) -> Alg:
        """The word as people write it: commutators in brackets, setting-up before a colon."""
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
    """One solution that brings every sticker home, with a part for each cluster."""
    twists = Twists.of(request.puzzle)
    store, progress, clock = Store.usual(), request.progress, request.clock
    triples = small_commutators(request.puzzle, twists, store, progress, clock)
    run = _Run(request, twists)
    run.fix_parity()
    for cluster in clusters(request.puzzle, twists, triples):
        if not run.solve_cluster(cluster):
            run.finish_by_words()
            break
    alg = Alg(tuple(m for part in run.parts for m in part.alg.moves())).simplify(request.puzzle)
    length = alg.length(request.metric, request.puzzle)
    return [
        Solution(alg, length, request.metric, optimal=not length, method="commutators",
                 parts=tuple(run.parts), note="cluster by cluster, with small cycles")
    ]  # fmt: skip


class _Run:
    """One state on its way home: which sticker stands at each place, and the parts so far."""

    def __init__(self, request: Request, twists: Twists) -> None:
        self.request, self.twists = request, twists
        origin = request.state.permutation.inverse.array.astype(np.int64)
        self.at: Ints = np.append(origin, len(origin))
        self.counted = np.zeros(len(self.at), dtype=bool)
        self.parts: list[Part] = []
        self._setups: list[int] = np.flatnonzero(twists.basic).tolist()
        self._start = time.monotonic()
        self._dice = Random(0)

    def fix_parity(self) -> None:
        """Make the fewest twists after which the arrangement of every orbit of stickers is even."""
        orbits = self.request.puzzle.group.orbits()
        wanted = _parities(self.at, orbits)
        effects = {n: _parities(self.twists.tables[n], orbits) for n in self._setups}
        word = _shortest_sum(wanted, effects)
        if word:
            self.at = self._applied(word, self.at)
            self.parts.append(Part("parity", self.twists.alg(word)))

    def solve_cluster(self, cluster: Cluster) -> bool:
        """Bring a cluster home, and keep home what was solved before it; False if that fails."""
        self.counted = self.counted | cluster.places
        algs, levels, shakes = [], Counter[str](), 0
        self._before = self.at
        while self._away():
            self._look(cluster)
            found = self._better(cluster)
            if found is None:
                shakes += 1
                found = self._shake(cluster)
            if shakes > MOST_SHAKES:
                return False
            self.at = self._applied(found.word(self.twists), self.at)
            algs.append(found.alg(self.twists))
            levels[found.level] += 1
        if algs:
            note = ", ".join(f"{level} {count}×" for level, count in sorted(levels.items()))
            alg = Alg(tuple(node for alg in algs for node in alg.nodes))
            self.parts.append(Part(f"{cluster.name} ({cluster.kind})", alg, note))
        return True

    def finish_by_words(self) -> None:
        """Bring home what is left by words of the stabilizer chain."""
        puzzle = self.request.puzzle
        left = State(puzzle, Permutation(self._before[:-1]).inverse)
        rest = replace(self.request, state=left, timeout=self.request.clock.left())
        word = stabilizer_words.solve(rest)[0].alg
        self.parts.append(Part("stabilizer chain", word, "no small cycles bring the rest home"))

    def _look(self, cluster: Cluster) -> None:
        """Report how far it is, and stop where the time is used up."""
        if self.request.clock.is_over:
            raise self.request.clock.timed_out(cluster.name)
        if self.request.progress is not None:
            home = int((self.at == np.arange(len(self.at)))[:-1].sum())
            seconds = time.monotonic() - self._start
            self.request.progress(Report(home, len(self.at) - 1, cluster.name, seconds))

    def _away(self) -> int:
        """How many of the counted stickers are not at home."""
        return int((self.counted & (self.at != np.arange(len(self.at)))).sum())

    def _better(self, cluster: Cluster) -> Found | None:
        """The first level's best word that brings more home."""
        tools = cluster.tools
        return (
            self._alone(tools)
            or self._set_up(tools)
            or self._in_pairs(tools, self.at, (), "L2")
            or self._set_up_pairs(tools)
        )

    def _alone(self, tools: Tools) -> Found | None:
        gains = tools.gains(self.at, self.counted)
        best = int(gains.argmax())
        return Found(int(gains[best]), "L0", tools.words[best]) if gains[best] > 0 else None

    def _set_up(self, tools: Tools) -> Found | None:
        best: Found | None = None
        for twist in self._setups:
            gains = tools.gains(self._seen_after(twist), self.counted)
            top = int(gains.argmax())
            if gains[top] > (best.gain if best else 0):
                best = Found(int(gains[top]), "L1", tools.words[top], setup=(twist,))
        return best

    def _set_up_pairs(self, tools: Tools) -> Found | None:
        for twist in self._dice.sample(self._setups, len(self._setups)):
            found = self._in_pairs(tools, self._seen_after(twist), (twist,), "L3", FEW_PAIRS)
            if found is not None:
                return found
        return None

    def _in_pairs(
        self, tools: Tools, at: Ints, setup: Word, level: str, most: int = MOST_PAIRS
    ) -> Found | None:
        """Two words in a row, or one set up by the other; the first pair that gains."""
        away = self.counted & (at != np.arange(len(at)))
        firsts = tools.moving(away).tolist()
        alone = tools.gains(at, self.counted)
        for first in self._dice.sample(firsts, min(len(firsts), most)):
            word = tools.words[first]
            chained = alone[first] + tools.gains(tools.applied(first, at), self.counted)
            around = tools.gains(self._conjugated(self.twists.product(word), at), self.counted)
            for gains, is_around in ((chained, False), (around, True)):
                top = int(gains.argmax())
                if gains[top] > 0:
                    return Found(int(gains[top]), level, word, tools.words[top], setup, is_around)
        return None

    def _shake(self, cluster: Cluster) -> Found:
        """Some word that moves what is not at home, where none brings more home."""
        away = self.counted & (self.at != np.arange(len(self.at)))
        number = self._dice.choice(cluster.tools.moving(away).tolist())
        return Found(0, "shaken", cluster.tools.words[number])

    def _seen_after(self, twist: int) -> Ints:
        return self._conjugated(self.twists.tables[twist], self.at)

    def _conjugated(self, table: Ints, at: Ints) -> Ints:
        """The state in which a word gains what it gains in this one after the setting-up.

        Place b stands for the place that the setting-up carries to b, and so do the stickers.
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
    goes, seen, odd = table.tolist(), set[int](), []
    for orbit in orbits:
        cycles = 0
        for point in orbit:
            cycles += point not in seen
            while point not in seen:
                seen.add(point)
                point = goes[point]
        odd.append((len(orbit) - cycles) % 2 == 1)
    return tuple(odd)


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
