"""Symmetries of a packing: turns of the board, as permutations of the placements."""

from collections.abc import Mapping, Sequence

from puzzlery.packings.model.board import Board
from puzzlery.packings.model.lattice import Cell
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.placement import Placement
from puzzlery.packings.model.shape import Shape


def option_symmetries(
    pieces: Sequence[Piece], board: Board, options: Sequence[Placement]
) -> tuple[tuple[int, ...], ...]:
    """For every turn of the board that carries solutions to solutions, where each option goes.

    A mirror may exchange a piece and its mirror image, if the set has both. A turn that moves a
    fixed placement is left out, since the options then have no image.

    >>> from puzzlery.packings.catalog import packing
    >>> puzzle = packing("pentominoes", "3x20")
    >>> len(option_symmetries(puzzle.pieces, puzzle.board, puzzle.options()))
    4
    """
    place = {cell: 1 << index for index, cell in enumerate(board.cells)}
    masks = [sum(place[cell] for cell in option.cells) for option in options]
    number = {
        (o.piece, mask): index for index, (o, mask) in enumerate(zip(options, masks, strict=True))
    }
    same = {piece.id: piece.id for piece in pieces}
    partners = mirror_partners(pieces)
    found: dict[tuple[int, ...], None] = {}
    for image in board.symmetries():
        moved = {cell: place[other] for cell, other in image.items()}
        for names in (same, partners):
            permutation = _permutation(options, number, moved, names)
            if permutation is not None:
                found[permutation] = None
                break
    return tuple(found)


def mirror_partners(pieces: Sequence[Piece]) -> dict[str, str]:
    """For each piece the one that is its mirror image: mostly itself.

    >>> from puzzlery.packings.catalog import pieces
    >>> partners = mirror_partners(pieces("soma"))
    >>> {name: partner for name, partner in partners.items() if name != partner}
    {'A': 'B', 'B': 'A'}
    """
    by_kind: dict[object, list[str]] = {}
    for piece in pieces:
        by_kind.setdefault(piece.kind(), []).append(piece.id)
    partners = {}
    for piece in pieces:
        mine = by_kind[piece.kind()]
        theirs = by_kind.get(_mirrored(piece).kind(), mine)
        # Several pieces of one kind are paired in their order.
        place = mine.index(piece.id)
        partners[piece.id] = theirs[place] if place < len(theirs) else piece.id
    return partners


def _mirrored(piece: Piece) -> Piece:
    shape: Shape = piece.shape.mirrored()
    return Piece(piece.id, shape, piece.low, piece.high, piece.mirrors)


def _permutation(
    options: Sequence[Placement],
    number: Mapping[tuple[str, int], int],
    moved: Mapping[Cell, int],
    names: Mapping[str, str],
) -> tuple[int, ...] | None:
    found = []
    for option in options:
        mask = sum([moved[cell] for cell in option.cells])
        place = number.get((names[option.piece], mask))
        if place is None:
            return None
        found.append(place)
    return tuple(found)
