"""Why there is no solution: by an argument, by forced moves, or by looking everywhere."""

from puzzlery.packings.model.impossibility import Impossibility
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.solve.deduction import Grade, grade
from puzzlery.packings.solve.play import Play


def why_none(puzzle: Packing, *, most_nodes: int = 20_000) -> list[Impossibility]:
    """Arguments against a solution; an empty list if there is one.

    First the quick arguments: area, colors, regions. Then moves that are forced one after the
    other until nothing fits. At last the search itself, with the number of positions that it saw.

    >>> from puzzlery.packings.catalog import packing
    >>> for reason in why_none(packing({"a": "XX"}, "3x1")):
    ...     print(reason)
    The board has 3 cells to fill, the pieces only 2.
    """
    quick = puzzle.why_not()
    if quick:
        return quick
    if puzzle.is_solvable():
        return []
    chain = _by_forced_moves(puzzle)
    return [chain if chain is not None else _by_search(puzzle, most_nodes)]


def _by_forced_moves(puzzle: Packing) -> Impossibility | None:
    """The moves that follow one from another until nothing fits, in words."""
    game, steps = Play(puzzle), []
    while (end := game.dead_end()) is None:
        forced = game.forced()
        if forced is None:
            return None
        steps.append(f"{forced.reason}, so it lies there")
        game = game.place([forced.placement])
    text = "; ".join([*steps, f"then {end}"])
    return Impossibility("forced", f"{text[0].upper()}{text[1:]}.")


def _by_search(puzzle: Packing, most_nodes: int) -> Impossibility:
    tree: Grade = grade(puzzle.cover, most_nodes=most_nodes)
    size = f"{tree.nodes:,}" if tree.whole else f"more than {most_nodes:,}"
    return Impossibility("search", f"Every one of {size} positions leads to a dead end.")
