"""Repair: the least change by hand after which moves lead to a coloring.

First every part is given its own pieces, by as few new colors as possible; then pieces are turned
in place or swapped until the invariants hold; then, for the tied parts, until a search succeeds.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations, islice

from puzzlery.twisty.validate.assemble import Paint, assembled, restored
from puzzlery.twisty.validate.handles import Handle, swaps, turns
from puzzlery.twisty.validate.parts import Colors, Part
from puzzlery.twisty.validate.prepare import Plan
from puzzlery.twisty.validate.reasons import coordinates

MOST_SUMS = 20_000
MOST_ASSEMBLIES = 24
Changes = Sequence[Paint | Handle]
Choices = Callable[[Colors], list[Handle]]


class Budget:
    """The question whether a coloring is reachable, asked a limited number of times."""

    def __init__(self, is_reachable: Callable[[Colors], bool], tries: int) -> None:
        self._ask, self.left = is_reachable, tries

    def reachable(self, colors: Colors) -> bool:
        """The answer; no once the questions are used up."""
        self.left -= 1
        return self.left >= 0 and self._ask(colors)


def repaired(plan: Plan, colors: Colors, budget: Budget) -> tuple[Changes, Colors] | None:
    """The fewest changes found that make a coloring reachable, and the coloring then."""
    best: tuple[Changes, Colors] | None = None
    ways = list(islice(assembled(plan, colors), MOST_ASSEMBLIES))
    for cost, paints, painted in ways:
        if budget.left <= 0 or (best is not None and cost >= _cost(best[0])):
            break
        settled = _settled(plan, painted, budget, quick=best is not None or len(ways) > 1)
        best = _better(best, paints, settled)
    if best is None and ways:
        best = _better(None, ways[0][1], _tried(plan, ways[0][2], budget))
    return best


def replaced(plan: Plan, colors: Colors, budget: Budget) -> tuple[Changes, Colors] | None:
    """New colors for pieces that no few changes mend: for the tied parts, else for all."""
    for parts in (plan.tied, plan.parts):
        paints, painted = restored(plan, parts, colors)
        for _, more, done in islice(assembled(plan, painted), 1):
            found = _better(None, [*paints, *more], _settled(plan, done, budget, quick=True))
            if found is not None:
                return found
    return None


def _better(
    best: tuple[Changes, Colors] | None,
    paints: Sequence[Paint],
    settled: tuple[list[Handle], Colors] | None,
) -> tuple[Changes, Colors] | None:
    if settled is None:
        return best
    changes: Changes = [*paints, *settled[0]]
    if best is not None and _cost(best[0]) <= _cost(changes):
        return best
    return changes, settled[1]


def _cost(changes: Changes) -> int:
    return sum(change.cost for change in changes)


def _settled(
    plan: Plan, colors: Colors, budget: Budget, *, quick: bool
) -> tuple[list[Handle], Colors] | None:
    """Turns and swaps after which a coloring with the right pieces is reachable."""
    if budget.reachable(colors):
        return [], colors
    wanted = _fewest(plan, colors)
    if wanted:
        done, handles = colors, []
        for choices in wanted:
            chosen = next(iter(choices(done)), None)
            if chosen is None:
                break
            handles.append(chosen)
            done = chosen.done(done)
        if len(handles) == len(wanted) and budget.reachable(done):
            return handles, done
    return None if quick else _tried(plan, colors, budget)


def _fewest(plan: Plan, colors: Colors) -> list[Choices]:
    """The fewest effects whose sum mends all invariants, each with the changes that have it."""
    values, _ = coordinates(plan, colors)
    rules = plan.rules
    start = tuple(rule.value([value or 0 for value in values]) for rule in rules)
    if not any(start):
        return []
    effects = list(_effects(plan))
    ways: dict[tuple[int, ...], list[Choices]] = {start: []}
    queue = [start]
    for at in queue:
        for effect, choices in effects:
            pairs = zip(at, effect, rules, strict=True)
            there = tuple((x + y) % rule.modulus for x, y, rule in pairs)
            if there in ways or len(ways) > MOST_SUMS:
                continue
            ways[there] = [*ways[at], choices]
            if not any(there):
                return ways[there]
            queue.append(there)
    return []


def _effects(plan: Plan) -> Iterator[tuple[tuple[int, ...], Choices]]:
    """The different effects that one change has on the invariants."""
    seen: set[tuple[int, ...]] = set()
    width = sum(len(part.seen_moduli) for part in plan.parts)
    at = 0
    for part in plan.parts:
        for change, choices in _options(plan, part):
            row = [0] * width
            row[at : at + len(change)] = change
            effect = tuple(rule.value(row) for rule in plan.rules)
            if any(effect) and effect not in seen:
                seen.add(effect)
                yield effect, choices
        at += len(part.seen_moduli)


def _options(plan: Plan, part: Part) -> Iterator[tuple[list[int], Choices]]:
    """What a swap and each turn add to the coordinates of a part."""
    sums = part.seen_sums
    if part.shows_parity:
        yield [0] * len(sums.moduli) + [1], partial(swaps, part, plan.solved, most=1)
    if sums.moduli:
        for turn in range(1, part.orbit.turns.order):
            row = [*sums.rows[turn].tolist(), *[0] * part.shows_parity]
            yield row, partial(turns, part, plan.solved, turn)


def _tried(plan: Plan, colors: Colors, budget: Budget) -> tuple[list[Handle], Colors] | None:
    """One change, else two, of the tied parts, tried one after the other."""
    singles = [
        handle
        for part in plan.tied or plan.parts
        for handle in chain(
            swaps(part, plan.solved, colors),
            *(turns(part, plan.solved, t, colors) for t in range(1, part.orbit.turns.order)),
        )
    ]
    singles.sort(key=lambda handle: -handle.gain)
    for handles in chain(((handle,) for handle in singles), combinations(singles, 2)):
        done = colors
        for handle in handles:
            done = handle.done(done)
        if budget.reachable(done):
            return list(handles), done
        if budget.left <= 0:
            break
    return None
