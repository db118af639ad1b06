"""Bodies of a puzzle with glued pieces: what moves as one, and the poses that it can take.

A *body* is a piece, or several that are glued together. Its *pose* is where its stickers are. A
move takes a pose to a pose, or is blocked because it would cut through the body. A state is the
pose of every body. Bodies of equal colors share their poses: exchanging them is no change.
"""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError, Unsolvable
from puzzlery.solve.api.request import Goal
from puzzlery.solve.moves.move_set import MoveSet, SearchMove
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg
from puzzlery.twisty.notation.metrics import metric as find_metric
from puzzlery.twisty.notation.metrics import parts_by_puzzle
from puzzlery.twisty.structure.bandage_turns import bandage_turns
from puzzlery.twisty.structure.partition import classes, joined
from puzzlery.twisty.structure.pieces import piece_labels

# A pose is a number of 16 bits, the last of which means "blocked".
MOST_POSES = 65_000
# Of states that look solved: searches begin at each.
MOST_GOALS = 10_000
# What one sees of a body: places with their colors, and the places of each glued group.
Look = tuple[frozenset[tuple[int, int]], frozenset[frozenset[int]]]


class TooManyStates(PuzzleryError):
    """A puzzle has more states than can be listed, or more bodies than a search can follow.

    >>> print(TooManyStates("more than 100 states"))
    more than 100 states
    """


@dataclass(frozen=True, slots=True)
class Body:
    """What moves as one: its stickers, and those of them that are glued.

    >>> Body((0, 1, 2), (frozenset({0, 1}),)).glued
    (frozenset({0, 1}),)
    """

    stickers: tuple[int, ...]
    glued: tuple[frozenset[int], ...]


@dataclass(frozen=True, eq=False)
class BlockedBodies:
    """A puzzle with glued pieces as its bodies: the kinds of poses, and which moves are ever free.

    `kinds` lists for each kind of body its poses by their looks; `bodies` are those that move,
    each with its kind. `moves` leaves out what is always blocked.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> found = blocked_bodies(puzzle("bicube"))
    >>> len(found.bodies), found.is_never_blocked
    (12, False)
    """

    puzzle: Puzzle
    moves: tuple[SearchMove, ...]
    bodies: tuple[tuple[Body, int], ...]
    kinds: tuple[dict[Look, int], ...]
    colors: tuple[int, ...]

    @cached_property
    def tables(self) -> tuple[np.ndarray, ...]:
        """For each kind where each move takes each pose; 65535 if it is blocked."""
        return tuple(_transitions(self.puzzle, self.moves, kind) for kind in self.kinds)

    @cached_property
    def is_never_blocked(self) -> bool:
        """Whether each move is free in all states or in none.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> blocked_bodies(puzzle("fused cube")).is_never_blocked
        True
        """
        return not any((table == _TORN).any() for table in self.tables)

    @property
    def is_uniform(self) -> bool:
        """Whether all moves count one, so that the fewest moves are a shortest solution.

        >>> from puzzlery.twisty.mechanisms.bandage import bandaged_cube
        >>> blocked_bodies(bandaged_cube(["U UF"])).is_uniform
        True
        """
        return all(one.cost == 1 for one in self.moves)

    @property
    def is_reversible(self) -> bool:
        """Whether each move is undone by one of the others.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> blocked_bodies(puzzle("bicube")).is_reversible
        True
        >>> blocked_bodies(puzzle("bicube"), only=("U'", "F", "R")).is_reversible
        False
        """
        made = {one.permutation for one in self.moves}
        return all(one.inverse in made for one in made)

    @cached_property
    def is_faithful(self) -> bool:
        """Whether states that differ look different, and only one looks solved.

        >>> from puzzlery import Puzzle
        >>> from puzzlery.twisty.catalog import puzzle
        >>> blocked_bodies(puzzle("bicube")).is_faithful
        True
        >>> moves = {"a": [[0, 1, 2]], "b": [[2, 3]]}
        >>> row = Puzzle.from_cycles(moves, ["red"] * 3 + ["blue"], glued=[[0, 1]], name="row")
        >>> blocked_bodies(row).is_faithful
        False
        """
        kinds = [kind for _, kind in self.bodies]
        try:
            if len(set(kinds)) < len(kinds) or len(self.goals) > 1:
                return False
        except TooManyStates:
            return False
        # Colors of stickers tell a body's pose if they tell as many poses as stickers do. A body
        # that seems to stay may turn unseen.
        points = tuple(range(self.puzzle.degree))
        shown = {body: len(self.kinds[kind]) for body, kind in self.bodies}
        return all(
            len(_closure(self.puzzle, self.moves, _look(body, points, points)))
            == shown.get(body, 1)
            for body in _bodies(self.puzzle)
        )

    @cached_property
    def kernel(self) -> _core.BlockedModel:
        """The kernel's model; `TooManyStates` if there are too many bodies or moves for it."""
        if not self.moves:
            raise PuzzleryError(f"all moves of {self.puzzle.name} are blocked")
        try:
            return _core.BlockedModel(
                len(self.moves),
                [table.tobytes() for table in self.tables],
                np.array([kind for _, kind in self.bodies], np.uint16).tobytes(),
            )
        except (ValueError, IndexError) as fault:
            raise TooManyStates(f"{self.puzzle.name} has too many bodies: {fault}") from None

    def poses(self, permutation: Permutation) -> bytes:
        """The pose of each body in a state, as the kernel reads it.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> bicube = puzzle("bicube")
        >>> len(blocked_bodies(bicube).poses(bicube.permutation("U")))
        24
        """
        images = permutation.images
        self._check_still(images)
        found = []
        for body, kind in self.bodies:
            pose = self.kinds[kind].get(_look(body, images, self.colors))
            if pose is None:
                raise Unsolvable(
                    f"no moves of {self.puzzle.name} lead here: the stickers "
                    f"{', '.join(map(str, body.stickers))} are joined otherwise"
                )
            found.append(pose)
        return np.array(found, np.uint16).tobytes()

    def _check_still(self, images: tuple[int, ...]) -> None:
        """Refuse a state in which a body that never moves is somewhere else."""
        moving = {body for body, _ in self.bodies}
        still = [body for body in _bodies(self.puzzle) if body not in moving]
        start = tuple(range(self.puzzle.degree))
        looks = (Counter(_look(body, at, self.colors) for body in still) for at in (start, images))
        if len(set(map(frozenset, (seen.items() for seen in looks)))) > 1:
            raise Unsolvable(
                f"no moves of {self.puzzle.name} lead here: pieces that never move are elsewhere"
            )

    @cached_property
    def goals(self) -> list[bytes]:
        """The poses of every state that looks solved, whichever pieces are glued where.

        >>> from puzzlery import Puzzle
        >>> moves = {"a": [[0, 1, 2]], "b": [[2, 3]]}
        >>> row = Puzzle.from_cycles(moves, ["red"] * 3 + ["blue"], glued=[[0, 1]], name="row")
        >>> len(blocked_bodies(row, None, "stickers").goals), len(blocked_bodies(row).goals)
        (1, 3)
        """
        start = tuple(range(self.puzzle.degree))
        looks = [_look(body, start, self.colors)[0] for body, _ in self.bodies]
        wanted = frozenset[tuple[int, int]]().union(*looks)
        # The poses of each kind that show nothing but what a solved puzzle shows.
        fitting = [
            {pose: seen for (seen, _), pose in kind.items() if seen <= wanted}
            for kind in self.kinds
        ]
        left = [sum(kind == k for _, kind in self.bodies) for k in range(len(self.kinds))]
        found: list[list[tuple[int, int]]] = []
        _cover(wanted, fitting, left, [], found)
        return [
            np.array([pose for _, pose in sorted(poses)], np.uint16).tobytes() for poses in found
        ]

    def alg(self, way: list[int]) -> Alg:
        """The moves of these numbers.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> print(blocked_bodies(puzzle("fused cube")).alg([0, 3]))
        U F
        """
        if all(one.rotation.is_identity for one in self.moves):
            return Alg(tuple(self.moves[number].written for number in way))
        return MoveSet(self.puzzle, self.puzzle.metric, self.moves, folded=True).alg(way)

    @cached_property
    def has_blocks(self) -> bool:
        """Whether there are turns beside those of the basis.

        >>> from puzzlery.twisty.mechanisms.bandage import bandaged_cube
        >>> blocked_bodies(bandaged_cube(["U D"])).has_blocks
        True
        """
        names = set(MoveSet.of(self.puzzle).permutations)
        return any(one.permutation not in names for one in self.moves)

    @property
    def free_basis(self) -> tuple[str, ...]:
        """The turns that are not always blocked, of those that are searched.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> blocked_bodies(puzzle("fused cube")).free_basis
        ('U', 'F', 'R')
        """
        left = {one.permutation for one in self.moves}
        moves = self.puzzle.moves
        return tuple(name for name in moves if moves[name] in left)


_TORN = 0xFFFF


@lru_cache(maxsize=8)
def blocked_bodies(
    puzzle: Puzzle,
    metric: str | None = None,
    goal: Goal = "colors",
    only: tuple[str, ...] | None = None,
) -> BlockedBodies:
    """The bodies of a puzzle, with the moves that count one in a metric.

    A metric that counts quarter turns leaves out half turns: two quarter turns are as free.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> bicube = puzzle("bicube")
    >>> [len(blocked_bodies(bicube, metric).moves) for metric in ("HTM", "QTM")]
    [12, 8]
    """
    moves = _moves(puzzle, metric, only)
    colors = tuple(range(puzzle.degree)) if goal == "stickers" else puzzle.solved_colors
    bodies = _bodies(puzzle)
    while True:
        found, kinds = _kinds(puzzle, moves, bodies, colors)
        still = [body for body, kind in found if len(kinds[kind]) == 1]
        free = tuple(one for one in moves if not any(_tears(puzzle, one, body) for body in still))
        if free == moves:
            return _moving(puzzle, moves, found, kinds, colors)
        moves = free


def _moves(
    puzzle: Puzzle, metric: str | None, only: tuple[str, ...] | None
) -> tuple[SearchMove, ...]:
    """Turns of the basis, and those that bandages leave free where they block these.

    Multiples that count more than one are made of single turns.
    """
    basis = MoveSet.of(puzzle, metric)
    counted, part_of = find_metric(basis.metric), parts_by_puzzle(puzzle)
    beside = tuple(
        SearchMove(
            one.written, one.turn.permutation, counted.count(*part_of(one.written)), one.rotation
        )
        for one in bandage_turns(puzzle)
    )
    chosen = replace(basis, moves=(*basis.moves, *beside))
    moves = chosen.moves if only is None else chosen.restricted(only).moves
    single = {one.written.of_amount(1) for one in moves if one.cost == 1}
    return tuple(one for one in moves if one.cost == 1 or one.written.of_amount(1) not in single)


def _cover(
    wanted: frozenset[tuple[int, int]],
    fitting: list[dict[int, frozenset[tuple[int, int]]]],
    left: list[int],
    chosen: list[tuple[int, int]],
    found: list[list[tuple[int, int]]],
) -> None:
    """All ways to show what is wanted by poses of the bodies that are left."""
    if not wanted:
        if len(found) >= MOST_GOALS:
            raise TooManyStates(f"more than {MOST_GOALS} states look solved")
        found.append(list(chosen))
        return
    first = min(wanted)
    for kind, poses in enumerate(fitting):
        for pose, seen in poses.items() if left[kind] else ():
            if first in seen and seen <= wanted:
                left[kind] -= 1
                _cover(wanted - seen, fitting, left, [*chosen, (kind, pose)], found)
                left[kind] += 1


def _bodies(puzzle: Puzzle) -> list[Body]:
    labels = joined(piece_labels(puzzle), puzzle.glued)
    return [
        Body(
            tuple(sorted(group)),
            tuple(frozenset(glue) for glue in puzzle.glued if glue <= group and len(glue) > 1),
        )
        for group in classes(labels)
    ]


def _kinds(
    puzzle: Puzzle, moves: tuple[SearchMove, ...], bodies: list[Body], colors: tuple[int, ...]
) -> tuple[list[tuple[Body, int]], list[dict[Look, int]]]:
    """The kind of each body, and the poses of each kind."""
    kinds: list[dict[Look, int]] = []
    of_look: dict[Look, int] = {}
    found = []
    for body in bodies:
        start = _look(body, tuple(range(puzzle.degree)), colors)
        if start not in of_look:
            poses = _closure(puzzle, moves, start)
            of_look.update(dict.fromkeys(poses, len(kinds)))
            kinds.append(poses)
        found.append((body, of_look[start]))
    return found, kinds


def _moving(
    puzzle: Puzzle,
    moves: tuple[SearchMove, ...],
    found: list[tuple[Body, int]],
    kinds: list[dict[Look, int]],
    colors: tuple[int, ...],
) -> BlockedBodies:
    """Without the bodies that never move; kinds are numbered anew, and bodies sorted by them."""
    used = [kind for kind, poses in enumerate(kinds) if len(poses) > 1]
    number = {kind: k for k, kind in enumerate(used)}
    moving = [(body, number[kind]) for body, kind in found if kind in number]
    moving.sort(key=lambda one: one[1])
    return BlockedBodies(puzzle, moves, tuple(moving), tuple(kinds[kind] for kind in used), colors)


def _look(body: Body, images: tuple[int, ...], colors: tuple[int, ...]) -> Look:
    seen = frozenset((images[sticker], colors[sticker]) for sticker in body.stickers)
    return seen, frozenset(frozenset(images[i] for i in glue) for glue in body.glued)


def _tears(puzzle: Puzzle, move: SearchMove, body: Body) -> bool:
    return _is_torn(frozenset(body.glued), puzzle.turn(move.written).moving)


def _is_torn(glued: frozenset[frozenset[int]], moving: frozenset[int]) -> bool:
    return any(0 < len(places & moving) < len(places) for places in glued)


def _moved(look: Look, images: tuple[int, ...]) -> Look:
    seen, glued = look
    return (
        frozenset((images[place], color) for place, color in seen),
        frozenset(frozenset(images[place] for place in places) for places in glued),
    )


def _closure(puzzle: Puzzle, moves: tuple[SearchMove, ...], start: Look) -> dict[Look, int]:
    """All poses that the moves lead to, where just this body blocks."""
    turns = [(puzzle.turn(one.written).moving, one.permutation.images) for one in moves]
    poses, queue = {start: 0}, [start]
    for look in queue:
        for moving, images in turns:
            if _is_torn(look[1], moving):
                continue
            made = _moved(look, images)
            if made not in poses:
                if len(poses) >= MOST_POSES:
                    raise PuzzleryError(f"a body of {puzzle.name} has more than {MOST_POSES} poses")
                poses[made] = len(poses)
                queue.append(made)
    return poses


def _transitions(
    puzzle: Puzzle, moves: tuple[SearchMove, ...], kind: dict[Look, int]
) -> np.ndarray:
    table = np.full((len(moves), len(kind)), _TORN, np.uint16)
    for number, one in enumerate(moves):
        moving, images = puzzle.turn(one.written).moving, one.permutation.images
        for look, pose in kind.items():
            if not _is_torn(look[1], moving):
                table[number, pose] = kind[_moved(look, images)]
    return table
