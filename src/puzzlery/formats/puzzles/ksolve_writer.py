"""Writing ksolve and twsearch definitions, with the old keywords that every such program reads."""

import re
from dataclasses import replace

from puzzlery.errors import NotExpressible
from puzzlery.formats.puzzles.derived import derived_of
from puzzlery.formats.puzzles.move_names import renamed_rotations
from puzzlery.formats.puzzles.orbit_finder import orbit_form
from puzzlery.formats.puzzles.orbit_form import OrbitForm, PieceSet, SolvedPattern, Transformation
from puzzlery.formats.puzzles.refusals import refuse_bandages
from puzzlery.formats.text_files import cleaned
from puzzlery.twisty.model.puzzle import Puzzle

# The limit of ksolve and twsearch, which store slots in bytes.
MAX_SLOTS = 255


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as a ksolve definition: its pieces and orientations, found from its stickers.

    Shades, positions and outlines are not part of the format; which pieces look alike is.

    >>> import puzzlery
    >>> print(dumps(puzzlery.puzzle("2x2x2")))
    Name 2x2x2
    <BLANKLINE>
    Set CORNERS 8 3
    ...
    """
    refuse_bandages(puzzle, "ksolve")
    puzzle = renamed_rotations(puzzle, "ksolve")
    for name in (*puzzle.turns, *puzzle.whole):
        _check_word(name)
    form = _with_plain_names(orbit_form(puzzle, fits=_fits))
    for one in form.sets:
        if one.slots > MAX_SLOTS:
            raise NotExpressible(
                f"{puzzle.name} has {one.slots} pieces in one orbit; a ksolve set holds {MAX_SLOTS}"
            )
    return "\n".join([*_head(form), *_solved(form), *_moves(form), *_derived(puzzle)]) + "\n"


def _fits(one: PieceSet, pattern: SolvedPattern) -> bool:
    """Whether ksolve can express a set: orientations are all visible, or hidden behind a `?`."""
    return all(seen in (1, one.orientations) for seen in pattern.visible)


def _with_plain_names(form: OrbitForm) -> OrbitForm:
    """The form with names for its sets that a line of a definition can begin with."""
    if all(re.fullmatch(r"(?!End$)[A-Za-z_][!-~]*", one.name) for one in form.sets):
        return form
    names = {one.name: f"SET{number}" for number, one in enumerate(form.sets, start=1)}
    return replace(
        form,
        sets=tuple(replace(one, name=names[one.name]) for one in form.sets),
        solved={names[name]: pattern for name, pattern in form.solved.items()},
        moves={
            move: {names[name]: part for name, part in parts.items()}
            for move, parts in form.moves.items()
        },
    )


def _check_word(name: str) -> None:
    if not re.fullmatch(r"[!-~]+", name):
        raise NotExpressible(f'the move name "{name}" is not one word of plain ASCII for ksolve')


def _head(form: OrbitForm) -> list[str]:
    word = re.sub(r"[^!-~]+", "_", form.name) or "unnamed"
    notes = cleaned(form.note).split("\n") if form.note else []
    comments = [f"# {line}" if line else "#" for line in notes]
    sets = [f"Set {one.name} {one.slots} {one.orientations}" for one in form.sets]
    return [*comments, f"Name {word}", "", *sets, ""]


def _solved(form: OrbitForm) -> list[str]:
    lines = ["Solved"]
    for one in form.sets:
        pattern = form.solved[one.name]
        lines += [one.name, " ".join(str(label + 1) for label in pattern.labels)]
        twists = [
            "?" if seen < one.orientations else str(twist)
            for twist, seen in zip(pattern.twists, pattern.visible, strict=True)
        ]
        if set(twists) != {"0"}:
            lines.append(" ".join(twists))
    return [*lines, "End", ""]


def _moves(form: OrbitForm) -> list[str]:
    lines = []
    for name, parts in form.moves.items():
        lines.append(f"Move {name}")
        for one in form.sets:
            part = parts[one.name]
            if not part.is_identity:
                lines += [one.name, *_rows(part)]
        lines += ["End", ""]
    return lines


def _rows(part: Transformation) -> list[str]:
    """A permutation counted from 1, and orientations listed by piece if there are any."""
    rows = [" ".join(str(piece + 1) for piece in part.pieces)]
    if any(part.twists):
        by_piece = [0] * len(part.pieces)
        for slot, piece in enumerate(part.pieces):
            by_piece[piece] = part.twists[slot]
        rows.append(" ".join(map(str, by_piece)))
    return rows


def _derived(puzzle: Puzzle) -> list[str]:
    lines = []
    for name, text in derived_of(puzzle).items():
        _check_word(name)
        words = text.split()
        if not words or not all(
            re.fullmatch(r"[A-Za-z_][^\s()\[\]]*|\d[^\s()\[\]]*", w) for w in words
        ):
            raise NotExpressible(f'the derived move "{name}" is no plain sequence: {text}')
        lines.append(f"{'MoveAlias' if len(words) == 1 else 'MoveSequence'} {name} {text}")
    return lines
