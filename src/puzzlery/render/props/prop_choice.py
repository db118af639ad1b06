"""Which props a puzzle has, by the look that its mechanism names."""

from collections.abc import Callable, Iterator

from puzzlery.render.props.ball_tray import ball_tray
from puzzlery.render.props.clock_case import clock_case
from puzzlery.render.props.cog_bodies import cog_bodies
from puzzlery.render.props.scene_prop import SceneProp
from puzzlery.twisty.model.puzzle import Puzzle

LOOKS: dict[str, Callable[[Puzzle], Iterator[SceneProp]]] = {
    "clock": clock_case,
    "balls": ball_tray,
    "cogs": cog_bodies,
}


def props(puzzle: Puzzle) -> tuple[SceneProp, ...]:
    """The props of a puzzle whose mechanism names a look in its hints; else none.

    >>> from puzzlery.twisty.catalog import puzzle as named
    >>> sorted({prop.kind for prop in props(named("top spin"))}), props(named("2x2x2"))
    (['ball', 'plate'], ())
    """
    look = LOOKS.get(puzzle.hints.get("look", ""))
    return tuple(look(puzzle)) if look and puzzle.skin is not None else ()
