"""Assembling: new colors for as few stickers as possible, so that all pieces are there."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from puzzlery.twisty.validate.parts import Colors, Look, Part
from puzzlery.twisty.validate.pieces_seen import Scenery
from puzzlery.twisty.validate.prepare import Plan
from puzzlery.twisty.validate.verdict import Change

MOST_WAYS = 60
MOST_AT_ONCE = 3
MOST_LOOKS = 4
NEVER = 1 << 30


@dataclass(frozen=True, slots=True)
class Paint:
    """New colors for the stickers of one slot."""

    stickers: tuple[int, ...]
    colors: tuple[int, ...]
    cost: int
    kind: Literal["recolor", "reorder"]

    def done(self, colors: Colors) -> Colors:
        """The coloring after the change."""
        changed = colors.copy()
        changed[list(self.stickers)] = self.colors
        return changed

    def told(self, scenery: Scenery, colors: Colors) -> Change:
        """The change in words."""
        pairs = zip(self.stickers, self.colors, strict=True)
        changed = [(sticker, color) for sticker, color in pairs if colors[sticker] != color]
        spots = scenery.spots(sticker for sticker, _ in changed)
        new = ", ".join(
            f"sticker {spot} {scenery.colors([color])}"
            for spot, (_, color) in zip(spots, changed, strict=True)
        )
        if self.kind == "reorder":
            name = scenery.seen_at(self.stickers, colors)
            return Change("reorder", f"put the colors of the {name} in order: {new}", spots)
        return Change("recolor", f"color {new}", spots)


Way = tuple[int, tuple[Paint, ...]]


def assembled(plan: Plan, colors: Colors) -> Iterator[tuple[int, tuple[Paint, ...], Colors]]:
    """Ways to give every part its own pieces, the cheapest first, and the coloring then."""
    ways: list[Way] = [(0, ())]
    for part in plan.parts:
        look = part.look(colors)
        if not look.fits(part):
            options = _ways(part, look, colors)
            pairs = ((a + b, p + q) for (a, p), (b, q) in product(ways, options))
            ways = sorted(pairs, key=_cost)[:MOST_WAYS]
    for cost, paints in ways:
        painted = colors
        for paint in paints:
            painted = paint.done(painted)
        yield cost, paints, painted


def restored(plan: Plan, parts: Iterable[Part], colors: Colors) -> tuple[list[Paint], Colors]:
    """The solved colors for all slots of some parts."""
    paints = []
    for part in parts:
        for row in part.orbit.slots.tolist():
            wrong = int((colors[row] != plan.solved[row]).sum())
            if wrong:
                paints.append(Paint(tuple(row), tuple(plan.solved[row].tolist()), wrong, "recolor"))
    for paint in paints:
        colors = paint.done(colors)
    return paints, colors


def _ways(part: Part, look: Look, colors: Colors) -> list[Way]:
    """Ways to turn the slots of one part that are too many into the pieces that are missing."""
    seen = Counter(look.kinds)
    lost = part.counts - seen
    missing = [kind for kind in lost.elements() if kind is not None]
    strange = [slot for slot, kind in enumerate(look.kinds) if kind is None]
    surplus = [
        ([slot for slot, k in enumerate(look.kinds) if k == kind], count)
        for kind, count in (seen - part.counts).items()
        if kind is not None
    ]
    painter = _Painter(part, colors)
    if len(missing) > MOST_AT_ONCE:
        spare = [slot for slots, count in surplus for slot in slots[:count]]
        return [_greedy(painter, missing, [*strange, *spare])]
    found: list[Way] = []
    for extra in product(*(combinations(slots, count) for slots, count in surplus)):
        slots = [*strange, *(slot for group in extra for slot in group)]
        for order in set(permutations(missing)):
            choices = [painter.paints(s, k) for s, k in zip(slots, order, strict=True)]
            found += [(sum(paint.cost for paint in paints), paints) for paints in product(*choices)]
        if len(found) > 50 * MOST_WAYS:
            break
    return sorted(found, key=_cost)[:MOST_WAYS]


def _cost(way: Way) -> int:
    return way[0]


def _greedy(painter: "_Painter", missing: list[int], slots: list[int]) -> Way:
    """One way for many wrong slots: again and again the slot and the piece that differ least."""
    costs = np.array([[painter.costs(slot, kind).min() for kind in missing] for slot in slots])
    paints = []
    for _ in missing:
        slot, kind = np.unravel_index(np.argmin(costs), costs.shape)
        paints.append(painter.paints(slots[slot], missing[kind])[0])
        costs[slot, :] = costs[:, kind] = NEVER
    return sum(paint.cost for paint in paints), tuple(paints)


class _Painter:
    """What it costs to give the slots of one part the look of other pieces."""

    def __init__(self, part: Part, colors: Colors) -> None:
        self.slots = part.orbit.slots
        self.now = colors[self.slots]
        # The stickers that never move are together in one slot, but no piece.
        self.is_piece = part.orbit.size > 1 or part.orbit.turns.order > 1
        looks: dict[int, list[Colors]] = {}
        for data, (kind, _) in part.shown.items():
            looks.setdefault(kind, []).append(np.frombuffer(data, dtype=np.uint16))
        self.looks = {kind: np.array(rows) for kind, rows in looks.items()}
        self._paints: dict[tuple[int, int], list[Paint]] = {}

    def costs(self, slot: int, kind: int) -> NDArray[np.int64]:
        """For each look of a kind the number of stickers that it changes in a slot."""
        changed: NDArray[np.int64] = (self.looks[kind] != self.now[slot]).sum(axis=1)
        return changed

    def paints(self, slot: int, kind: int) -> list[Paint]:
        """The looks of a kind in a slot, those that change least first."""
        if (slot, kind) not in self._paints:
            looks = zip(self.looks[kind], self.costs(slot, kind).tolist(), strict=True)
            paints = [self._paint(slot, look, changed) for look, changed in looks]
            self._paints[slot, kind] = sorted(paints, key=lambda p: p.cost)[:MOST_LOOKS]
        return self._paints[slot, kind]

    def _paint(self, slot: int, look: Colors, changed: int) -> Paint:
        now = self.now[slot]
        row, new = tuple(self.slots[slot].tolist()), tuple(look.tolist())
        if self.is_piece and changed > 1 and np.array_equal(np.sort(look), np.sort(now)):
            return Paint(row, new, 1, "reorder")
        return Paint(row, new, changed, "recolor")
