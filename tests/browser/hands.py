"""What a person does with the mouse: find a sticker, and drag it along."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import cos, sin
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
from tests.browser.lens import Floats, Lens

from puzzlery.render import Scene, live_scene
from puzzlery.render.scene import SceneMove, SceneSpin
from puzzlery.twisty.catalog import puzzle

# Pixels a move: a sticker beside the axis runs too short a way for a hand to follow.
SLOWEST = 60
# Counts the frames that the page draws.
COUNT_DRAWS = """
window.draws = 0;
for (const name of ["drawElements", "drawArrays"]) {
  const plain = WebGL2RenderingContext.prototype[name];
  WebGL2RenderingContext.prototype[name] = function (...args) {
    window.draws++;
    return plain.apply(this, args);
  };
}
"""


@cache
def scene_of(name: str) -> Scene:
    return live_scene(puzzle(name))


def lens_of(page: Any, name: str) -> Lens:
    """The camera of a page that shows a puzzle as it is at first."""
    box = page.locator(".puzzlery-canvas").bounding_box()
    return home_lens(scene_of(name), box["x"], box["y"], box["width"], box["height"])


def home_lens(seen: Scene, left: float, top: float, width: float, height: float) -> Lens:
    """The camera as it is at first: a flat puzzle is seen straight on, a thin one nearly so."""
    corners = np.reshape(seen.corners, (-1, 3))
    normals = np.reshape(seen.normals, (-1, 3))
    cosines = normals @ normals[0]
    is_flat, is_thin = bool((cosines > 0.999).all()), bool((np.abs(cosines) > 0.999).all())
    center = (corners.min(axis=0) + corners.max(axis=0)) / 2 if is_flat else np.zeros(3)
    radius = float(np.linalg.norm(corners - center, axis=1).max())
    azimuth, elevation = (0.0, 0.0) if is_flat else (14.0, 12.0) if is_thin else (32.0, 28.0)
    x, y, z = map(float, center)
    return Lens(radius, left, top, width, height, azimuth, elevation, (x, y, z))


def middle(seen: Scene, place: int) -> Floats:
    return np.asarray(np.mean(seen.outline(place), axis=0))


def spun(point: Floats, spin: SceneSpin, part: float) -> Floats:
    """Rodrigues' formula, written out."""
    axis = np.array(spin.axis) / np.linalg.norm(spin.axis)
    arm = point - np.array(spin.pivot)
    along = (arm @ axis) * axis
    c, s = cos(spin.angle * part), sin(spin.angle * part)
    return np.asarray(np.array(spin.pivot) + along + c * (arm - along) + s * np.cross(axis, arm))


def moved(seen: Scene, move: SceneMove, place: int, part: float) -> Floats:
    """Where the middle of a sticker is when part of a move is made."""
    point = middle(seen, place)
    for spin in move.spins:
        if place in spin.places:
            point = spun(point, spin, part)
    return point


@dataclass(frozen=True)
class Drag:
    """A sticker that one can see well, and a move that carries it across the picture."""

    place: int
    move: SceneMove
    path: tuple[tuple[float, float], ...]


def drags(page: Any, name: str, most: float) -> Iterator[Drag]:
    """Drags that can mean one move only: no other carries the sticker that way."""
    seen, lens = scene_of(name), lens_of(page, name)
    normals = np.reshape(seen.normals, (-1, 3))
    for place in range(len(seen.colors)):
        if lens.faces(middle(seen, place), normals[place]) < 0.45:
            continue
        for move in seen.moves:
            if move.layers and _is_plain(seen, lens, place, move, normals[place]):
                steps = np.linspace(0, most, 8)
                path = tuple(lens.pixel(moved(seen, move, place, float(t))) for t in steps)
                if _is_straight(path):
                    yield Drag(place, move, path)


def _is_straight(path: tuple[tuple[float, float], ...]) -> bool:
    """Whether a path nowhere turns back, as one does that goes around the limb of the puzzle."""
    points = np.array(path)
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1).sum()
    return float(np.linalg.norm(points[-1] - points[0])) > 0.9 * float(steps)


def _is_plain(seen: Scene, lens: Lens, place: int, move: SceneMove, normal: Floats) -> bool:
    """Whether a hand that drags a sticker the way of a move can mean no other.

    Others mean more when they are thin layers, and less when they turn the face that is touched.
    """
    own = _run(seen, lens, place, move)
    if own is None or _turns_the_face(move, place, normal):
        return False
    likely = {}
    for other in seen.moves:
        run = _run(seen, lens, place, other) if other.layers else None
        if run is not None:
            bulk = len({p for spin in other.spins for p in spin.places}) / len(seen.colors)
            touched = 0.72 if _turns_the_face(other, place, normal) else 1.0
            likely[other.name] = abs(float(own @ run)) * touched * (1 - bulk / 2)
    mine = likely.pop(move.name)
    return mine > 1.15 * max(likely.values(), default=0.0)


def _turns_the_face(move: SceneMove, place: int, normal: Floats) -> bool:
    spins = [spin for spin in move.spins if place in spin.places]
    return bool(spins) and abs(float(np.array(spins[-1].axis) @ normal)) > 0.99


def _run(seen: Scene, lens: Lens, place: int, move: SceneMove) -> Floats | None:
    """The way that a sticker sets out on the picture; None if it hardly moves."""
    before = np.array(lens.pixel(middle(seen, place)))
    after = np.array(lens.pixel(moved(seen, move, place, 0.02)))
    length = float(np.linalg.norm(after - before))
    return (after - before) / length if length > 0.02 * SLOWEST else None


def drag(page: Any, path: tuple[tuple[float, float], ...]) -> None:
    """Press at the first point, go along the others, rest a moment, release."""
    page.mouse.move(*path[0])
    page.mouse.down()
    for point in path[1:]:
        page.mouse.move(*point)
    page.wait_for_timeout(120)
    page.mouse.up()


def noted(page: Any, field: str) -> str:
    """What the address of a page says, as other people would get it."""
    query = urlsplit(str(page.url)).fragment.partition("?")[2]
    return parse_qs(query).get(field, [""])[0]


def wait_for_alg(page: Any, alg: str) -> None:
    """Wait until the page has written down these moves."""
    wait_until(page, "alg", "noted === asked", alg)


def wait_until(page: Any, field: str, test: str, asked: Any = None) -> str:
    """Wait until what the address says of a field passes a test, and give it."""
    page.wait_for_function(
        "([field, asked]) => { const query = location.hash.split('?')[1] ?? '';"
        f" const noted = new URLSearchParams(query).get(field) ?? ''; return {test}; }}",
        arg=[field, asked],
    )
    return noted(page, field)


def solve_two_moves(page: Any) -> None:
    """Press Scramble on Play, which gives R U this time, and take the moves back by keys."""
    page.route("**/scramble", lambda route: route.fulfill(json={"alg": "R U"}), times=1)
    page.get_by_role("button", name="Scramble").click()
    page.wait_for_selector('.clock[data-state="armed"]')
    page.locator(".puzzlery-canvas").focus()
    page.keyboard.press("Shift+U")
    page.keyboard.press("Shift+R")
    page.wait_for_selector('.clock[data-state="done"]')
