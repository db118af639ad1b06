"""Count the ways to fill the calendar board on every date, slowly and from the definition.

Eight pieces cover 41 of its 43 cells: all but one month and one day. Always the first open cell is
covered, in every way. Nothing of puzzlery is used. `python tests/data/count_calendar.py` prints the
dates with the fewest and the most solutions, and the sum over all 12 · 31 pairs of a month and a
day, in some minutes.
"""

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
# Two rows of six months, then the days in rows of seven.
CELLS = {month: (k // 6, k % 6) for k, month in enumerate(MONTHS)} | {
    str(day): (2 + (day - 1) // 7, (day - 1) % 7) for day in range(1, 32)
}
PIECES = ["XXX XXX", "XXX XX.", "XXX X.X", "XXXX X...", "XXXX .X..", "XXX X.. X..", "XX. .X. .XX",
          "XXX. ..XX"]  # fmt: skip
NUMBER = {cell: k for k, cell in enumerate(sorted(CELLS.values()))}


def turned(picture):
    """All turned and flipped copies of a drawn shape."""
    cells = [
        (r, c) for r, row in enumerate(picture.split()) for c, mark in enumerate(row) if mark == "X"
    ]
    found = set()
    for _ in range(4):
        cells = [(c, -r) for r, c in cells]
        for copy in (cells, [(r, -c) for r, c in cells]):
            top, left = min(r for r, _ in copy), min(c for _, c in copy)
            found.add(frozenset((r - top, c - left) for r, c in copy))
    return found


def placements(picture):
    """Every way to lay a piece on the board, by its first cell, as sets of bits."""
    found = {number: [] for number in NUMBER.values()}
    for shape in turned(picture):
        for down in range(7):
            for right in range(7):
                cells = [NUMBER.get((r + down, c + right)) for r, c in shape]
                if None not in cells:
                    found[min(cells)].append(sum(1 << cell for cell in cells))
    return found


WAYS = [placements(picture) for picture in PIECES]


def fillings(covered, pieces):
    """How many ways there are to cover the other cells with these pieces."""
    if not pieces:
        return 1
    first = next(cell for cell in NUMBER.values() if not covered >> cell & 1)
    return sum(
        fillings(covered | bits, pieces[:k] + pieces[k + 1 :])
        for k, piece in enumerate(pieces)
        for bits in WAYS[piece][first]
        if not bits & covered
    )


def solutions(month, day):
    """How many ways there are to show a date."""
    holes = 1 << NUMBER[CELLS[month]] | 1 << NUMBER[CELLS[str(day)]]
    return fillings(holes, tuple(range(len(PIECES))))


if __name__ == "__main__":
    counts = {(month, day): solutions(month, day) for month in MONTHS for day in range(1, 32)}
    fewest, most = min(counts, key=counts.get), max(counts, key=counts.get)
    print(fewest, counts[fewest], most, counts[most], sum(counts.values()))
