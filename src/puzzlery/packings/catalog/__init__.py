"""The catalogue of packings: sets of pieces and boards by name; imports model."""

from puzzlery.packings.catalog.packing_names import BOARD_NAMES, board, packing, pieces, sets

__all__ = ["BOARD_NAMES", "board", "packing", "pieces", "sets"]
