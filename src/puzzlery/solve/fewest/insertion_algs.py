"""All algs of up to ten moves that change few pieces, found by meeting in the middle.

Two words of up to five moves that do the same to the edges make an alg a·b⁻¹ that moves corners
alone, and the other way round. Two that do the same to all but two corners and two edges make one
that swaps these: it changes the parity. Turns of a face, and those after a setup move that is taken
back, change it as well. So no list of algs is typed; what is found is kept in the store.

A *numbered effect* says for 20 pieces where each goes: corner c turned by t is 3c + t, edge e
flipped by f is 24 + 2e + f.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.solve.cube3.numbering import AMOUNTS, CORNERS, EDGES
from puzzlery.solve.cube3.recognition import FACES, cube3
from puzzlery.tables.store import Store
from puzzlery.tables.table_job import ReadyTable
from puzzlery.tables.table_key import TableKey
from puzzlery.twisty.notation.alg import Alg, Move
from puzzlery.twisty.structure.piece_names import piece_named

Bytes = NDArray[np.uint8]
Word = tuple[int, ...]
"""Turns as numbers: three for each face, U U2 U' R R2 R' and so on."""
HALF_LENGTH = 5
MOST_PIECES = 3
LONGEST = 2 * HALF_LENGTH
NONE = 255
# Goes up when the algs or the form of their table change.
VERSION = 2
CASE_BYTES = 2
POINTS = 48


@lru_cache(maxsize=1)
def _stickers() -> list[int]:
    """The sticker that stands for each of the 48 points."""
    corners = [piece_named(cube3(), name) for name in CORNERS]
    edges = [piece_named(cube3(), name) for name in EDGES]
    return [s for row in (*corners, *edges) for s in row]


def numbered(effect: Permutation) -> Bytes:
    """A permutation of the stickers as one of the 48 points.

    >>> numbered(cube3().permutation("U"))[:6].tolist()
    [3, 4, 5, 6, 7, 8]
    """
    stickers = _stickers()
    point = {s: k for k, s in enumerate(stickers)}
    return np.array([point[effect[s]] for s in stickers], dtype=np.uint8)


@lru_cache(maxsize=1)
def turns() -> Bytes:
    """The 18 turns as permutations of the 48 points.

    >>> turns().shape
    (18, 48)
    """
    moves = [Move(face, n) for face in FACES for n in AMOUNTS]
    return np.array([numbered(cube3().turn(move).permutation) for move in moves])


def numbers_of(alg: Alg) -> Word:
    """The numbers of an alg's face turns.

    >>> numbers_of(Alg.parse("R U2 F'"))
    (3, 1, 8)
    """
    amounts = {n: k for k, n in enumerate(AMOUNTS)} | {-2: 1}
    return tuple(3 * FACES.index(m.family) + amounts[m.amount] for m in alg.moves())


def effect_of(word: Word) -> Bytes:
    """What a word does to the 48 points.

    >>> effect_of((0, 2)).tolist() == list(range(48))
    True
    """
    points = np.arange(POINTS, dtype=np.uint8)
    for turn in word:
        points = turns()[turn][points]
    return points


def inverse(word: Word) -> Word:
    """The word that undoes a word.

    >>> inverse((0, 4))
    (4, 2)
    """
    return tuple(3 * (turn // 3) + 2 - turn % 3 for turn in reversed(word))


@dataclass(frozen=True, eq=False)
class InsertionAlgs:
    """Algs by their effect, the shortest first.

    `cases` holds the effects as rows of 48 points, `algs` their words in the same order.
    """

    cases: Bytes
    algs: tuple[tuple[Word, ...], ...]

    def words(self, effect: Bytes) -> tuple[Word, ...]:
        """The algs with exactly this effect.

        >>> found = insertion_algs().words(effect_of(numbers_of(Alg.parse("L' U R U' L U R' U'"))))
        >>> len(found[0])
        8
        """
        return self._by_effect.get(effect.tobytes(), ())

    @property
    def _by_effect(self) -> dict[bytes, tuple[Word, ...]]:
        return _index(self)


@lru_cache(maxsize=2)
def _index(algs: InsertionAlgs) -> dict[bytes, tuple[Word, ...]]:
    return {case.tobytes(): words for case, words in zip(algs.cases, algs.algs, strict=True)}


@lru_cache(maxsize=1)
def insertion_algs() -> InsertionAlgs:
    """The algs, found once in some seconds and read from the store from then on.

    >>> lengths = {len(words[0]) for words in insertion_algs().algs}
    >>> max(lengths) <= 10
    True
    """
    key = TableKey.of(cube3(), "insertion-algs", VERSION, turns=LONGEST, pieces=MOST_PIECES)
    table = Store.usual().open(key, lambda: ReadyTable(table_of(found_algs()).reshape(-1)))
    return algs_of(table.array(np.uint8, -1, CASE_BYTES + LONGEST))


def table_of(algs: InsertionAlgs) -> Bytes:
    """The algs as rows: the number of the case in two bytes, and the turns of one of its words.

    >>> effect = effect_of((0,))[None, :]
    >>> table_of(InsertionAlgs(effect, (((0,),),))).tolist()
    [[0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255]]
    """
    words = [(case, word) for case, group in enumerate(algs.algs) for word in group]
    rows = np.full((len(words), CASE_BYTES + LONGEST), NONE, dtype=np.uint8)
    for row, (case, word) in zip(rows, words, strict=True):
        row[:CASE_BYTES] = divmod(case, 256)
        row[CASE_BYTES : CASE_BYTES + len(word)] = word
    return rows


def algs_of(rows: Bytes) -> InsertionAlgs:
    """The algs that `table_of` wrote as rows.

    >>> algs = InsertionAlgs(effect_of((0,))[None, :], (((0,),),))
    >>> algs_of(table_of(algs)).algs
    (((0,),),)
    """
    groups: list[list[Word]] = []
    for row in rows.tolist():
        case = 256 * row[0] + row[1]
        if case == len(groups):
            groups.append([])
        groups[case].append(tuple(turn for turn in row[CASE_BYTES:] if turn != NONE))
    cases = np.array([effect_of(group[0]) for group in groups])
    return InsertionAlgs(cases, tuple(map(tuple, groups)))


def found_algs() -> InsertionAlgs:
    """The algs, found anew: pairs of half words that differ in few corners or in few edges."""
    words, points = _half_words()
    found: dict[bytes, set[Word]] = {}
    for moved, kept in ((slice(0, 24), slice(24, 48)), (slice(24, 48), slice(0, 24))):
        for a, b in _alike(points[:, kept]):
            undone = np.argsort(points[b], axis=1).astype(np.uint8)
            effect = np.take_along_axis(undone, points[a].astype(np.intp), 1)
            changed = effect[:, moved] != np.arange(POINTS, dtype=np.uint8)[moved]
            stickers = 3 if moved.start == 0 else 2
            pieces = changed.reshape(len(a), -1, stickers).any(axis=2).sum(axis=1)
            for k in np.flatnonzero((pieces > 0) & (pieces <= MOST_PIECES)):
                first, last = _word(words[a[k]]), _word(words[b[k]])
                if not first or not last or first[-1] // 3 != last[-1] // 3:
                    found.setdefault(effect[k].tobytes(), set()).add(first + inverse(last))
    for word in {*_swaps(words, points), *_turned_faces()}:
        found.setdefault(effect_of(word).tobytes(), set()).add(word)
    cases = np.array([np.frombuffer(key, dtype=np.uint8) for key in found])
    algs = tuple(tuple(sorted(group, key=lambda w: (len(w), w))) for group in found.values())
    return InsertionAlgs(cases, algs)


def _turned_faces() -> Iterator[Word]:
    """Each turn of a face, alone and after a setup turn that is taken back."""
    for turn in range(18):
        yield (turn,)
        for setup in range(18):
            if setup // 3 % 3 != turn // 3 % 3:
                yield (setup, turn, *inverse((setup,)))


def _swaps(words: Bytes, points: Bytes) -> Iterator[Word]:
    """All algs that swap two corners and two edges, of which some may be turned as well.

    It is enough to look for one of all pairs that symmetries of the cube carry to one another.
    """
    symmetries = _symmetries()
    done: set[tuple[frozenset[int], frozenset[int]]] = set()
    for corners, edges in product(combinations(range(8), 2), combinations(range(12), 2)):
        if (frozenset(corners), frozenset(edges)) in done:
            continue
        images = [
            (frozenset(corner[k] for k in corners), frozenset(edge[k] for k in edges))
            for _, corner, edge in symmetries
        ]
        done.update(images)
        moved = [3 * k + t for k in corners for t in range(3)]
        moved += [24 + 2 * k + t for k in edges for t in range(2)]
        kept = np.setdiff1d(np.arange(POINTS), moved)
        for word in _joined(words, points, kept):
            for turned, _, _ in symmetries:
                yield tuple(turned[turn] for turn in word)


def _joined(words: Bytes, points: Bytes, kept: NDArray[np.intp]) -> Iterator[Word]:
    """Algs of two half words that do the same to the points kept, but not to all."""
    for a, b in _alike(points[:, kept]):
        differ = (points[a] != points[b]).any(axis=1)
        for one, other in zip(a[differ].tolist(), b[differ].tolist(), strict=True):
            first, last = _word(words[one]), _word(words[other])
            if not first or not last or first[-1] // 3 != last[-1] // 3:
                yield first + inverse(last)


def _symmetries() -> list[tuple[Word, Word, Word]]:
    """What rotations and reflections of the cube make of each turn, each corner and each edge."""
    cube, stickers = cube3(), _stickers()
    piece = {sticker: k // 3 if k < 24 else (k - 24) // 2 for k, sticker in enumerate(stickers)}
    number = {turn.tobytes(): k for k, turn in enumerate(turns())}
    found = []
    for symmetry in cube.symmetries(reflections=True):
        to = symmetry.stickers
        turned = [
            numbered(cube.turn(Move(face, n)).permutation.conjugate(to)).tobytes()
            for face in FACES
            for n in AMOUNTS
        ]
        places = [piece[to[sticker]] for sticker in stickers]
        found.append(
            (tuple(number[key] for key in turned), tuple(places[:24:3]), tuple(places[24::2]))
        )
    return found


def _half_words() -> tuple[Bytes, Bytes]:
    """All words of up to five turns, none with two turns of a face that could be one."""
    words = np.full((1, HALF_LENGTH), NONE, dtype=np.uint8)
    points = np.arange(POINTS, dtype=np.uint8)[None, :]
    all_words, all_points = [words], [points]
    for at in range(HALF_LENGTH):
        longer, after = [], []
        last = words[:, at - 1] // 3 if at else np.full(1, NONE, dtype=np.uint8)
        for turn in range(18):
            face = turn // 3
            # Of two opposite faces the one with the smaller number turns first.
            free = (last != face) & (last != face + 3)
            extended = words[free].copy()
            extended[:, at] = turn
            longer.append(extended)
            after.append(turns()[turn][points[free]])
        words, points = np.concatenate(longer), np.concatenate(after)
        all_words.append(words)
        all_points.append(points)
    return np.concatenate(all_words), np.concatenate(all_points)


def _alike(points: Bytes) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Pairs of words that do the same to these points, in batches by their distance in order.

    Rows are sorted by a number that equal rows share; neighbors are then compared themselves.
    """
    factors = np.random.default_rng(1).integers(1, 2**63, size=(points.shape[1],), dtype=np.uint64)
    keys = np.zeros(len(points), dtype=np.uint64)
    for column, factor in enumerate(factors.tolist()):
        keys += points[:, column] * np.uint64(factor)
    order = np.argsort(keys, kind="stable")
    lined = keys[order]
    for step in range(1, len(order)):
        near = np.flatnonzero(lined[step:] == lined[:-step])
        if not len(near):
            return
        one, other = order[near], order[near + step]
        same = (points[one] == points[other]).all(axis=1)
        yield one[same], other[same]
        yield other[same], one[same]


def _word(row: Bytes) -> Word:
    return tuple(turn for turn in row.tolist() if turn != NONE)
