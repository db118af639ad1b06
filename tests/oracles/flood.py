"""Orbits of pieces by a plain flood fill, from nothing but pieces and moves."""

from collections import Counter

NAMES = {1: "CENTERS", 2: "EDGES", 3: "CORNERS"}


def orbits(puzzle) -> Counter[str]:
    """How often there is an orbit of so many pieces with so many stickers: `CORNERS:8x3`."""
    slots: dict[int, list[int]] = {}
    for sticker, cell in enumerate(puzzle.cells):
        slots.setdefault(cell, []).append(sticker)
    moves = [move.images for move in puzzle.moves.values()]
    seen: set[int] = set()
    found: Counter[str] = Counter()
    for start in slots:
        if start in seen:
            continue
        reached, todo = {start}, [start]
        while todo:
            stickers = slots[todo.pop()]
            for move in moves:
                (image,) = {puzzle.cells[move[sticker]] for sticker in stickers}
                if image not in reached:
                    reached.add(image)
                    todo.append(image)
        seen |= reached
        size = len(slots[start])
        found[f"{NAMES.get(size, f'C{size}RNER')}:{len(reached)}x{size}"] += 1
    return found
