"""Slow, plain answers about colorings: all that moves lead to, listed one by one."""

from collections import Counter

from puzzlery.twisty.model.puzzle import Puzzle

Picks = tuple[int, ...]


def all_elements(puzzle: Puzzle) -> set[tuple[int, ...]]:
    """Every element of the group of the basis moves, by closure."""
    moves = [tuple(puzzle.moves[name]) for name in puzzle.basis]
    start = tuple(range(puzzle.degree))
    found, queue = {start}, [start]
    for element in queue:
        for move in moves:
            product = tuple(move[image] for image in element)
            if product not in found:
                found.add(product)
                queue.append(product)
    return found


def explanations(puzzle: Puzzle) -> Counter[Picks]:
    """For every reachable coloring the number of elements that show it."""
    counts: Counter[Picks] = Counter()
    for element in all_elements(puzzle):
        shown = [0] * puzzle.degree
        for sticker, place in enumerate(element):
            shown[place] = puzzle.solved_colors[sticker]
        counts[tuple(shown)] += 1
    return counts
