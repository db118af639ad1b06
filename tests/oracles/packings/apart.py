"""How assemblies of cubes come apart, searched slowly from the definition.

A move carries a set of pieces, neither none nor all, some unit steps along one of six directions;
after each step no two pieces may share a cubelet. A move takes the set away if it can go on until
the bounding boxes have passed one another. Arrangements are compared up to translation.
"""

from collections import Counter, deque
from itertools import combinations, product

WAYS = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]


def _moved(cells, way, steps):
    return frozenset(tuple(c + steps * w for c, w in zip(cell, way, strict=True)) for cell in cells)


def _normal(pieces):
    low = [min(cell[axis] for piece in pieces for cell in piece) for axis in range(3)]
    back = tuple(-part for part in low)
    return tuple(_moved(piece, back, 1) for piece in pieces)


def _far(pieces):
    every = [part for piece in pieces for cell in piece for part in cell]
    return max(every) - min(every) + 1


def _moves(pieces):
    """Every set that can move, its way, and how many steps it can go; None for any number."""
    numbers = range(len(pieces))
    for size in range(1, len(pieces)):
        for chosen in combinations(numbers, size):
            rest = {cell for n in numbers if n not in chosen for cell in pieces[n]}
            moving = frozenset(cell for n in chosen for cell in pieces[n])
            for way in WAYS:
                steps, far = 0, _far(pieces)
                while steps <= far and rest.isdisjoint(_moved(moving, way, steps + 1)):
                    steps += 1
                if steps:
                    yield chosen, way, None if steps > far else steps


def first_separations(pieces):
    """The fewest moves until pieces leave, and all ways to end so: what leaves, and how all stood.

    None if no pieces can leave.
    """
    start = _normal(pieces)
    layer, seen, depth = [start], {start}, 1
    while layer:
        ends, following = [], []
        for state in layer:
            moves = list(_moves(state))
            ends += [(state, chosen) for chosen, _, steps in moves if steps is None]
            for chosen, way, most in moves:
                for steps in range(1, (most or 0) + 1):
                    then = _normal(
                        [_moved(p, way, steps) if n in chosen else p for n, p in enumerate(state)]
                    )
                    if then not in seen:
                        seen.add(then)
                        following.append(then)
        if ends:
            return depth, ends
        layer, depth = following, depth + 1
    return None


def comes_apart(pieces):
    """Whether everything comes apart, searched by moves of one step in any order."""
    if len(pieces) < 2:
        return True
    found = first_separations(pieces)
    if found is None:
        return False
    state, chosen = found[1][0]
    leaving = [state[n] for n in chosen]
    staying = [piece for n, piece in enumerate(state) if n not in chosen]
    return comes_apart(leaving) and comes_apart(staying)


def check_plan(pieces, separation):
    """Replay a plan: every step without collision, and each separation as short as can be.

    Gives the numbers of moves in preorder. `pieces` maps numbers to cells.
    """
    waiting, levels = deque([(separation, dict(pieces))]), []
    while waiting:
        part, now = waiting.popleft()
        assert set(part.pieces) == set(now)
        fewest = first_separations([now[n] for n in part.pieces])
        assert fewest is not None
        assert fewest[0] == len(part.slides)
        levels.append(len(part.slides))
        for slide in part.slides:
            assert 0 < len(slide.pieces) < len(now)
            steps = slide.steps or _far(now.values()) + 1
            rest = {cell for n, cells in now.items() if n not in slide.pieces for cell in cells}
            for step in range(1, steps + 1):
                for n in slide.pieces:
                    assert rest.isdisjoint(_moved(now[n], slide.step, step))
            if slide.steps:
                for n in slide.pieces:
                    now[n] = _moved(now[n], slide.step, steps)
        gone = part.slides[-1].pieces
        halves = [{n: c for n, c in now.items() if (n in gone) is left} for left in (False, True)]
        for after, half in zip((part.staying, part.leaving), halves, strict=True):
            assert (after is not None) == (len(half) > 1)
            if after is not None:
                waiting.append((after, half))
    return levels


def stuck_parts(pieces):
    """The parts of two or more pieces that are left when nothing comes apart any more, by names.

    `pieces` maps names to cells. Which separation is taken first makes no difference.
    """
    if len(pieces) < 2:
        return []
    found = first_separations(list(pieces.values()))
    if found is None:
        return [sorted(pieces)]
    state, chosen = found[1][0]
    now = dict(zip(pieces, state, strict=True))
    gone = {name: now[name] for n, name in enumerate(pieces) if n in chosen}
    stays = {name: now[name] for name in pieces if name not in gone}
    return [*stuck_parts(stays), *stuck_parts(gone)]


def may_stay(parts, groups):
    """Whether each part can be given a group that all its pieces may be in, as often as allowed.

    `groups` tells for each name the kind of the piece, and for each kind how many go to a group.
    """
    kinds, shares = groups
    every = sorted({group for share in shares.values() for group in share})
    for choice in product(every, repeat=len(parts)):
        used = Counter(
            (kinds[name], group) for part, group in zip(parts, choice, strict=True) for name in part
        )
        if all(
            count <= shares.get(kind, {}).get(group, 0) for (kind, group), count in used.items()
        ):
            return True
    return not parts
