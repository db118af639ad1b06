"""The reduced form of a puzzle: what some of its moves can solve alone, found from the structure.

The *core moves* of a 4x4x4 are its face turns. Under them alone, some stickers move alike: the two
wings of an edge are never separated. Others never leave an area of one color: the four centers of
a face. So a state can be solved by core moves if each such area shows its color, and if partners
are together: then the rest is a smaller puzzle, the *core*.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from puzzlery.core.permutation import Permutation
from puzzlery.groups.blocks import orbits
from puzzlery.solve.cube3.recognition import Cube3Match, recognize
from puzzlery.solve.general.priced_layers import PricedLayer
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.structure.pieces import piece_labels

Orbit = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class ReducedForm:
    """A puzzle and its core: moves, areas, stickers that move alike.

    `areas` are orbits of one color. `partners` maps the stickers of one orbit to those of another
    one, which core moves carry along. `single` are the other orbits.

    >>> from puzzlery.solve.general.priced_layers import priced_layers
    >>> from puzzlery.twisty.geometry import cube
    >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
    >>> print(*(layer.written for layer in form.core_layers))
    U D F B R L
    >>> len(form.areas), len(form.partners), [len(orbit) for orbit in form.single]
    (6, 24, [24])
    """

    puzzle: Puzzle
    layers: tuple[PricedLayer, ...]
    core_layers: tuple[PricedLayer, ...]
    areas: tuple[Orbit, ...]
    partners: Mapping[int, int]
    single: tuple[Orbit, ...]

    @cached_property
    def pieces(self) -> list[int]:
        """The number of each sticker's piece.

        >>> from puzzlery.solve.general.priced_layers import priced_layers
        >>> from puzzlery.twisty.geometry import cube
        >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
        >>> len(set(form.pieces))
        56
        """
        return [int(label) for label in piece_labels(self.puzzle)]

    @cached_property
    def slots(self) -> dict[int, int]:
        """A place for each slot of paired pieces, by the number of its piece.

        >>> from puzzlery.solve.general.priced_layers import priced_layers
        >>> from puzzlery.twisty.geometry import cube
        >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
        >>> len(form.slots)
        24
        """
        return {self.pieces[place]: place for place in sorted(self.partners)}

    def partner_of(self, place: int) -> int:
        """The place of `slots` that belongs beside another one.

        >>> from puzzlery.solve.general.priced_layers import priced_layers
        >>> from puzzlery.twisty.geometry import cube
        >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
        >>> all(form.partner_of(form.partner_of(place)) == place for place in form.partners)
        True
        """
        return self.slots[self.pieces[self.partners[place]]]

    @cached_property
    def core(self) -> Cube3Match | None:
        """The core as a 3x3x3; None if it is another puzzle.

        >>> from puzzlery.solve.general.priced_layers import priced_layers
        >>> from puzzlery.twisty.geometry import cube
        >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
        >>> form.core.puzzle.degree
        48
        """
        numbers = self.core_numbers
        turns = {
            str(layer.written): [
                [numbers[i] for i in cycle]
                for cycle in layer.permutation.cycles()
                if cycle[0] in numbers
            ]
            for layer in self.core_layers
        }
        colors = [self.puzzle.solved_colors[i] for i in numbers]
        return recognize(Puzzle.from_cycles(turns, colors))

    @cached_property
    def core_numbers(self) -> dict[int, int]:
        """The core's number of each sticker that it shows.

        >>> from puzzlery.solve.general.priced_layers import priced_layers
        >>> from puzzlery.twisty.geometry import cube
        >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
        >>> len(form.core_numbers)
        48
        """
        shown = sorted([*self.partners, *(i for orbit in self.single for i in orbit)])
        return {sticker: number for number, sticker in enumerate(shown)}

    def is_reduced(self, state: Permutation) -> bool:
        """Whether areas show their colors and partners are together.

        >>> from puzzlery.solve.general.priced_layers import priced_layers
        >>> from puzzlery.twisty.geometry import cube
        >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
        >>> [form.is_reduced(cube(4).permutation(alg)) for alg in ("R U F2", "Rw")]
        [True, False]
        """
        colors, content = self.puzzle.solved_colors, state.inverse
        return all(
            colors[content[place]] == colors[place] for area in self.areas for place in area
        ) and all(
            colors[content[place]] == colors[content[partner]]
            for place, partner in self.partners.items()
        )

    def core_state(self, state: Permutation) -> Permutation:
        """What a reduced state is on the core, where pieces of a pair count as one.

        >>> from puzzlery.solve.general.priced_layers import priced_layers
        >>> from puzzlery.twisty.geometry import cube
        >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
        >>> form.core_state(cube(4).permutation("R")) == form.core.puzzle.permutation("R")
        True
        """
        back = {partner: place for place, partner in self.partners.items()}
        content, numbers = state.inverse, self.core_numbers
        images = [0] * len(numbers)
        for place, number in numbers.items():
            sticker = content[place]
            images[numbers[back.get(sticker, sticker)]] = number
        return Permutation(images)


def reduced_forms(puzzle: Puzzle, layers: Sequence[PricedLayer]) -> Iterator[ReducedForm]:
    """The reduced forms of a puzzle: its core moves are layers that move equally many stickers.

    >>> from puzzlery.solve.general.priced_layers import priced_layers
    >>> from puzzlery.twisty.geometry import cube
    >>> [len(list(reduced_forms(cube(n), priced_layers(cube(n), "OBTM")))) for n in (2, 3, 4, 5)]
    [0, 0, 1, 0]
    """
    by_size: dict[int, list[PricedLayer]] = defaultdict(list)
    for layer in layers:
        by_size[len(layer.permutation.support)].append(layer)
    for _, chosen in sorted(by_size.items()):
        if len(chosen) < len(layers):
            form = _form(puzzle, layers, chosen)
            if form is not None:
                yield form


def _form(
    puzzle: Puzzle, layers: Sequence[PricedLayer], chosen: Sequence[PricedLayer]
) -> ReducedForm | None:
    """The form with these core moves, if there is one of two orbits that move alike."""
    turns = [layer.permutation for layer in chosen]
    moved = {i for layer in layers for i in layer.permutation.support.tolist()}
    found = [tuple(sorted(o)) for o in orbits(puzzle.degree, turns) if o & moved]
    colors = puzzle.solved_colors
    areas = tuple(o for o in found if len({colors[i] for i in o}) == 1)
    others = [o for o in found if o not in areas]
    pairs = [
        (one, two, alike)
        for k, one in enumerate(others)
        for two in others[k + 1 :]
        if (alike := _alike(one, two, turns, colors)) is not None
    ]
    if len(pairs) != 1 or not areas:
        return None
    ((one, two, alike),) = pairs
    single = tuple(o for o in others if o not in (one, two))
    return ReducedForm(puzzle, tuple(layers), tuple(chosen), areas, alike, single)


def _alike(
    one: Orbit, two: Orbit, turns: Sequence[Permutation], colors: Sequence[int]
) -> dict[int, int] | None:
    """How the stickers of an orbit match those of another one that moves alike, colors and all."""
    if len(one) != len(two):
        return None
    for image in two:
        matched = {one[0]: image}
        queue = [one[0]]
        fits = colors[one[0]] == colors[image]
        while fits and queue:
            at = queue.pop()
            for turn in turns:
                after, wanted = turn[at], turn[matched[at]]
                if after not in matched:
                    matched[after] = wanted
                    queue.append(after)
                    fits = fits and colors[after] == colors[wanted]
                fits = fits and matched[after] == wanted
        if fits and len(set(matched.values())) == len(two):
            return matched
    return None
