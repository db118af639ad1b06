"""A 3x3x3 in any metric: the cheapest of many two-phase words, written in the layers there are.

Two-phase counts turns of faces. A middle layer may turn instead of two faces, and what a turn costs
depends on the metric. So many words of two-phase are written in the cheapest way:

1. Turns of one axis that follow each other are a *block*: U by i quarters and D by j.
2. Layers may make a block and also rotate the whole cube about its axis by k quarters. The cheapest
   way to do so is listed.
3. The rotation so far is one of 24 *frames*. The last one must be that of the solved puzzle. The
   costs to reach each frame are computed block by block, for all words at once.
"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, groupby, product

import numpy as np

from puzzlery.core.permutation import Permutation
from puzzlery.solve.cube3.recognition import FACES, Cube3Match, cube3, face_match
from puzzlery.solve.general.general_model import GeneralModel, Ints, Step, turn_powers
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State

AXES = ("UD", "RL", "FB")
QUARTERS = range(4)
TOO_EXPENSIVE = 1_000_000
# The number of the block that turns nothing: words are filled up with it.
NO_BLOCK = 0
# Nothing turns about any axis: the layers may rotate the cube at the end of a word.
LAST_BLOCKS = (0, 16, 32, 0)

Word = tuple[int, ...]
"""Blocks by their numbers, 16 * axis + 4 * i + j."""


@dataclass(frozen=True, slots=True)
class Way:
    """Turns of layers, and what they cost together."""

    cost: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, eq=False)
class LayeredCube:
    """A 3x3x3 with layers that may carry its centers along, and prices."""

    match: Cube3Match
    frames: tuple[Permutation, ...]
    before: Ints
    """For each block, frame after it and k: the frame before it."""
    ways: tuple[Way | None, ...]
    """What to turn for each of these."""
    costs: Ints

    def home(self, permutation: Permutation) -> tuple[State, int] | None:
        """The state of the catalogue's cube with its centers at home, and the frame of the puzzle.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> from puzzlery.solve.general.general_solver import model_of
        >>> cube = puzzle("3x3x3")
        >>> layered = layered_cube(cube, model_of(cube, "SSQTM", None, (), "colors", None))
        >>> state, frame = layered.home(cube.permutation("R M"))
        >>> state == cube.apply("R M x"), frame > 0
        (True, True)
        """
        colors = self.match.puzzle.solved_colors
        for number, frame in enumerate(self.frames):
            turned = permutation * frame.inverse
            if all(colors[turned[place]] == colors[place] for place in self.match.centers):
                images = self.match.images(turned)
                return None if images is None else (State(cube3(), images), number)
        return None

    def cheapest(self, words: Sequence[Word], frame: int) -> list[Step] | None:
        """The cheapest way to write one of these words, from a frame on; None if there is none."""
        longest = max(map(len, words))
        filled = np.array(
            [(*word, *[NO_BLOCK] * (longest - len(word)), *LAST_BLOCKS) for word in words]
        )
        costs = np.full((len(words), len(self.frames)), TOO_EXPENSIVE)
        costs[:, frame] = 0
        rows = np.arange(len(words))[:, None, None]
        for blocks in filled.T:
            costs = (costs[rows, self.before[blocks]] + self.costs[blocks]).min(axis=2)
        best = int(costs[:, 0].argmin())
        return self._steps(filled[best], frame) if costs[best, 0] < TOO_EXPENSIVE else None

    def _steps(self, blocks: Ints, frame: int) -> list[Step]:
        """The turns of the cheapest way to write a word."""
        costs = [np.full(len(self.frames), TOO_EXPENSIVE)]
        costs[0][frame] = 0
        for block in blocks:
            costs.append((costs[-1][self.before[block]] + self.costs[block]).min(axis=1))
        at, made = 0, list[Way]()
        for block, earlier in zip(blocks[::-1], costs[-2::-1], strict=True):
            k = int((earlier[self.before[block, at]] + self.costs[block, at]).argmin())
            way = self.ways[np.ravel_multi_index((block, at, k), self.costs.shape)]
            assert way is not None
            made.append(way)
            at = int(self.before[block, at, k])
        return [step for way in reversed(made) for step in way.steps]


@lru_cache(maxsize=8)
def layered_cube(puzzle: Puzzle, model: GeneralModel) -> LayeredCube | None:
    """A puzzle as a 3x3x3 with layers; None if it is none, or if not all of its faces may turn.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> from puzzlery.solve.general.general_solver import model_of
    >>> cube, pocket = puzzle("3x3x3"), puzzle("2x2x2")
    >>> len(layered_cube(cube, model_of(cube, "SSQTM", None, (), "colors", None)).frames)
    24
    >>> layered_cube(pocket, model_of(pocket, "SSQTM", None, (), "colors", None))
    """
    match = face_match(puzzle)
    if match is None:
        return None
    axes = [[match.faces[face] for face in axis] for axis in AXES]
    ways = {effect: way for faces in axes for effect, way in _ways(model, faces).items()}
    rotations = [_rotation(match, faces, ways) for faces in axes]
    # Without middle layers nothing rotates: the centers then stay at home.
    turning = [rotation for rotation in rotations if rotation is not None]
    frames = _closure(turning, len(model.colors))
    numbers = {frame: number for number, frame in enumerate(frames)}
    none = Permutation.identity(len(model.colors))
    before, chosen = list[int](), list[Way | None]()
    for (first, second), rotation in zip(axes, rotations, strict=True):
        for i, j in product(QUARTERS, QUARTERS):
            block = first**i * second**j
            for frame, k in product(frames, QUARTERS):
                turned = none if rotation is None else rotation**k
                earlier = turned.inverse * frame
                before.append(numbers[earlier])
                chosen.append(ways.get(earlier.inverse * block * turned * earlier))
    shape = (len(AXES) * len(QUARTERS) ** 2, len(frames), len(QUARTERS))
    found = [TOO_EXPENSIVE if way is None else way.cost for way in chosen]
    costs = np.array(found).reshape(shape)
    if (costs.min(axis=2) == TOO_EXPENSIVE).any():  # some face does not turn by some amount
        return None
    return LayeredCube(match, frames, np.array(before).reshape(shape), tuple(chosen), costs)


def blocks_of(turns: bytes) -> Word:
    """The blocks of numbered face turns, see `numbering.alg_of`.

    >>> blocks_of(bytes([0, 10, 3]))
    (6, 20)
    """
    found = []
    for axis, group in groupby(turns, lambda turn: turn // 3 % len(AXES)):
        quarters = [0, 0]
        for turn in group:
            face = FACES[turn // 3]
            quarters[AXES[axis].index(face)] += turn % 3 + 1
        found.append(16 * axis + 4 * (quarters[0] % 4) + quarters[1] % 4)
    return tuple(found)


def _ways(model: GeneralModel, faces: Sequence[Permutation]) -> dict[Permutation, Way]:
    """What the layers of an axis can do together, each in its cheapest way."""
    turns = [
        ((k, power), layer**power, price)
        for k, layer in enumerate(model.layers)
        if all(layer * face == face * layer for face in faces)
        for power, price in zip(turn_powers(layer), model.prices[k], strict=True)
    ]
    found: dict[Permutation, Way] = {}
    order, nothing = count(), Permutation.identity(len(model.colors))
    queue = [(0, next(order), nothing, tuple[Step, ...]())]
    while queue and len(found) < len(QUARTERS) ** 3:
        cost, _, effect, steps = heapq.heappop(queue)
        if effect in found:
            continue
        found[effect] = Way(cost, steps)
        for step, turn, price in turns:
            heapq.heappush(queue, (cost + price, next(order), effect * turn, (*steps, step)))
    return found


def _rotation(
    match: Cube3Match, axis: Sequence[Permutation], ways: dict[Permutation, Way]
) -> Permutation | None:
    """What rotates the whole cube about an axis by a quarter."""
    faces = set(match.faces.values())
    for effect in ways:
        if (
            effect.order == len(QUARTERS)
            and all(effect * face == face * effect for face in axis)
            and {effect.inverse * face * effect for face in faces} == faces
        ):
            return effect
    return None


def _closure(rotations: Sequence[Permutation], degree: int) -> tuple[Permutation, ...]:
    """All products of rotations, none first."""
    queue = [Permutation.identity(degree)]
    found = set(queue)
    for one in queue:
        for after in (one * rotation for rotation in rotations):
            if after not in found:
                found.add(after)
                queue.append(after)
    return tuple(queue)
