"""Move names of other programs: which of them are rotations of the whole puzzle, which inverses.

Most formats list moves and rotations together and distinguish them by name only: `x`, `y`, `z` or
`x2`, an upper-case grip with a `v` (`Uv`, `U_F_Rv`), or `rot_` in front.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from puzzlery.core.permutation import Permutation
from puzzlery.errors import InvalidPuzzle, NotExpressible
from puzzlery.formats.puzzles.derived import DERIVED_HINT, derived_of, with_derived
from puzzlery.groups import PermGroup
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import NAMES_OF_TURNS, Turn
from puzzlery.twisty.notation.alg import Move
from puzzlery.twisty.structure.puzzle_orientation import MOST_ORIENTATIONS

_ROTATION = re.compile(r"[xyz]2?|[A-Z_]+v|rot_.+")
_POWER = re.compile(r"(.*[^\d'])(\d{0,3})('?)")
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


def split_true_rotations(turns: Mapping[str, Turn]) -> tuple[Turns, Turns]:
    """The moves, and the rotations by name, if these only change the orientation of the puzzle.

    They do if they carry every move to something that moves can do, or if all that moves and
    rotations do is done by moves first and one rotation then. A file may also list a few moves, and
    turns of the whole puzzle that bring others to their place, as some definitions of the megaminx
    do, or call a move `rot_b` that is none. These turns are moves.

    >>> cycles = {"a": [[0, 1]], "x": [[0, 2], [1, 3]]}
    >>> one = Puzzle.from_cycles(cycles, ["red"] * 4).turns
    >>> both = Puzzle.from_cycles({**cycles, "b": [[2, 3]]}, ["red"] * 4).turns
    >>> [[list(part) for part in split_true_rotations(turns)] for turns in (one, both)]
    [[['a', 'x'], []], [['a', 'b'], ['x']]]
    """
    moves, rotations = split_rotations(turns)
    if not rotations:
        return moves, rotations
    group = PermGroup([turn.permutation for turn in moves.values()])
    carried = [rotation.permutation for rotation in rotations.values()]
    if all(_is_kept(group, rotation) for rotation in carried) or _only_orient(group, carried):
        return moves, rotations
    return dict(turns), {}


def _is_kept(group: PermGroup, rotation: Permutation) -> bool:
    """Whether a rotation carries all moves to elements of their group."""
    known = {*group.generators, *(move.inverse for move in group.generators)}
    turned = (move.conjugate(rotation) for move in group.generators)
    return all(move in known or group.contains(move) for move in turned)


def check_split(
    puzzle: Puzzle,
    format_name: str,
    split: Callable[[Mapping[str, Turn]], tuple[Turns, Turns]] = split_rotations,
) -> None:
    """Refuse a puzzle whose moves and rotations could not be separated again by their names.

    >>> check_split(Puzzle.from_cycles({"a": [[0, 1]], "x": [[2, 3]]}, ["red"] * 4), "ksolve")
    Traceback (most recent call last):
    puzzlery.errors.NotExpressible: the move "x" of my puzzle would not be read as a move again: ...
    """
    _, rotations = split({**puzzle.turns, **puzzle.whole})
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


def with_rotated_moves(puzzle: Puzzle) -> Puzzle:
    """The puzzle with those derived moves as moves that a rotation makes of a move.

    >>> cycles = {"a": [[0, 1]], "x": [[0, 2], [1, 3]]}
    >>> turns, whole = split_rotations(Puzzle.from_cycles(cycles, ["red"] * 4).turns)
    >>> one = replace(Puzzle.from_cycles({"a": [[0, 1]]}, ["red"] * 4), turns=turns, whole=whole)
    >>> both = with_rotated_moves(with_derived(one, {"b": "[x: a]", "c": "a b"}))
    >>> list(both.moves), derived_of(both)
    (['a', 'b'], {'c': 'a b'})
    """
    derived = derived_of(puzzle)
    named = {name: puzzle.permutation(Move(name)) for name in derived}
    spun = [named[name] for name in named if _ROTATION.fullmatch(name)]
    rotations = _generated([*puzzle.rotations.values(), *spun], puzzle.degree)
    powers = {
        (move**amount).conjugate(rotation)
        for move in puzzle.moves.values()
        for amount in (1, -1)
        for rotation in rotations
    }
    moves = {
        name: Turn.plain(name, permutation)
        for name, permutation in named.items()
        if permutation in powers and not _ROTATION.fullmatch(name)
    }
    if not moves:
        return puzzle
    hints = {key: value for key, value in puzzle.hints.items() if key != DERIVED_HINT}
    turns = {**puzzle.turns, **moves}
    larger = replace(puzzle, turns=turns, notation=NAMES_OF_TURNS, basis=(), hints=hints)
    return with_derived(larger, {name: derived[name] for name in derived if name not in moves})


def _generated(rotations: Sequence[Permutation], degree: int) -> list[Permutation]:
    """All products of some rotations, up to as many as a solid has."""
    found = [Permutation.identity(degree)]
    for reached in found:
        for rotation in rotations:
            then = reached * rotation
            if then not in found and len(found) < MOST_ORIENTATIONS:
                found.append(then)
    return found


def _only_orient(group: PermGroup, rotations: Sequence[Permutation]) -> bool:
    """Whether moves and rotations do as much together as moves and then one rotation."""
    both = PermGroup([*group.generators, *rotations])
    orientations = _generated(rotations, group.degree)
    shared = sum(group.contains(rotation) for rotation in orientations)
    return both.order * shared == group.order * len(orientations)


def without_powers(turns: Mapping[str, Turn]) -> Turns:
    """The moves without those that by name are powers of another: `R2` and `R'` beside `R`.

    >>> turns = Puzzle.from_cycles({"R": [[0, 1, 2]], "R2": [[0, 2, 1]]}, ["red"] * 3).turns
    >>> list(without_powers(turns))
    ['R']
    """
    kept: Turns = {}
    for name, turn in turns.items():
        match = _POWER.fullmatch(name)
        if match is None or match[1] == name or match[1] not in turns:
            kept[name] = turn
            continue
        amount = int(match[2] or 1) * (-1 if match[3] else 1)
        if turns[match[1]].permutation ** amount != turn.permutation:
            meant = "the inverse of" if amount == -1 else f"{amount} times"
            raise InvalidPuzzle(f'the move "{name}" is not {meant} "{match[1]}"')
    return kept


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
