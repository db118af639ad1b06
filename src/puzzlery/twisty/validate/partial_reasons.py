"""Partial reasons: why no reachable coloring agrees with the stickers that are seen."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

import numpy as np

from puzzlery.twisty.model.partial_coloring import OPEN
from puzzlery.twisty.structure.slots import Ints
from puzzlery.twisty.validate.orbit_fillings import FillableOrbit
from puzzlery.twisty.validate.partial_count import PartialCounter, PartialView
from puzzlery.twisty.validate.pieces_seen import SeenPieces
from puzzlery.twisty.validate.unreachable_reasons import broken_rule, owners_of
from puzzlery.twisty.validate.verdict import Reason


def contradictions(counter: PartialCounter, seen: Ints) -> int:
    """How many slots and fixed stickers show what they never can.

    >>> import puzzlery
    >>> plan = puzzlery.puzzle("3x3x3").checker.plan
    >>> seen = np.full(54, OPEN)
    >>> seen[[7, 19]] = plan.solved[7]  # an edge with twice the same color
    >>> contradictions(PartialCounter(plan), seen)
    1
    """
    plan = counter.plan
    fixed = seen[plan.fixed]
    wrong = int(((fixed != OPEN) & (fixed != plan.solved[plan.fixed])).sum())
    slots = (~fillable.options(seen).any(axis=1) for fillable in counter.fillable)
    return wrong + sum(int(strange.sum()) for strange in slots)


def partial_reasons(counter: PartialCounter, pieces: SeenPieces, seen: Ints) -> list[Reason]:
    """All reasons why what is seen cannot be reached.

    >>> import puzzlery
    >>> checker = puzzlery.puzzle("3x3x3").checker
    >>> seen = np.full(54, OPEN)
    >>> seen[[7, 19]] = checker.plan.solved[7]
    >>> partial_reasons(checker.partial.counter, checker.pieces, seen)[0].text
    'no edge has the colors white-white at stickers 7 and 19'
    """
    found = [
        reason
        for orbit in pieces.orbits
        for reason in _wrong_pieces(pieces, FillableOrbit(orbit, counts_only=True), seen)
    ]
    return found or list(_broken_rules(counter.view(seen), pieces))


def _wrong_pieces(pieces: SeenPieces, fillable: FillableOrbit, seen: Ints) -> Iterator[Reason]:
    options = fillable.options(seen)
    strange = np.flatnonzero(~options.any(axis=1)).tolist()
    slots = fillable.orbit.slots.tolist()
    for slot in strange:
        known = [sticker for sticker in slots[slot] if seen[sticker] != OPEN]
        yield _strange(pieces, fillable, known, seen)
    if not strange and not fillable.fillings(seen).total:
        yield _too_often(pieces, fillable, options)


def _strange(pieces: SeenPieces, fillable: FillableOrbit, known: list[int], seen: Ints) -> Reason:
    """The reason for a slot of which no piece looks like what is seen of it."""
    where, word = pieces.places(known), pieces.word(known[0])
    colors = pieces.colors(seen[known].tolist())
    if fillable.orbit.is_fixed:
        home = pieces.colors([pieces.puzzle.solved_colors[sticker] for sticker in known])
        text = f"{where}: the {home} {word} never moves, but it is {colors} here"
        return Reason("fixed", text, pieces.spots(known))
    plural = "colors" if len(known) > 1 else "color"
    text = f"no {word} has the {plural} {colors} at {where}"
    return Reason("no such piece", text, pieces.spots(known))


def _too_often(
    pieces: SeenPieces,
    fillable: FillableOrbit,
    options: np.ndarray[tuple[int, ...], np.dtype[np.bool_]],
) -> Reason:
    """The reason for slots that can each be filled, but not all with different pieces."""
    orbit = fillable.orbit
    kinds = np.array(fillable.kinds)
    sure = [set(kinds[row].tolist()) for row in options]
    seen = Counter(next(iter(kinds)) for kinds in sure if len(kinds) == 1)
    for kind, count in seen.items():
        if count > orbit.counts[kind]:
            slot = orbit.slots[orbit.home.kinds.index(kind)].tolist()
            name = pieces.called(slot, [pieces.puzzle.solved_colors[each] for each in slot])
            slots = [orbit.slots[at].tolist() for at, one in enumerate(sure) if one == {kind}]
            times = "twice" if count == 2 else f"{count} times"
            text = f"the {name} is there {times}, not {orbit.counts[kind]} times"
            text = text.replace("not 1 times", "not once")
            return Reason("twice", text, pieces.spots(chain(*slots)))
    words = pieces.words(int(orbit.slots[0, 0]))
    text = f"what is seen of the {words} cannot belong to {orbit.size} different pieces"
    return Reason("arrangement", text, pieces.spots(sorted(orbit.stickers)))


def _broken_rules(view: PartialView, pieces: SeenPieces) -> Iterator[Reason]:
    """The reasons where all pieces can be there: sums of turns and parities that do not fit."""
    counter = view.counter
    rules, wanted = counter.tied.rules, set(view.wanted)
    if not wanted:
        stickers = counter.tied.stickers.tolist()
        words = dict.fromkeys(pieces.words(sticker) for sticker in stickers)
        text = f"moves cannot bring the {' and '.join(words)} into an arrangement like this"
        yield Reason("arrangement", text, pieces.spots(stickers))
        return
    owners = [owner for orbit in counter.plan.free for owner in owners_of(orbit)]
    reached = view.layers[-1]
    is_told = False
    for at, rule in enumerate(rules):
        off = {(value[at] - want[at]) % rule.modulus for value in reached for want in wanted}
        if 0 not in off:
            is_told = True
            yield broken_rule(pieces, rule, min(off), [owners[j] for j in rule.support])
    if not is_told:
        text = "the pieces can each be arranged like this, but not all at once"
        yield Reason("arrangement", text, ())
