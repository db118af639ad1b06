"""Refusals: errors for what other programs' formats cannot express, so that nothing is lost."""

from puzzlery.errors import NotExpressible
from puzzlery.twisty.model.puzzle import Puzzle


def refuse_bandages(puzzle: Puzzle, format_name: str) -> None:
    """Raise if the puzzle is bandaged: only our own format can express that.

    >>> stiff = Puzzle.from_cycles({"a": [[0, 1]]}, ["red"] * 3, glued=[[0, 2]])
    >>> refuse_bandages(stiff, "GAP")
    Traceback (most recent call last):
    puzzlery.errors.NotExpressible: my puzzle has bandages, for which GAP has no words; ...
    """
    if puzzle.glued:
        raise NotExpressible(
            f"{puzzle.name} has bandages, for which {format_name} has no words; "
            "write it as TOML or JSON"
        )


def refuse_derived(puzzle: Puzzle, format_name: str) -> None:
    """Raise if algs of the puzzle may use derived moves.

    >>> from puzzlery.formats.puzzles.derived import with_derived
    >>> pair = Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "blue"])
    >>> refuse_derived(with_derived(pair, {"b": "a a"}), "GAP")
    Traceback (most recent call last):
    puzzlery.errors.NotExpressible: my puzzle has derived moves, for which GAP has no words
    """
    from puzzlery.formats.puzzles.derived import derived_of

    if derived_of(puzzle):
        raise NotExpressible(
            f"{puzzle.name} has derived moves, for which {format_name} has no words"
        )
