"""Drags as hands make them: from many stickers, in many directions, by mouse, pen and fingers."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

import numpy as np
import pytest
from tests.browser.conftest import OpenPage
from tests.browser.gestures.drag_runs import (
    HURRY,
    LISTEN,
    DragGrid,
    Outcome,
    Trial,
    dispatched,
    made,
    opened,
    page_lens,
    sampled,
    wide_stickers,
)
from tests.browser.gestures.meant_moves import Meaning, candidates, is_held, meaning
from tests.browser.hands import drag, home_lens, lens_of, middle, noted, scene_of, wait_until

from puzzlery.twisty.catalog import names

# Quarter, half, third and fifth turns, gears, a slice, dials, rings, bandages.
SAMPLE = (
    "3x3x3",
    "3x3x2",
    "megaminx",
    "FTO",
    "skewb",
    "curvy copter",
    "gear cube",
    "Square-1",
    "clock",
    "Hungarian rings",
    "bicube",
    "ivy cube",
)
DRAGS = 40
BY_MOUSE = 6


def every_trial(page: Any, name: str) -> DragGrid:
    seen, lens = scene_of(name), page_lens(page, name)
    return DragGrid(seen, lens, wide_stickers(seen, lens))


def check_rates(outcomes: Sequence[Outcome]) -> None:
    """Count drags that can mean a move: not blocked, not square to all, not where one holds it."""
    meant = [one for one in outcomes if _means_a_move(one.trial.meaning)]
    assert sum(one.moved for one in meant) >= 0.97 * len(meant)
    assert sum(one.as_expected for one in meant) >= 0.95 * len(meant)
    assert not any(one.opposite for one in outcomes)
    assert all(one.refused for one in outcomes if one.trial.meaning.is_blocked)


def _means_a_move(meant: Meaning) -> bool:
    return not (meant.is_blocked or meant.is_held or meant.is_square)


@pytest.mark.parametrize("name", SAMPLE)
def test_a_sample_of_drags_makes_the_moves_that_a_person_expects(
    browser: Any, address: str, name: str
) -> None:
    page = opened(browser, address, name, hurried=True)
    every = every_trial(page, name)
    check_rates(list(dispatched(page, sampled(every, DRAGS, seed=0))))
    some = sampled(every, BY_MOUSE, seed=1)
    by_mouse = [(one.name, one.amount) for one in made(page, some)]
    by_page = [(one.name, one.amount) for one in dispatched(page, some)]
    assert by_mouse == by_page
    page.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_all_drags_make_the_moves_that_a_person_expects(
    browser: Any, address: str, name: str
) -> None:
    page = opened(browser, address, name, hurried=True)
    check_rates(list(dispatched(page, list(every_trial(page, name)))))
    page.context.close()


@pytest.mark.parametrize(
    ("column", "row", "way", "expected"),
    [
        # What every cuber knows of the front face: rows go sideways, columns go up and down.
        (0, 1, (1.0, 0.3), ("U", -1)),
        (0, 1, (-1.0, -0.3), ("U", 1)),
        (0, -1, (1.0, 0.3), ("D", 1)),
        (1, 0, (0.0, -1.0), ("R", 1)),
        (-1, 0, (0.0, -1.0), ("L", -1)),
        (0, 0, (0.0, -1.0), ("M", -1)),
        (0, 0, (1.0, 0.3), ("E", 1)),
    ],
)
def test_the_expected_move_is_the_one_that_cubers_know(
    column: int, row: int, way: tuple[float, float], expected: tuple[str, int]
) -> None:
    seen = scene_of("3x3x3")
    lens = home_lens(seen, 0, 0, 900, 800)
    wanted = np.array([column, row, 1.5]) * 2 / 3
    middles = np.array([middle(seen, place) for place in range(54)])
    scale = float(middles.max()) / 1.0
    place = int(np.argmin(np.linalg.norm(middles - scale * wanted, axis=1)))
    found = candidates(seen, lens, place, lens.pixel(middle(seen, place)))
    length = float(np.hypot(*way))
    meant = meaning(found, (way[0] / length, way[1] / length))
    assert meant.is_clear
    assert expected in meant.expected


def start_on(page: Any, toward: tuple[float, float] = (1.0, 1.0)) -> tuple[float, float]:
    """A pixel on a sticker of the front of a 3x3x3, the upper right one if not told otherwise."""
    seen, lens = scene_of("3x3x3"), lens_of(page, "3x3x3")
    places = [p for p, k in enumerate(seen.faces) if seen.face_names[k] == "F"]
    corner = max(places, key=lambda place: float(middle(seen, place)[:2] @ toward))
    return lens.pixel(middle(seen, corner))


def press(page: Any, at: tuple[float, float], *steps: tuple[float, float]) -> tuple[float, float]:
    """Press at a pixel and go by steps, with pauses; the pointer stays down."""
    x, y = at
    page.mouse.move(x, y)
    page.mouse.down()
    for right, down in steps:
        for _ in range(4):
            x, y = x + right / 4, y + down / 4
            page.mouse.move(x, y)
    page.wait_for_timeout(120)
    return x, y


def test_a_drag_goes_on_past_the_limb_by_several_steps(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3", script=HURRY, reduced_motion="reduce")
    x, y = start_on(page, (-1.0, 1.0))
    # A quarter turn takes the sticker off the front; the pointer goes about twice as far.
    press(page, (x, y), (340.0, 82.0))
    page.mouse.up()
    assert wait_until(page, "alg", "noted !== ''") == "U2"


def test_a_drag_can_be_taken_back_and_go_another_way(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3", script=HURRY, reduced_motion="reduce")
    at = start_on(page)
    press(page, at, (60.0, 15.0), (-60.0, -15.0))
    page.mouse.up()
    press(page, at, (60.0, 15.0), (-60.0, -15.0), (0.0, -60.0))
    page.mouse.up()
    assert wait_until(page, "alg", "noted !== ''") == "R"


def test_escape_lets_a_layer_go_back(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3", script=HURRY, reduced_motion="reduce")
    at = start_on(page)
    page.locator(".puzzlery-canvas").focus()
    press(page, at, (60.0, 15.0))
    page.keyboard.press("Escape")
    page.mouse.up()
    page.wait_for_timeout(400)
    assert noted(page, "alg") == ""
    assert noted(page, "view") == ""


def test_a_second_drag_in_haste_turns_too(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3", script=HURRY)
    at = start_on(page)
    for _ in range(2):
        press(page, at, (60.0, 15.0))
        page.mouse.up()
    assert wait_until(page, "alg", "noted.includes(' ')") == "U' U'"
    assert noted(page, "view") == ""


def test_a_drag_from_where_one_holds_the_puzzle_looks_around(open_page: OpenPage) -> None:
    """No move carries the middle of a face of a dodecahedron that is cut once."""
    name = "dodecahedron 2"
    page = open_page(f"play/{name}", script=HURRY, reduced_motion="reduce")
    seen, lens = scene_of(name), lens_of(page, name)
    held = [place for place in range(len(seen.colors)) if is_held(seen, place)]
    assert len(held) == 12
    normals = np.reshape(seen.normals, (-1, 3))
    place = max(held, key=lambda place: lens.faces(middle(seen, place), normals[place]))
    press(page, lens.pixel(middle(seen, place)), (100.0, 0.0))
    page.mouse.up()
    azimuth, elevation, zoom = map(float, wait_until(page, "view", "noted !== ''").split(","))
    assert azimuth < 0
    assert (elevation, zoom) == (28, 1)
    assert noted(page, "alg") == ""


def test_a_drag_looks_around_where_clicks_paint(open_page: OpenPage) -> None:
    page = open_page("check/3x3x3", reduced_motion="reduce")
    page.wait_for_selector(".verdict.good")
    canvas = page.locator(".puzzlery-canvas")
    before = canvas.screenshot()
    press(page, start_on(page), (100.0, 0.0))
    page.mouse.up()
    page.wait_for_timeout(600)
    assert canvas.screenshot() != before
    # Nothing was painted.
    assert page.locator(".verdict.good").is_visible()


def test_a_pen_turns_as_a_mouse_does(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3", script=HURRY, reduced_motion="reduce")
    pen = page.context.new_cdp_session(page)
    x, y = start_on(page)
    for kind, up in (("mousePressed", 0), ("mouseMoved", 25), ("mouseMoved", 60)):
        told = {"type": kind, "x": x, "y": y - up, "button": "left", "buttons": 1}
        pen.send("Input.dispatchMouseEvent", {**told, "clickCount": 1, "pointerType": "pen"})
    last = {"type": "mouseReleased", "x": x, "y": y - 60, "button": "left", "clickCount": 1}
    pen.send("Input.dispatchMouseEvent", {**last, "pointerType": "pen"})
    assert wait_until(page, "alg", "noted !== ''") == "R"


class Fingers:
    """Fingers on the screen of a phone."""

    def __init__(self, page: Any) -> None:
        self.screen = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        listed = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
        self.screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": listed})

    def swipe(self, at: tuple[float, float], right: float, down: float) -> None:
        self.touch("touchStart", at)
        for part in (0.2, 0.5, 0.8, 1.0):
            self.touch("touchMove", (at[0] + part * right, at[1] + part * down))
        self.touch("touchEnd")


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("length", [40, 120])
def test_a_finger_turns_in_all_directions_and_scrolls_nothing(
    open_page: OpenPage, length: int
) -> None:
    page = open_page("play/3x3x3", script=HURRY, reduced_motion="reduce", **PHONE)
    at = start_on(page)
    fingers = Fingers(page)
    for right, down in ((1.0, 0.3), (0.0, -1.0), (-1.0, -0.3), (0.0, 1.0)):
        fingers.swipe(at, length * right, length * down)
        page.wait_for_timeout(60)
    assert wait_until(page, "alg", "noted.split(' ').length === 4") == "U' R U R'"
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]
    assert noted(page, "view") == ""


def test_a_second_finger_cancels_the_drag_and_two_look_around(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3", script=HURRY, reduced_motion="reduce", **PHONE)
    x, y = start_on(page)
    fingers = Fingers(page)
    fingers.touch("touchStart", (x, y))
    fingers.touch("touchMove", (x, y - 50))
    fingers.touch("touchStart", (x, y - 50), (x - 80, y))
    for step in (10, 20, 30, 40):
        fingers.touch("touchMove", (x + step, y - 50), (x - 80 + step, y))
    fingers.touch("touchEnd")
    azimuth, _, zoom = map(float, wait_until(page, "view", "noted !== ''").split(","))
    assert azimuth < 32
    assert zoom == pytest.approx(1, abs=0.2)
    page.wait_for_timeout(300)
    assert noted(page, "alg") == ""
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]


def test_a_blocked_layer_resists_and_says_so(open_page: OpenPage) -> None:
    # After (2,0) a corner of Square-1 lies across the slice.
    page = open_page("play/Square-1?alg=(2,0)", script=HURRY, reduced_motion="reduce")
    wait_until(page, "alg", "noted === 'U2'")
    seen, lens = scene_of("Square-1"), lens_of(page, "Square-1")
    slash = next(move for move in seen.moves if move.name == "/")
    normals = np.reshape(seen.normals, (-1, 3))
    others = {p for move in seen.moves if move.name in "UD" for p in move.spins[0].places}
    # The middle layer moves by the slice only.
    belt = set(slash.spins[0].places) - others
    place = max(belt, key=lambda p: lens.faces(middle(seen, p), normals[p]))
    at = lens.pixel(middle(seen, place))
    turn = np.cross(slash.spins[0].axis, middle(seen, place)) * np.sign(slash.spins[0].angle)
    way = np.subtract(lens.pixel(middle(seen, place) + 0.01 * turn), at)
    right, down = 80 * way / np.linalg.norm(way)
    press(page, at, (float(right), float(down)))
    page.mouse.up()
    page.wait_for_selector(".toast:not([hidden])")
    assert "blocked" in page.locator(".toast").inner_text()
    assert noted(page, "alg") == "U2"


def around(page: Any, dial: tuple[float, float], hours: float) -> None:
    """Go around the middle of a dial of the clock from twelve, by so many hours."""
    lens = lens_of(page, "clock")
    path = [
        lens.pixel(np.array([dial[0] + 0.2 * sin(a), dial[1] + 0.2 * cos(a), 0.15]))
        for a in np.linspace(0, hours * pi / 6, 12)
    ]
    drag(page, tuple(path))


def test_a_clock_turns_by_its_dials_and_pins(open_page: OpenPage) -> None:
    page = open_page("play/clock", script=HURRY, reduced_motion="reduce")
    # Without a pin, the one nearest to the finger: above and right of the middle dial it is UR.
    around(page, (0.7, 0.7), 4)
    assert wait_until(page, "alg", "noted !== ''") == "UR4+"
    page.get_by_role("button", name="Pin UL").click()
    page.get_by_role("button", name="Pin DL").click()
    pressed = page.locator(".puzzlery-pin[aria-pressed=true]").evaluate_all(
        "found => found.map(one => one.title)"
    )
    assert sorted(pressed) == ["Pin DL", "Pin UL"]
    around(page, (0.0, 0.0), -3)
    assert wait_until(page, "alg", "noted.includes(' ')") == "UR4+ L3-"
    # The dials on the right are not connected to these pins.
    around(page, (0.7, 0.0), 3)
    page.wait_for_timeout(400)
    assert noted(page, "alg") == "UR4+ L3-"


def test_a_pin_is_lifted_by_keys_seen_and_told(open_page: OpenPage) -> None:
    page = open_page("play/clock", reduced_motion="reduce")
    pin = page.get_by_role("button", name="Pin UR")
    box = pin.bounding_box()
    # Twice as wide as the pin: it stands out when it is up.
    clip = {
        "x": box["x"] - box["width"] / 2,
        "y": box["y"] - box["height"] / 2,
        "width": 2 * box["width"],
        "height": 2 * box["height"],
    }
    page.wait_for_timeout(500)
    low = page.screenshot(clip=clip)
    page.locator(".puzzlery-canvas").focus()
    for _ in range(20):
        page.keyboard.press("Tab")
        if pin.evaluate("pin => pin === document.activeElement"):
            break
    page.keyboard.press("Space")
    assert pin.get_attribute("aria-pressed") == "true"
    assert page.locator(".puzzlery-voice").inner_text() == "pins up: UR"
    # What rises is drawn: the ring and the focus are hidden to see only that.
    pin.evaluate("pin => { pin.style.opacity = 0; }")
    page.wait_for_timeout(800)
    assert page.screenshot(clip=clip) != low
    page.keyboard.press("Enter")
    assert pin.get_attribute("aria-pressed") == "false"
    assert page.locator(".puzzlery-voice").inner_text() == "no pin is held up"
    page.wait_for_timeout(800)
    assert page.screenshot(clip=clip) == low


def test_square_1_turns_by_its_layers_and_its_slice(open_page: OpenPage) -> None:
    page = open_page("play/Square-1", script=HURRY, reduced_motion="reduce")
    outcomes = {one.name for one in made(page_ready(page), _one_for_each_move(page))}
    assert outcomes == {"U", "D", "/"}


def page_ready(page: Any) -> Any:
    page.add_init_script(LISTEN)
    page.reload()
    page.wait_for_selector(".stage-host:not(.loading) .puzzlery-canvas")
    page.wait_for_timeout(300)
    return page


def _one_for_each_move(page: Any) -> list[Trial]:
    seen, lens = scene_of("Square-1"), page_lens(page, "Square-1")
    found: dict[str, Trial] = {}
    for trial in DragGrid(seen, lens, wide_stickers(seen, lens)):
        meant = {name for name, _ in trial.meaning.expected}
        if len(meant) == 1 and trial.meaning.angle < 20 and trial.length == 40:
            found.setdefault(meant.pop(), trial)
    return list(found.values())
