"""Sets of cases of the last layer of any puzzle with a face U, found from its group alone.

The group of the last layer moves only what U moves. OLL is what the upper face can show, PLL what
is left once that face has its color. Cases that turns of U before and after make of one another
are one, and so are those that look alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation, Points
from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.groups import PermGroup
from puzzlery.solve.algs.wishes import AlgWish
from puzzlery.twisty.model.puzzle import Puzzle

SetName = Literal["PLL", "OLL"]
LAYER_SETS: tuple[SetName, ...] = ("PLL", "OLL")
# States of a set: more take too long to list.
MOST_STATES = 200_000
TOP = "U"


@dataclass(frozen=True)
class LayerCase:
    """A case: its name in the set, and a state that shows it.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> [len(layer_cases(puzzle("3x3x3"), name)) for name in LAYER_SETS]
    [21, 57]
    """

    puzzle: Puzzle
    set_name: SetName
    name: str
    state: Permutation

    def wish(self) -> AlgWish:
        """The wish for algs that solve the case, whatever turns of U come before and after.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> len(layer_cases(puzzle("3x3x3"), "OLL")[0].wish().mask)
        42
        """
        mask = None
        if self.set_name == "OLL":
            layer = set(_top_turn(self.puzzle).support.tolist())
            mask = frozenset(range(self.puzzle.degree)) - (layer - set(_top(self.puzzle)))
        return AlgWish(self.puzzle, (self.state.inverse,), mask, "colors").ignoring(["AUF"])


@lru_cache(maxsize=8)
def layer_cases(puzzle: Puzzle, name: str) -> tuple[LayerCase, ...]:
    """All cases of a set, solved left out; those that move fewer stickers come first.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cases = layer_cases(puzzle("megaminx"), "OLL")
    >>> len(cases), cases[0].name
    (259, 'OLL-1')
    """
    chosen = next((one for one in LAYER_SETS if one == name.strip().upper()), None)
    if chosen is None:
        raise UnknownName.near(
            f'unknown set "{name}" of {puzzle.name}; expected one of {", ".join(LAYER_SETS)}',
            name.strip().upper(), LAYER_SETS,
        )  # fmt: skip
    shown, permuting = _parts(puzzle)
    states = shown if chosen == "OLL" else _elements(puzzle, permuting)
    found = _distinct(puzzle, states, chosen)
    if chosen == "OLL" and permuting.order <= MOST_STATES:
        rows = np.array([one.array for one in _elements(puzzle, permuting)])
        found = [_stillest(state, rows) for state in found]
    return tuple(
        LayerCase(puzzle, chosen, f"{chosen}-{number}", state)
        for number, state in enumerate(found, 1)
    )


def _top_turn(puzzle: Puzzle) -> Permutation:
    if TOP not in puzzle.moves:
        raise PuzzleryError(f"{puzzle.name} has no face {TOP}, so it has no last layer here")
    return puzzle.moves[TOP]


def _top(puzzle: Puzzle) -> list[int]:
    """The places of the upper face."""
    return [sticker.index for sticker in puzzle.stickers if sticker.face == TOP]


def _parts(puzzle: Puzzle) -> tuple[list[Permutation], PermGroup]:
    """A state for each look of the upper face, and the group that keeps its look."""
    turn = _top_turn(puzzle)
    fixed = [place for place in range(puzzle.degree) if turn[place] == place]
    group = puzzle.group.stabilizer(fixed)
    colors = puzzle.solved_colors
    top = frozenset(s for s in range(puzzle.degree) if colors[s] == colors[_top(puzzle)[0]])
    generators = [Permutation(one.array) for one in group.generators]
    reached = {top: Permutation.identity(puzzle.degree)}
    for look in (order := [top]):
        for generator in generators:
            after = frozenset(generator[place] for place in look)
            if after not in reached:
                reached[after] = reached[look] * generator
                order.append(after)
        if len(order) > MOST_STATES:
            raise PuzzleryError(f"OLL of {puzzle.name} has more than {MOST_STATES:,} cases")
    return list(reached.values()), _keeping(puzzle, group, reached, generators)


def _keeping(
    puzzle: Puzzle,
    group: PermGroup,
    reached: dict[frozenset[int], Permutation],
    generators: Sequence[Permutation],
) -> PermGroup:
    """The subgroup that keeps the first look, by Schreier's generators until its order is right."""
    wanted = group.order // len(reached)
    found = PermGroup([Permutation.identity(puzzle.degree)])
    for look, way in reached.items():
        for generator in generators:
            if found.order == wanted:
                return found
            after = frozenset(generator[place] for place in look)
            made = way * generator * reached[after].inverse
            if not found.contains(made):
                found = PermGroup([*found.generators, made])
    return found


def _elements(puzzle: Puzzle, group: PermGroup) -> list[Permutation]:
    if group.order > MOST_STATES:
        raise PuzzleryError(
            f"the last layer of {puzzle.name} can be permuted in {group.order:,} ways; "
            f"at most {MOST_STATES:,} can be listed"
        )
    return list(group.elements())


def _stillest(state: Permutation, permuting: Points) -> Permutation:
    """Of all states whose upper face shows the same one that moves the fewest stickers.

    Where no solver can look at the upper face alone, an alg for this state solves the case, too.
    """
    images = state.array[permuting]
    moved = (images != np.arange(images.shape[1])).sum(axis=1)
    return Permutation(images[int(moved.argmin())])


def _distinct(puzzle: Puzzle, states: Sequence[Permutation], name: SetName) -> list[Permutation]:
    """One state of each case but the solved one, those that move fewest stickers first."""
    seen = np.unique(puzzle.solved_colors, return_inverse=True)[1].astype(np.int16)
    powers = [(_top_turn(puzzle) ** n).array for n in range(_top_turn(puzzle).order)]
    first = powers
    if name == "OLL":
        # All that counts is where the color of the upper face stands; turns before change nothing.
        seen = (seen == seen[_top(puzzle)[0]]).astype(np.int16)
        first = powers[:1]
    cases: dict[bytes, Permutation] = {}
    for state in sorted(states, key=lambda one: (len(one.support), one.images)):
        looks = (_look(seen, state.array[before], after) for before in first for after in powers)
        cases.setdefault(min(looks), state)
    solved = min(_look(seen, before, after) for before in first for after in powers)
    cases.pop(solved, None)
    return list(cases.values())


def _look(colors: NDArray[np.int16], state: Points, after: Points) -> bytes:
    """What every place shows, where `after` follows a state."""
    look = np.empty_like(colors)
    look[after[state]] = colors
    return look.tobytes()
