"""Exact covers that are no packings: queens on a chessboard, and sudoku."""

from collections.abc import Callable
from math import isqrt

from puzzlery.cover.exact_cover import ExactCover
from puzzlery.errors import InvalidPuzzle

# A board of so many rows has 4,096 options.
MOST_QUEENS = 64
_DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def queens(size: int) -> ExactCover:
    """Put so many queens on a chessboard of that size, none attacking another.

    Every row and every column holds exactly one queen; every diagonal holds at most one, so the
    diagonals are secondary items. Option number `size * row + column` is a queen on that square.

    >>> cover = queens(8)
    >>> len(cover.options), len(cover.primary), len(cover.secondary)
    (64, 16, 30)
    >>> cover.count(), cover.count(distinct=True)
    (92, 12)
    """
    if not 1 <= size <= MOST_QUEENS:
        raise InvalidPuzzle(f"a chessboard of {size} rows; expected 1 … {MOST_QUEENS}")
    squares = [(row, column) for row in range(size) for column in range(size)]
    options = [(f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c}") for r, c in squares]
    lines = [f"{kind}{number}" for kind in "rc" for number in range(size)]
    falling = [f"b{number}" for number in range(1 - size, size)]
    rising = [f"a{number}" for number in range(2 * size - 1)]
    return ExactCover(options, lines, (*rising, *falling), symmetries=_square_turns(size))


def _square_turns(size: int) -> tuple[tuple[int, ...], ...]:
    """The eight symmetries of a chessboard, as permutations of its squares."""
    end = size - 1
    turns: tuple[Callable[[int, int], tuple[int, int]], ...] = (
        lambda r, c: (r, c), lambda r, c: (c, end - r), lambda r, c: (end - r, end - c),
        lambda r, c: (end - c, r), lambda r, c: (c, r), lambda r, c: (r, end - c),
        lambda r, c: (end - c, end - r), lambda r, c: (end - r, c),
    )  # fmt: skip
    squares = [(row, column) for row in range(size) for column in range(size)]
    images = [[turn(row, column) for row, column in squares] for turn in turns]
    found = {tuple(size * row + column for row, column in image): None for image in images}
    return tuple(found)


def sudoku(clues: str) -> ExactCover:
    """Fill the grid so that each row, column and box holds every digit once.

    The clues are written row by row, a dot or 0 for an empty cell; blanks are left out. An option
    is a digit in a cell: its items are the cell, and that its row, column and box have the digit.

    >>> len(sudoku("1..." + 12 * ".").options)
    61
    """
    text = "".join(clues.split()).upper().replace("0", ".")
    side, block = _sudoku_size(text)
    options = []
    for place, clue in enumerate(text):
        row, column = divmod(place, side)
        for digit in _DIGITS[:side] if clue == "." else clue:
            square = row // block * block + column // block
            options.append(
                (f"{row},{column}", f"r{row}={digit}", f"c{column}={digit}", f"b{square}={digit}")
            )
    cells = [f"{row},{column}" for row in range(side) for column in range(side)]
    needs = [
        f"{kind}{n}={digit}" for kind in "rcb" for n in range(side) for digit in _DIGITS[:side]
    ]
    return ExactCover(options, (*cells, *needs))


def _sudoku_size(text: str) -> tuple[int, int]:
    """The side of the grid and of its boxes."""
    side = isqrt(len(text))
    block = isqrt(side)
    if not text or side * side != len(text) or block * block != side or side > len(_DIGITS):
        raise InvalidPuzzle(f"a sudoku of {len(text)} cells; expected 16, 81, 256 or 625")
    wrong = next((each for each in text if each != "." and each not in _DIGITS[:side]), None)
    if wrong is not None:
        raise InvalidPuzzle(f'a sudoku has the clue "{wrong}"; expected {_DIGITS[:side]} or a dot')
    return side, block


def sudoku_grid(cover: ExactCover, chosen: list[int]) -> str:
    """The grid that the chosen options of a sudoku fill.

    >>> cover = sudoku("1... ..3. .4.. ...2")
    >>> print(sudoku_grid(cover, cover.first()))
    1324
    4231
    2413
    3142
    """
    filled = {}
    for number in chosen:
        cell, need = cover.options[number][:2]
        row, column = map(int, str(cell).split(","))
        filled[row, column] = str(need)[-1]
    side = max(row for row, _ in filled) + 1
    return "\n".join("".join(filled[row, c] for c in range(side)) for row in range(side))
