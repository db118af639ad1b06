"""The two phases of the 3x3x3 on plain tuples, from the definition: slow, and easy to believe."""

from math import factorial

from puzzlery import _core

Pieces = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
Coset = tuple[tuple[int, ...], tuple[int, ...], tuple[bool, ...]]

INNER = (0, 1, 2, 9, 10, 11, 4, 7, 13, 16)


def unpacked(pieces: bytes) -> Pieces:
    """Corners, twists, edges and flips."""
    return tuple(pieces[:8]), tuple(pieces[8:16]), tuple(pieces[16:28]), tuple(pieces[28:])


def packed(pieces: Pieces) -> bytes:
    return b"".join(map(bytes, pieces))


TURNS = [unpacked(_core.two_phase_turn(number)) for number in range(18)]
SOLVED: Pieces = (tuple(range(8)), (0,) * 8, tuple(range(12)), (0,) * 12)


def turned(cube: Pieces, turn: int) -> Pieces:
    """The cube after a turn: what stood where the turn takes from comes here, and is turned."""
    corners, twists, edges, flips = cube
    from_corners, more_twists, from_edges, more_flips = TURNS[turn]
    return (
        tuple(corners[i] for i in from_corners),
        tuple((twists[i] + more) % 3 for i, more in zip(from_corners, more_twists, strict=True)),
        tuple(edges[i] for i in from_edges),
        tuple((flips[i] + more) % 2 for i, more in zip(from_edges, more_flips, strict=True)),
    )


def coset(cube: Pieces) -> Coset:
    """What phase 1 sees: twists, flips, and where the edges of the middle layer are."""
    _, twists, edges, flips = cube
    return twists, flips, tuple(edge >= 8 for edge in edges)


def cosets_by_distance(depth: int) -> list[dict[Coset, Pieces]]:
    """For each distance to H, every coset of it with a cube that lies in it."""
    seen = {coset(SOLVED)}
    shells = [{coset(SOLVED): SOLVED}]
    for _ in range(depth):
        shell: dict[Coset, Pieces] = {}
        for cube in shells[-1].values():
            for turn in range(18):
                reached = turned(cube, turn)
                if coset(reached) not in seen:
                    seen.add(coset(reached))
                    shell[coset(reached)] = reached
        shells.append(shell)
    return shells


def rank(items: tuple[int, ...]) -> int:
    """The place of a permutation in the order of a dictionary."""
    rest, total = sorted(items), 0
    for item in items:
        place = rest.index(item)
        del rest[place]
        total += place * factorial(len(rest))
    return total


def twist(cube: Pieces) -> int:
    """The twists of the first seven corners as a number of base three."""
    return int("".join(map(str, cube[1][:7])), 3)
