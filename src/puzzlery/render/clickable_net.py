"""Nets as data: where each place lies in the unfolded puzzle, for pages on which one paints it."""

from dataclasses import dataclass

from puzzlery.render.drawn_puzzle import drawn_puzzle
from puzzlery.render.picture import path_data
from puzzlery.render.svg import draw_picture
from puzzlery.twisty.model.puzzle import Puzzle

# The longer side in pixels; outlines are rounded to hundredths of them.
NET_SIZE = 600


@dataclass(frozen=True, slots=True)
class NetCell:
    """One place of a net: its outline as the path of an SVG, and its middle."""

    place: int
    path: str
    middle: tuple[float, float]


@dataclass(frozen=True, slots=True)
class ClickableNet:
    """The net of a puzzle in pixels; `plastic` holds the outlines of what lies under the cells."""

    width: float
    height: float
    plastic: tuple[str, ...]
    cells: tuple[NetCell, ...]


def clickable_net(puzzle: Puzzle) -> ClickableNet:
    """The unfolded puzzle; what is no solid is seen from the front and from the back.

    >>> from puzzlery.twisty.geometry import cube
    >>> net = clickable_net(cube(2))
    >>> len(net.cells), len(net.plastic), net.width > net.height
    (24, 6, True)
    """
    picture = draw_picture(drawn_puzzle(puzzle), "net", size=NET_SIZE)
    cells = []
    for patch in picture.patches:
        if patch.place >= 0:
            x, y = patch.path.points.mean(axis=0).round(2).tolist()
            cells.append(NetCell(patch.place, path_data(patch.path), (x, y)))
    plastic = tuple(path_data(patch.path) for patch in picture.patches if patch.place < 0)
    return ClickableNet(picture.width, picture.height, plastic, tuple(cells))
