"""Props: parts of a puzzle that are no pieces, such as the case of a clock or the tray of rings."""

from dataclasses import dataclass

from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Vector


@dataclass(frozen=True, slots=True)
class SceneProp:
    """A plate or a ball that a viewer draws beside the pieces.

    A "plate" has an outline, counter-clockwise seen from its normal, goes down by `depth`, and its
    rim is rounded by `bevel`. A "ball" has one corner, its center, and `depth` is its radius. With
    a `place` it is drawn instead of the sticker there, in its color; else it has its own `shade`,
    or that of the plastic if this is empty. It moves with what stands at the place `follows`; −1
    never moves. `piece` is the piece that it belongs to, −1 for none.
    """

    kind: str
    place: int
    follows: int
    piece: int
    shade: str
    normal: Vector
    corners: tuple[float, ...]
    depth: float
    bevel: float


def props(puzzle: Puzzle) -> tuple[SceneProp, ...]:
    """The props of a puzzle."""
    return ()
