"""Assembling: new colors for as few stickers as possible, so that all pieces are there."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice, permutations, product
from typing import Literal

import numpy as np

from puzzlery.twisty.validate.parts import Colors, Look, Part
from puzzlery.twisty.validate.pieces_seen import Scenery
from puzzlery.twisty.validate.prepare import Plan
from puzzlery.twisty.validate.verdict import Change

MOST_WAYS = 400
MOST_AT_ONCE = 3
MOST_LOOKS = 4


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
            options = _ways(plan, part, look, colors)
            pairs = ((a + b, p + q) for (a, p), (b, q) in product(ways, options))
            ways = sorted(pairs, key=lambda way: way[0])[:MOST_WAYS]
    for cost, paints in ways:
        painted = colors
        for paint in paints:
            painted = paint.done(painted)
        yield cost, paints, painted


def _ways(plan: Plan, part: Part, look: Look, colors: Colors) -> list[Way]:
    """Ways to turn the slots of one part that are too many into the pieces that are missing."""
    seen = Counter(look.kinds)
    missing = [
        kind
        for kind, count in part.counts.items()
        for _ in range(count - seen[kind])
        if kind is not None
    ]
    strange = [slot for slot, kind in enumerate(look.kinds) if kind is None]
    surplus = [
        (seen[kind] - part.counts[kind], [slot for slot, k in enumerate(look.kinds) if k == kind])
        for kind in seen
        if kind is not None and seen[kind] > part.counts[kind]
    ]
    if len(missing) > MOST_AT_ONCE:
        return [_greedy(part, missing, strange, surplus, colors)]
    found = []
    for extra in product(*(combinations(slots, count) for count, slots in surplus)):
        slots = [*strange, *(slot for group in extra for slot in group)]
        for order in set(permutations(missing)):
            choices = [_paints(part, s, k, colors) for s, k in zip(slots, order, strict=True)]
            for paints in product(*choices):
                found.append((sum(paint.cost for paint in paints), paints))
            if len(found) > 50 * MOST_WAYS:
                break
    return sorted(found, key=lambda way: way[0])[:MOST_WAYS]


def _greedy(
    part: Part, missing: list[int], strange: list[int], surplus: list[tuple[int, list[int]]],
    colors: Colors,
) -> Way:  # fmt: skip
    """One way for many wrong slots: the cheapest slot for each missing piece in turn."""
    left = [*strange, *(slot for count, slots in surplus for slot in islice(slots, count))]
    paints = []
    for kind in missing:
        best = min((_paints(part, slot, kind, colors)[0], slot) for slot in left)
        paints.append(best[0])
        left.remove(best[1])
    return sum(paint.cost for paint in paints), tuple(paints)


def _paints(part: Part, slot: int, kind: int, colors: Colors) -> list[Paint]:
    """The looks of a kind of piece in a slot, those that change least first."""
    row = part.orbit.slots[slot]
    now = colors[row]
    paints = []
    for data, (its_kind, _) in part.shown.items():
        if its_kind != kind:
            continue
        look = np.frombuffer(data, dtype=np.uint16)
        changed = int((look != now).sum())
        same = changed > 1 and np.array_equal(np.sort(look), np.sort(now))
        paints.append(
            Paint(
                tuple(row.tolist()), tuple(look.tolist()), 1 if same else changed,
                "reorder" if same else "recolor",
            )
        )  # fmt: skip
    return sorted(paints, key=lambda paint: paint.cost)[:MOST_LOOKS]
