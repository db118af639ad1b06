"""Puzzlery: define, see, turn, check, count and solve mechanical puzzles.

>>> import puzzlery
>>> cube = puzzlery.puzzle("3x3x3")
>>> cube.apply("[R, U]").permutation.order
6

The names below are loaded when they are first used, so that `import puzzlery` costs nothing.
"""

from typing import TYPE_CHECKING

from puzzlery.core.facade import provide
from puzzlery.core.lazy_names import lazy_names

if TYPE_CHECKING:
    from puzzlery.core.permutation import Permutation
    from puzzlery.cover.exact_cover import ExactCover
    from puzzlery.errors import PuzzleryError
    from puzzlery.formats import read_puzzle, write_puzzle
    from puzzlery.packings.catalog import packing
    from puzzlery.render.png import png
    from puzzlery.render.svg import svg
    from puzzlery.twisty.catalog import puzzle
    from puzzlery.twisty.model.puzzle import Puzzle
    from puzzlery.twisty.model.state import Coloring, State
    from puzzlery.twisty.notation.alg import Alg

__all__ = [
    "Alg",
    "Coloring",
    "ExactCover",
    "Permutation",
    "Puzzle",
    "PuzzleryError",
    "State",
    "packing",
    "png",
    "puzzle",
    "read_puzzle",
    "svg",
    "write_puzzle",
]

_HOMES = {
    "Alg": "twisty.notation.alg",
    "Coloring": "twisty.model.state",
    "ExactCover": "cover.exact_cover",
    "Permutation": "core.permutation",
    "Puzzle": "twisty.model.puzzle",
    "PuzzleryError": "errors",
    "State": "twisty.model.state",
    "packing": "packings.catalog",
    "png": "render.png",
    "puzzle": "twisty.catalog",
    "read_puzzle": "formats",
    "svg": "render.svg",
    "write_puzzle": "formats",
}

# Methods that a lower layer offers and a higher one carries out; see `puzzlery.core.facade`.
_PROVIDERS = {
    "alg.length": "twisty.notation.metrics:length",
    "alg.parse": "twisty.notation.alg_parser:parse_alg",
    "alg.simplify": "twisty.notation.simplify:simplify",
    "packing.disassemble": "packings.apart.taking_apart:disassemble",
    "packing.svg": "render.packings.packing_svg:packing_svg",
    "puzzle.checker": "twisty.validate:Checker",
    "puzzle.orbits": "twisty.structure.orbits:orbits",
    "puzzle.phases": "solve.phases.chain_store:kept_phases",
    "puzzle.pieces": "twisty.structure.pieces:pieces",
    "puzzle.scramble": "twisty.scramble:scramble",
    "puzzle.solve": "solve.api.methods:solve",
    "puzzle.symmetries": "twisty.structure.symmetry:symmetries",
    "puzzle.why_apart": "twisty.structure.separation:why_apart",
    "state.read_view": "formats.states.state_reader:read_view",
    "state.svg": "render.svg:svg",
    "state.widget": "widget:PuzzleView",
}
provide({name: f"puzzlery.{home}" for name, home in _PROVIDERS.items()})

__getattr__ = lazy_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return sorted(__all__)
