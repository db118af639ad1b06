"""Reading algs: a text becomes a tree, and a fault is shown with a caret under its place."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NoReturn

from puzzlery.errors import SyntaxFault, UnknownName
from puzzlery.twisty.notation.alg import (
    Alg,
    Comment,
    Commutator,
    Conjugate,
    Group,
    Move,
    Newline,
    Node,
    Pair,
    Pause,
    ends_in_comment,
)
from puzzlery.twisty.notation.alg_words import LOOKALIKES, MoveWords, words_of

DIALECTS = ("sign", "wca", "wca-old", "megaminx", "clock", "square1", "plain")
# Limits that no written alg comes near; they keep numbers and nesting from hostile texts small.
MAX_AMOUNT = 1_000_000_000
MAX_LAYER = 10_000
MAX_DEPTH = 100

_AMOUNT = r"(?:[0-9]+'?|'[0-9]*)?"
_AMOUNTS = {
    "megaminx": rf"(?:\+\+|--)?{_AMOUNT}",
    "clock": rf"(?:[0-9]*[+-]|{_AMOUNT})",
}
_BRACKET_AMOUNT = re.compile(_AMOUNT)
_NUMBERS = r"([+-]?[0-9]+)[^\S\r\n]*,[^\S\r\n]*([+-]?[0-9]+)"
_PAIR = re.compile(rf"\(\s*{_NUMBERS}\s*\)|{_NUMBERS}")
# In "/3,3" the figure belongs to the pair that follows, not to the slash.
_SLASH = re.compile(r"/((?:[0-9]+'?|'[0-9]*)(?![0-9]|[^\S\r\n]*,[^\S\r\n]*[+-]?[0-9]))?")
_SPACES = re.compile(r"[^\S\r\n]*")
_LINE_END = re.compile(r"\r\n?|\n")
_REST_OF_LINE = re.compile(r"[^\r\n]*")
_RUN = re.compile(r"[^\s()\[\]]+")

_HINTS = {
    "/": "/ and (x, y) belong to Square-1 notation",
    "+": "R++ belongs to megaminx notation and UR3+ to clock notation",
    "-": "R-- belongs to megaminx notation and UR3- to clock notation",
    "{": "a set of layers is written as single moves: 1R 3R",
    "^": "moves on the inverse are not read",
    "*": "a repetition is written (R U)3",
}


def parse_alg(text: str, *, dialect: str = "sign", families: Collection[str] | None = None) -> Alg:
    """Read an alg.

    `families` are the words that the puzzle has for its moves. Letters written without spaces
    are one of these words if they can be, else they are split into the fewest of them. Without
    `families`, letters that all belong to cube notation are cube moves (`RUR` is `R U R`), and
    any others are one word. `docs/notation.md` has the grammar and the dialects.

    >>> print(parse_alg("RUR’U’ (r'2 F)³"))
    R U R' U' (r2' F)3
    >>> print(parse_alg("(1,0)/(3,-3)/", dialect="square1"))
    (1, 0) / (3, -3) /
    >>> parse_alg("R U Q2", families=["R", "U", "F"])
    Traceback (most recent call last):
    puzzlery.errors.UnknownWord: unknown move "Q"; known are F, R, U
      R U Q2
          ^
    """
    if dialect not in DIALECTS:
        raise UnknownName.among("dialect", dialect, DIALECTS)
    words = words_of(dialect, None if families is None else frozenset(families))
    return _Reader(text, dialect, words).read()


@dataclass(slots=True)
class _Open:
    """A bracket that is not closed yet: the nodes before it, and its first part once complete."""

    sign: str
    position: int
    before: list[Node]
    separator: str = ""
    first: Alg = field(default_factory=Alg)


class _Reader:
    """One pass over a text; open brackets are kept in a list, so nesting needs no recursion."""

    def __init__(self, text: str, dialect: str, words: MoveWords) -> None:
        self.text, self.clean = text, text.translate(LOOKALIKES)
        self.dialect, self.words = dialect, words
        self.is_literal = dialect == "plain" and words.names is not None
        self.at = 0
        self.nodes: list[Node] = []
        self.open: list[_Open] = []
        self.seen: dict[str, tuple[list[Move], int]] = {}
        amount = _AMOUNTS.get(dialect, _AMOUNT)
        self.amount = re.compile(amount)
        layers = r"(?:(?:([0-9]+)-)?([0-9]+))?"
        self.chunk = re.compile(rf"{layers}([A-Za-z_]+)({amount})((?<=['0-9])w)?")

    def read(self) -> Alg:
        while self._skip_spaces():
            self._read_node()
        if self.open:
            last = self.open[-1]
            raise SyntaxFault(f'this "{last.sign}" is never closed', self.text, last.position)
        return Alg(tuple(self.nodes))

    def _fault(self, reason: str, at: int) -> NoReturn:
        raise SyntaxFault(reason, self.text, at)

    def _skip_spaces(self) -> bool:
        found = _SPACES.match(self.clean, self.at)
        self.at = found.end() if found else self.at
        return self.at < len(self.clean)

    def _read_node(self) -> None:
        sign = self.clean[self.at]
        if sign in "\r\n":
            self._read_line_end()
        elif self.clean.startswith("//", self.at):
            self._read_comment()
        elif not (self._read_pair() or self._read_literal() or self._read_chunk()):
            self._read_sign(sign)

    def _read_line_end(self) -> None:
        found = _LINE_END.match(self.clean, self.at)
        self.nodes.append(Newline())
        self.at = found.end() if found else self.at

    def _read_comment(self) -> None:
        found = _REST_OF_LINE.match(self.text, self.at)
        end = found.end() if found else len(self.text)
        self.nodes.append(Comment(self.text[self.at + 2 : end]))
        self.at = end

    def _read_pair(self) -> bool:
        """A pair of Square-1, or the slash between two."""
        if self.dialect != "square1":
            return False
        if pair := _PAIR.match(self.clean, self.at):
            group = 1 if pair[1] is not None else 3
            top, bottom = (self._signed(pair[g], pair.start(g)) for g in (group, group + 1))
            self.nodes.append(Pair(top, bottom))
            self.at = pair.end()
        elif slash := _SLASH.match(self.clean, self.at):
            self.nodes.append(Move("/", self._amount(slash[1] or "", slash.start(1))[0]))
            self.at = slash.end()
        else:
            return False
        return True

    def _read_literal(self) -> bool:
        """A name that is read character by character, with its amount."""
        name = self.words.literal_at(self.clean, self.at)
        if name is None:
            return False
        after = self.at + len(name)
        found = self.amount.match(self.clean, after)
        suffix = found[0] if found else ""
        amount, mark = self._amount(suffix, after)
        self._refuse_other_name(Move(name, amount, mark=mark), name)
        self.nodes.append(Move(self.words.name(name), amount, mark=mark))
        self.at = after + len(suffix)
        return True

    def _refuse_other_name(self, move: Move, name: str | None) -> None:
        """Refuse what would be printed as another move: `a'2` where there is a move `a2`."""
        other = self.words.literal_at(str(move), 0)
        if other != name:
            self._fault(f'this could be taken for the move "{other}"; use parentheses', self.at)

    def _read_chunk(self) -> bool:
        """Letters with the layers before and the amount after them: one move or several."""
        found = None if self.is_literal else self.chunk.match(self.clean, self.at)
        if found is None:
            return False
        known = self.seen.get(found[0])
        if known is None:
            known = self.seen[found[0]] = self._moves(found)
        moves, size = known
        self.nodes.extend(moves)
        self.at += size
        return True

    def _moves(self, found: re.Match[str]) -> tuple[list[Move], int]:
        """The moves of a chunk, and how many characters they take."""
        run, size = found[3], len(found[0])
        words = self.words.split(run)
        if words is None:
            readable = self.words.readable(run)
            raise self.words.unknown(self.text, found.start(3), run, readable)
        if found[5]:
            # In "R'w" the w came late; but where w is a move of its own, it is that move.
            if self.words.knows(words[-1] + "w") and not self.words.knows("w"):
                words[-1] += "w"
            else:
                size -= 1
        outer, inner = self._layers(found)
        amount, mark = self._amount(found[4], found.start(4))
        move_of = {word: self._move(word) for word in set(words)}
        moves = [move_of[word] for word in words]
        if inner is not None:
            moves[0] = Move(words[0], 1, inner, outer)
        last = moves[-1]
        moves[-1] = Move(last.family, amount, last.inner, last.outer, mark)
        self._refuse_other_name(moves[-1], None)
        return moves, size

    def _move(self, word: str) -> Move:
        if self.dialect == "wca-old" and word in ("u", "d", "l", "r", "f", "b"):
            return Move(word.upper(), inner=2)
        return Move(word)

    def _layers(self, found: re.Match[str]) -> tuple[int | None, int | None]:
        if found[2] is None:
            return None, None
        inner = self._number(found[2], found.start(2), MAX_LAYER, "layer")
        if inner == 0:
            self._fault("layers are counted from 1", found.start(2))
        if found[1] is None:
            return None, inner
        outer = self._number(found[1], found.start(1), MAX_LAYER, "layer")
        if not 1 <= outer < inner:
            self._fault(
                f"layers {outer}-{inner} are out of order; expected as in 2-3Rw", found.start(1)
            )
        return outer, inner

    def _amount(self, suffix: str, at: int) -> tuple[int, str]:
        """The amount and the mark that a suffix such as `2'`, `--` or `3+` writes."""
        if not suffix:
            return 1, ""
        mark = "++" if suffix[:2] in ("++", "--") else "+" if suffix[-1] in "+-" else ""
        digits = suffix.strip("'+-")
        times = 1
        if digits:
            times = self._number(digits, at + suffix.index(digits), MAX_AMOUNT, "amount")
        backwards = ("'" in suffix) != ("-" in suffix)
        return (-times if backwards else times), mark

    def _signed(self, digits: str, at: int) -> int:
        number = self._number(digits.lstrip("+-"), at, MAX_AMOUNT, "amount")
        return -number if digits[0] == "-" else number

    def _number(self, digits: str, at: int, limit: int, what: str) -> int:
        if len(digits) > 1 and digits[0] == "0":
            self._fault(f"the {what} starts with 0", at)
        if len(digits) > 12 or int(digits) > limit:
            self._fault(f"the {what} is too large; it can be at most {limit:,}", at)
        return int(digits)

    def _read_sign(self, sign: str) -> None:
        """A pause, or the start, the middle or the end of a bracket."""
        if sign == ".":
            self.nodes.append(Pause())
        elif sign in "([":
            self._open_bracket(sign)
        elif sign in ",:":
            self._separate(sign)
        elif sign in ")]":
            self._close_bracket(sign)
            return
        else:
            self._refuse(sign)
        self.at += 1

    def _open_bracket(self, sign: str) -> None:
        if len(self.open) == MAX_DEPTH:
            self._fault(f"brackets are nested deeper than {MAX_DEPTH}", self.at)
        if sign == "(" and _PAIR.match(self.clean, self.at):
            self._fault(f'unexpected "("; {_HINTS["/"]}', self.at)
        self.open.append(_Open(sign, self.at, self.nodes))
        self.nodes = []

    def _separate(self, sign: str) -> None:
        if not self.open or self.open[-1].sign != "[":
            self._fault(f'unexpected "{sign}"; it stands between the parts of [ ]', self.at)
        bracket = self.open[-1]
        if bracket.separator:
            self._fault(f'unexpected "{sign}"; [ ] has two parts, not more', self.at)
        bracket.separator, bracket.first = sign, self._part()
        self.nodes = []

    def _close_bracket(self, sign: str) -> None:
        if not self.open:
            self._fault(f'this "{sign}" closes nothing', self.at)
        bracket = self.open[-1]
        if bracket.sign + sign not in ("()", "[]"):
            expected = ")" if bracket.sign == "(" else "]"
            self._fault(f'unexpected "{sign}"; "{bracket.sign}" ends with "{expected}"', self.at)
        if bracket.sign == "[" and not bracket.separator:
            self._fault("expected [A, B] or [A: B]; this bracket has one part only", self.at)
        found = _BRACKET_AMOUNT.match(self.clean, self.at + 1)
        suffix = found[0] if found else ""
        amount = self._amount(suffix, self.at + 1)[0]
        bracket.before.append(_closed(bracket, self._part(), amount))
        self.nodes = bracket.before
        self.open.pop()
        self.at += 1 + len(suffix)

    def _part(self) -> Alg:
        """The content of a bracket, without the line end that a last comment needs."""
        if ends_in_comment(self.nodes) and isinstance(self.nodes[-1], Newline):
            self.nodes.pop()
        return Alg(tuple(self.nodes))

    def _refuse(self, sign: str) -> NoReturn:
        """Say why nothing can be read here."""
        if self.is_literal or (self.words.names is not None and sign.isalpha()):
            start, run = _run_around(self.clean, self.at)
            raise self.words.unknown(self.text, start, run, self.at - start)
        if _PAIR.match(self.clean, self.at):
            self._fault(f"expected a move, got a pair; {_HINTS['/']}", self.at)
        if sign in "0123456789":
            self._fault("expected a move after this number", self.at)
        hint = f"; {_HINTS[sign]}" if sign in _HINTS else ""
        self._fault(f'expected a move, got "{self.text[self.at]}"{hint}', self.at)


def _run_around(text: str, at: int) -> tuple[int, str]:
    """Where the characters without spaces and brackets around a place start, and these."""
    start = at
    while start and _RUN.match(text, start - 1):
        start -= 1
    found = _RUN.match(text, start)
    return start, found[0] if found else ""


def _closed(bracket: _Open, last: Alg, amount: int) -> Node:
    if bracket.separator == ",":
        return Commutator(bracket.first, last, amount)
    if bracket.separator == ":":
        return Conjugate(bracket.first, last, amount)
    return Group(last, amount)
