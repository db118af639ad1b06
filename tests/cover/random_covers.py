"""Random small covers, plain or with secondary items, colors and multiplicities."""

import random
from dataclasses import dataclass, field

from puzzlery.cover.exact_cover import Colored, ExactCover


@dataclass
class Small:
    """A small problem, in the words of `ExactCover`."""

    options: list[list[object]]
    primary: list[object]
    secondary: list[object] = field(default_factory=list)
    multiplicity: dict[object, tuple[int, int]] = field(default_factory=dict)
    pieces: list[object] = field(default_factory=list)

    def cover(self) -> ExactCover:
        grid = ([i for i in self.primary if i not in self.pieces], self.pieces)
        return ExactCover(
            self.options,
            self.primary,
            self.secondary,
            multiplicity=self.multiplicity,
            grid=grid if self.pieces else None,
        )


def anything(rng: random.Random) -> Small:
    """Any mixture of kinds."""
    primary = [f"p{i}" for i in range(rng.randint(1, 6))]
    secondary = [f"s{i}" for i in range(rng.randint(0, 3))]
    colored = rng.random() < 0.5
    options: list[list[object]] = []
    for _ in range(rng.randint(1, 9)):
        names = rng.sample(primary, rng.randint(0 if secondary else 1, min(3, len(primary))))
        extras = rng.sample(secondary, rng.randint(0, len(secondary)))
        entries: list[object] = [*names]
        for item in extras:
            hue = rng.choice("ab") if colored and rng.random() < 0.7 else None
            entries.append(item if hue is None else Colored(item, hue))
        rng.shuffle(entries)
        options.append(entries)
    many = rng.random() < 0.5
    bounds = {item: _bounds(rng) for item in primary if many and rng.random() < 0.5}
    return Small(options, primary, secondary, bounds)


def _bounds(rng: random.Random) -> tuple[int, int]:
    low = rng.randint(0, 3)
    return low, low + rng.randint(0, 2)


def packing(rng: random.Random) -> Small:
    """Cells to be covered once, pieces with numbers of copies, some cells that may stay empty.

    Half of them have a solution by design.
    """
    board = [f"c{i}" for i in range(rng.randint(3, 7))]
    rng.shuffle(board)
    spare = board[: rng.randint(0, 2)]
    pieces = [f"x{i}" for i in range(rng.randint(1, 4))]
    options = {
        (rng.choice(pieces), *sorted(rng.sample(board, rng.randint(1, min(3, len(board))))))
        for _ in range(rng.randint(3, 8))
    }
    hidden = _filling(rng, board, pieces) if rng.random() < 0.5 else []
    kept = sorted(o for o in options | set(hidden) if not set(o[1:]) <= set(spare))
    needed = [cell for cell in board if cell not in spare]
    bounds = {piece: _around(rng, [o[0] for o in hidden].count(piece)) for piece in pieces}
    return Small([list(o) for o in kept], [*needed, *pieces], spare, bounds, [*pieces])


def _filling(rng: random.Random, board: list[str], pieces: list[str]) -> list[tuple[str, ...]]:
    cells, parts = list(board), []
    while cells:
        size = min(len(cells), rng.randint(1, 3))
        parts.append((rng.choice(pieces), *sorted(cells[:size])))
        del cells[:size]
    return parts


def _around(rng: random.Random, used: int) -> tuple[int, int]:
    if used <= 1 and rng.random() < 0.7:
        return 1, 1
    return max(0, used - rng.randint(0, 1)), used + rng.randint(0, 1)
