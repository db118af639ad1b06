"""Orbit finder: the pieces and orientations behind a puzzle that is given by its stickers.

For each orbit of slots one slot is the *base*; a word of moves carries its stickers, in a fixed
order, to every other slot of the orbit: that is the slot's *frame*. A move that carries slot s to
slot t then does two things: it changes the slot, and it permutes the stickers of the frame. The
permutations of the frame that occur form the orientation group. Where it is cyclic, with
generator z, a piece has as many orientations as z has powers, and the whole group is represented
exactly. Where it is not, every sticker is taken as a piece by itself, which is always exact.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlery.formats.puzzles.derived import derived_of
from puzzlery.formats.puzzles.orbit_form import (
    HINT,
    OrbitForm,
    PieceSet,
    SolvedPattern,
    Transformation,
)
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.structure.orbits import NAMES
from puzzlery.twisty.structure.pieces import piece_labels

Ints = NDArray[np.int64]
Row = tuple[int, ...]
MAX_ORIENTATIONS = 127


@dataclass(frozen=True, slots=True)
class Frames:
    """The stickers of each slot of an orbit, in corresponding order, and the powers of z.

    `stickers[s, j]` is the j-th sticker of slot s; `powers[e]` is the permutation of the j by
    the orientation e.
    """

    stickers: Ints
    powers: tuple[Row, ...]

    @property
    def orientations(self) -> int:
        return len(self.powers)


@dataclass(frozen=True, slots=True)
class Places:
    """For each sticker the number of its set, its slot there, and its place in the frame."""

    sets: Ints
    slots: Ints
    places: Ints

    @classmethod
    def of(cls, frames: Sequence[Ints], degree: int) -> "Places":
        sets, slots, places = np.empty((3, degree), dtype=np.int64)
        for number, stickers in enumerate(frames):
            sets[stickers] = number
            slots[stickers] = np.arange(stickers.shape[0])[:, None]
            places[stickers] = np.arange(stickers.shape[1])[None, :]
        return cls(sets, slots, places)


def orbit_form(
    puzzle: Puzzle, *, fits: Callable[[PieceSet, SolvedPattern], bool] = lambda one, pattern: True
) -> OrbitForm:
    """The puzzle in orbit form; a set that does not fit the format is split into its stickers."""
    colors = np.array(puzzle.solved_colors)
    named = {
        name: frames
        if fits(_set(name, frames), _pattern(frames, colors))
        else _singles(np.sort(frames.stickers.reshape(-1)))
        for name, frames in named_frames(puzzle).items()
    }
    places = Places.of([frames.stickers for frames in named.values()], puzzle.degree)
    turns = {**puzzle.turns, **puzzle.whole}
    return OrbitForm(
        puzzle.name,
        tuple(_set(name, frames) for name, frames in named.items()),
        {name: _pattern(frames, colors) for name, frames in named.items()},
        {
            move: {
                name: _transformation(frames, places, turn.permutation.array)
                for name, frames in named.items()
            }
            for move, turn in turns.items()
        },
        puzzle.note,
        derived_of(puzzle),
    )


def _set(name: str, frames: Frames) -> PieceSet:
    return PieceSet(name, len(frames.stickers), frames.orientations)


def named_frames(puzzle: Puzzle) -> dict[str, Frames]:
    """The frames of all orbits by name, those of the largest pieces first.

    A puzzle that was read from such a form keeps the sets it came with.
    """
    moves = _moves(puzzle)
    declared = _declared_frames(puzzle)
    if declared is not None and _keep(list(declared.values()), moves):
        return declared
    return _named(_found_frames(puzzle, moves))


def _declared_frames(puzzle: Puzzle) -> dict[str, Frames] | None:
    """The frames that the sets of a form give: a row of stickers for each slot."""
    sets: tuple[PieceSet, ...] = puzzle.hints.get(HINT, ())
    if sum(one.stickers for one in sets) != puzzle.degree:
        return None
    frames, base = {}, 0
    for one in sets:
        count = one.orientations
        stickers = base + np.arange(one.stickers).reshape(one.slots, count)
        powers = tuple(tuple((j + e) % count for j in range(count)) for e in range(count))
        frames[one.name] = Frames(stickers, powers)
        base += one.stickers
    return frames


def _keep(declared: Sequence[Frames], moves: Iterable[Ints]) -> bool:
    """Whether moves carry slots to slots of the same set, and only shift their stickers."""
    rows = [frames.stickers for frames in declared]
    at = Places.of(rows, sum(map(np.size, rows)))
    for move in moves:
        for number, stickers in enumerate(rows):
            images = move[stickers]
            slots, shifts = at.slots[images], at.places[images] - np.arange(stickers.shape[1])
            if (at.sets[images] != number).any() or (slots != slots[:, :1]).any():
                return False
            if ((shifts - shifts[:, :1]) % stickers.shape[1]).any():
                return False
    return True


def _found_frames(puzzle: Puzzle, moves: Sequence[Ints]) -> list[Frames]:
    """The frames that follow from the pieces and the moves; what never moves comes last."""
    labels = piece_labels(puzzle)
    if not _respected(labels, moves):
        labels = np.arange(puzzle.degree)
    found, resting = [], []
    rows = list(_orbit_frames(labels, moves))
    places = Places.of(rows, puzzle.degree)
    for frame in rows:
        frames = _with_powers(frame, places, moves)
        if len(frame) == 1 and frames.orientations == 1:
            resting += frame[0].tolist()
        else:
            found.append(frames)
    found.sort(key=lambda frames: (-frames.stickers.shape[1], int(frames.stickers.min())))
    return found + ([_singles(np.array(sorted(resting)))] if resting else [])


def _named(found: Iterable[Frames]) -> dict[str, Frames]:
    """Names by the stickers of a piece; a second set of a kind gets a number."""
    named: dict[str, Frames] = {}
    used: Counter[str] = Counter()
    for frames in found:
        width = frames.stickers.shape[1]
        kind = NAMES.get(width, f"C{width}RNER")
        used[kind] += 1
        named[kind if used[kind] == 1 else f"{kind}{used[kind]}"] = frames
    return named


def _moves(puzzle: Puzzle) -> list[Ints]:
    return [
        turn.permutation.array.astype(np.int64)
        for turn in (*puzzle.turns.values(), *puzzle.whole.values())
    ]


def _respected(labels: Ints, moves: Iterable[Ints]) -> bool:
    """Whether every move carries pieces to pieces."""
    count = len(np.unique(labels))
    return all(
        len(np.unique(np.stack([labels, labels[move]]), axis=1).T) == count for move in moves
    )


def _orbit_frames(labels: Ints, moves: Sequence[Ints]) -> Iterable[Ints]:
    """For each orbit of slots the frames, carried from the slot of its smallest sticker."""
    members: dict[int, list[int]] = {}
    for sticker, label in enumerate(labels.tolist()):
        members.setdefault(label, []).append(sticker)
    seen: set[int] = set()
    for label, stickers in members.items():
        if label in seen:
            continue
        seen.add(label)
        rows = [np.array(stickers)]
        for row in rows:
            for move in moves:
                reached = int(labels[move[row[0]]])
                if reached not in seen:
                    seen.add(reached)
                    rows.append(move[row])
        yield np.stack(rows)


def _with_powers(stickers: Ints, at: Places, moves: Sequence[Ints]) -> Frames:
    """The frames with their orientation group, or with each sticker by itself."""
    shuffles = np.concatenate([stickers[:0], *(at.places[move[stickers]] for move in moves)])
    rows = set(map(tuple, np.unique(shuffles, axis=0).tolist()))
    powers = _cyclic_powers(rows, stickers.shape[1])
    return Frames(stickers, powers) if powers else _singles(np.sort(stickers.reshape(-1)))


def _singles(stickers: Ints) -> Frames:
    """Every sticker as a piece of its own."""
    return Frames(stickers[:, None], ((0,),))


def _cyclic_powers(rows: set[Row], width: int) -> tuple[Row, ...] | None:
    """All powers of a generator of the group that the rows generate; None if it is not cyclic."""
    group = _generated(rows, width)
    if group is None:
        return None
    for row in sorted(group):
        powers = [tuple(range(width))]
        while (power := tuple(row[j] for j in powers[-1])) != powers[0]:
            powers.append(power)
        if len(powers) == len(group):
            return tuple(powers)
    return None


def _generated(rows: set[Row], width: int) -> set[Row] | None:
    """The group that some permutations generate; None if it has too many elements."""
    group = {tuple(range(width))}
    todo = list(group)
    for one in todo:
        for row in rows:
            product = tuple(row[j] for j in one)
            if product not in group:
                group.add(product)
                todo.append(product)
                if len(group) > MAX_ORIENTATIONS:
                    return None
    return group


def _transformation(frames: Frames, at: Places, move: NDArray[np.uint16]) -> Transformation:
    """What a move does, told for each slot: which piece comes there, and how it is turned."""
    numbers = {power: number for number, power in enumerate(frames.powers)}
    images = move[frames.stickers]
    reached, shuffles = at.slots[images[:, 0]], at.places[images]
    pieces, twists = np.empty_like(reached), np.empty_like(reached)
    pieces[reached] = np.arange(len(reached))
    twists[reached] = [numbers[tuple(shuffle)] for shuffle in shuffles.tolist()]
    return Transformation(tuple(pieces.tolist()), tuple(twists.tolist()))


def _pattern(frames: Frames, colors: Ints) -> SolvedPattern:
    """The solved look: pieces whose colors agree after some twist get one label.

    Sticker j of a piece that is turned by r shows at place z^r(j). With w the colors of a piece
    at home and v those of the first piece like it, its twist t is the one with w[z^t(j)] = v[j].
    """
    first: dict[Row, tuple[int, Row]] = {}
    labels, twists, visible = [], [], []
    for word in map(tuple, colors[frames.stickers].tolist()):
        turned = [tuple(word[j] for j in power) for power in frames.powers]
        label, model = first.setdefault(min(turned), (len(first), word))
        labels.append(label)
        twists.append(turned.index(model))
        repeats = [number for number in range(1, len(turned)) if turned[number] == word]
        visible.append(repeats[0] if repeats else len(turned))
    return SolvedPattern(tuple(labels), tuple(twists), tuple(visible))
