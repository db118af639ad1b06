"""Errors: one tree, whose branches say what kind of thing went wrong.

    PuzzleryError
    ├── SyntaxFault       a text that cannot be read; shows the place
    │   └── UnknownWord   … because a word in it is none of those that are known
    ├── FileFault         a file that cannot be read; names the line
    ├── InvalidPuzzle     a definition that contradicts itself
    ├── UnknownName       no such puzzle, move or color; suggests near ones
    ├── DegreeMismatch    permutations or states of different sizes
    ├── IllegalMove       a move that the puzzle blocks in this state
    ├── Unsolvable        a state that no moves lead to, with the reasons
    ├── NotFound          nothing within the limits that were set
    ├── NotExpressible    what a file format cannot say
    ├── MissingExtra      an optional package that is not installed
    └── Stopped           a computation ended before its end
        └── TimedOut      … because its time was used up

Every message says what was given and what was expected. `kind` is the word that machines read.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import ClassVar


class PuzzleryError(Exception):
    """Any fault that Puzzlery reports.

    >>> import puzzlery
    >>> try:
    ...     puzzlery.puzzle("3x3x3").apply("R Q")
    ... except PuzzleryError as error:
    ...     error.kind
    'syntax'
    """

    kind: ClassVar[str] = "error"


class SyntaxFault(PuzzleryError):
    """A text that cannot be read, with the place in it.

    >>> print(SyntaxFault("expected a move", "R U ?", 4))
    expected a move
      R U ?
          ^
    """

    kind = "syntax"

    def __init__(self, reason: str, text: str, position: int) -> None:
        self.reason, self.text, self.position = reason, text, position
        super().__init__(f"{reason}{_caret(text, position)}")


class UnknownWord(SyntaxFault):
    """A word in a text that is not one of the known words.

    >>> print(UnknownWord("Q", "did you mean R?", "R Q", 2))
    unknown move "Q"; did you mean R?
      R Q
        ^
    """

    def __init__(self, word: str, advice: str, text: str, position: int) -> None:
        self.word, self.advice = word, advice
        super().__init__(f'unknown move "{word}"; {advice}', text, position)

    def on(self, puzzle: str, moves: str) -> SyntaxFault:
        """The same fault, with the name of the puzzle and the moves that it has.

        >>> fault = UnknownWord("Q", "", "Q", 0).on("2x2x2", "U, F, R")
        >>> fault.reason
        'unknown move "Q" for 2x2x2; its moves are U, F, R'
        """
        advice = f"; {self.advice}" if self.advice.startswith("did you mean") else ""
        reason = f'unknown move "{self.word}" for {puzzle}; its moves are {moves}{advice}'
        return SyntaxFault(reason, self.text, self.position)


class FileFault(PuzzleryError):
    """A file that cannot be read; says which file and, where known, which line.

    >>> print(FileFault("expected a number", source="cube.def", line=7))
    cube.def, line 7: expected a number
    """

    kind = "file"

    def __init__(self, reason: str, *, source: str = "", line: int | None = None) -> None:
        self.reason, self.source, self.line = reason, source, line
        place = source or "input"
        if line is not None:
            place += f", line {line}"
        super().__init__(f"{place}: {reason}")


class InvalidPuzzle(PuzzleryError):
    """A puzzle definition that contradicts itself.

    >>> from puzzlery import Puzzle
    >>> Puzzle.from_cycles({"a": [[0, 1]]}, colors=["red"])
    Traceback (most recent call last):
    puzzlery.errors.InvalidPuzzle: move "a" of my puzzle: point 1 in cycle (0 1) is outside ...
    """

    kind = "puzzle"


class UnknownName(PuzzleryError):
    """A name that is not known, with the known names that look like it.

    >>> print(UnknownName('unknown color "gren"', ["green"]))
    unknown color "gren"; did you mean green?
    """

    kind = "unknown"

    def __init__(self, message: str, suggestions: Iterable[str] = ()) -> None:
        self.suggestions = tuple(suggestions)
        if self.suggestions:
            message += f"; did you mean {', '.join(self.suggestions)}?"
        super().__init__(message)

    @classmethod
    def near(cls, message: str, name: str, known: Iterable[str]) -> "UnknownName":
        """The error with the known names that look most like the given one.

        >>> error = UnknownName.near('unknown method "optmal"', "optmal", ["two-phase", "optimal"])
        >>> error.suggestions
        ('optimal',)
        """
        return cls(message, get_close_matches(name, list(known), n=3, cutoff=0.6))

    @classmethod
    def among(cls, kind: str, name: str, known: Iterable[str]) -> "UnknownName":
        """The error of a word that is none of a few.

        >>> print(UnknownName.among("lattice", "sqare", ["square", "cubic"]))
        unknown lattice "sqare"; expected one of square, cubic; did you mean square?
        """
        words = list(known)
        return cls.near(f'unknown {kind} "{name}"; expected one of {", ".join(words)}', name, words)


class DegreeMismatch(PuzzleryError):
    """Permutations, states or colorings of different sizes that were to be combined.

    >>> from puzzlery import Permutation
    >>> Permutation([1, 0]) * Permutation([1, 2, 0])
    Traceback (most recent call last):
    puzzlery.errors.DegreeMismatch: permutations of 2 and of 3 points cannot be multiplied; ...
    """

    kind = "degree"


class IllegalMove(PuzzleryError):
    """A move that the puzzle blocks in this state.

    >>> import puzzlery
    >>> puzzlery.puzzle("square-1").apply("(-1, 0) /")
    Traceback (most recent call last):
    puzzlery.errors.IllegalMove: / is blocked here: it would cut through pieces of Square-1 ...
    """

    kind = "illegal"


class Unsolvable(PuzzleryError):
    """A state that no moves reach, so that no moves solve it; lists every reason.

    >>> print(Unsolvable("no moves lead to this state", ["one corner is twisted"]))
    no moves lead to this state
      one corner is twisted
    """

    kind = "unsolvable"

    def __init__(self, message: str, reasons: Iterable[str] = ()) -> None:
        self.reasons = tuple(reasons)
        super().__init__("\n".join([message, *(f"  {reason}" for reason in self.reasons)]))


class NotFound(PuzzleryError):
    """What was searched for does not exist within the given limits.

    >>> NotFound("no solution of at most 5 moves").kind
    'not found'
    """

    kind = "not found"


class NotExpressible(PuzzleryError):
    """Something that a file format cannot represent.

    >>> from puzzlery.formats import dumps
    >>> from puzzlery.twisty.mechanisms.bandage import fused_cube
    >>> dumps(fused_cube(), "gap")
    Traceback (most recent call last):
    puzzlery.errors.NotExpressible: fused cube has bandages, for which GAP has no words; ...
    """

    kind = "format"


class MissingExtra(PuzzleryError):
    """An optional package that is not installed.

    >>> print(MissingExtra("drawing PNG", "png"))
    drawing PNG needs an optional package; install it with: pip install 'puzzlery[png]'
    """

    kind = "missing"

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(
            f"{what} needs an optional package; install it with: pip install 'puzzlery[{extra}]'"
        )


class Stopped(PuzzleryError):
    """A computation that ended before it was finished.

    >>> Stopped("interrupted after 3 of 8 tables").kind
    'stopped'
    """

    kind = "stopped"


class TimedOut(Stopped):
    """A computation that reached its time limit; it is also a `Stopped`.

    >>> issubclass(TimedOut, Stopped), TimedOut("not finished within 5 s").kind
    (True, 'timeout')
    """

    kind = "timeout"


def _caret(text: str, position: int) -> str:
    """The line of the text that holds the position, with a caret under it; nothing of no text."""
    if not text:
        return ""
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    line = text[start : end if end >= 0 else len(text)]
    column = position - start
    shown_from = max(0, column - 60)
    shown = line[shown_from : shown_from + 100]
    return f"\n  {shown}\n  {' ' * (column - shown_from)}^"
