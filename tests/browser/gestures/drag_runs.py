"""Many drags in a real browser, each from the solved puzzle, and what came of them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin
from typing import Any

import numpy as np
from tests.browser.gestures.meant_moves import Meaning, candidates, is_held, meaning
from tests.browser.gestures.seen_stickers import SeenSticker, seen_stickers
from tests.browser.hands import home_lens, scene_of
from tests.browser.lens import Lens

from puzzlery.render import Scene

WIDTH, HEIGHT = 1440, 900
LEAST = 15.0
DIRECTIONS = 8
LENGTHS = (40, 80, 160)
# Positions between press and release, and the milliseconds from one to the next.
STOPS = (0.15, 0.3, 0.5, 0.75, 1.0)
PACE = 60
# Milliseconds for which the pointer rests before it is released, so that no speed helps it.
REST = 250

LISTEN = """
window.heard = [];
addEventListener("DOMContentLoaded", () => {
  const element = (node) => (node.nodeType === 1 ? node : node.parentElement);
  new MutationObserver((news) => {
    for (const { target } of news) {
      const voice = element(target)?.closest(".puzzlery-voice");
      if (voice) window.heard.push(voice.textContent);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
});
window.pause = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
window.goHome = () =>
  document
    .querySelector(".puzzlery-canvas")
    .dispatchEvent(new KeyboardEvent("keydown", { key: "Home" }));
window.answered = async () => {
  await window.pause();
  await window.pause();
  const heard = window.heard.splice(0);
  if (heard.length > 0) document.querySelector("button[title='Solved state']").click();
  await window.pause();
  window.heard.splice(0);
  return heard;
};
"""
# Without a graphics processor drawing takes longest, and it changes nothing about a drag. Frames
# come as fast as they are made.
HURRY = """
for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"])
  WebGL2RenderingContext.prototype[name] = () => {};
const channel = new MessageChannel();
const waiting = new Map();
let number = 0;
channel.port1.onmessage = ({ data }) => {
  const run = waiting.get(data);
  waiting.delete(data);
  run?.(performance.now());
};
window.requestAnimationFrame = (run) => {
  waiting.set(++number, run);
  channel.port2.postMessage(number);
  return number;
};
window.cancelAnimationFrame = (asked) => waiting.delete(asked);
const later = window.requestAnimationFrame;
window.pause = () => new Promise((done) => later(() => later(done)));
"""
# The same pointer events that a mouse gives, made in the page; all that is missing is the mouse.
DISPATCH = """
async (drags) => {
  const canvas = document.querySelector(".puzzlery-canvas");
  const all = [];
  let time = performance.now();
  const send = (kind, [x, y], wait) => {
    time += wait;
    const held = { pointerId: 1, pointerType: "mouse", isPrimary: true, button: 0, buttons: 1 };
    const place = { clientX: x, clientY: y, bubbles: true, cancelable: true };
    const event = new PointerEvent(kind, { ...held, ...place });
    Object.defineProperty(event, "timeStamp", { value: time });
    canvas.dispatchEvent(event);
  };
  for (const { path, pace, rest, looks } of drags) {
    send("pointerdown", path[0], 1000);
    for (const at of path.slice(1)) send("pointermove", at, pace);
    send("pointerup", path.at(-1), rest);
    all.push(await window.answered());
    if (looks) window.goHome();
  }
  return all;
}
"""
CHUNK = 100


@dataclass(frozen=True)
class Trial:
    """A drag from a sticker, and what it may be expected to do."""

    place: int
    start: tuple[float, float]
    way: tuple[float, float]
    length: float
    meaning: Meaning

    @property
    def path(self) -> list[tuple[float, float]]:
        """Where the pointer goes, from the press to the release."""
        return [self.at(part) for part in (0.0, *STOPS)]

    def at(self, part: float) -> tuple[float, float]:
        """Where the pointer is after a part of the drag."""
        (x, y), (right, down) = self.start, self.way
        return x + part * self.length * right, y + part * self.length * down


@dataclass(frozen=True)
class Outcome:
    """What came of a drag: the move that was made and how often, backward below 0.

    An amount of 0 with a name is a move that was refused, and was said to be blocked.
    """

    trial: Trial
    name: str
    amount: int

    @property
    def refused(self) -> bool:
        return self.amount == 0 and self.name != ""

    @property
    def moved(self) -> bool:
        return self.amount != 0

    @property
    def as_expected(self) -> bool:
        return (self.name, self._sign) in self.trial.meaning.expected

    @property
    def nearest(self) -> bool:
        """Whether no other move goes more nearly the way of the drag."""
        return (self.name, self._sign) in self.trial.meaning.nearest

    @property
    def opposite(self) -> bool:
        """Whether a move was made that is expected the other way round."""
        return not self.as_expected and (self.name, self._sign) in self.trial.meaning.opposite

    @property
    def _sign(self) -> int:
        return (self.amount > 0) - (self.amount < 0)


def opened(browser: Any, address: str, name: str, *, hurried: bool = False, view: str = "") -> Any:
    """The page Play with a puzzle, ready for drags; seen as at first, or as an address says."""
    context = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce"
    )
    page = context.new_page()
    page.add_init_script(LISTEN + (HURRY if hurried else ""))
    page.goto(f"{address}#/play/{name}" + (f"?view={view}" if view else ""))
    page.wait_for_selector(".stage-host:not(.loading) .puzzlery-canvas", timeout=120_000)
    page.wait_for_timeout(400)
    return page


def page_lens(page: Any, name: str) -> Lens:
    """The camera of a page that shows a puzzle as it is at first."""
    box = page.locator(".puzzlery-canvas").bounding_box()
    return home_lens(scene_of(name), box["x"], box["y"], box["width"], box["height"])


def wide_stickers(seen: Scene, lens: Lens) -> list[SeenSticker]:
    """The stickers of which one sees enough to press them."""
    return [sticker for sticker in seen_stickers(seen, lens) if sticker.width >= LEAST]


class DragGrid(Sequence[Trial]):
    """All drags from the middles of stickers: 8 directions, 3 lengths.

    A large puzzle has tens of thousands of them. Each is worked out when it is asked for.
    """

    def __init__(self, seen: Scene, lens: Lens, stickers: Sequence[SeenSticker]) -> None:
        self._stickers = stickers
        self._found = cache(lambda k: candidates(seen, lens, stickers[k].place, stickers[k].middle))
        self._held = cache(lambda k: is_held(seen, stickers[k].place))

    def __len__(self) -> int:
        return len(self._stickers) * DIRECTIONS * len(LENGTHS)

    def __getitem__(self, number: Any) -> Any:
        if not 0 <= number < len(self):
            raise IndexError(number)
        rest, length = divmod(number, len(LENGTHS))
        which, direction = divmod(rest, DIRECTIONS)
        sticker, way = self._stickers[which], _way(2 * pi * direction / DIRECTIONS)
        means = meaning(self._found(which), way, is_held=self._held(which))
        return Trial(sticker.place, sticker.middle, way, LENGTHS[length], means)


def loose_trials(
    seen: Scene, lens: Lens, stickers: Sequence[SeenSticker], count: int, seed: int
) -> Iterator[Trial]:
    """Drags from anywhere on a sticker, in any direction, 40 to 160 pixels long."""
    dice = np.random.default_rng(seed)
    for _ in range(count if stickers else 0):
        sticker = stickers[int(dice.integers(len(stickers)))]
        x, y = map(float, sticker.inner[int(dice.integers(len(sticker.inner)))])
        way = _way(float(dice.uniform(0, 2 * pi)))
        found = candidates(seen, lens, sticker.place, (x, y))
        length = float(dice.uniform(LENGTHS[0], LENGTHS[-1]))
        means = meaning(found, way, is_held=is_held(seen, sticker.place))
        yield Trial(sticker.place, (x, y), way, length, means)


def _way(angle: float) -> tuple[float, float]:
    """A direction on the screen, of length 1; y goes down."""
    return cos(angle), -sin(angle)


def sampled(every: Sequence[Trial], count: int, seed: int) -> list[Trial]:
    """So many of the drags, the same ones each time."""
    chosen = np.random.default_rng(seed).permutation(len(every))[:count]
    return [every[k] for k in sorted(chosen.tolist())]


def dispatched(page: Any, wanted: list[Trial]) -> Iterator[Outcome]:
    """Make drags by pointer events that the page gives itself: many a second."""
    for first in range(0, len(wanted), CHUNK):
        part = wanted[first : first + CHUNK]
        drags = [
            {"path": trial.path, "pace": PACE, "rest": REST, "looks": trial.meaning.is_held}
            for trial in part
        ]
        for trial, heard in zip(part, page.evaluate(DISPATCH, drags), strict=True):
            yield Outcome(trial, *_read(heard))


def made(page: Any, wanted: Iterable[Trial], *, rests: bool = False) -> Iterator[Outcome]:
    """Make drags by the browser's mouse, one after the other, each from the solved puzzle.

    The times of the events are told to the browser with them, so that nobody waits for them to
    pass; with `rests` the pointer really rests before it is released.
    """
    mouse = page.context.new_cdp_session(page)
    now = float(page.evaluate("Date.now()")) / 1000
    for trial in wanted:
        now = max(now + 1.0, float(page.evaluate("Date.now()")) / 1000 if rests else 0.0)
        start, *others = trial.path
        _send(mouse, "mousePressed", start, now)
        for point in others:
            now += PACE / 1000
            _send(mouse, "mouseMoved", point, now)
        if rests:
            page.wait_for_timeout(100)
        now += REST / 1000
        _send(mouse, "mouseReleased", others[-1], now)
        yield Outcome(trial, *_read(page.evaluate("window.answered()")))
        if trial.meaning.is_held:
            page.evaluate("window.goHome()")


def _send(mouse: Any, kind: str, at: tuple[float, float], time: float) -> None:
    held = {"button": "left", "buttons": 1, "clickCount": 1}
    told = {"type": kind, "x": at[0], "y": at[1], "timestamp": time, **held}
    mouse.send("Input.dispatchMouseEvent", told)


def _read(heard: list[str]) -> tuple[str, int]:
    """The move and its amount, from "R", "R back" or "R 2 times back" before a semicolon.

    The amount is 0 where "R is blocked" was said.
    """
    if not heard:
        return "", 0
    words = heard[0].partition(";")[0].split()
    if words[-2:] == ["is", "blocked"]:
        return words[0], 0
    sign = -1 if words[-1] == "back" else 1
    times = int(words[words.index("times") - 1]) if "times" in words else 1
    return words[0], sign * times
