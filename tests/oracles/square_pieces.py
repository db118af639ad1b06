"""Square-1 written from its definition: pieces with angles, slow and plain.

A piece is at an angle, in degrees from the cut at the front, counted the way in which its layer is
turned against; a corner spans 60 degrees, an edge 30. The slash exchanges what lies between 0 and
180 degrees in both layers.
"""

WIDTH = {"corner": 60, "edge": 30}
# (kind, number): the layer and the angle at which it starts.
Pieces = tuple[tuple[tuple[str, int], tuple[int, int]], ...]
State = tuple[Pieces, bool]


def solved() -> State:
    places: dict[tuple[str, int], tuple[int, int]] = {}
    for k in range(4):
        places["edge", k] = (0, 90 * k)
        places["corner", k] = (0, 90 * k + 30)
        places["corner", 4 + k] = (1, 90 * k)
        places["edge", 4 + k] = (1, 90 * k + 60)
    return tuple(sorted(places.items())), False


def turn(state: State, top: int, bottom: int) -> State:
    """Both layers turned by twelfths."""
    pieces, flipped = state
    by = (30 * top, 30 * bottom)
    return (
        tuple((name, (layer, (angle - by[layer]) % 360)) for name, (layer, angle) in pieces),
        flipped,
    )


def is_free(state: State) -> bool:
    """Whether no piece lies across the cut."""
    return all(_is_beside_the_cut(kind, angle) for (kind, _), (_, angle) in state[0])


def _is_beside_the_cut(kind: str, angle: int) -> bool:
    """Whether the cut, at 0 and 180 degrees, does not lie inside of the piece."""
    return all((angle + step) % 180 for step in range(30, WIDTH[kind], 30))


def slash(state: State) -> State:
    assert is_free(state)
    pieces, flipped = state
    made = tuple(
        (name, (1 - layer if angle < 180 else layer, angle)) for name, (layer, angle) in pieces
    )
    return made, not flipped


def content(state: State) -> bytes:
    """What is in each of the 24 half-slots, and the middle."""
    labels = bytearray(24)
    for (kind, number), (layer, angle) in state[0]:
        for step in range(0, WIDTH[kind], 30):
            slot = 12 * layer + (angle + step) % 360 // 30
            labels[slot] = number + (8 if kind == "edge" else 0)
    return bytes([*labels, state[1]])


def free_turns(state: State) -> list[State]:
    """The state with its layers turned in every way in which the slice is free."""
    free = [
        [
            by
            for by in range(12)
            if all(
                _is_beside_the_cut(kind, (angle - 30 * by) % 360)
                for (kind, _), (place, angle) in state[0]
                if place == layer
            )
        ]
        for layer in (0, 1)
    ]
    return [turn(state, x, y) for x in free[0] for y in free[1]]


def without_turns(state: State) -> bytes:
    """The same for all turns of the layers."""
    labels = content(state)
    layers = (labels[:12], labels[12:24])
    least = [min(layer[by:] + layer[:by] for by in range(12)) for layer in layers]
    return b"".join(least) + labels[24:]


def slash_distances(depth: int) -> list[dict[bytes, State]]:
    """States up to layer turns by their slashes from solved, one state for each."""
    start = solved()
    layers = [{without_turns(start): start}]
    seen = set(layers[0])
    for _ in range(depth):
        following: dict[bytes, State] = {}
        for state in layers[-1].values():
            for one in free_turns(state):
                made = slash(one)
                key = without_turns(made)
                if key not in seen:
                    seen.add(key)
                    following[key] = made
        layers.append(following)
    return layers


def costs(most: int, pairs: bool) -> dict[bytes, int]:
    """The least cost of every free state up to a cost.

    A slash is 1. Turns are counted by pairs, or by layers.
    """
    start = solved()
    best = {content(start): 0}
    waiting: list[list[State]] = [[start]] + [[] for _ in range(most + 1)]
    for cost in range(most):
        for state in waiting[cost]:
            if best[content(state)] < cost:
                continue
            steps = [(1, slash(state))]
            for made in free_turns(state):
                moved = _layers_apart(state, made)
                steps.append((min(1, moved) if pairs else moved, made))
            for price, made in steps:
                key = content(made)
                if price and cost + price <= most and best.get(key, most + 1) > cost + price:
                    best[key] = cost + price
                    waiting[cost + price].append(made)
    return best


def _layers_apart(one: State, other: State) -> int:
    """How many layers are turned otherwise."""
    first, second = content(one), content(other)
    return (first[:12] != second[:12]) + (first[12:24] != second[12:24])
