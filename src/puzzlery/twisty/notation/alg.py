"""Algs: written sequences of moves, as a tree of moves, groups, commutators and conjugates."""

import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Self, Union

from puzzlery.core.facade import provided
from puzzlery.errors import PuzzleryError

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle

# Expanding takes about a second for each million moves; longer algs are refused.
MAX_MOVES = 10_000_000

Leaf = Union["Move", "Pair", "Pause"]
Bracket = Union["Group", "Commutator", "Conjugate"]
Node = Union["Move", "Pair", "Group", "Commutator", "Conjugate", "Pause", "Comment", "Newline"]


@dataclass(frozen=True, slots=True)
class Move:
    """A written move: a family with layers and an amount, such as `2-3Rw2'`.

    `mark` selects the notations that write the amount in their own way: `"++"` for megaminx
    scrambles (`R++`, `R--`) and `"+"` for the clock (`UR3+`, `ALL2-`). The family `/` is
    Square-1's half turn, which is its own inverse.

    >>> print(Move("Rw", -2, inner=3, outer=2), Move("R", -1, mark="++"), Move("UR", 3, mark="+"))
    2-3Rw2' R-- UR3+
    """

    family: str
    amount: int = 1
    inner: int | None = None
    outer: int | None = None
    mark: str = ""

    @property
    def inverse(self) -> "Move":
        """The move that undoes this one.

        >>> print(Move("R").inverse, Move("R", 2).inverse, Move("/").inverse)
        R' R2' /
        """
        return self if self.family == "/" else self.of_amount(-self.amount)

    def of_amount(self, amount: int) -> "Move":
        """The same move with another amount.

        >>> print(Move("Rw", inner=3).of_amount(-1))
        3Rw'
        """
        return Move(self.family, amount, self.inner, self.outer, self.mark)

    def __pow__(self, times: int) -> "Move":
        return self.of_amount(self.amount * times)

    def __str__(self) -> str:
        return f"{self._layers()}{self.family}{self._written_amount()}"

    def _layers(self) -> str:
        if self.inner is None:
            return ""
        return f"{self.inner}" if self.outer is None else f"{self.outer}-{self.inner}"

    def _written_amount(self) -> str:
        times = abs(self.amount)
        if self.mark == "+":
            return f"{times}{'-' if self.amount < 0 else '+'}"
        if self.mark == "++":
            return f"{'--' if self.amount < 0 else '++'}{'' if times == 1 else times}"
        return _amount(self.amount)


@dataclass(frozen=True, slots=True)
class Pair:
    """Square-1's `(top, bottom)`: turns of the top and the bottom layer, in twelfths.

    >>> print(Pair(1, -3))
    (1, -3)
    """

    top: int
    bottom: int

    @property
    def inverse(self) -> "Pair":
        """Both layers turned back.

        >>> print(Pair(1, -3).inverse)
        (-1, 3)
        """
        return Pair(-self.top, -self.bottom)

    def moves(self) -> Iterator[Move]:
        """The layers that do turn, as moves of `U` and `D`.

        >>> print(*Pair(3, -1).moves())
        U3 D'
        """
        if self.top:
            yield Move("U", self.top)
        if self.bottom:
            yield Move("D", self.bottom)

    def __str__(self) -> str:
        return f"({self.top}, {self.bottom})"


@dataclass(frozen=True, slots=True)
class Group:
    """A sequence in parentheses, repeated: `(R U)3`.

    >>> print(Group(Alg.parse("R U"), 3))
    (R U)3
    """

    inside: "Alg"
    amount: int = 1

    @property
    def inverse(self) -> "Group":
        """The same group, repeated backwards.

        >>> print(Group(Alg.parse("R U"), 3).inverse)
        (R U)3'
        """
        return Group(self.inside, -self.amount)

    @property
    def factors(self) -> tuple[tuple["Alg", bool], ...]:
        """The parts of one repetition in order, each with whether it is inverted.

        >>> Group(Alg.parse("R U"), 3).factors
        ((Alg.parse('R U'), False),)
        """
        return ((self.inside, False),)

    def __str__(self) -> str:
        return f"({_part(self.inside)}){_amount(self.amount)}"


@dataclass(frozen=True, slots=True)
class _TwoParts:
    """A square bracket with two parts, repeated `amount` times."""

    separator: ClassVar[str]
    a: "Alg"
    b: "Alg"
    amount: int = 1

    def __str__(self) -> str:
        return f"[{_part(self.a)}{self.separator} {_part(self.b)}]{_amount(self.amount)}"


@dataclass(frozen=True, slots=True)
class Commutator(_TwoParts):
    """`[A, B]`, short for A B A' B', repeated `amount` times.

    >>> print(Commutator(Alg.parse("R"), Alg.parse("U")))
    [R, U]
    """

    separator = ","

    @property
    def inverse(self) -> "Commutator":
        """`[B, A]`, which undoes `[A, B]`.

        >>> print(Commutator(Alg.parse("R"), Alg.parse("U")).inverse)
        [U, R]
        """
        return Commutator(self.b, self.a, self.amount)

    @property
    def factors(self) -> tuple[tuple["Alg", bool], ...]:
        """The parts of one repetition in order, each with whether it is inverted.

        >>> bracket = Commutator(Alg.parse("R"), Alg.parse("U"))
        >>> [(str(part), inverted) for part, inverted in bracket.factors]
        [('R', False), ('U', False), ('R', True), ('U', True)]
        """
        return ((self.a, False), (self.b, False), (self.a, True), (self.b, True))


@dataclass(frozen=True, slots=True)
class Conjugate(_TwoParts):
    """`[A: B]`, short for A B A', repeated `amount` times.

    >>> print(Conjugate(Alg.parse("R U"), Alg.parse("F"), 2))
    [R U: F]2
    """

    separator = ":"

    @property
    def inverse(self) -> "Conjugate":
        """`[A: B']`, which undoes `[A: B]`.

        >>> print(Conjugate(Alg.parse("R"), Alg.parse("U")).inverse)
        [R: U']
        """
        return Conjugate(self.a, self.b.inverse, self.amount)

    @property
    def factors(self) -> tuple[tuple["Alg", bool], ...]:
        """The parts of one repetition in order, each with whether it is inverted.

        >>> bracket = Conjugate(Alg.parse("R"), Alg.parse("U"))
        >>> [(str(part), inverted) for part, inverted in bracket.factors]
        [('R', False), ('U', False), ('R', True)]
        """
        return ((self.a, False), (self.b, False), (self.a, True))


class _SelfInverse:
    """A node that turns nothing, and stays the same when an alg is inverted."""

    __slots__ = ()

    @property
    def inverse(self) -> Self:
        """The same again."""
        return self


@dataclass(frozen=True, slots=True)
class Pause(_SelfInverse):
    """A full stop: nothing turns for a moment.

    >>> Alg.parse("R . U").length()
    2
    """

    def __str__(self) -> str:
        return "."


@dataclass(frozen=True, slots=True)
class Comment(_SelfInverse):
    r"""A comment to the end of the line: `// like this`.

    Its text is one line without surrounding spaces.

    >>> print(Comment("  first layer\n"))
    // first layer
    """

    text: str

    def __post_init__(self) -> None:
        text = self.text.replace("\r", " ").replace("\n", " ").strip()
        object.__setattr__(self, "text", text)

    def __str__(self) -> str:
        return f"// {self.text}".rstrip()


@dataclass(frozen=True, slots=True)
class Newline(_SelfInverse):
    r"""The end of a line, kept so that an alg prints with the lines that it was read with.

    >>> print(Alg.parse("R U // cross\nF2"))
    R U // cross
    F2
    """

    def __str__(self) -> str:
        return "\n"


@dataclass(frozen=True, slots=True, repr=False)
class Alg:
    """A sequence of nodes; frozen, and printed as people write it.

    A comment ends its line: where no line end follows it, one is added.

    >>> alg = Alg.parse("[R: U](F B')2")
    >>> print(alg, "|", alg.inverse, "|", alg.expand(), "|", len(alg))
    [R: U] (F B')2 | (F B')2' [R: U'] | R U R' F B' F B' | 7
    """

    nodes: tuple[Node, ...] = ()

    def __post_init__(self) -> None:
        if any(isinstance(node, Comment) for node in self.nodes[:-1]):
            object.__setattr__(self, "nodes", tuple(_with_line_ends(self.nodes)))

    @classmethod
    def parse(
        cls, text: str, *, dialect: str = "sign", families: Collection[str] | None = None
    ) -> "Alg":
        """Read an alg; see `puzzlery.twisty.notation.alg_parser.parse_alg`.

        >>> Alg.parse("RUR'U'")
        Alg.parse("R U R' U'")
        """
        alg: Alg = provided("alg.parse")(text, dialect=dialect, families=families)
        return alg

    @staticmethod
    def commutator(a: "Alg", b: "Alg") -> "Alg":
        """`[A, B]`, short for A B A' B'.

        >>> print(Alg.commutator(Alg.parse("R U R'"), Alg.parse("D")))
        [R U R', D]
        """
        return Alg((Commutator(a, b),))

    @staticmethod
    def conjugate(a: "Alg", b: "Alg") -> "Alg":
        """`[A: B]`, short for A B A'.

        >>> print(Alg.conjugate(Alg.parse("F"), Alg.parse("[R, U]")).expand())
        F R U R' U' F'
        """
        return Alg((Conjugate(a, b),))

    def moves(self) -> Iterator[Move]:
        """The moves one after the other, with all brackets expanded.

        >>> print(*Alg.parse("(R U)2 F").moves())
        R U R U F
        """
        self._check_expandable()
        return self._moves()

    def _moves(self) -> Iterator[Move]:
        for leaf in _leaves(self):
            if isinstance(leaf, Move):
                yield leaf
            elif isinstance(leaf, Pair):
                yield from leaf.moves()

    def __iter__(self) -> Iterator[Move]:
        return self.moves()

    def expand(self) -> "Alg":
        """The alg without brackets; comments and line ends inside of brackets are dropped.

        >>> print(Alg.parse("[R, U] // sexy").expand())
        R U R' U' // sexy
        """
        self._check_expandable()
        nodes: list[Node] = []
        for node in self.nodes:
            if isinstance(node, Comment | Newline):
                nodes.append(node)
            else:
                nodes.extend(_leaves(Alg((node,))))
        return Alg(tuple(nodes))

    def written(self) -> Iterator[Move | Pair]:
        """The moves and pairs as they stand in the text, those in brackets once.

        >>> print(*Alg.parse("[R, U2]3 F").written())
        R U2 F
        """
        for node in self.nodes:
            if isinstance(node, Move | Pair):
                yield node
            elif isinstance(node, Group):
                yield from node.inside.written()
            elif isinstance(node, Commutator | Conjugate):
                yield from node.a.written()
                yield from node.b.written()

    @property
    def inverse(self) -> "Alg":
        """The alg that undoes this one, with its brackets; comments stay with their lines.

        >>> print(Alg.parse("[R U, D] (F2 B)3").inverse)
        (F2 B)3' [D, R U]
        """
        lines = _lines(self.nodes)
        first = next((at for at, line in enumerate(lines) if line), len(lines))
        last = next((at for at in range(len(lines), first, -1) if lines[at - 1]), first)
        # Blank lines around the alg stay where they are, so that a last line end stays last.
        lines[first:last] = [_inverse_line(line) for line in reversed(lines[first:last])]
        return Alg(tuple(_join_lines(lines)))

    def __add__(self, other: "Alg") -> "Alg":
        return Alg(self.nodes + other.nodes) if isinstance(other, Alg) else NotImplemented

    def __mul__(self, times: int) -> "Alg":
        if not isinstance(times, int):
            return NotImplemented
        return self if times == 1 else Alg((Group(self, times),))

    __rmul__ = __mul__

    def __len__(self) -> int:
        """The number of moves with all brackets expanded, computed without expanding them."""
        length = tally(self, _count)
        if length > sys.maxsize:
            raise PuzzleryError("the alg stands for more moves than len() can return")
        return length

    @property
    def is_empty(self) -> bool:
        """Whether it holds no move.

        >>> Alg.parse("// nothing to do").is_empty, Alg.parse("R R'").is_empty
        (True, False)
        """
        return tally(self, _count) == 0

    def __bool__(self) -> bool:
        return not self.is_empty

    def simplify(self, puzzle: "Puzzle | None" = None) -> "Alg":
        """An alg with the same effect and like moves merged; see `twisty.notation.simplify`.

        >>> print(Alg.parse("R U U' L R2 F4").simplify())
        R' L
        """
        shorter: Alg = provided("alg.simplify")(self, puzzle)
        return shorter

    def length(self, metric: str | None = None, puzzle: "Puzzle | None" = None) -> int:
        """The number of moves in a metric of `twisty.notation.metrics`, by default the usual one.

        >>> alg = Alg.parse("M2 U R'")
        >>> alg.length(), alg.length("STM"), alg.length("QTM")
        (4, 3, 6)
        """
        count: int = provided("alg.length")(self, metric, puzzle)
        return count

    def __str__(self) -> str:
        pieces: list[str] = []
        for node in self.nodes:
            if pieces and pieces[-1] != "\n" and not isinstance(node, Newline):
                pieces.append(" ")
            pieces.append(str(node))
        return "".join(pieces)

    def __repr__(self) -> str:
        return f"Alg.parse({str(self)!r})"

    def _check_expandable(self) -> None:
        # An empty bracket counts too: a billion repetitions of nothing take time as well.
        if tally(self, lambda _: 1, empty=1) > MAX_MOVES:
            raise PuzzleryError(
                f"the alg stands for more than {MAX_MOVES:,} moves, too many to write them out"
            )


def tally(alg: Alg, weight: Callable[[Leaf], int], *, empty: int = 0) -> int:
    """The sum of the weights of all leaves, computed without expanding brackets.

    `empty` is the least weight of one repetition of a bracket.

    >>> tally(Alg.parse("([R, U]1000000)1000000"), lambda leaf: 1)
    4000000000000
    """
    total = 0
    for node in alg.nodes:
        match node:
            case Move() | Pair() | Pause():
                total += weight(node)
            case Group(inside, amount):
                total += abs(amount) * max(empty, tally(inside, weight, empty=empty))
            case Commutator(a, b, amount) | Conjugate(a, b, amount):
                outer, inner = tally(a, weight, empty=empty), tally(b, weight, empty=empty)
                twice = inner if isinstance(node, Commutator) else 0
                total += abs(amount) * max(empty, 2 * outer + inner + twice)
            case Comment() | Newline():
                pass
    return total


def ends_in_comment(nodes: Sequence[Node]) -> bool:
    r"""Whether only line ends follow the last comment.

    >>> ends_in_comment(Alg.parse("R // first\n").nodes), ends_in_comment(Alg.parse("R").nodes)
    (True, False)
    """
    last = next((node for node in reversed(nodes) if not isinstance(node, Newline)), None)
    return isinstance(last, Comment)


def _count(leaf: Leaf) -> int:
    match leaf:
        case Move():
            return 1
        case Pair(top, bottom):
            return bool(top) + bool(bottom)
        case Pause():
            return 0


def _leaves(alg: Alg, *, backwards: bool = False) -> Iterator[Leaf]:
    """The leaves of an alg in the order in which they are applied."""
    for node in reversed(alg.nodes) if backwards else alg.nodes:
        match node:
            case Move() | Pair() | Pause():
                yield node.inverse if backwards else node
            case Group() | Commutator() | Conjugate():
                yield from _bracket_leaves(node, backwards != (node.amount < 0))
            case Comment() | Newline():
                pass


def _bracket_leaves(node: Bracket, backwards: bool) -> Iterator[Leaf]:
    factors = node.factors[:: -1 if backwards else 1]
    for _ in range(abs(node.amount)):
        for alg, inverted in factors:
            yield from _leaves(alg, backwards=inverted != backwards)


def _amount(amount: int) -> str:
    """An amount as written after a family or a bracket: nothing for 1, `2'` for -2."""
    times = "" if abs(amount) == 1 else str(abs(amount))
    return times + "'" * (amount < 0)


def _part(alg: Alg) -> str:
    """An alg as written in a bracket: a line end separates a last comment from what follows."""
    return f"{alg}\n" if ends_in_comment(alg.nodes) else str(alg)


def _with_line_ends(nodes: Sequence[Node]) -> Iterator[Node]:
    for node, following in pairwise([*nodes, Newline()]):
        yield node
        # The last node has no neighbor but the added one: a last comment needs no line end.
        if isinstance(node, Comment) and not isinstance(following, Newline):
            yield Newline()


def _lines(nodes: Sequence[Node]) -> list[list[Node]]:
    lines: list[list[Node]] = [[]]
    for node in nodes:
        if isinstance(node, Newline):
            lines.append([])
        else:
            lines[-1].append(node)
    return lines


def _join_lines(lines: Sequence[Sequence[Node]]) -> Iterator[Node]:
    for number, line in enumerate(lines):
        if number:
            yield Newline()
        yield from line


def _inverse_line(line: Sequence[Node]) -> list[Node]:
    inverted = [node.inverse for node in reversed(line) if not isinstance(node, Comment)]
    return [*inverted, *(node for node in line if isinstance(node, Comment))]
