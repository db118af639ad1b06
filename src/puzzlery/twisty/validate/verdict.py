"""Verdicts: whether moves lead to what one sees, which state it is, or every reason why not."""

from dataclasses import asdict, dataclass, field
from fractions import Fraction
from math import log10
from typing import Any, Literal

from puzzlery.twisty.model.partial_coloring import PartialColoring
from puzzlery.twisty.model.state import Coloring, State
from puzzlery.twisty.notation.alg import Alg

Kind = Literal[
    "count", "fixed", "no such piece", "mirrored", "twice", "elsewhere", "linked",
    "twisted", "flipped", "swapped", "parity", "arrangement", "undecided",
]  # fmt: skip
# Python refuses to print whole numbers of more than 4,300 digits.
TOO_LONG = 10**4_300
# Larger numbers are written with an exponent: nobody counts more than 24 digits.
LARGE = 10**24
# Stickers; with more, the chance of a random assembly takes seconds to count.
MOST_FOR_CHANCE = 2_000
ChangeKind = Literal["twist", "swap", "recolor", "reorder"]
Answer = Literal["reachable", "possible", "impossible", "undecided"]


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is wrong, in words, with the stickers concerned.

    `kind` is one of

    - "count": a color is there too often or not often enough;
    - "fixed": a piece that no move carries away has other colors;
    - "no such piece", "mirrored" (its colors in the wrong order), "elsewhere" (it is a piece, but
      of another orbit), "twice" (more often than the puzzle has it);
    - "linked": pieces that always move together do not fit each other;
    - "twisted", "flipped": the orientations of an orbit do not add up;
    - "swapped": an odd arrangement where only even ones can be reached;
    - "parity": arrangements or orientations of several orbits that do not fit together;
    - "arrangement": pieces that cannot come to lie like this;
    - "undecided": it would take too long to find out.

    >>> import puzzlery
    >>> seen = ["white"] * 5 + list(puzzlery.puzzle("2x2x2").solved.coloring)[5:]
    >>> reason = puzzlery.puzzle("2x2x2").validate(seen).reasons[0]
    >>> reason.kind, reason.text
    ('count', '5 stickers are white; there must be 4')
    """

    kind: Kind
    text: str
    stickers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One change by hand: turn a piece in its place, swap two pieces, or color stickers anew.

    >>> import puzzlery
    >>> seen = list(puzzlery.puzzle("3x3x3").solved.coloring)
    >>> seen[7], seen[19] = seen[19], seen[7]
    >>> puzzlery.puzzle("3x3x3").validate(seen).repair.changes[0].stickers
    (7, 19)
    """

    kind: ChangeKind
    text: str
    stickers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Repair:
    """The fewest changes found that make a coloring reachable, and the coloring then.

    A piece turned in its place, two swapped, a piece whose colors are put in order and a sticker
    with a new color count as one each. `proven` tells whether nothing less is enough, with the
    puzzle held as the verdict says; it is False where that would take too long to find out.

    >>> import puzzlery
    >>> seen = list(puzzlery.puzzle("3x3x3").solved.coloring)
    >>> seen[7], seen[19] = seen[19], seen[7]
    >>> repair = puzzlery.puzzle("3x3x3").validate(seen).repair
    >>> len(repair.changes), repair.proven
    (1, True)
    """

    changes: tuple[Change, ...]
    coloring: Coloring
    proven: bool = False

    @property
    def text(self) -> str:
        """All changes as one sentence.

        >>> import puzzlery
        >>> seen = list(puzzlery.puzzle("3x3x3").solved.coloring)
        >>> seen[7], seen[19] = seen[19], seen[7]
        >>> puzzlery.puzzle("3x3x3").validate(seen).repair.text
        'flip the green-white edge (stickers 7 and 19)'
        """
        return "; ".join(change.text for change in self.changes)


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of the check, whether it was passed, and what it found.

    >>> import puzzlery
    >>> cube = puzzlery.puzzle("2x2x2")
    >>> cube.validate(cube.apply("R U").coloring).stages[0]
    Stage(name='counts', passed=True, text='all colors as when solved')
    """

    name: str
    passed: bool
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to whether moves lead to a coloring.

    If they do, `state` is one state that shows it, and `explanations` is the number of elements
    of the puzzle's group that do. If not, `reasons` tells everything that is wrong, and `repair`
    the least change that was found. `rotation` is the way to turn the whole solved puzzle first,
    if it is held differently. `decided` is False if it would take too long to find out, or if
    too little is seen: see `answer`.

    Where stickers are open, `completions` is the number of reachable colorings that agree with
    what is seen, `assembled` the number of all that show the puzzle's pieces, whether moves reach
    them or not, and `state` is an example. `look_at` are stickers that decide it, whatever colors
    they have; `is_fewest` tells whether no fewer are enough. Both numbers are None if they are
    too large to count.

    `share` is the probability that the puzzle can be solved if its pieces were put together at
    random and look like this; equal pieces count as different ones.

    >>> import puzzlery
    >>> cube = puzzlery.puzzle("2x2x2")
    >>> verdict = cube.validate(cube.apply("R U").coloring)
    >>> verdict.reachable, verdict.state == cube.apply("R U"), verdict.explanations
    (True, True, 1)
    """

    coloring: Coloring | PartialColoring
    reachable: bool
    state: State | None = None
    explanations: int = 0
    reasons: list[Reason] = field(default_factory=list)
    repair: Repair | None = None
    rotation: Alg | None = None
    stages: tuple[Stage, ...] = ()
    decided: bool = True
    completions: int | None = None
    assembled: int | None = None
    share: Fraction | None = None
    look_at: tuple[int, ...] = ()
    is_fewest: bool = False

    def __bool__(self) -> bool:
        return self.reachable

    @property
    def answer(self) -> Answer:
        """Reachable or impossible for sure, possible if what is open decides, or undecided.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("3x3x3")
        >>> seen = list(cube.solved.coloring)
        >>> seen[7] = seen[19] = None  # both stickers of an edge
        >>> cube.validate(seen).answer
        'possible'
        """
        if self.decided:
            return "reachable" if self.reachable else "impossible"
        return "possible" if self.state is not None else "undecided"

    @property
    def chance(self) -> Fraction | None:
        """The share of the assembled colorings that agree with what is seen that moves reach.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("3x3x3")
        >>> seen = list(cube.solved.coloring)
        >>> seen[7] = seen[19] = None
        >>> str(cube.validate(seen).chance)
        '1/2'
        """
        if self.completions is None or not self.assembled:
            return None
        return Fraction(self.completions, self.assembled)

    @property
    def random_chance(self) -> Fraction | None:
        """The share of all assembled colorings of the puzzle that moves reach, whatever is seen.

        None if it is not known: of puzzles with bandages, and of very large ones.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("3x3x3")
        >>> str(cube.validate(cube.solved.coloring).random_chance)
        '1/12'
        """
        puzzle = self.coloring.puzzle
        return puzzle.checker.partial.chance if puzzle.degree <= MOST_FOR_CHANCE else None

    def as_dict(self) -> dict[str, Any]:
        """The verdict as plain data for JSON; a number that is too long to print is None.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("2x2x2")
        >>> data = cube.validate(cube.solved.coloring).as_dict()
        >>> data["puzzle"], data["reachable"], data["explanations"], data["reasons"]
        ('2x2x2', True, 1, [])
        """
        repair = self.repair
        return {
            "puzzle": self.coloring.puzzle.name,
            "reachable": self.reachable,
            "decided": self.decided,
            "state": list(self.state.permutation) if self.state is not None else None,
            "explanations": _printable(self.explanations),
            "answer": self.answer,
            "completions": _printable(self.completions),
            "assembled": _printable(self.assembled),
            "share": _written(self.share),
            "chance": _written(self.chance),
            "random_chance": _written(self.random_chance),
            "look_at": list(self.look_at),
            "is_fewest": self.is_fewest,
            "rotation": str(self.rotation) if self.rotation is not None else None,
            "reasons": [asdict(reason) for reason in self.reasons],
            "repair": None if repair is None else {
                "text": repair.text,
                "proven": repair.proven,
                "changes": [asdict(change) for change in repair.changes],
                "coloring": list(repair.coloring),
            },
            "stages": [asdict(stage) for stage in self.stages],
        }  # fmt: skip


def _printable(number: int | None) -> int | None:
    return number if number is not None and number < TOO_LONG else None


def _written(share: Fraction | None) -> str | None:
    return None if share is None or share.denominator >= TOO_LONG else str(share)


def count_in_words(number: int) -> str:
    """A number that may be very large.

    >>> count_in_words(95551488), count_in_words(24**60)
    ('95,551,488', 'about 6.50 × 10^82')
    """
    if number < LARGE:
        return f"{number:,}"
    whole, rest = divmod(log10(number), 1)
    return f"about {10**rest:.2f} × 10^{int(whole)}"
