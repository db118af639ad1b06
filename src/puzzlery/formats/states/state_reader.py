"""Given: what a person means by a text that stands for a state."""

from puzzlery.formats.states.facelets import read_facelets
from puzzlery.formats.states.net_text import is_net, read_net
from puzzlery.formats.states.state_file import loads_state
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring, State
from puzzlery.twisty.validate.reading import is_facelets


def read_given(puzzle: Puzzle, text: str, source: str = "") -> State | Coloring:
    """The state or coloring in a text: a filled net, JSON, facelets of a cube, or else an alg."""
    if is_net(text):
        return read_net(puzzle, text, source)
    if text.lstrip().startswith("{"):
        return loads_state(text, puzzle, source)
    given = text.strip()
    return read_facelets(puzzle, given) if is_facelets(puzzle, given) else puzzle.apply(given)


def read_coloring(puzzle: Puzzle, text: str, source: str = "") -> Coloring:
    """What one sees of the state that a text stands for."""
    given = read_given(puzzle, text, source)
    return given.coloring if isinstance(given, State) else given
