"""Repair: the least change by hand after which moves lead to a coloring.

First every part is given its own pieces, by as few new colors as possible; then pieces are turned
in place or swapped until the invariants hold; then, for the tied parts, until a search succeeds.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from heapq import nsmallest
from itertools import chain, combinations, islice

import numpy as np

from puzzlery.twisty.validate.assemble import Paint, assembled
from puzzlery.twisty.validate.parts import Colors, Part
from puzzlery.twisty.validate.pieces_seen import Scenery
from puzzlery.twisty.validate.prepare import Plan
from puzzlery.twisty.validate.reasons import coordinates
from puzzlery.twisty.validate.verdict import Change

MOST_SUMS = 20_000
MOST_TRIES = 3_000
IsReachable = Callable[[Colors], bool]


@dataclass(frozen=True, slots=True)
class Handle:
    """A change to pieces that are all there: a turn of one in its place, or a swap of two."""

    part: Part
    slots: tuple[int, ...]
    turn: int = 0

    def done(self, colors: Colors) -> Colors:
        """The coloring after the change."""
        changed, rows = colors.copy(), self.part.orbit.slots
        if len(self.slots) == 2:
            changed[rows[list(self.slots)]] = colors[rows[list(self.slots[::-1])]]
        else:
            row = rows[self.slots[0]]
            changed[row[self.part.orbit.turns.array[self.turn]]] = colors[row]
        return changed

    def told(self, scenery: Scenery, colors: Colors) -> Change:
        """The change in words."""
        rows = self.part.orbit.slots[list(self.slots)].tolist()
        named = [f"the {scenery.seen_at(row, colors)} ({scenery.places(row)})" for row in rows]
        stickers = scenery.spots(chain(*rows))
        if len(rows) == 2:
            return Change("swap", f"swap {named[0]} with {named[1]}", stickers)
        verb = "flip" if self.part.orbit.turns.order == 2 else "twist"
        return Change("twist", f"{verb} {named[0]}", stickers)


def repaired(
    plan: Plan, colors: Colors, is_reachable: IsReachable
) -> tuple[list[Paint | Handle], Colors] | None:
    """The fewest changes found that make a coloring reachable, and the coloring then."""
    best: tuple[list[Paint | Handle], Colors] | None = None
    tried = 0
    for cost, paints, painted in assembled(plan, colors):
        if best is not None and cost >= _cost(best[0]):
            break
        for handles, done in _settled(plan, painted, is_reachable):
            found = [*paints, *handles]
            if best is None or _cost(found) < _cost(best[0]):
                best = (found, done)
        tried += 1
        if tried > 60 and best is not None:
            break
    return best


def _cost(changes: list[Paint | Handle]) -> int:
    return sum(change.cost if isinstance(change, Paint) else 1 for change in changes)


def _settled(
    plan: Plan, colors: Colors, is_reachable: IsReachable
) -> Iterator[tuple[list[Handle], Colors]]:
    """Turns and swaps after which a coloring with the right pieces is reachable, if found."""
    if is_reachable(colors):
        yield [], colors
        return
    for wanted in _fewest(plan, colors):
        done, handles = colors, []
        for handle_choices in wanted:
            *_, chosen = [None, *islice(_by_gain(plan, handle_choices(done), done), 1)]
            if chosen is None:
                break
            handles.append(chosen)
            done = chosen.done(done)
        else:
            if is_reachable(done):
                yield handles, done
                return
    yield from _tried(plan, colors, is_reachable)


Choices = Callable[[Colors], list[Handle]]


def _fewest(plan: Plan, colors: Colors) -> Iterator[list[Choices]]:
    """The fewest effects whose sum mends all invariants, each with the changes that have it."""
    values, _ = coordinates(plan, colors)
    rules = plan.rules
    start = tuple(rule.value([value or 0 for value in values]) for rule in rules)
    if not any(start):
        return
    effects = list(_effects(plan))
    ways: dict[tuple[int, ...], list[Choices]] = {start: []}
    queue = [start]
    for at in queue:
        for effect, choices in effects:
            there = tuple(
                (x + y) % rule.modulus for x, y, rule in zip(at, effect, rules, strict=True)
            )
            if there in ways or len(ways) > MOST_SUMS:
                continue
            ways[there] = [*ways[at], choices]
            queue.append(there)
            if not any(there):
                yield ways[there]
                return


def _effects(plan: Plan) -> Iterator[tuple[tuple[int, ...], Choices]]:
    """The different effects that one change has on the invariants."""
    seen: set[tuple[int, ...]] = set()
    width = sum(len(part.seen_moduli) for part in plan.parts)
    at = 0
    for part in plan.parts:
        sums = part.seen_sums
        options: list[tuple[list[int], Choices]] = []
        if part.shows_parity:
            options.append(([0] * len(sums.moduli) + [1], partial(_swaps, part)))
        for turn in range(1, part.orbit.turns.order):
            tail = [0] * part.shows_parity
            options.append(([*sums.rows[turn].tolist(), *tail], partial(_turns, part, turn)))
        for change, choices in options:
            row = [0] * width
            row[at : at + len(change)] = change
            effect = tuple(rule.value(row) for rule in plan.rules)
            if any(effect) and effect not in seen:
                seen.add(effect)
                yield effect, choices
        at += len(part.seen_moduli)


def _swaps(part: Part, colors: Colors) -> list[Handle]:
    shown = part.look(colors)
    return [
        Handle(part, (a, b))
        for a, b in combinations(range(part.orbit.size), 2)
        if (shown.kinds[a], shown.turns[a]) != (shown.kinds[b], shown.turns[b])
    ]


def _turns(part: Part, turn: int, colors: Colors) -> list[Handle]:
    return [Handle(part, (slot,), turn) for slot in range(part.orbit.size)]


def _by_gain(plan: Plan, handles: list[Handle], colors: Colors) -> list[Handle]:
    """Changes, those first after which most stickers are as when solved."""

    def loss(handle: Handle) -> int:
        spots = handle.part.orbit.slots[list(handle.slots)]
        solved = plan.solved[spots]
        now, then = colors[spots], handle.done(colors)[spots]
        return int((now == solved).sum() - (then == solved).sum())

    return nsmallest(MOST_TRIES, handles, key=loss)


def _tried(
    plan: Plan, colors: Colors, is_reachable: IsReachable
) -> Iterator[tuple[list[Handle], Colors]]:
    """One change, else two, of the tied parts, tried one after the other."""
    singles = [
        handle
        for part in plan.tied
        for handle in chain(
            _swaps(part, colors),
            *(_turns(part, turn, colors) for turn in range(1, part.orbit.turns.order)),
        )
    ]
    singles = _by_gain(plan, singles, colors)
    tries = chain(((handle,) for handle in singles), combinations(singles, 2))
    for handles in islice(tries, MOST_TRIES):
        done = colors
        for handle in handles:
            done = handle.done(done)
        if is_reachable(done):
            yield list(handles), done
            return
