"""Reasons: everything that is wrong with a coloring, in words that a person understands."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from puzzlery.twisty.structure.colored_orbit import ColoredOrbit, Colors, OrbitLook
from puzzlery.twisty.validate.decision import decide
from puzzlery.twisty.validate.decision_plan import DecisionPlan
from puzzlery.twisty.validate.invariants import Invariant
from puzzlery.twisty.validate.pieces_seen import SeenPieces
from puzzlery.twisty.validate.verdict import Reason

# Names in a sentence before "and … more", so that a reason stays one line.
MOST_NAMED = 4


def reasons(plan: DecisionPlan, pieces: SeenPieces, colors: Colors) -> list[Reason]:
    """All reasons why an unreachable coloring is so: counts, pieces, invariants, arrangements.

    >>> import puzzlery
    >>> checker = puzzlery.puzzle("3x3x3").checker
    >>> flipped = checker.plan.solved.copy()
    >>> flipped[[7, 19]] = flipped[[19, 7]]
    >>> [reason.text for reason in reasons(checker.plan, checker.pieces, flipped)]
    ['one of the edges is flipped: the number of flipped ones must be even']
    """
    found = [*_counts(plan, pieces, colors), *_pieces(pieces, colors)]
    if not found:
        found += _linked(plan, pieces, colors)
    found += _broken_rules(plan, pieces, colors)
    return found or list(_arrangements(plan, pieces, colors))


def _counts(plan: DecisionPlan, pieces: SeenPieces, colors: Colors) -> Iterator[Reason]:
    wanted, seen = Counter(plan.solved.tolist()), Counter(colors.tolist())
    for color in sorted(wanted | seen):
        if wanted[color] != seen[color]:
            count = f"{seen[color]} stickers are" if seen[color] > 1 else "one sticker is"
            shown = count if seen[color] else "no sticker is"
            text = f"{shown} {pieces.colors([color])}; there must be {wanted[color]}"
            stickers = np.flatnonzero(colors == color).tolist()
            yield Reason("count", text, pieces.spots(stickers))


def _pieces(pieces: SeenPieces, colors: Colors) -> Iterator[Reason]:
    for orbit in pieces.orbits:
        look = orbit.look(colors)
        if not look.fits(orbit):
            yield from _wrong_pieces(pieces, orbit, look, colors)


def _wrong_pieces(
    pieces: SeenPieces, orbit: ColoredOrbit, look: OrbitLook, colors: Colors
) -> Iterator[Reason]:
    missing = _missing(pieces, orbit, look)
    slots = orbit.slots.tolist()
    for slot, kind in enumerate(look.kinds):
        if kind is None:
            yield _strange(pieces, orbit, slots[slot], colors, missing)
    for kind, count in Counter(look.kinds).items():
        if kind is not None and count > orbit.counts[kind]:
            where = [slots[slot] for slot, k in enumerate(look.kinds) if k == kind]
            name = _home_name(pieces, orbit, kind)
            times = "twice" if count == 2 else f"{count} times"
            least = "once" if orbit.counts[kind] == 1 else f"{orbit.counts[kind]} times"
            yield Reason(
                "twice",
                f"the {name} is there {times}, not {least}{missing}",
                pieces.spots(chain(*where)),
            )


def _missing(pieces: SeenPieces, orbit: ColoredOrbit, look: OrbitLook) -> str:
    """The pieces of an orbit that are not there, as the end of a sentence."""
    seen = Counter(look.kinds)
    lost = [
        _home_name(pieces, orbit, kind)
        for kind, count in orbit.counts.items()
        if kind is not None and seen[kind] < count
    ]
    if not lost:
        return ""
    more = f" and {len(lost) - MOST_NAMED} more" if len(lost) > MOST_NAMED else ""
    return f"; missing: {', '.join(lost[:MOST_NAMED])}{more}"


def _home_name(pieces: SeenPieces, orbit: ColoredOrbit, kind: int) -> str:
    slot = orbit.slots[orbit.home.kinds.index(kind)].tolist()
    solved = pieces.puzzle.solved_colors
    return pieces.called(slot, [solved[sticker] for sticker in slot])


def _strange(
    pieces: SeenPieces, orbit: ColoredOrbit, slot: Sequence[int], colors: Colors, missing: str
) -> Reason:
    """The reason for a slot that shows none of the pieces of its orbit."""
    name, where, stickers = pieces.seen_at(slot, colors), pieces.places(slot), pieces.spots(slot)
    if orbit.is_fixed:
        home = _home_name(pieces, orbit, 0)
        return Reason("fixed", f"{where}: the {home} never moves, but a {name} is there", stickers)
    shown = sorted(colors[list(slot)].tolist())
    if _has_colors(orbit, pieces, shown):
        text = f"the {name} at {where} is mirrored: its colors are in the wrong order{missing}"
        return Reason("mirrored", text, stickers)
    if any(_has_colors(other, pieces, shown) for other in pieces.orbits):
        text = f"the {name} at {where} belongs to other places than this one{missing}"
        return Reason("elsewhere", text, stickers)
    return Reason("no such piece", f"there is no {name} (at {where}){missing}", stickers)


def _has_colors(orbit: ColoredOrbit, pieces: SeenPieces, shown: list[int]) -> bool:
    """Whether some piece of an orbit has just these colors."""
    solved = np.array(pieces.puzzle.solved_colors)
    return orbit.width == len(shown) and bool(
        (np.sort(solved[orbit.slots], axis=1) == shown).all(axis=1).any()
    )


def _linked(plan: DecisionPlan, pieces: SeenPieces, colors: Colors) -> Iterator[Reason]:
    for orbit in plan.orbits:
        look = orbit.look(colors)
        if look.fits(orbit):
            continue
        strange = [slot for slot, kind in enumerate(look.kinds) if kind is None]
        slots = strange or range(orbit.size)
        stickers = orbit.slots[list(slots)].ravel().tolist()
        words = " and ".join(dict.fromkeys(pieces.words(s) for s in orbit.slots[0].tolist()))
        text = f"some {words} always move together, but here they do not fit each other"
        yield Reason("linked", text, pieces.spots(stickers))


def _broken_rules(plan: DecisionPlan, pieces: SeenPieces, colors: Colors) -> Iterator[Reason]:
    """The invariants that do not hold."""
    _, owners = coordinates(plan, colors)
    for rule, amount in _broken_amounts(plan, colors):
        yield broken_rule(pieces, rule, amount, [owners[j] for j in rule.support])


def _broken_amounts(plan: DecisionPlan, colors: Colors) -> list[tuple[Invariant, int]]:
    """The invariants that do not hold, as far as all pieces that they speak of are there."""
    values, _ = coordinates(plan, colors)
    known = [value or 0 for value in values]
    return [
        (rule, amount)
        for rule in plan.rules
        if all(values[j] is not None for j in rule.support) and (amount := rule.value(known))
    ]


def badness(plan: DecisionPlan, colors: Colors) -> int:
    """The number of slots with wrong pieces plus the number of violated invariants.

    >>> import puzzlery
    >>> plan = puzzlery.puzzle("3x3x3").checker.plan
    >>> flipped = plan.solved.copy()
    >>> flipped[[7, 19]] = flipped[[19, 7]]
    >>> badness(plan, plan.solved), badness(plan, flipped)
    (0, 1)
    """
    wrong = sum((Counter(orbit.look(colors).kinds) - orbit.counts).total() for orbit in plan.orbits)
    return wrong + len(_broken_amounts(plan, colors))


Owner = tuple[ColoredOrbit, int | None]


def coordinates(plan: DecisionPlan, colors: Colors) -> tuple[list[int | None], list[Owner]]:
    """All visible coordinates, None where pieces are wrong, and what each of them counts.

    An owner is an orbit with the number of the sum of turns, or None for the parity.

    >>> import puzzlery
    >>> cube = puzzlery.puzzle("3x3x3")
    >>> turned = np.array(cube.apply("R").coloring.picks, dtype=np.uint16)
    >>> coordinates(cube.checker.plan, turned)[0]  # twist, parity of corners; flip, parity of edges
    [0, 1, 0, 1]
    """
    values: list[int | None] = []
    owners: list[Owner] = []
    for orbit in plan.orbits:
        look = orbit.look(colors)
        known = look.fits(orbit)
        values += orbit.seen_coordinates(look) if known else [None] * len(orbit.seen_moduli)
        owners += owners_of(orbit)
    return values, owners


def owners_of(orbit: ColoredOrbit) -> list[Owner]:
    """What each visible coordinate of an orbit counts.

    >>> import puzzlery
    >>> [turn for _, turn in owners_of(puzzlery.puzzle("3x3x3").checker.plan.orbits[0])]
    [0, None]
    """
    sums = len(orbit.seen_sums.moduli)
    return [(orbit, j if j < sums else None) for j in range(len(orbit.seen_moduli))]


def broken_rule(pieces: SeenPieces, rule: Invariant, amount: int, owners: list[Owner]) -> Reason:
    """The reason where an invariant is off by some amount.

    >>> import puzzlery
    >>> checker = puzzlery.puzzle("3x3x3").checker
    >>> twists = checker.plan.rules[-1]
    >>> _, owners = coordinates(checker.plan, checker.plan.solved)
    >>> broken_rule(checker.pieces, twists, 1, owners[:1]).kind
    'twisted'
    """
    concerned = sorted(frozenset().union(*(orbit.stickers for orbit, _ in owners)))
    stickers = pieces.spots(concerned)
    firsts = [(pieces.words(int(orbit.slots[0, 0])), turn) for orbit, turn in owners]
    if len(owners) == 1:
        return _broken_alone(pieces, rule, amount, owners[0], stickers)
    if all(turn is None for _, turn in owners):
        names = _listed([words for words, _ in firsts])
        text = (
            f"the arrangements of {names} do not fit together: an odd number of swaps in all, "
            "where moves make an even number; two pieces are swapped"
        )
        return Reason("parity", text, stickers)
    names = _listed(
        [f"the {'arrangement' if turn is None else 'turns'} of {words}" for words, turn in firsts]
    )
    text = f"{names} do not fit together: off by {amount} of {rule.modulus}"
    return Reason("parity", text, stickers)


def _broken_alone(
    pieces: SeenPieces, rule: Invariant, amount: int, owner: Owner, stickers: tuple[int, ...]
) -> Reason:
    """The reason where one sum of turns, or one parity, is wrong."""
    orbit, coordinate = owner
    first = int(orbit.slots[0, 0])
    words = pieces.words(first)
    if coordinate is None:
        text = f"two {words} are swapped: their arrangement is odd, and moves reach only even ones"
        return Reason("swapped", text, stickers)
    if rule.modulus == 2:
        text = f"one of the {words} is flipped: the number of flipped ones must be even"
        return Reason("flipped", text, stickers)
    text = (
        f"the {words} are twisted by {_twist(pieces, orbit, rule, amount, coordinate)} in total; "
        f"one {pieces.word(first)} must be turned back in its place"
    )
    return Reason("twisted", text, stickers)


def _twist(
    pieces: SeenPieces, orbit: ColoredOrbit, rule: Invariant, amount: int, coordinate: int
) -> str:
    """How far one piece would be turned for a sum of turns that is off by so much."""
    weight = rule.weights[rule.support[0]]
    for turn, row in enumerate(orbit.seen_sums.rows[:, coordinate].tolist()):
        if weight * row % rule.modulus == amount and (words := pieces.turn(orbit, turn)):
            return words
    return f"{amount}/{rule.modulus} of a turn"


def _listed(names: Sequence[str]) -> str:
    """Names in a row, equal ones once."""
    different = list(dict.fromkeys(names))
    if len(different) > MOST_NAMED + 1:
        different = [*different[:MOST_NAMED], f"{len(different) - MOST_NAMED} more"]
    if len(different) == 1:
        return different[0]
    return f"{', '.join(different[:-1])} and {different[-1]}"


def _arrangements(plan: DecisionPlan, pieces: SeenPieces, colors: Colors) -> Iterator[Reason]:
    """What no sum tells: pieces of tied orbits that cannot come to lie like this."""
    alone = [orbit for orbit in plan.tied if not _reachable_alone(plan, orbit, colors)]
    for orbit in alone:
        words = pieces.words(int(orbit.slots[0, 0]))
        text = f"moves cannot bring the {words} into this arrangement"
        yield Reason("arrangement", text, pieces.spots(sorted(orbit.stickers)))
    if not alone:
        orbits = plan.tied or plan.orbits
        names = _listed([pieces.words(int(orbit.slots[0, 0])) for orbit in orbits])
        stickers = sorted(sticker for orbit in orbits for sticker in orbit.stickers)
        text = f"the {names} can each be arranged like this, but not all at once"
        yield Reason("arrangement", text, pieces.spots(stickers))


def _reachable_alone(plan: DecisionPlan, orbit: ColoredOrbit, colors: Colors) -> bool:
    """Whether the pieces of one orbit could lie like this if no others mattered."""
    stickers = np.array(sorted(orbit.stickers))
    return decide(plan.alone(orbit), colors[stickers]).answer != "unreachable"
