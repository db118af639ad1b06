"""Refusals: what other programs' formats cannot say, told before it would be lost."""

from puzzlery.errors import NotExpressible
from puzzlery.twisty.model.puzzle import Puzzle


def refuse_bandages(puzzle: Puzzle, format_name: str) -> None:
    """Raise if the puzzle is bandaged: only our own format can say so."""
    if puzzle.glued:
        raise NotExpressible(
            f"{puzzle.name} has bandages, for which {format_name} has no words; "
            "write it as TOML or JSON"
        )


def refuse_derived(puzzle: Puzzle, format_name: str) -> None:
    """Raise if algs of the puzzle may use derived moves."""
    from puzzlery.formats.puzzles.derived import derived_of

    if derived_of(puzzle):
        raise NotExpressible(
            f"{puzzle.name} has derived moves, for which {format_name} has no words"
        )
