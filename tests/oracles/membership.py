"""A plain answer for puzzles whose pieces all look different: read the permutation, then ask."""

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.model.puzzle import Puzzle


def only_permutation(puzzle: Puzzle, picks: list[int]) -> Permutation | None:
    """The permutation that a coloring shows, if each piece can be told by its colors alone.

    None if the colors are not those of the pieces; an error if two pieces have the same colors,
    or one piece has a color twice.
    """
    pieces = [sorted(piece) for piece in puzzle.pieces()]
    home: dict[frozenset[int], dict[int, int]] = {}
    for piece in pieces:
        by_color = {puzzle.solved_colors[sticker]: sticker for sticker in piece}
        if len(by_color) < len(piece) or frozenset(by_color) in home:
            raise ValueError(f"pieces of {puzzle.name} cannot be told apart by their colors")
        home[frozenset(by_color)] = by_color
    images = [-1] * puzzle.degree
    for piece in pieces:
        origin = home.get(frozenset(picks[place] for place in piece))
        if origin is None or len(origin) != len(piece):
            return None
        for place in piece:
            images[origin[picks[place]]] = place
    return Permutation(images) if sorted(images) == list(range(puzzle.degree)) else None
