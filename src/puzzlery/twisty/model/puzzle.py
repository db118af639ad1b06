"""Puzzles: the definition of stickers, colors and moves; frozen, and independent of any state."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Integral
from operator import index
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from puzzlery.core.facade import provided
from puzzlery.core.permutation import MAX_DEGREE, Permutation
from puzzlery.errors import InvalidPuzzle, PuzzleryError, UnknownName, UnknownWord
from puzzlery.groups import PermGroup
from puzzlery.twisty.model.color import Color, ColorLike, palette_of
from puzzlery.twisty.model.skin import Floats, Skin, Sticker
from puzzlery.twisty.model.state import State, merged_glue
from puzzlery.twisty.model.turn import NAMES_OF_TURNS, Grip, Notation, PlainNotation, Turn, Vector
from puzzlery.twisty.notation.alg import Alg, Move
from puzzlery.twisty.notation.alg_parser import parse_alg
from puzzlery.twisty.notation.metrics import USUAL_METRIC
from puzzlery.twisty.notation.metrics import metric as find_metric

if TYPE_CHECKING:
    from puzzlery.formats.states.state_reader import StateLike
    from puzzlery.solve.api.solution import Solution
    from puzzlery.solve.phases.phase_chain import PhaseChain
    from puzzlery.twisty.structure.orbits import Orbit
    from puzzlery.twisty.structure.pieces import Centers
    from puzzlery.twisty.structure.separation import Separation
    from puzzlery.twisty.structure.symmetry import Symmetry
    from puzzlery.twisty.validate import Checker, Verdict
    from puzzlery.widget import PuzzleView

AlgLike = str | Alg | Move


@dataclass(frozen=True, eq=False)
class Puzzle:
    """The definition of a puzzle: stickers with their colors, and moves that permute them.

    `turns` holds the basic moves by name, `whole` the rotations of the whole puzzle. `notation`
    reads everything else that people write (wide moves, slices, other names). `basis` names the
    moves that generate the puzzle's group, by default all of them: a cut puzzle leaves out the
    layer around its core on each axis, so that the puzzle as a whole keeps its orientation.
    `cells` gives each sticker the number of its piece where the geometry knows it. `metric` is
    what its users count as one move. `glued` are sets of stickers that a bandage joins: a move
    that would separate one is illegal. `hints` keeps what only some layers use: {"net": …} for
    drawing, {"scramble": …} for scrambling.

    >>> swap = Puzzle.from_cycles({"a": [[0, 1, 2]], "b": [[2, 3]]}, colors=["red"] * 4)
    >>> swap.apply("a b").permutation.images
    (1, 3, 0, 2)
    """

    name: str
    degree: int
    turns: Mapping[str, Turn]
    palette: tuple[Color, ...]
    solved_colors: tuple[int, ...]
    whole: Mapping[str, Turn] = field(default_factory=dict)
    notation: Notation = NAMES_OF_TURNS
    skin: Skin | None = None
    grips: tuple[Grip, ...] = ()
    basis: tuple[str, ...] = ()
    cells: tuple[int, ...] | None = None
    glued: tuple[frozenset[int], ...] = ()
    description: str = ""
    note: str = ""
    metric: str = USUAL_METRIC
    hints: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("turns", "whole", "hints"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))
        if self.notation in (None, NAMES_OF_TURNS):
            object.__setattr__(self, "notation", PlainNotation({**self.turns, **self.whole}))
        if not self.basis:
            object.__setattr__(self, "basis", tuple(self.turns))
        _check_glue(self)
        object.__setattr__(self, "glued", merged_glue(self.glued))
        _check(self)

    @classmethod
    def from_cycles(
        cls,
        moves: Mapping[str, Iterable[Sequence[int]]],
        colors: Sequence[ColorLike],
        positions: ArrayLike | None = None,
        name: str = "my puzzle",
        *,
        glued: Iterable[Iterable[int]] = (),
        note: str = "",
    ) -> "Puzzle":
        """A puzzle from raw cycles; in (a b c) the sticker at a goes to b.

        A cycle of one point says that this point turns in place. Colors are names, shades, or any
        values that can be keys, such as whole numbers; a NumPy array of them will do.

        >>> colors = ["red", "blue", "green", "white"]
        >>> rings = Puzzle.from_cycles({"a": [[0, 1, 2]], "b": [[1, 2, 3]]}, colors, name="rings")
        >>> rings, list(rings.apply("a").coloring)
        (<Puzzle rings: 4 stickers, 2 moves>, ['green', 'red', 'blue', 'white'])
        >>> Puzzle.from_cycles({"a": [[0, 1, 2, 3]]}, [1, 0, 1, 0]).validate([0, 1, 0, 1]).reachable
        True
        """
        degree = len(colors)
        _check_degree(name, degree)
        skin = Skin.of_points(positions, degree) if positions is not None else None
        turns = {}
        for move, cycles in moves.items():
            try:
                listed = [tuple(map(index, cycle)) for cycle in cycles]
                permutation = Permutation.from_cycles(listed, degree)
            except PuzzleryError as fault:
                raise InvalidPuzzle(f'move "{move}" of {name}: {fault}') from fault
            except TypeError as fault:
                raise InvalidPuzzle(
                    f'move "{move}" of {name}: expected cycles of numbers: [[0, 1, 2], [3, 4]]'
                ) from fault
            turns[move] = Turn(move, permutation, frozenset(i for cycle in listed for i in cycle))
        palette, picks = palette_of(colors)
        return cls(
            name, degree, turns, palette, picks, skin=skin,
            glued=tuple(frozenset(group) for group in glued), note=note,
        )  # fmt: skip

    @cached_property
    def moves(self) -> Mapping[str, Permutation]:
        """The basic moves by name, as permutations; their powers are moves too, but not listed.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("3x3x3")
        >>> " ".join(cube.moves), (cube.moves["R"] * cube.moves["U"]).order
        ('U D F B R L E S M', 105)
        """
        return MappingProxyType({name: turn.permutation for name, turn in self.turns.items()})

    @cached_property
    def rotations(self) -> Mapping[str, Permutation]:
        """The named rotations of the whole puzzle, as permutations.

        >>> import puzzlery
        >>> {name: turn.order for name, turn in puzzlery.puzzle("pyraminx").rotations.items()}
        {'Uv': 3, 'Rv': 3}
        """
        return MappingProxyType({name: turn.permutation for name, turn in self.whole.items()})

    @cached_property
    def stickers(self) -> tuple[Sticker, ...]:
        """The stickers, in the order of their numbers.

        >>> import puzzlery
        >>> first = puzzlery.puzzle("2x2x2").stickers[0]
        >>> first.color.name, first.face, first.position
        ('white', 'U', (-0.5, 1.0, -0.5))
        """
        return tuple(self._sticker(index) for index in range(self.degree))

    def _sticker(self, index: int) -> Sticker:
        color = self.palette[self.solved_colors[index]]
        skin = self.skin
        if skin is None:
            return Sticker(index, color)
        return Sticker(
            index,
            color,
            position=_vector(skin.positions[index]),
            normal=_vector(skin.normals[index]),
            polygon=tuple(map(_vector, skin.polygons[index])) if skin.polygons else (),
            face=skin.faces[index] if skin.faces else "",
        )

    @cached_property
    def solved(self) -> State:
        """The state in which every sticker is in its own place.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("2x2x2")
        >>> cube.solved.apply("(R U R' U')6") == cube.solved
        True
        """
        return State(self, Permutation.identity(self.degree))

    @cached_property
    def solved_looks(self) -> frozenset[tuple[int, ...]]:
        """The solved coloring as it looks in each orientation of the puzzle, as palette numbers.

        >>> len(Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "blue"]).solved_looks)
        1
        """
        start = self.solved
        seen, queue = {start.coloring.picks}, [start]
        for state in queue:
            for rotation in self.rotations.values():
                turned = State(self, state.permutation * rotation)
                if turned.coloring.picks not in seen:
                    seen.add(turned.coloring.picks)
                    queue.append(turned)
        return frozenset(seen)

    def alg(self, text: AlgLike) -> Alg:
        """Read an alg in the notation of this puzzle.

        >>> import puzzlery
        >>> puzzlery.puzzle("2x2x2").alg("RUR’")
        Alg.parse("R U R'")
        >>> puzzlery.puzzle("2x2x2").alg("R Q")
        Traceback (most recent call last):
        puzzlery.errors.SyntaxFault: unknown move "Q" for 2x2x2; its moves are U, D, F...
        """
        if isinstance(text, Alg):
            return text
        if isinstance(text, Move):
            return Alg((text,))
        try:
            return parse_alg(text, dialect=self.notation.dialect, families=self.notation.families)
        except UnknownWord as fault:
            raise fault.on(self.name, self._move_list) from None

    def turn(self, move: Move | str) -> Turn:
        """The turn that a written move stands for, amount included.

        >>> import puzzlery
        >>> turn = puzzlery.puzzle("3x3x3").turn("Rw2")
        >>> turn.layers, turn.permutation.order
        (2, 2)
        """
        if isinstance(move, str):
            written = list(self.alg(move).moves())
            if len(written) != 1:
                raise PuzzleryError(f'expected one move of {self.name}, got "{move}"')
            move = written[0]
        turn = self._turn_cache.get(move)
        if turn is None:
            turn = self.notation.turn(move)
            if turn is None:
                raise self._unknown_move(move)
            self._turn_cache[move] = turn
        return turn

    @cached_property
    def _turn_cache(self) -> dict[Move, Turn]:
        return {}

    @property
    def _move_list(self) -> str:
        names = [*self.turns, *self.whole]
        return ", ".join(names[:40]) + (", …" if len(names) > 40 else "")

    def _unknown_move(self, move: Move) -> UnknownName:
        return UnknownName.near(
            f'unknown move "{Alg((move,))}" for {self.name}; its moves are {self._move_list}',
            move.family,
            [*self.turns, *self.whole],
        )

    def permutation(self, alg: AlgLike) -> Permutation:
        """Where an alg carries each sticker, also through moves that a bandage blocks.

        >>> import puzzlery
        >>> puzzlery.puzzle("3x3x3").permutation("R U").order
        105
        """
        factors = [self.turn(move).permutation for move in self.alg(alg).moves()]
        return Permutation.product(factors, self.degree)

    def apply(self, alg: AlgLike) -> State:
        """The state after an alg, starting from solved.

        >>> import puzzlery
        >>> puzzlery.puzzle("2x2x2").apply("R U R' U'").is_solved
        False
        """
        return self.solved.apply(alg)

    def pieces(
        self,
        rules: Iterable[int] | None = None,
        centers: "Centers" = "stickers",
        *,
        bodies: bool = False,
    ) -> list[frozenset[int]]:
        """The sets of stickers that no move separates; each is one physical piece.

        See `puzzlery.twisty.structure.pieces` for the rules and for the views of the centers.

        >>> import puzzlery
        >>> sorted(map(len, puzzlery.puzzle("2x2x2").pieces()))
        [3, 3, 3, 3, 3, 3, 3, 3]
        """
        found: list[frozenset[int]] = provided("puzzle.pieces")(self, rules, centers, bodies=bodies)
        return found

    def why_apart(self, p: int, q: int) -> "Separation | None":
        """The rule and the shortest sequence that separate two stickers; None if nothing does.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("2x2x2")
        >>> cube.why_apart(0, 1).text, cube.why_apart(0, 16)
        ('R moves 1 and leaves 0 in its place', None)
        """
        found: Separation | None = provided("puzzle.why_apart")(self, p, q)
        return found

    def orbits(self) -> "list[Orbit]":
        """The orbits: classes of slots that moves carry into one another.

        >>> import puzzlery
        >>> for orbit in puzzlery.puzzle("3x3x3").orbits():
        ...     print(orbit.name, len(orbit.slots))
        CORNERS 8
        EDGES 12
        CENTERS 6
        """
        found: list[Orbit] = provided("puzzle.orbits")(self)
        return found

    @cached_property
    def group(self) -> PermGroup:
        """The group that the basis moves generate, with bandages ignored.

        >>> swaps = Puzzle.from_cycles({"a": [[0, 1, 2]], "b": [[2, 3]]}, colors=["red"] * 4)
        >>> swaps.group.order
        24
        """
        return PermGroup({name: self.moves[name] for name in self.basis}, degree=self.degree)

    @cached_property
    def checker(self) -> "Checker":
        """The validator of colorings; it analyses the puzzle at the first question.

        >>> rings = Puzzle.from_cycles({"a": [[0, 1, 2]]}, ["red", "blue", "green"])
        >>> rings.checker.verdict(rings.apply("a").coloring).reachable
        True
        """
        checker: Checker = provided("puzzle.checker")(self)
        return checker

    def validate(self, given: "StateLike") -> "Verdict":
        """Whether moves reach a coloring: the state, or every reason why not.

        See `puzzlery.formats.states.state_reader` for the ways to give a coloring: a list of
        color names, a text net, the facelets of a cube … Stickers may be left open, with None or
        "?"; then the verdict tells what is certain all the same.

        >>> colors = ["red", "blue", "green", "white"]
        >>> rings = Puzzle.from_cycles({"a": [[0, 1, 2]], "b": [[1, 2, 3]]}, colors)
        >>> rings.validate(["green", "red", "blue", "white"]).reachable
        True
        >>> rings.validate(["blue", "red", "green", "white"]).reasons[0].text
        'two centers are swapped: their arrangement is odd, and moves reach only even ones'
        """
        return self.checker.verdict(provided("state.read_view")(self, given))

    def solve(
        self,
        given: "StateLike",
        method: str | None = None,
        **limits: Any,
    ) -> "Solution":
        """A solution of a state, given directly, as a coloring, or by the moves that lead to it.

        See `puzzlery.formats.states.state_reader` for the ways to give a state, and
        `puzzlery.solve.api.methods.solutions` for the limits.

        >>> colors = ["red", "blue", "green", "white"]
        >>> rings = Puzzle.from_cycles({"a": [[0, 1, 2]], "b": [[1, 2, 3]]}, colors)
        >>> print(rings.solve("a b2").alg)
        b a'
        """
        found: Solution = provided("puzzle.solve")(self, given, method, **limits)
        return found

    def phases(
        self,
        memory: int | None = None,
        cosets: int | None = None,
        *,
        timeout: float | None = None,
    ) -> "PhaseChain":
        """The phases by which a machine would solve the puzzle, found from its moves alone.

        A *phase* leads from a group of moves to a smaller one. `memory` bounds the bytes of the
        tables, `cosets` the number of cosets of a phase; see `puzzlery.solve.phases.chain_finder`.

        >>> import puzzlery
        >>> puzzlery.puzzle("3x3x3").phases(cosets=100_000_000).indices
        (2048, 1082565, 29400, 663552)
        """
        found: PhaseChain = provided("puzzle.phases")(self, memory, cosets, timeout=timeout)
        return found

    def symmetries(self, *, reflections: bool = True) -> "list[Symmetry]":
        """The rotations and reflections that map the puzzle and its moves to themselves.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("2x2x2")
        >>> len(cube.symmetries()), len(cube.symmetries(reflections=False))
        (48, 24)
        """
        found: list[Symmetry] = provided("puzzle.symmetries")(self, reflections=reflections)
        return found

    def scramble(self, *, seed: int | None = None, length: int | None = None) -> Alg:
        """A random alg that scrambles the puzzle; the same seed gives the same alg.

        >>> import puzzlery
        >>> len(puzzlery.puzzle("2x2x2").scramble(seed=1))
        11
        """
        alg: Alg = provided("puzzle.scramble")(self, seed=seed, length=length)
        return alg

    @cached_property
    def fingerprint(self) -> str:
        """A hash of what its mathematics depends on: moves, colors and bandages.

        >>> import puzzlery
        >>> cut, cube = puzzlery.puzzle("c f 0.333333333333333"), puzzlery.puzzle("3x3x3")
        >>> cut.fingerprint == cube.fingerprint
        True
        """
        digest = hashlib.sha256(f"puzzlery 1 {self.degree}".encode())
        for name, permutation in sorted({**self.moves, **self.rotations}.items()):
            digest.update(name.encode() + b"\0" + permutation.data)
        digest.update(repr(self.solved_colors).encode())
        digest.update(repr(sorted(sorted(group) for group in self.glued)).encode())
        if self.glued:  # a place that turns in place decides which moves are blocked, too
            moving = sorted((name, sorted(turn.moving)) for name, turn in self.turns.items())
            digest.update(repr(moving).encode())
        return digest.hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self is other or self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        return f"<Puzzle {self.name}: {self.degree} stickers, {len(self.turns)} moves>"

    def widget(self, **looks: Any) -> "PuzzleView":
        """The puzzle as a notebook widget that can be turned; see `puzzlery.widget.PuzzleView`."""
        return self.solved.widget(**looks)

    def _repr_svg_(self) -> str:
        return self.solved._repr_svg_()


def _check(puzzle: Puzzle) -> None:
    """Refuse a definition that contradicts itself."""
    degree = puzzle.degree
    _check_degree(puzzle.name, degree)
    if len(puzzle.solved_colors) != degree:
        raise InvalidPuzzle(
            f"{puzzle.name} has {degree} stickers but {len(puzzle.solved_colors)} colors"
        )
    for name, turn in [*puzzle.turns.items(), *puzzle.whole.items()]:
        if not isinstance(name, str) or not name.strip():
            raise InvalidPuzzle(f"a move of {puzzle.name} is called {name!r}; expected a name")
        if len(turn.permutation) != degree:
            raise InvalidPuzzle(
                f'move "{name}" of {puzzle.name} permutes {len(turn.permutation)} stickers; '
                f"the puzzle has {degree}"
            )
        if name == "/" and turn.permutation.order > 2:
            raise InvalidPuzzle(
                f'move "/" of {puzzle.name} has order {turn.permutation.order}; a slash is written '
                "without a prime, so it must undo itself"
            )
    for name in puzzle.basis:
        if name not in puzzle.turns:
            raise InvalidPuzzle(
                f'the basis of {puzzle.name} names "{name}", which is no move of it'
            )
    if puzzle.cells is not None and len(puzzle.cells) != degree:
        raise InvalidPuzzle(f"{puzzle.name} has {degree} stickers but {len(puzzle.cells)} cells")
    find_metric(puzzle.metric)


def _check_glue(puzzle: Puzzle) -> None:
    for group in puzzle.glued:
        if not all(isinstance(at, Integral) and 0 <= at < puzzle.degree for at in group):
            raise InvalidPuzzle(
                f"{puzzle.name} glues stickers {sorted(group, key=repr)}; "
                f"they are numbered 0 … {puzzle.degree - 1}"
            )


def _check_degree(name: str, degree: int) -> None:
    if not 0 < degree <= MAX_DEGREE:
        raise InvalidPuzzle(f"{name} has {degree} stickers; expected 1 … {MAX_DEGREE}")


def _vector(row: Floats) -> Vector:
    x, y, z = row.tolist()
    return (x, y, z)
