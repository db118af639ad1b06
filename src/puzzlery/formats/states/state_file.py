"""State files: a state or a coloring of a puzzle as a small JSON table.

    {"puzzlery": 1, "puzzle": "3x3x3", "fingerprint": "…", "state": [2, 0, 1, …]}
    {"puzzlery": 1, "puzzle": "3x3x3", "fingerprint": "…", "coloring": ["white", …]}

`state[i]` is the place where sticker i stands; `coloring` lists the color at each place, null
where it is not known.
"""

from puzzlery.core.permutation import MAX_DEGREE, Permutation
from puzzlery.errors import UnknownName
from puzzlery.formats import json_text
from puzzlery.formats.node import Node
from puzzlery.formats.text_files import Pathlike, read_text, write_text
from puzzlery.twisty.model.partial_coloring import PartialColoring, seen_colors
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring, State

VERSION = 1
_KEYS = ("puzzlery", "puzzle", "fingerprint", "state", "coloring")


def dumps_state(shown: State | Coloring | PartialColoring) -> str:
    """A state or a coloring as JSON.

    >>> pair = Puzzle.from_cycles({"a": [[0, 1]]}, colors=["red", "blue"], name="pair")
    >>> loads_state(dumps_state(pair.apply("a")), pair) == pair.apply("a")
    True
    """
    puzzle = shown.puzzle
    table: dict[str, object] = {
        "puzzlery": VERSION, "puzzle": puzzle.name, "fingerprint": puzzle.fingerprint,
    }  # fmt: skip
    if isinstance(shown, State):
        table["state"] = list(shown.permutation)
    else:
        table["coloring"] = list(shown)
    return json_text.render(table)


def loads_state(
    text: str, puzzle: Puzzle | None = None, source: str = ""
) -> State | Coloring | PartialColoring:
    """The state or coloring in a text; without a puzzle, its name is looked up in the catalogue.

    >>> text = '{"puzzle": "2x2x2", "coloring": ' + str(24 * ["white"]).replace("'", '"') + "}"
    >>> loads_state(text)
    <Coloring of 2x2x2: white white white white white white white white white white white white …>
    """
    root = json_text.parse(text, source)
    table = root.table(_KEYS)
    if "puzzlery" in table and table["puzzlery"].whole() != VERSION:
        raise table["puzzlery"].expected(f"the version {VERSION}")
    if ("state" in table) == ("coloring" in table):
        raise root.fault('needs either "state" or "coloring"')
    if puzzle is None:
        puzzle = _from_catalog(root, table)
    elif "puzzle" in table and "fingerprint" not in table:
        _check_name(table["puzzle"], puzzle)
    if "fingerprint" in table and table["fingerprint"].text() != puzzle.fingerprint:
        raise table["fingerprint"].fault(f"is not that of {puzzle.name}: it belongs to another")
    (node,) = (table[key] for key in ("state", "coloring") if key in table)
    with node.faults():
        if "state" in table:
            return State(puzzle, Permutation(node.wholes(0, MAX_DEGREE)))
        names = [None if item.value is None else item.text() for item in node.items()]
        return seen_colors(puzzle, names)


def read_state(path: Pathlike, puzzle: Puzzle | None = None) -> State | Coloring | PartialColoring:
    """The state or coloring in a file; `write_state` writes one.

    >>> import puzzlery, tempfile
    >>> state = puzzlery.puzzle("2x2x2").apply("R U")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_state(state, f"{folder}/state.json")
    ...     read_state(f"{folder}/state.json") == state
    True
    """
    return loads_state(read_text(path), puzzle, str(path))


def write_state(shown: State | Coloring | PartialColoring, path: Pathlike) -> None:
    """Write a state or a coloring to a file, which `read_state` reads.

    >>> import puzzlery, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_state(puzzlery.puzzle("2x2x2").solved, f"{folder}/solved.json")
    ...     print(read_text(f"{folder}/solved.json").splitlines()[2])
      "puzzle": "2x2x2",
    """
    write_text(path, dumps_state(shown))


def _check_name(named: Node, puzzle: Puzzle) -> None:
    """Refuse a state of another puzzle of the catalogue; a name that is not known may be any."""
    from puzzlery.twisty.catalog import puzzle as named_so

    try:
        meant = named_so(named.text())
    except UnknownName:
        return
    if meant != puzzle and named.text() != puzzle.name:
        raise named.fault(f"is {named.text()}; expected a state of {puzzle.name}")


def _from_catalog(root: Node, table: dict[str, Node]) -> Puzzle:
    from puzzlery.twisty.catalog import puzzle

    if "puzzle" not in table:
        raise root.fault('has no "puzzle" to say what it is a state of')
    with table["puzzle"].faults():
        return puzzle(table["puzzle"].text())
