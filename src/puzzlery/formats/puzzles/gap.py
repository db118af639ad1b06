"""GAP, the computer algebra system: moves as permutations, identical stickers as sets.

    M_R:=(1,3,8,6)(2,5,7,4);
    Gen:=[M_R];            the moves, for Group(Gen)
    Rot:=[];               rotations of the whole puzzle, which are no moves
    Basis:=[M_R];          where it is not Gen: the moves that make up the puzzle's group
    ip:=[[1,2],[3,4]];     sets of stickers that look alike, for Stabilizer(G,ip,OnTuplesSets)
    G:=Group((1,2,3),(3,4));   a group of permutations without names: moves g1, g2, …

Points count from 1; GAP multiplies from left to right and a point goes to the next in its cycle,
as with us. Signs that GAP's names cannot have are written `_u0027_`, by their Unicode number.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from puzzlery.core.permutation import MAX_DEGREE, parse_cycles
from puzzlery.errors import FileFault, PuzzleryError
from puzzlery.formats import json_text
from puzzlery.formats.node import Node
from puzzlery.formats.puzzles.cycles import turn_of_cycles
from puzzlery.formats.puzzles.move_names import as_rotation
from puzzlery.formats.puzzles.refusals import refuse_bandages, refuse_derived
from puzzlery.formats.text_files import cleaned, faults_in
from puzzlery.twisty.model.color import palette_of
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Turn

_STATEMENT = re.compile(r"\s*([A-Za-z0-9_]+)\s*:=\s*(.*)", re.DOTALL)
_TITLE = re.compile(r"#\s*puzzle:\s*(.*\S)\s*")
_GROUP = re.compile(r"Group(?:WithGenerators)?\s*\(")
# A comma between permutations, not within a cycle.
_BETWEEN = re.compile(r"(?<=\))\s*,\s*(?=\()")
_LISTS = ("Gen", "Rot", "Basis")


@dataclass(frozen=True, slots=True)
class Assignment:
    """A name, the text it stands for, the line where that begins, and the name in the file.

    >>> Assignment("M_a", "(1,2)", line=3, written="ma").written
    'ma'
    """

    name: str
    text: str
    line: int
    written: str = ""


def loads(text: str, source: str = "") -> Puzzle:
    """The puzzle that GAP code describes; other statements in the code are skipped.

    >>> ring = loads("M_a:=(1,2,3); M_b:=(3,4); Gen:=[M_a,M_b]; ip:=[[1,2]]; Size(Group(Gen));")
    >>> ring.degree, ring.moves["a"].images, ring.solved_colors
    (4, (1, 2, 0, 3), (0, 0, 1, 2))
    """
    text = cleaned(text, source)
    title = next(filter(None, map(_TITLE.fullmatch, text.split("\n"))), None)
    return puzzle_of(_assignments(text), title[1] if title else "unnamed", source)


def puzzle_of(assignments: Iterable[Assignment], name: str, source: str) -> Puzzle:
    """The puzzle that a list of permutations and of stickers that look alike defines.

    >>> puzzle_of([Assignment("M_a", "(1,2)", 1), Assignment("ip", "[[1,2]]", 2)], "pair", "")
    <Puzzle pair: 2 stickers, 1 moves>
    """
    with faults_in(source):
        return _Reader(assignments, name, source).puzzle()


class _Reader:
    """Collects the assignments of a GAP text."""

    def __init__(self, assignments: Iterable[Assignment], name: str, source: str) -> None:
        self.source, self.name = source, name
        self.cycles: dict[str, list[tuple[int, ...]]] = {}
        self.lists: dict[str, list[str]] = {}
        self.alike: list[list[int]] = []
        for assignment in assignments:
            self.read(assignment)

    def fault(self, given: Assignment, reason: str) -> FileFault:
        called = given.written or given.name
        return FileFault(f"{called} {reason}", source=self.source, line=given.line)

    def read(self, given: Assignment) -> None:
        if _GROUP.match(given.text) and given.name not in (*_LISTS, "ip"):
            self.read_group(given)
        elif given.text.startswith("("):
            self.cycles[given.name] = self.read_cycles(given)
        elif given.name in _LISTS:
            self.lists[given.name] = self.read_names(given)
        elif given.name == "ip":
            self.alike = self.read_sets(given)
        elif given.name.startswith("M_"):
            raise self.fault(given, "is not a permutation such as (1,2,3)(4,5)")

    def read_group(self, given: Assignment) -> None:
        """Permutations without names; a group of named ones says nothing new."""
        inside = given.text[given.text.index("(") + 1 :].strip().removesuffix(")").strip()
        listed = inside.removeprefix("[").removesuffix("]").strip()
        if not listed.startswith("("):
            return
        for number, cycles in enumerate(_BETWEEN.split(listed), start=1):
            one = Assignment(f"M_g{number}", cycles.strip(), given.line, f"g{number}")
            self.cycles[one.name] = self.read_cycles(one)

    def read_cycles(self, given: Assignment) -> list[tuple[int, ...]]:
        try:
            cycles = parse_cycles(given.text)
        except PuzzleryError as fault:
            raise self.fault(given, str(fault)) from fault
        if any(point == 0 for cycle in cycles for point in cycle):
            raise self.fault(given, "has a point 0; points count from 1 here")
        return [tuple(point - 1 for point in cycle) for cycle in cycles]

    def read_names(self, given: Assignment) -> list[str]:
        match = re.fullmatch(r"\[([A-Za-z0-9_,\s]*)\]\s*", given.text)
        if match is None:
            raise self.fault(given, "is not a list of names such as [M_a,M_b]")
        names = [word.strip() for word in match[1].split(",") if word.strip()]
        for name in names:
            if name not in self.cycles:
                raise self.fault(given, f"names {name}, which is no permutation above it")
        return names

    def read_sets(self, given: Assignment) -> list[list[int]]:
        if not re.fullmatch(r"[0-9,\[\]\s]*", given.text):
            raise self.fault(given, "is not a list of lists of points such as [[1,2],[3]]")
        try:
            sets = [_points(item) for item in json_text.parse(given.text).items()]
        except FileFault as fault:
            raise self.fault(given, f"cannot be read: {fault.reason}") from fault
        listed = [point for one in sets for point in one]
        if len(set(listed)) < len(listed):
            raise self.fault(given, "has a point in two sets")
        return sets

    def puzzle(self) -> Puzzle:
        if not self.cycles and not self.alike:
            raise FileFault("has no permutations", source=self.source)
        rotations = self.lists.get("Rot", [])
        moves = [name for name in self.lists.get("Gen", self.cycles) if name not in rotations]
        groups = [*self.alike, *(cycle for one in self.cycles.values() for cycle in one)]
        degree = 1 + max((point for group in groups for point in group), default=0)
        turns = dict(self.turn(name, degree) for name in moves)
        whole = dict(self.turn(name, degree) for name in rotations)
        whole = {name: as_rotation(turn) for name, turn in whole.items()}
        palette, picks = palette_of(_color_names(self.alike, degree))
        basis = tuple(_move_name(name) for name in self.lists.get("Basis", []))
        return Puzzle(self.name, degree, turns, palette, picks, whole=whole, basis=basis)

    def turn(self, name: str, degree: int) -> tuple[str, Turn]:
        move = _move_name(name)
        return move, turn_of_cycles(move, self.cycles[name], degree)


def _move_name(name: str) -> str:
    return unescaped(name.removeprefix("M_")) or name


def _points(node: Node) -> list[int]:
    return [point - 1 for point in node.wholes(1, MAX_DEGREE)]


def _assignments(text: str) -> Iterator[Assignment]:
    bare = re.sub(r"#[^\n]*", "", text)
    at = 0
    for statement in bare.split(";"):
        match = _STATEMENT.fullmatch(statement)
        if match is not None:
            line = bare.count("\n", 0, at + match.start(1)) + 1
            yield Assignment(match[1], match[2].strip(), line)
        at += len(statement) + 1


def _color_names(alike: list[list[int]], degree: int) -> list[str]:
    """A color for each set, and one of its own for every other point."""
    classes: list[int | None] = [None] * degree
    for number, group in enumerate(alike):
        for point in group:
            classes[point] = number
    fresh = iter(range(len(alike), len(alike) + degree))
    return [f"color {1 + (next(fresh) if number is None else number)}" for number in classes]


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as GAP code: its stickers, moves and rotations, and which stickers look alike.

    Names and shades of colors, positions and outlines are not part of it.

    >>> print(dumps(Puzzle.from_cycles({"a": [[0, 1, 2]]}, ["red", "red", "blue"])))
    # puzzle: my puzzle
    M_a:=(1,2,3);
    Gen:=[M_a];
    Rot:=[];
    ip:=[[1,2],[3]];
    """
    refuse_bandages(puzzle, "GAP")
    refuse_derived(puzzle, "GAP")
    title = f"# puzzle: {' '.join(puzzle.name.split())}"
    notes = [f"# {line}" for line in cleaned(puzzle.note).split("\n") if line]
    turns = {**puzzle.turns, **puzzle.whole}
    moves = [f"{_variable(name)}:={_cycles(turn)};" for name, turn in turns.items()]
    lists = [_list("Gen", puzzle.turns), _list("Rot", puzzle.whole)]
    if puzzle.basis != tuple(puzzle.turns):
        lists.append(_list("Basis", puzzle.basis))
    return "\n".join([title, *notes, *moves, *lists, _alike(puzzle)]) + "\n"


def _variable(name: str) -> str:
    return f"M_{escaped(name)}"


def _list(title: str, names: Iterable[str]) -> str:
    return f"{title}:=[{','.join(map(_variable, names))}];"


def _alike(puzzle: Puzzle) -> str:
    shown = (f"[{','.join(map(str, group))}]" for group in alike(puzzle))
    return f"ip:=[{','.join(shown)}];"


def alike(puzzle: Puzzle) -> list[list[int]]:
    """The sets of stickers of one color, counted from 1.

    >>> alike(Puzzle.from_cycles({"a": [[0, 1, 2]]}, ["red", "blue", "red"]))
    [[1, 3], [2]]
    """
    sets: dict[int, list[int]] = {}
    for sticker, pick in enumerate(puzzle.solved_colors):
        sets.setdefault(pick, []).append(sticker + 1)
    return list(sets.values())


def _cycles(turn: Turn) -> str:
    cycles = turn.permutation.cycles()
    return "".join(f"({','.join(str(point + 1) for point in cycle)})" for cycle in cycles) or "()"


def escaped(name: str) -> str:
    """A move's name as letters, digits and underscores; `unescaped` is the inverse.

    >>> escaped("R'"), escaped("2-3Rw")
    ('R_u0027_', '2_u002d_3Rw')
    """
    guarded = re.sub(r"_(?=u[0-9a-f])", "_u005f_", name)
    return re.sub(r"[^A-Za-z0-9_]", lambda match: f"_u{ord(match[0]):04x}_", guarded)


def unescaped(word: str) -> str:
    """The name that `escaped` was given.

    >>> unescaped("R_u0027_"), unescaped("U_F_R")
    ("R'", 'U_F_R')
    """
    return re.sub(r"_u([0-9a-f]{4,6})_", _character, word)


def _character(match: re.Match[str]) -> str:
    number = int(match[1], 16)
    return chr(number) if number < 0xD800 or 0xDFFF < number < 0x110000 else match[0]
