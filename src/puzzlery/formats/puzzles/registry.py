"""The formats that puzzles are read from and written to, found by a file's name or its text."""

import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

from puzzlery.errors import FileFault, UnknownName
from puzzlery.formats.puzzles.derived import derived_of
from puzzlery.formats.text_files import Pathlike, cleaned, read_text, write_text
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import PlainNotation
from puzzlery.twisty.notation.metrics import USUAL_METRIC


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: its name, the endings of its files, how its text begins, what it keeps.

    >>> [each.name for each in FORMATS]
    ['toml', 'kpuzzle', 'json', 'ksolve', 'xml', 'gap', 'mathematica']
    """

    name: str
    title: str
    module: str
    suffixes: tuple[str, ...]
    looks: str
    keeps: frozenset[str] = frozenset()

    def loads(self, text: str, source: str = "") -> Puzzle:
        puzzle: Puzzle = self._module().loads(text, source)
        return puzzle

    def dumps(self, puzzle: Puzzle) -> str:
        text: str = self._module().dumps(puzzle)
        return text

    def _module(self) -> ModuleType:
        # A format's module is loaded when it is first used: XML alone would cost every start.
        return import_module(f"puzzlery.formats.puzzles.{self.module}")


_EVERYTHING = frozenset(
    [
        "note",
        "color names",
        "shades",
        "positions",
        "outlines",
        "turning in place",
        "notation",
        "basis",
        "metric",
    ]
)
_SPACE = r"(?:\s|#[^\n]*\n)*"
FORMATS = (
    Format("toml", "Puzzlery TOML", "own_toml", (".toml",), r"(?!)", _EVERYTHING),
    Format(
        "kpuzzle", "KPuzzle JSON", "kpuzzle", (".kpuzzle.json", ".kpuzzle"),
        r'(?s)\s*\{(?!\s*"puzzlery").*"orbits"\s*:',
    ),
    Format("json", "Puzzlery JSON", "own_json", (".json",), r"\s*(?:\{|\[\s*[{\d-])", _EVERYTHING),
    Format(
        "ksolve", "ksolve definition", "ksolve", (".tws", ".def", ".ksolve"),
        rf"{_SPACE}(?:Name|Set)\s", frozenset(["note"]),
    ),
    Format(
        "xml", "point-and-cycle XML", "pointxml", (".xml",), r"\s*<",
        frozenset(["shades", "positions", "turning in place"]),
    ),
    Format("gap", "GAP code", "gap", (".gap", ".g"), rf"{_SPACE}\w+\s*:=\s*(?!\w*Cycles\[)",
           frozenset(["basis"])),
    Format(
        "mathematica", "Mathematica code", "mathematica", (".wl", ".m"),
        r"(?s)(?:\s|\(\*.*?\*\))*(?:[\w$]+\s*:?=\s*)?\{?\s*(?:Cycles|PermutationGroup)\[",
        frozenset(["basis"]),
    ),
)  # fmt: skip
_BY_NAME = {each.name: each for each in FORMATS}


def format_named(name: str) -> Format:
    """The format of that name.

    >>> format_named("tolm")
    Traceback (most recent call last):
    puzzlery.errors.UnknownName: unknown format "tolm"; ... did you mean toml?
    """
    if name not in _BY_NAME:
        raise UnknownName.among("format", name, _BY_NAME)
    return _BY_NAME[name]


def format_of_path(path: Pathlike) -> Format | None:
    """The format of a file by its name; None if the ending is unknown.

    >>> format_of_path("cube.kpuzzle.json").name, format_of_path("cube.txt")
    ('kpuzzle', None)
    """
    name = str(path).lower()
    return next((each for each in FORMATS if name.endswith(each.suffixes)), None)


def is_puzzle_file(text: str) -> bool:
    """Whether a text is the path of a file, or ends like one, rather than a puzzle's name.

    >>> is_puzzle_file("cube.tws"), is_puzzle_file("c f 0.5")
    (True, False)
    """
    return format_of_path(text) is not None or Path(text).is_file()


def format_of_text(text: str) -> Format:
    r"""The format that a text looks like; our own TOML if it looks like no other.

    >>> format_of_text("Name cube\nSet EDGES 12 2").name
    'ksolve'
    """
    return next((each for each in FORMATS if re.match(each.looks, text)), _BY_NAME["toml"])


def loads(text: str, format: str | None = None, source: str = "") -> Puzzle:  # noqa: A002
    """The puzzle that a text defines; without a format's name, the text itself decides.

    >>> loads("M_a:=(1,2,3);").moves["a"]
    Permutation('(0 1 2)', degree=3)
    """
    text = cleaned(text, source)
    chosen = format_of_text(text) if format is None else format_named(format)
    return chosen.loads(text, source)


def dumps(puzzle: Puzzle, format: str = "toml") -> str:  # noqa: A002
    """The puzzle as text; what the format cannot express is an error.

    >>> pair = Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "blue"], name="pair")
    >>> dumps(pair, "gap").splitlines()[1]
    'M_a:=(1,2);'
    """
    return format_named(format).dumps(puzzle)


def read_puzzle(path: Pathlike, format: str | None = None) -> Puzzle:  # noqa: A002
    """The puzzle in a file, in any of the formats.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".gap") as file:
    ...     _, _ = file.write("M_a:=(1,2,3);"), file.flush()
    ...     read_puzzle(file.name).moves["a"].order
    3
    """
    text = read_text(path)
    chosen = format_of_path(path) if format is None else format_named(format)
    if chosen is None or chosen.name == "json":
        chosen = format_of_text(text)
    return chosen.loads(text, str(path))


def write_puzzle(puzzle: Puzzle, path: Pathlike, format: str | None = None) -> list[str]:  # noqa: A002
    """Write a puzzle to a file, completely or not at all, and return what the format leaves out.

    >>> import puzzlery, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "cube.toml"
    ...     write_puzzle(puzzlery.puzzle("2x2x2"), path)
    ...     read_puzzle(path) == puzzlery.puzzle("2x2x2")
    []
    True
    """
    chosen = format_of_path(path) if format is None else format_named(format)
    if chosen is None:
        endings = ", ".join(each.suffixes[0] for each in FORMATS)
        raise FileFault(f"no format has this ending; expected one of {endings}", source=str(path))
    write_text(path, chosen.dumps(puzzle))
    return left_out(puzzle, chosen.name)


def convert(source: Pathlike, target: Pathlike) -> list[str]:
    """Read a puzzle from one file, write it to another, and return what was left out.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     source, target = Path(folder) / "ring.gap", Path(folder) / "ring.toml"
    ...     _ = source.write_text("M_a:=(1,2,3);")
    ...     convert(source, target)
    ...     read_puzzle(target).moves["a"].order
    []
    3
    """
    return write_puzzle(read_puzzle(source), target)


def left_out(puzzle: Puzzle, format: str) -> list[str]:  # noqa: A002
    """What a puzzle has that a format does not store, though the puzzle stays the same.

    >>> pair = Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "blue"], [[0, 0, 1], [0, 1, 0]])
    >>> left_out(pair, "gap")
    ['color names', 'shades', 'positions']
    """
    skin = puzzle.skin
    has = {
        "note": bool(puzzle.note),
        "color names": any(color.name != color.shade for color in puzzle.palette),
        "shades": True,
        "positions": skin is not None,
        "outlines": skin is not None and bool(skin.polygons or skin.faces),
        "turning in place": _turns_in_place(puzzle),
        "notation": _has_more_words(puzzle),
        "basis": puzzle.basis != tuple(puzzle.turns),
        "metric": puzzle.metric != USUAL_METRIC,
    }
    kept = format_named(format).keeps
    return [what for what, there in has.items() if there and what not in kept]


def _turns_in_place(puzzle: Puzzle) -> bool:
    return any(len(turn.moving) > turn.permutation.support.size for turn in puzzle.turns.values())


def _has_more_words(puzzle: Puzzle) -> bool:
    """Whether algs may use words that are not names of moves, such as wide moves."""
    known = {*puzzle.turns, *puzzle.whole, *derived_of(puzzle)}
    notation = puzzle.notation
    return not isinstance(notation, PlainNotation) or not notation.families <= known
