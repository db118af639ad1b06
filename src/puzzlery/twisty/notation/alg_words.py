"""The words for moves: those of one puzzle in one dialect, or those of cubes of any size."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from puzzlery.errors import UnknownWord
from puzzlery.twisty.notation.alg import Move

# Each character is replaced by one character, so that positions in both texts are the same.
LOOKALIKES = str.maketrans(
    "’‘ʼʹ′‵´`＇⁰¹²³⁴⁵⁶⁷⁸⁹−–—‐‑－（）［］，：\ufeff\u200b",
    "'''''''''0123456789------()[],:  ",
)
_LETTERS = re.compile(r"[A-Za-z_]+")
_CUBE_WORD = re.compile(r"[UDLRFB][wv]?|[MESmesudlrfbxyz]")
_CUBE_RUN = re.compile(rf"(?:{_CUBE_WORD.pattern})+")
_CUBE_AXES = {
    "R": "x",
    "L": "x",
    "M": "x",
    "U": "y",
    "D": "y",
    "E": "y",
    "F": "z",
    "B": "z",
    "S": "z",
}


class MoveWords:
    """The words that stand for moves.

    The methods expect a clean text: one in which `LOOKALIKES` such as ’ are replaced.

    >>> MoveWords("sign", frozenset({"R", "Rw", "U"})).split("RwUR")
    ['Rw', 'U', 'R']
    """

    def __init__(self, dialect: str, families: frozenset[str] | None) -> None:
        self.is_cube = families is None and dialect not in ("clock", "square1", "plain")
        self.names = None if families is None else _by_clean_text(families)
        literal = [
            name for name in self.names or () if dialect == "plain" or not _LETTERS.fullmatch(name)
        ]
        self.literal_sizes = _sizes(literal)
        self.sizes = _sizes(self.names or ())

    def knows(self, word: str) -> bool:
        """Whether the word stands for a move.

        >>> cube = MoveWords("sign", None)
        >>> cube.knows("Rw"), cube.knows("Q")
        (True, False)
        """
        if self.names is not None:
            return word in self.names
        return not self.is_cube or _CUBE_WORD.fullmatch(word) is not None

    def literal_at(self, text: str, at: int) -> str | None:
        """The longest name at this position among those that are read character by character.

        >>> MoveWords("plain", frozenset({"a", "a2"})).literal_at("b a2", 2)
        'a2'
        """
        if self.names and self.literal_sizes:
            for size in self.literal_sizes:
                if (word := text[at : at + size]) in self.names:
                    return word
        return None

    def name(self, word: str) -> str:
        """The name that a word of the clean text stands for.

        >>> MoveWords("plain", frozenset({"r′"})).name("r'")
        'r′'
        """
        return self.names[word] if self.names else word

    def split(self, run: str) -> list[str] | None:
        """Split letters without spaces into words; None if that is impossible.

        >>> MoveWords("sign", None).split("RUfMx")
        ['R', 'U', 'f', 'M', 'x']
        """
        if self.names is None:
            if self.is_cube and _CUBE_RUN.fullmatch(run):
                return _CUBE_WORD.findall(run)
            return [run]
        return [run] if run in self.names else self._fewest(run)

    def _fewest(self, run: str) -> list[str] | None:
        """The split into the fewest known words, the longest possible word first."""
        unreadable = len(run) + 1
        fewest = [unreadable] * len(run) + [0]
        chosen = [0] * len(run)
        for at in range(len(run) - 1, -1, -1):
            for size in self._words_at(run, at):
                if fewest[at + size] + 1 < fewest[at]:
                    fewest[at], chosen[at] = fewest[at + size] + 1, size
        return None if fewest[0] >= unreadable else list(_cut(run, chosen))

    def _words_at(self, run: str, at: int) -> Iterator[int]:
        """The sizes of the known words that start here, longest first."""
        names, room = self.names or {}, len(run) - at
        return (size for size in self.sizes if size <= room and run[at : at + size] in names)

    def readable(self, run: str) -> int:
        """How many characters from the start known words cover.

        >>> MoveWords("sign", frozenset({"R", "U"})).readable("RUQR")
        2
        """
        reached = {0}
        for at in range(len(run)):
            if at in reached:
                reached.update(at + size for size in self._words_at(run, at))
        return max(reached)

    def unknown(self, text: str, start: int, run: str, readable: int) -> UnknownWord:
        """The error that names the unknown word and the known words that look like it.

        >>> words = MoveWords("sign", frozenset({"BR", "BL", "U"}))
        >>> words.unknown("U br", start=2, run="br", readable=0).reason
        'unknown move "br"; did you mean BR?'
        """
        near = self._near(run)
        if not near and readable < len(run):
            start, run = start + readable, run[readable:]
            near = self._near(run)
        shown = run if len(run) <= 40 else f"{run[:40]}…"
        if near:
            advice = f"did you mean {', '.join(near)}?"
        else:
            advice = f"known are {_some(self.names or ())}"
        return UnknownWord(shown, advice, text, start)

    def _near(self, word: str) -> list[str]:
        if not self.names or len(word) > 40:
            return []
        folded = [name for name in self.names if name.lower() == word.lower()]
        near = get_close_matches(word, self.names, n=3, cutoff=0.6)
        return [self.names[name] for name in dict.fromkeys(folded + near)][:3]


@lru_cache(maxsize=64)
def words_of(dialect: str, families: frozenset[str] | None) -> MoveWords:
    """The words of a dialect for a puzzle with these families, or for cubes of any size.

    >>> words_of("sign", frozenset({"R", "U"})).knows("F")
    False
    """
    return MoveWords(dialect, families)


@dataclass(frozen=True, slots=True)
class CubeTurn:
    """What a word of cube notation turns, on a cube whose size is not known.

    `block` is the same for all spellings of one turn; `sign` is -1 where the word turns it the
    other way round. `layers` is 0 for a rotation of the whole cube.

    >>> cube_turn(Move("Rw", inner=3))
    CubeTurn(axis='x', block=('R', 1, 3), layers=3, outer=True, sign=1)
    """

    axis: str
    block: tuple[str, int, int]
    layers: int
    outer: bool
    sign: int = 1


def cube_turn(move: Move) -> CubeTurn | None:
    """A move read in cube notation, whatever its amount; None if it is not a cube move.

    >>> cube_turn(Move("r")) == cube_turn(Move("Rw", inner=2)), cube_turn(Move("Lv")).sign
    (True, -1)
    """
    letter = move.family[:1].upper()
    if move.mark or not _CUBE_WORD.fullmatch(move.family):
        return None
    if letter in "XYZ" or move.family.endswith("v"):
        return _rotation(letter) if move.inner is None else None
    if letter in "MES":
        # On a cube of size 3, the one whose moves these are in the first place.
        middle = CubeTurn(_CUBE_AXES[letter], (move.family, 0, 0), 1, False)
        return middle if move.inner is None else None
    return _block(letter, move)


def _rotation(letter: str) -> CubeTurn:
    axis = _CUBE_AXES.get(letter, letter.lower())
    return CubeTurn(axis, (axis, 0, 0), 0, True, -1 if letter in "LDB" else 1)


def _block(letter: str, move: Move) -> CubeTurn:
    """Some layers from one face inwards: `R`, `2R`, `2-3R`, `r`, `3Rw`."""
    is_wide = move.family != letter
    last = move.inner or (2 if is_wide else 1)
    first = move.outer or (1 if is_wide else last)
    return CubeTurn(_CUBE_AXES[letter], (letter, first, last), last - first + 1, first == 1)


def _by_clean_text(names: Iterable[str]) -> dict[str, str]:
    """The names by their clean text; where two have the same, the one that is clean wins."""
    pairs = [(name.translate(LOOKALIKES), name) for name in sorted(names) if name]
    return dict(sorted(pairs, key=lambda pair: pair[0] == pair[1]))


def _sizes(names: Iterable[str]) -> list[int]:
    return sorted({len(name) for name in names}, reverse=True)


def _cut(run: str, sizes: Sequence[int]) -> Iterator[str]:
    at = 0
    while at < len(run):
        yield run[at : at + sizes[at]]
        at += sizes[at]


def _some(names: Iterable[str]) -> str:
    """The shortest names, and whether there are more."""
    ordered = sorted(names, key=lambda name: (len(name), name)) or ["none"]
    return ", ".join(ordered[:24]) + (", …" if len(ordered) > 24 else "")
