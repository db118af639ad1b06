"""SVG: a picture of a puzzle, seen by a camera or unfolded."""

from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.render.drawing import default_camera, draw
from puzzlery.render.drawn_puzzle import DrawnPuzzle, drawn_puzzle
from puzzlery.render.net import draw_net
from puzzlery.render.palette import PaletteLike
from puzzlery.render.picture import PuzzlePicture, framed, to_svg
from puzzlery.render.surface import Drawable, puzzle_of
from puzzlery.render.view import Camera
from puzzlery.twisty.model.turn import Turn

VIEWS = ("3d", "net")


def svg(
    drawn: Drawable,
    *,
    view: str = "3d",
    size: float = 400,
    palette: PaletteLike = "standard",
    letters: bool = False,
    plastic: str | None = None,
    camera: Camera | None = None,
    hints: bool = False,
    turn: str | None = None,
    fraction: float = 0.5,
    background: str | None = None,
    title: str | None = None,
) -> str:
    """A puzzle, a state or a coloring as the text of an SVG file.

    `view` is "3d" or "net" (unfolded); `size` is the longer side in pixels. `hints` draws the
    hidden faces behind the puzzle. `turn` and `fraction` show a move partly done; the scale does
    not depend on the fraction. `palette` is "standard", "colorblind", "pastel", "gray", or shades
    of your own; `plastic` is the color of the body.

    >>> from puzzlery.twisty.model.puzzle import Puzzle
    >>> ring = Puzzle.from_cycles({"a": [[0, 1, 2]]}, colors=["red", "blue", "green"], name="a<b")
    >>> svg(ring).splitlines()[1]
    '<title>a&lt;b</title>'
    """
    seen = drawn_puzzle(drawn, colors=palette, lettered=letters, plastic=plastic)
    made = None if turn is None else puzzle_of(drawn).turn(turn)
    picture = draw_picture(
        seen, view, size=size, camera=camera, hints=hints, turn=made, fraction=fraction
    )
    return to_svg(picture, title=title or puzzle_of(drawn).name, background=background)


def draw_picture(
    seen: DrawnPuzzle,
    view: str = "3d",
    *,
    size: float = 400,
    camera: Camera | None = None,
    hints: bool = False,
    turn: Turn | None = None,
    fraction: float = 0.5,
) -> PuzzlePicture:
    """The picture that `svg` writes, as patches.

    >>> from puzzlery.twisty.geometry import cube
    >>> sum(patch.place >= 0 for patch in draw_picture(drawn_puzzle(cube(2)), "net").patches)
    24
    """
    if view not in VIEWS:
        raise UnknownName.near(f'unknown view "{view}"; expected "3d" or "net"', view, VIEWS)
    if not 0 < size < 100_000:
        raise PuzzleryError(f"a picture cannot be {size} pixels large; expected 1 … 100000")
    if view == "net":
        if camera or hints or turn:
            raise PuzzleryError('a net has no camera, hints or turn; they need the view "3d"')
        return framed(draw_net(seen), size, square=False)
    camera = camera or default_camera(seen)
    patches = draw(seen, camera, turn=turn, fraction=fraction, hints=hints)
    return framed(patches, size, square=True, reach=None if turn is None else camera.reach)
