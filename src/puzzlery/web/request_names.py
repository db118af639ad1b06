"""Names in requests: the puzzle or packing that a request means, without touching any file."""

from functools import lru_cache
from typing import TYPE_CHECKING

from puzzlery.errors import PuzzleryError

if TYPE_CHECKING:
    from puzzlery.packings.model.packing import Packing
    from puzzlery.twisty.model.puzzle import Puzzle

MOST_STICKERS = 10_000
LONGEST_NAME = 300
MOST_CUTS = 40


@lru_cache(maxsize=64)
def named_puzzle(name: str, definition: str | None = None) -> "Puzzle":
    """The puzzle of a name, a description of cuts, or a definition in our own format.

    >>> named_puzzle("2x2x2").degree
    24
    >>> named_puzzle("2x2x2" * 100)
    Traceback (most recent call last):
        ...
    puzzlery.errors.PuzzleryError: a name of 500 letters is too long; expected at most 300, and at
        most 40 words
    """
    from puzzlery.formats import loads
    from puzzlery.twisty.catalog import puzzle

    if definition is not None:
        found = loads(definition, "toml")
    else:
        _check_name(name)
        found = puzzle(name)
    if found.degree > MOST_STICKERS:
        raise PuzzleryError(
            f"{found.name} has {found.degree:,} stickers; the app shows at most {MOST_STICKERS:,}"
        )
    return found


def named_packing(pieces: str, board: str, fixed: str | None = None) -> "Packing":
    """The packing of a set, a board, and what lies on it already.

    >>> len(named_packing("soma", "3x3x3").board)
    27
    """
    from puzzlery.packings.catalog import packing

    _check_name(pieces)
    _check_name(board)
    return packing(pieces, board, fixed=fixed)


def _check_name(name: str) -> None:
    if len(name) > LONGEST_NAME or len(name.split()) > MOST_CUTS:
        raise PuzzleryError(
            f"a name of {len(name)} letters is too long; expected at most {LONGEST_NAME}, and at "
            f"most {MOST_CUTS} words"
        )
