"""ksolve and twsearch definitions (.def, .tws): pieces in slots with orientations, as plain text.

    Name puzzle            Set CORNERS 8 3        MoveAlias Rw r        MoveSequence M x' R L'
    Solved / StartState … End                     Move R / MoveTransformation R … End

Permutations are passive (slot → piece that comes there). Under the old words Solved and Move
they count from 1, and a move's orientations are listed by piece; under the new words StartState
and MoveTransformation they count from 0, and by slot. A state's orientations are always by slot.
ksolve's own readme calls its permutations active, but its files and program are passive.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from puzzlery.errors import FileFault, NotExpressible, PuzzleryError
from puzzlery.formats.puzzles.derived import InvalidDerived, with_derived
from puzzlery.formats.puzzles.forbidden import Forbidden, with_blocked_moves
from puzzlery.formats.puzzles.ksolve_writer import MAX_SLOTS, dumps
from puzzlery.formats.puzzles.orbit_form import (
    OrbitForm,
    PieceSet,
    SolvedPattern,
    Transformation,
    check_size,
    puzzle_with_rotations,
)
from puzzlery.formats.text_files import cleaned
from puzzlery.twisty.model.puzzle import Puzzle

__all__ = ["dumps", "loads"]

# The limit of ksolve and twsearch, which store orientations in bytes.
MAX_ORIENTATIONS = 127
_OLD_STATE, _NEW_STATE = "Solved", "StartState"
_OLD_MOVE, _NEW_MOVE = "Move", "MoveTransformation"
# These limit which states or sequences are allowed, which a Puzzle cannot express.
_NOT_KEPT = {
    "Ignore": "pieces that do not matter",
    "Block": "pieces that block moves",
    "ForbiddenPairs": "pairs of moves that are forbidden",
    "ForbiddenGroups": "groups of moves that are forbidden",
    "MoveLimits": "limits on how often a move is used",
    "SwizzleSet": "symmetries of the search",
}
_DEPRECATED = ("Multiplicators", "ParallelMoves")


@dataclass(frozen=True, slots=True)
class _DefinitionLine:
    """A line that is not empty: its number and its words."""

    number: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Section:
    """The lines of numbers that a Solved or Move gives for one set."""

    line: _DefinitionLine
    rows: list[_DefinitionLine] = field(default_factory=list)


def loads(text: str, source: str = "") -> Puzzle:
    """The puzzle that a definition file describes: a sticker for each slot and orientation.

    >>> tiny = loads('''Name tiny
    ... Set EDGES 2 2
    ... Solved
    ... EDGES
    ... 1 2
    ... End
    ... Move R
    ... EDGES
    ... 2 1
    ... 0 1
    ... End''')
    >>> tiny.degree, tiny.moves["R"].order
    (4, 4)
    """
    return _Reader(cleaned(text, source), source).puzzle()


class _Reader:
    """Reads a definition from its first line to its last."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.note = _leading_comments(text)
        self.lines = _lines(text)
        self.name: str | None = None
        self.sets: dict[str, PieceSet] = {}
        self.solved: dict[str, SolvedPattern] | None = None
        self.moves: dict[str, dict[str, Transformation]] = {}
        self.derived: dict[str, _DefinitionLine] = {}
        self.forbidden: list[Forbidden] = []

    def fault(self, line: _DefinitionLine | None, reason: str) -> FileFault:
        return FileFault(reason, source=self.source, line=line.number if line else None)

    def puzzle(self) -> Puzzle:
        for line in self.lines:
            self.command(line)
        if not self.sets or self.solved is None:
            missing = "Solved" if self.sets else "Set"
            raise self.fault(None, f"has no {missing}; a ksolve definition needs one")
        form = OrbitForm(
            self.name or "unnamed", tuple(self.sets.values()), self.solved, self.moves, self.note
        )
        written = {name: " ".join(line.words[2:]) for name, line in self.derived.items()}
        try:
            return with_derived(self.with_blocked_moves(puzzle_with_rotations(form, {})), written)
        except NotExpressible:
            raise
        except InvalidDerived as fault:
            raise self.fault(self.derived[fault.name], str(fault)) from fault
        except PuzzleryError as fault:
            raise self.fault(None, str(fault)) from fault

    def with_blocked_moves(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with pieces joined where the file forbids states."""
        if not self.forbidden:
            return puzzle
        assert self.solved is not None
        return with_blocked_moves(puzzle, list(self.sets.values()), self.solved, self.forbidden)

    def command(self, line: _DefinitionLine) -> None:
        word, *rest = line.words
        if word == "Name":
            self.name = self.one(line, rest, "Name")
        elif word == "Set":
            self.add_set(line, rest)
        elif word in (_OLD_STATE, _NEW_STATE):
            self.set_solved(line, rest)
        elif word in (_OLD_MOVE, _NEW_MOVE):
            self.add_move(line, rest)
        elif word in ("MoveAlias", "MoveSequence"):
            self.add_derived(line, rest)
        elif word == "Illegal":
            self.add_forbidden(line, rest)
        else:
            self.other(line)

    def other(self, line: _DefinitionLine) -> None:
        word = line.words[0]
        if word in _NOT_KEPT:
            raise NotExpressible(
                f"{self.source or 'input'}, line {line.number}: {word} gives "
                f"{_NOT_KEPT[word]}, which a puzzle here cannot hold"
            )
        if word not in _DEPRECATED:
            raise self.fault(line, f'"{word}" is not a word of ksolve; expected Name, Set, …')
        if len(line.words) == 1:
            for skipped in self.lines:
                if skipped.words == ("End",):
                    return

    def one(self, line: _DefinitionLine, rest: list[str], what: str) -> str:
        if len(rest) != 1:
            raise self.fault(line, f"{what} has {len(rest)} words after it; expected one")
        return rest[0]

    def add_set(self, line: _DefinitionLine, rest: list[str]) -> None:
        if self.solved is not None:
            raise self.fault(line, "Set comes after Solved; all sets must come before")
        if len(rest) != 3:
            raise self.fault(line, "expected Set with a name, pieces and orientations")
        name = rest[0]
        if name in self.sets:
            raise self.fault(line, f"the set {name} is defined twice")
        slots = self.number(line, rest[1], 1, MAX_SLOTS)
        orientations = self.number(line, rest[2], 1, MAX_ORIENTATIONS)
        self.sets[name] = PieceSet(name, slots, orientations)
        try:
            check_size(list(self.sets.values()))
        except PuzzleryError as fault:
            raise self.fault(line, str(fault)) from fault

    def set_solved(self, line: _DefinitionLine, rest: list[str]) -> None:
        if self.solved is not None or not self.sets or rest:
            reason = "stands alone, once, after the sets and before the moves"
            raise self.fault(line, f"{line.words[0]} {reason}")
        first = int(line.words[0] == _OLD_STATE)
        sections = self.sections(line)
        self.solved = {
            name: self.pattern(one, sections.get(name), first) for name, one in self.sets.items()
        }

    def pattern(self, one: PieceSet, section: _Section | None, first: int) -> SolvedPattern:
        pattern = SolvedPattern.all_visible(one)
        if section is None:
            return pattern
        row = section.rows[0]
        labels = tuple(
            self.number(row, word, first, one.slots - 1 + first) - first for word in row.words
        )
        if len(section.rows) == 1:
            return replace(pattern, labels=labels)
        row, full = section.rows[1], one.orientations
        visible = tuple(1 if word == "?" else full for word in row.words)
        twists = tuple(
            0 if word == "?" else self.number(row, word, 0, full - 1) for word in row.words
        )
        pattern = SolvedPattern(labels, twists, visible)
        if not pattern.is_consistent:
            raise self.fault(row, "pieces that look alike must all have ? or none of them")
        return pattern

    def add_move(self, line: _DefinitionLine, rest: list[str]) -> None:
        if self.solved is None:
            raise self.fault(line, "a move comes before Solved; expected it after")
        name = self.one(line, rest, line.words[0])
        if name in self.moves or name in self.derived:
            raise self.fault(line, f"the move {name} is defined twice")
        old = line.words[0] == _OLD_MOVE
        self.moves[name] = {
            section.line.words[0]: self.transformation(section, old=old)
            for section in self.sections(line).values()
        }

    def transformation(self, section: _Section, *, old: bool) -> Transformation:
        one, row = self.sets[section.line.words[0]], section.rows[0]
        pieces = tuple(
            self.number(row, word, int(old), one.slots - 1 + old) - old for word in row.words
        )
        if len(set(pieces)) != one.slots:
            twice = next(piece for piece in pieces if pieces.count(piece) > 1)
            raise self.fault(row, f"piece {twice + old} stands twice in the permutation")
        twists = (0,) * one.slots
        if len(section.rows) > 1:
            row = section.rows[1]
            twists = tuple(self.number(row, word, 0, one.orientations - 1) for word in row.words)
            if old:  # listed by piece
                twists = tuple(twists[piece] for piece in pieces)
        return Transformation(pieces, twists)

    def sections(self, opening: _DefinitionLine) -> dict[str, _Section]:
        """The sections up to End: a set's name, its permutation, and maybe its orientations."""
        found: dict[str, _Section] = {}
        section: _Section | None = None
        for line in self.lines:
            if line.words == ("End",):
                self.check_section(section)
                return found
            if section is not None and _is_row(line):
                self.add_row(section, line)
                continue
            self.check_section(section)
            section = self.open_section(line, found)
        raise self.fault(opening, f"{opening.words[0]} has no End")

    def open_section(self, line: _DefinitionLine, found: dict[str, _Section]) -> _Section:
        name = line.words[0]
        if name not in self.sets or len(line.words) != 1:
            known = ", ".join(self.sets)
            raise self.fault(line, f'"{" ".join(line.words)[:60]}" is not a set; there are {known}')
        if name in found:
            raise self.fault(line, f"the set {name} stands twice here")
        found[name] = _Section(line)
        return found[name]

    def add_row(self, section: _Section, line: _DefinitionLine) -> None:
        one = self.sets[section.line.words[0]]
        if len(section.rows) == 2:
            raise self.fault(line, f"{one.name} has more than two lines of numbers")
        if len(line.words) != one.slots:
            raise self.fault(
                line, f"has {len(line.words)} numbers; {one.name} has {one.slots} pieces"
            )
        section.rows.append(line)

    def check_section(self, section: _Section | None) -> None:
        if section is not None and not section.rows:
            raise self.fault(section.line, f"{section.line.words[0]} has no numbers after it")

    def add_derived(self, line: _DefinitionLine, rest: list[str]) -> None:
        if len(rest) < 2 or (line.words[0] == "MoveAlias" and len(rest) != 2):
            raise self.fault(line, f"{line.words[0]} needs a new name and what it stands for")
        if rest[0] in self.moves or rest[0] in self.derived:
            raise self.fault(line, f"the move {rest[0]} is defined twice")
        self.derived[rest[0]] = line

    def add_forbidden(self, line: _DefinitionLine, rest: list[str]) -> None:
        if self.solved is None or len(rest) < 3 or rest[0] not in self.sets:
            raise self.fault(line, "expected Illegal, after Solved, with a set, a slot and pieces")
        one = self.sets[rest[0]]
        slot, *labels = (self.number(line, word, 1, one.slots) - 1 for word in rest[1:])
        if self.solved[one.name].labels[slot] in labels:
            raise self.fault(line, "forbids the solved state")
        self.forbidden.append(Forbidden(one.name, slot, frozenset(labels)))

    def number(self, line: _DefinitionLine, word: str, low: int, high: int) -> int:
        if not (word.isascii() and word.isdigit() and len(word) <= 6):
            raise self.fault(line, f'"{word[:40]}" is not a number in {low} … {high}')
        if not low <= int(word) <= high:
            raise self.fault(line, f"{word} is outside of {low} … {high}")
        return int(word)


def _is_row(line: _DefinitionLine) -> bool:
    return line.words[0][0].isdigit() or line.words[0] == "?"


def _lines(text: str) -> Iterator[_DefinitionLine]:
    for number, raw in enumerate(text.split("\n"), start=1):
        words = () if raw.startswith("#") else tuple(raw.split())
        if words:
            yield _DefinitionLine(number, words)


def _leading_comments(text: str) -> str:
    """The comment at the head of the file, which describes the puzzle."""
    lines = []
    for raw in text.split("\n"):
        if not raw.startswith("#"):
            break
        lines.append(raw[1:].removeprefix(" "))
    return "\n".join(lines)
