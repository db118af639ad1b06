"""Point-and-cycle XML, the puzzle_definition.xml of the Twisty Puzzle Program.

    <puzzledefinition name="…"><points><point size="10"><coords x y z/><color r g b/></point> …
    </points><moves><move name="r"><cycle>0, 8, 7</cycle> … </move> … </moves></puzzledefinition>

Points count from 0; in a cycle each point goes to the next, as with us. A cycle of one point says
that it turns in place. Inverse moves are stored beside the moves, named with an apostrophe. A move
`rot_…` is a rotation of the whole puzzle, unless the other moves would leave parts of it in place.
A name that stands twice gets a number, and the note of the puzzle tells so.
"""

import re
from collections import Counter
from collections.abc import Iterator
from xml.etree.ElementTree import Element
from xml.sax.saxutils import quoteattr

from puzzlery.core.permutation import MAX_DEGREE
from puzzlery.errors import FileFault, InvalidPuzzle, NotExpressible, PuzzleryError
from puzzlery.formats.puzzles.cycles import cycles_of_turn, turn_of_cycles
from puzzlery.formats.puzzles.move_names import (
    check_split,
    split_true_rotations,
    without_inverses,
)
from puzzlery.formats.puzzles.refusals import refuse_bandages, refuse_derived
from puzzlery.formats.text_files import cleaned, faults_in
from puzzlery.formats.xml_text import lines_of, parse_xml
from puzzlery.twisty.model.color import Color, palette_of
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Skin
from puzzlery.twisty.model.turn import Turn, Vector

# The size of a point on the screen in the Twisty Puzzle Program, which we do not use.
_SIZE = "10.0"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def loads(text: str, source: str = "") -> Puzzle:
    """The puzzle that a definition describes; entities and document types are refused.

    >>> point = '<point><coords x="{}" y="0" z="0"/><color r="1" g="{}" b="0"/></point>'
    >>> points = "".join(point.format(k, k) for k in (0, 1))
    >>> move = '<move name="a"><cycle>0, 1</cycle></move>'
    >>> inside = f"<points>{points}</points><moves>{move}</moves>"
    >>> loads(f"<puzzledefinition>{inside}</puzzledefinition>")
    <Puzzle unnamed: 2 stickers, 1 moves>
    """
    root = parse_xml(cleaned(text, source), source, "puzzledefinition")
    with faults_in(source):
        try:
            return _puzzle(root)
        except _WrongPoint as fault:
            line = lines_of(text, "point")[fault.point]
            raise FileFault(str(fault), source=source, line=line) from fault


class _WrongPoint(InvalidPuzzle):
    """A point with a number that is none; `point` tells which."""

    def __init__(self, point: int, reason: str) -> None:
        self.point = point
        super().__init__(f"point {point}: {reason}")


def _puzzle(root: Element) -> Puzzle:
    for child in root:
        if child.tag not in ("points", "moves"):
            raise InvalidPuzzle(f"<{child.tag}> is unknown; expected <points> and <moves>")
    points = list(_only(root, "points"))
    if not 0 < len(points) <= MAX_DEGREE:
        raise InvalidPuzzle(f"has {len(points)} points; expected 1 … {MAX_DEGREE}")
    places, colors = zip(
        *(_point(point, number) for number, point in enumerate(points)), strict=True
    )
    listed, note = _moves(_only(root, "moves"), len(points))
    turns, whole = split_true_rotations(listed)
    palette, picks = palette_of(colors)
    skin = Skin.of_points(places, len(points))
    name = root.get("name", "unnamed")
    return Puzzle(name, len(points), turns, palette, picks, whole=whole, skin=skin, note=note)


def _only(parent: Element, tag: str) -> Element:
    found = parent.findall(tag)
    if len(found) != 1:
        raise InvalidPuzzle(f"<{parent.tag}> has {len(found)} times <{tag}>; expected one")
    return found[0]


def _point(point: Element, number: int) -> tuple[Vector, Color]:
    if point.tag != "point":
        raise InvalidPuzzle(f"<{point.tag}> stands among the points; expected <point>")
    coords, color = _only(point, "coords"), _only(point, "color")
    x, y, z = (_number(coords, axis, number) for axis in "xyz")
    return (x, y, z), Color.of([_number(color, part, number) for part in "rgb"])


def _number(element: Element, key: str, point: int) -> float:
    text = element.get(key)
    try:
        value = float(text or "")
    except ValueError:
        value = float("nan")
    if not abs(value) < 1e300:
        raise _WrongPoint(point, f'{key}="{text}" of <{element.tag}> is not a finite number')
    return value


def _moves(moves: Element, degree: int) -> tuple[dict[str, Turn], str]:
    """The moves by name, and a note on the names that stand more than once."""
    turns: dict[str, Turn] = {}
    notes: list[str] = []
    times: Counter[str] = Counter()
    for move in moves:
        written = move.get("name")
        if move.tag != "move" or not written:
            raise InvalidPuzzle(f"<{move.tag}> stands among the moves; expected <move> with a name")
        times[written] += 1
        name = _numbered(written, times[written])
        if name != written:
            notes.append(f'A further move "{written}" is called "{name}".')
        if name in turns:
            raise InvalidPuzzle(f'the move "{name}" is defined twice')
        cycles = list(_cycles(move, name))
        try:
            turns[name] = turn_of_cycles(name, cycles, degree)
        except PuzzleryError as fault:
            raise InvalidPuzzle(f'the move "{name}": {fault}') from fault
    return without_inverses(turns), " ".join(notes)


def _numbered(name: str, time: int) -> str:
    """The name of a move that stands in a file for the n-th time; an inverse stays one."""
    if time == 1:
        return name
    base = name.removesuffix("'")
    return f"{base}_{time}{name[len(base) :]}"


def _cycles(move: Element, name: str) -> Iterator[list[int]]:
    for cycle in move:
        if cycle.tag != "cycle":
            raise InvalidPuzzle(f'<{cycle.tag}> stands in the move "{name}"; expected <cycle>')
        words = (cycle.text or "").replace(",", " ").split()
        for word in words:
            if not re.fullmatch(r"[0-9]{1,6}", word):
                where = f'the move "{name}": "{word[:40]}"'
                raise InvalidPuzzle(f"{where} is not the number of a point")
        yield [int(word) for word in words]


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as points and cycles; it needs positions.

    Outlines, faces and color names are not part of the format; shades are.

    >>> ends = Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "blue"], [[0, 0, 0], [1, 0, 0]])
    >>> "<cycle>0, 1</cycle>" in dumps(ends)
    True
    """
    refuse_bandages(puzzle, "point-and-cycle XML")
    refuse_derived(puzzle, "point-and-cycle XML")
    check_split(puzzle, "point-and-cycle XML", split_true_rotations)
    if puzzle.skin is None:
        raise NotExpressible(f"{puzzle.name} has no positions; point-and-cycle XML needs them")
    if len({color.shade for color in puzzle.palette}) < len(puzzle.palette):
        raise NotExpressible(f"{puzzle.name} has two colors of one shade, which XML would mix up")
    lines = [
        "<?xml version='1.0' encoding='UTF-8'?>",
        f"<puzzledefinition name={_quoted(puzzle.name)}>",
        "  <points>",
        *_point_lines(puzzle, puzzle.skin),
        "  </points>",
        "  <moves>",
        *_move_lines(puzzle),
        "  </moves>",
        "</puzzledefinition>",
    ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    if _CONTROL.search(text):
        raise NotExpressible(f"XML has no way to write the name {text!r}")
    return quoteattr(text, {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _point_lines(puzzle: Puzzle, skin: Skin) -> Iterator[str]:
    for place, pick in zip(skin.positions.tolist(), puzzle.solved_colors, strict=True):
        shade = puzzle.palette[pick].shade
        parts = [int(pair, 16) / 255 for pair in _shade_parts(shade)]
        coords = " ".join(f'{axis}="{value!r}"' for axis, value in zip("xyz", place, strict=True))
        color = " ".join(f'{part}="{value!r}"' for part, value in zip("rgb", parts, strict=True))
        yield f'    <point size="{_SIZE}">'
        yield f"      <coords {coords}/>"
        yield f"      <color {color}/>"
        yield "    </point>"


def _shade_parts(shade: str) -> tuple[str, ...]:
    match = re.fullmatch(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})", shade)
    if match is None:
        raise NotExpressible(f'the shade "{shade}" is not written as #rrggbb')
    return match.groups()


def _move_lines(puzzle: Puzzle) -> Iterator[str]:
    for name, turn in [*puzzle.turns.items(), *puzzle.whole.items()]:
        if name.endswith("'"):
            raise NotExpressible(f'the move "{name}" would be read as an inverse')
        yield from _one_move(name, turn)
        if turn.permutation.inverse != turn.permutation:
            yield from _one_move(f"{name}'", turn**-1)


def _one_move(name: str, turn: Turn) -> Iterator[str]:
    yield f"    <move name={_quoted(name)}>"
    for cycle in cycles_of_turn(turn):
        yield f"      <cycle>{', '.join(map(str, cycle))}</cycle>"
    yield "    </move>"
