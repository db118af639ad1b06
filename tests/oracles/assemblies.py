"""Slow, plain answers about partial colorings: every coloring is listed and compared."""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from tests.oracles.colorings import Picks

from puzzlery.twisty.model.puzzle import Puzzle


def assembled_colorings(puzzle: Puzzle) -> set[Picks]:
    """Everything that the pieces can look like, put into the slots of their orbits in any way."""
    changes = []
    for orbit in puzzle.checker.pieces.orbits:
        slots = orbit.slots.tolist()
        for first, second in pairwise(slots):
            changes.append([*zip(first, second, strict=True), *zip(second, first, strict=True)])
        turns = orbit.orientations.elements
        changes += [[(slots[0][j], slots[0][i]) for j, i in enumerate(turn)] for turn in turns]
    start = tuple(puzzle.solved_colors)
    found, queue = {start}, [start]
    for colors in queue:
        for change in changes:
            then = list(colors)
            for source, target in change:
                then[target] = colors[source]
            if tuple(then) not in found:
                found.add(tuple(then))
                queue.append(tuple(then))
    return found


def agreeing(colorings: Iterable[Picks], seen: Sequence[int]) -> set[Picks]:
    """The colorings that show every color that is seen; −1 is open."""
    known = [(place, pick) for place, pick in enumerate(seen) if pick >= 0]
    return {colors for colors in colorings if all(colors[i] == pick for i, pick in known)}


def decides(asked: Sequence[int], reached: set[Picks], assembled: set[Picks]) -> bool:
    """Whether the asked stickers tell the reachable colorings from the other assembled ones."""
    views = {tuple(colors[i] for i in asked) for colors in reached}
    return not any(tuple(colors[i] for i in asked) in views for colors in assembled - reached)


def fewest_questions(seen: Sequence[int], reached: set[Picks], assembled: set[Picks]) -> int:
    """The least number of open stickers that decide, found by trying all sets."""
    places = [place for place, pick in enumerate(seen) if pick < 0]
    for size in range(len(places) + 1):
        if any(decides(asked, reached, assembled) for asked in combinations(places, size)):
            return size
    raise AssertionError("all stickers together must decide")
