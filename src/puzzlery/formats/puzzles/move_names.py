"""Move names of other programs: which of them are rotations of the whole puzzle, which inverses.

Most formats list moves and rotations together and distinguish them by name only: `x`, `y`, `z` or
`x2`, an upper-case grip with a `v` (`Uv`, `U_F_Rv`), or `rot_` in front.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from puzzlery.errors import InvalidPuzzle, NotExpressible
from puzzlery.formats.puzzles.derived import derived_of, with_derived
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Turn

_ROTATION = re.compile(r"[xyz]2?|[A-Z_]+v|rot_.+")
_GRIP = re.compile(r"[A-Z_]+")
Turns = dict[str, Turn]


def split_rotations(turns: Mapping[str, Turn]) -> tuple[Turns, Turns]:
    """The moves, and those that by name are rotations of the whole puzzle.

    If all names are names of rotations, all are moves.

    >>> cycles = {"a": [[0, 1]], "b": [[2, 3]], "x": [[0, 2], [1, 3]]}
    >>> puzzle = Puzzle.from_cycles(cycles, colors=["red"] * 4)
    >>> moves, rotations = split_rotations(puzzle.turns)
    >>> list(moves), list(rotations)
    (['a', 'b'], ['x'])
    """
    moves = {name: turn for name, turn in turns.items() if not _ROTATION.fullmatch(name)}
    if not moves:
        return dict(turns), {}
    rotations = {name: as_rotation(turn) for name, turn in turns.items() if name not in moves}
    return moves, rotations


def as_rotation(turn: Turn) -> Turn:
    """The turn as a rotation of the whole puzzle, in which every sticker takes part.

    >>> swap = Puzzle.from_cycles({"x": [[0, 1]]}, colors=["red"] * 3).turns["x"]
    >>> sorted(as_rotation(swap).moving), as_rotation(swap).is_rotation
    ([0, 1, 2], True)
    """
    return replace(turn, layers=0, moving=frozenset(range(len(turn.permutation))))


def check_split(puzzle: Puzzle, format_name: str) -> None:
    """Refuse a puzzle whose moves and rotations could not be separated again by their names.

    >>> check_split(Puzzle.from_cycles({"a": [[0, 1]], "x": [[2, 3]]}, ["red"] * 4), "ksolve")
    Traceback (most recent call last):
    puzzlery.errors.NotExpressible: the move "x" of my puzzle would not be read as a move again: ...
    """
    _, rotations = split_rotations({**puzzle.turns, **puzzle.whole})
    for name in (*puzzle.turns, *puzzle.whole):
        if (name in rotations) != (name in puzzle.whole):
            kind = "rotation" if name in puzzle.whole else "move"
            raise NotExpressible(
                f'the {kind} "{name}" of {puzzle.name} would not be read as a {kind} again: '
                f"{format_name} knows rotations by their names: x, y2, Uv, rot_…"
            )


def renamed_rotations(puzzle: Puzzle, format_name: str) -> Puzzle:
    """The puzzle with names of rotations that other programs know; old names become derived moves.

    A rotation `T` becomes `Tv`, and `T` a derived move that stands for it.

    >>> import puzzlery
    >>> octahedron = renamed_rotations(puzzlery.puzzle("skewb diamond"), "ksolve")
    >>> list(octahedron.whole), derived_of(octahedron)
    (['Uv', 'Tv'], {'T': 'Tv'})
    """
    names = {name: _rotation_name(name) for name in puzzle.whole}
    taken = {*puzzle.turns, *puzzle.whole}
    renamed = {name: new for name, new in names.items() if new != name and new not in taken}
    if renamed:
        whole = {
            renamed.get(name, name): replace(turn, name=renamed.get(name, name))
            for name, turn in puzzle.whole.items()
        }
        derived = {**derived_of(puzzle), **renamed}
        puzzle = with_derived(replace(puzzle, whole=whole), derived)
    check_split(puzzle, format_name)
    return puzzle


def _rotation_name(name: str) -> str:
    return name if _ROTATION.fullmatch(name) or not _GRIP.fullmatch(name) else name + "v"


def without_inverses(turns: Mapping[str, Turn]) -> Turns:
    """The moves without those that by name are the inverse of another: `r'` beside `r`.

    A single `r'` stands for the inverse of a move `r` that is not listed.

    >>> turns = Puzzle.from_cycles({"r": [[0, 1, 2]], "r'": [[0, 2, 1]]}, ["red"] * 3).turns
    >>> list(without_inverses(turns))
    ['r']
    """
    kept: Turns = {}
    for name, turn in turns.items():
        base = name.removesuffix("'")
        if base == name or not base:
            kept[name] = turn
        elif base not in turns:
            kept[base] = replace(turn, name=base, permutation=turn.permutation.inverse)
        elif turns[base].permutation.inverse != turn.permutation:
            raise InvalidPuzzle(f'the move "{name}" is not the inverse of "{base}"')
    return kept
