"""Packings: pieces, a board, and the placements that are given in advance."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cached_property

from puzzlery.cover.problem import CoverProblem, Item
from puzzlery.errors import InvalidPuzzle
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.fixed import Fixed, FixedLike, read_fixed
from puzzlery.packings.model.lattice import Cell
from puzzlery.packings.model.packing_symmetry import option_symmetries
from puzzlery.packings.model.piece import LETTERS, Piece
from puzzlery.packings.model.placement import Allows, Placement, placements


@dataclass(frozen=True, eq=False, repr=False)
class Packing:
    """A packing puzzle: fill the board with the pieces, each as often as it says.

    `fixed` placements must be part of every solution. `allows` lists the pairs of colors, of a
    piece's cell and of the board's, that go together; None stands for equal colors.

    >>> from puzzlery.packings.model.boards import rectangle
    >>> from puzzlery.packings.model.piece import pieces_from
    >>> puzzle = Packing(pieces_from(["X", "X.\\nXX"]), rectangle(2, 2))
    >>> len(puzzle.options())
    8
    """

    pieces: tuple[Piece, ...]
    board: Board
    fixed: tuple[Placement, ...] = ()
    name: str = ""
    allows: Allows | None = None
    labels: Mapping[Placement | str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.pieces:
            raise InvalidPuzzle("a packing has no pieces; expected at least one")
        twice = [name for name, count in Counter(p.id for p in self.pieces).items() if count > 1]
        if twice:
            raise InvalidPuzzle(f'two pieces are named "{twice[0]}"')
        lifted = tuple(piece.on(self.board.lattice) for piece in self.pieces)
        object.__setattr__(self, "pieces", lifted)

    def __repr__(self) -> str:
        return f"<packing {self.name}: {len(self.pieces)} pieces, {self.board!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Packing) and self._content() == other._content()

    def __hash__(self) -> int:
        return hash((self.pieces, self.board, self.fixed))

    def _content(self) -> tuple[object, ...]:
        return (set(self.pieces), self.board, set(self.fixed), self.allows)

    def piece(self, name: str) -> Piece:
        """The piece of that name."""
        return self._by_id[name]

    @cached_property
    def _by_id(self) -> dict[str, Piece]:
        return {piece.id: piece for piece in self.pieces}

    def with_fixed(self, given: FixedLike) -> "Packing":
        """The packing with these placements given in advance, besides those that already are.

        They may be a drawing of the board in letters, rows of names with 0 for empty cells, a
        mapping from names to cells, or placements. Names of one's own are kept: a group of cells
        is then known by its shape. If something is wrong, every reason is told.
        """
        found: Fixed = read_fixed(given, self)
        return self._beside(replace(self, fixed=found.placements, labels=found.labels))

    def _beside(self, other: "Packing") -> "Packing":
        """Another packing of the same pieces and board, which shares what takes long to find."""
        object.__setattr__(other, "_placements", self._placements)
        return other

    def relabelled(self, labels: Mapping[Placement | str, str]) -> "Packing":
        """The packing with other names for some of its fixed placements."""
        return self._beside(replace(self, labels={**self.labels, **labels}))

    def options(self) -> tuple[Placement, ...]:
        """All placements that can be part of a solution with the fixed ones."""
        return self._options

    @cached_property
    def _options(self) -> tuple[Placement, ...]:
        fixed, taken = set(self.fixed), {cell for each in self.fixed for cell in each.cells}
        used = Counter(each.piece for each in self.fixed)
        found: list[Placement] = []
        for piece in self.pieces:
            more = used[piece.id] < piece.most(len(self.board))
            found += (
                option
                for option in self.placements_of(piece)
                if (more and taken.isdisjoint(option.cells)) or option in fixed
            )
        return tuple(found)

    def placements_of(self, piece: Piece) -> list[Placement]:
        """All placements of one piece on the empty board."""
        if piece.id not in self._placements:
            found = placements(piece, self.board.cells, self.board.colors, self.allows)
            self._placements[piece.id] = found
        return self._placements[piece.id]

    @cached_property
    def _placements(self) -> dict[str, list[Placement]]:
        return {}

    @cached_property
    def required(self) -> frozenset[Cell]:
        """The cells that every solution covers: those that must be filled, and the fixed ones."""
        taken = {cell for each in self.fixed for cell in each.cells}
        return frozenset(taken.union(self.board.required))

    def label(self, placement: Placement) -> str:
        """What the piece of a placement is called: by the name that a person gave it, if any."""
        own = self.labels.get(placement)
        return own or self.labels.get(placement.piece, placement.piece)

    def character(self, placement: Placement) -> str:
        """The one character by which a placement is drawn."""
        return self._characters.get(self.label(placement), "?")

    @cached_property
    def _characters(self) -> dict[str, str]:
        names = [self.labels.get(piece.id, piece.id) for piece in self.pieces]
        names += [self.label(each) for each in self.fixed]
        return distinct_characters(names)

    def cover_problem(self, *, symmetries: bool = True) -> CoverProblem:
        """The puzzle as an exact cover: an option for every placement, in the same order.

        The items of an option are its cells and its piece. Cells that may stay empty and pieces
        that may be left out are secondary; a piece without any limit is no item at all.
        Symmetries take a while to find, and only counting needs them.
        """
        kinds = {piece.id: self._kind(piece) for piece in self.pieces}
        counted = {name for name, kind in kinds.items() if kind is not _Kind.FREE}
        sweep = [cell for cell in self.board.sweep() if cell in self.required]
        names = [name for name, kind in kinds.items() if kind is _Kind.PRIMARY]
        loose = [cell for cell in self.board.cells if cell not in self.required]
        optional = [name for name, kind in kinds.items() if kind is _Kind.SECONDARY]
        return CoverProblem(
            options=tuple(_items(option, counted) for option in self.options()),
            primary=(*sweep, *names),
            secondary=(*loose, *optional),
            multiplicity=self._multiplicity(names),
            symmetries=self.symmetries if symmetries else (),
            grid=(tuple(sweep), tuple(names)),
        )

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The turns of the board that carry solutions to solutions, as moves of the options."""
        return option_symmetries(self.pieces, self.board, self.options())

    def _kind(self, piece: Piece) -> "_Kind":
        """What the piece is as an item.

        An option without any primary item would never be chosen, so a piece that can lie wholly
        on cells that may stay empty must be primary.
        """
        if piece.low or piece.high not in (1, None) or self._can_lie_loose(piece):
            return _Kind.PRIMARY
        return _Kind.SECONDARY if piece.high == 1 else _Kind.FREE

    def _can_lie_loose(self, piece: Piece) -> bool:
        return any(
            self.required.isdisjoint(option.cells)
            for option in self.options()
            if option.piece == piece.id
        )

    def _multiplicity(self, names: list[str]) -> dict[Item, tuple[int, int]]:
        pieces = [self.piece(name) for name in names if not self.piece(name).is_single]
        return {each.id: (each.low, max(each.low, each.most(len(self.board)))) for each in pieces}


class _Kind(Enum):
    """A piece as an item of an exact cover."""

    PRIMARY = auto()
    SECONDARY = auto()
    FREE = auto()


def _items(option: Placement, counted: set[str]) -> tuple[Item, ...]:
    return (*option.cells, option.piece) if option.piece in counted else option.cells


def distinct_characters(names: list[str]) -> dict[str, str]:
    """One character for each name: its own if it is one long, else one that is free.

    >>> distinct_characters(["A", "Blue", "B"])
    {'A': 'A', 'Blue': 'C', 'B': 'B'}
    """
    unique = list(dict.fromkeys(names))
    taken = {name for name in unique if len(name) == 1}
    free = (each for each in LETTERS if each not in taken)
    return {name: name if len(name) == 1 else next(free, "?") for name in unique}
