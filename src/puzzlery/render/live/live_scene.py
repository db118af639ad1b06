"""Live scenes: what a viewer needs that turns the puzzle, with bodies, props and a net."""

from dataclasses import replace

from puzzlery.render.bodies import bodies, is_cut
from puzzlery.render.live.bent_cuts import bent_outlines
from puzzlery.render.live.face_net import face_net
from puzzlery.render.live.hull_bodies import hull_bodies
from puzzlery.render.palette import PaletteLike
from puzzlery.render.props.prop_choice import props
from puzzlery.render.scene import Scene, SceneBody, scene, scene_bodies, shape_fields
from puzzlery.render.surface import Drawable, puzzle_of, surface
from puzzlery.twisty.model.puzzle import Puzzle


def live_scene(drawn: Drawable, *, palette: PaletteLike = "standard") -> Scene:
    """The scene for a viewer that turns the puzzle: with bodies where planes cut them.

    A body is drawn wherever its piece goes, so it must be the true one: what stands nearest to a
    sticker would run into its neighbors halfway through a turn. Bodies that are glued keep the
    walls between them, as those are seen through the grooves.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> len(live_scene(puzzle("2x2x2")).bodies), len(live_scene(puzzle("clock")).bodies)
    (8, 0)
    """
    puzzle = puzzle_of(drawn)
    bare = replace(scene(drawn, palette=palette), net=_net(puzzle))
    if "bend" in puzzle.hints:
        return _with_bent_cuts(bare, puzzle)
    pieces = bare.pieces
    loose = _loose_bodies(puzzle)
    first = [next(place for place in body.places if place >= 0) for body in loose]
    return replace(
        bare,
        bodies=tuple(
            replace(body, piece=pieces[place]) for body, place in zip(loose, first, strict=True)
        ),
        props=tuple(
            prop if prop.piece < 0 else replace(prop, piece=pieces[prop.follows])
            for prop in props(puzzle)
        ),
    )


def _net(puzzle: Puzzle) -> tuple[float, ...]:
    """The net of a puzzle, unless turning changes its shape."""
    return () if "outlines" in puzzle.hints else face_net(surface(puzzle))


def _with_bent_cuts(bare: Scene, puzzle: Puzzle) -> Scene:
    """The scene with arcs as outlines; a viewer makes bodies of them itself."""
    shown = surface(puzzle)
    arcs = bent_outlines(shown, puzzle.grips, *puzzle.hints["bend"])
    return replace(bare, **shape_fields(replace(shown, polygons=arcs)))


def _loose_bodies(puzzle: Puzzle) -> tuple[SceneBody, ...]:
    """The bodies of a puzzle whose glued pieces are taken apart."""
    if is_cut(puzzle):
        return scene_bodies(bodies(replace(puzzle, glued=())))
    # Props are drawn where a look is named.
    return () if "look" in puzzle.hints else scene_bodies(hull_bodies(puzzle))
