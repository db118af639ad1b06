"""The competition's files: puzzles by number, their moves, and what the best known answers take.

A folder holds `puzzles.csv` with the columns id, puzzle_type, solution_state, initial_state and
num_wildcards; states are labels joined by semicolons. A column winner_length or a file
`best_known.csv` (id, length) gives lengths to compare with. `puzzle_info.csv` (puzzle_type,
allowed_moves) lists where the label at each place of the new state comes from, as the competition
does. Without it, cubes, globes and wreaths are built by the competition's numbering of places.
"""

import csv
import re
import sys
from ast import literal_eval
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

Moves = dict[str, tuple[int, ...]]
"""For each move and each place of the new state, the place from which its label comes."""
# Right, up, front; each face by the direction to its right, downwards, and away from the cube.
FACES = (
    ((1, 0, 0), (0, 0, 1), (0, 1, 0)),
    ((1, 0, 0), (0, -1, 0), (0, 0, 1)),
    ((0, 0, -1), (0, -1, 0), (1, 0, 0)),
    ((-1, 0, 0), (0, -1, 0), (0, 0, -1)),
    ((0, 0, 1), (0, -1, 0), (-1, 0, 0)),
    ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
)
# The axis of the layers, and the end from which they are numbered.
AXES = {"f": (2, 1), "r": (0, 1), "d": (1, -1)}


@dataclass(frozen=True, slots=True)
class Entry:
    """One puzzle of the competition."""

    number: int
    kind: str
    solved: tuple[str, ...]
    start: tuple[str, ...]
    wildcards: int
    best_known: int | None

    def wrong(self, state: Sequence[str]) -> int:
        """How many labels are not where they belong."""
        return sum(a != b for a, b in zip(state, self.solved, strict=True))

    def is_of_type(self, name: str) -> bool:
        """Whether a name such as cube or cube_3 is the type or its first parts."""
        parts, wanted = re.split("[_/]", self.kind), re.split("[_/]", name)
        return parts[: len(wanted)] == wanted


@dataclass(frozen=True)
class Competition:
    """The puzzles of a folder by number, and the moves of each type of puzzle."""

    entries: dict[int, Entry]
    moves: dict[str, Moves]

    @classmethod
    def of(cls, folder: Path) -> "Competition":
        """What the files of a folder hold."""
        csv.field_size_limit(sys.maxsize)
        known = {int(row["id"]): int(row["length"]) for row in _rows(folder / "best_known.csv")}
        entries = {
            (number := int(row["id"])): Entry(
                number,
                row["puzzle_type"],
                tuple(row["solution_state"].split(";")),
                tuple(row["initial_state"].split(";")),
                int(row["num_wildcards"]),
                int(row["winner_length"]) if row.get("winner_length") else known.get(number),
            )
            for row in _rows(folder / "puzzles.csv")
        }
        listed = {
            row["puzzle_type"]: {
                name: tuple(places) for name, places in literal_eval(row["allowed_moves"]).items()
            }
            for row in _rows(folder / "puzzle_info.csv")
        }
        kinds = dict.fromkeys(entry.kind for entry in entries.values())
        return cls(entries, {kind: listed.get(kind) or built_moves(kind) for kind in kinds})

    def after(self, entry: Entry, word: Sequence[str]) -> tuple[str, ...]:
        """The state after a word, found by carrying the labels one move after the other.

        This uses nothing of the solver, so that it can check what the solver says.
        """
        state = entry.start
        moves = self.moves[entry.kind]
        for step in word:
            name = step.removeprefix("-")
            sources = moves[name] if step == name else inverse(moves[name])
            state = tuple(state[place] for place in sources)
        return state

    def is_solved_by(self, entry: Entry, word: Sequence[str]) -> bool:
        """Whether the word leaves no more labels wrong than the puzzle allows."""
        return entry.wrong(self.after(entry, word)) <= entry.wildcards


def _rows(path: Path) -> Iterator[dict[str, str]]:
    if path.name != "puzzles.csv" and not path.exists():
        return
    with path.open(newline="") as file:
        yield from csv.DictReader(file)


def inverse(sources: Sequence[int]) -> tuple[int, ...]:
    """The move that undoes a move."""
    back = [0] * len(sources)
    for place, source in enumerate(sources):
        back[source] = place
    return tuple(back)


def built_moves(kind: str) -> Moves:
    """The moves of a cube, a globe or a wreath."""
    shape, _, size = kind.partition("_")
    sizes = [int(number) for number in size.split("/")]
    if shape == "cube":
        return _cube(sizes[0])
    if shape == "globe":
        # The competition's globe 33/3 has the moves of its globe 3/33.
        return _globe(3, 33) if sizes == [33, 3] else _globe(*sizes)
    if shape == "wreath":
        return _wreath(sizes[0])
    raise ValueError(f'unknown puzzle type "{kind}"; a puzzle_info.csv would list its moves')


def _cube(size: int) -> Moves:
    """Layers turn clockwise as seen from the end at which their numbers begin."""
    middle = size - 1
    places = [
        tuple(
            (2 * column - middle) * right[k] + (2 * row - middle) * down[k] + size * out[k]
            for k in range(3)
        )
        for right, down, out in FACES
        for row, column in product(range(size), repeat=2)
    ]
    numbers = {place: number for number, place in enumerate(places)}
    moves: Moves = {}
    for name, (axis, end) in AXES.items():
        for layer in range(size):
            level = end * (middle - 2 * layer)
            sources = list(range(len(places)))
            for number, place in enumerate(places):
                if max(-middle, min(middle, place[axis])) == level:
                    sources[numbers[_turned(place, axis, end)]] = number
            moves[f"{name}{layer}"] = tuple(sources)
    return moves


def _turned(place: Sequence[int], axis: int, end: int) -> tuple[int, ...]:
    """A place after a quarter turn, clockwise as seen from an end of the axis."""
    one, other = (axis + 1) % 3, (axis + 2) % 3
    turned = list(place)
    turned[one], turned[other] = end * place[other], -end * place[one]
    return tuple(turned)


def _globe(rings: int, cuts: int) -> Moves:
    """Rows that shift, and flips of half of the columns, which leave a middle row alone."""
    rows, columns = rings + 1, 2 * cuts
    moves: Moves = {}
    for row in range(rows):
        sources = list(range(rows * columns))
        begin = row * columns
        sources[begin : begin + columns] = [*range(begin + 1, begin + columns), begin]
        moves[f"r{row}"] = tuple(sources)
    for first in range(columns):
        sources = list(range(rows * columns))
        for row, k in product(range(rows), range(cuts)):
            if 2 * row != rings:
                partner = (first + cuts - 1 - k) % columns
                sources[row * columns + (first + k) % columns] = (rings - row) * columns + partner
        moves[f"f{first}"] = tuple(sources)
    return moves


def _wreath(size: int) -> Moves:
    """Two rings of equal size that cross at two places, a quarter of a ring apart."""
    crossing = -(-size // 4)
    right = [0, *range(size, 2 * size - 2)]
    right.insert(size - 1 - crossing, crossing)
    moves: Moves = {}
    for name, ring in (("l", list(range(size))), ("r", right)):
        sources = list(range(2 * size - 2))
        for place, source in zip(ring, ring[1:] + ring[:1], strict=True):
            sources[place] = source
        moves[name] = tuple(sources)
    return moves
