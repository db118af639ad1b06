"""The catalogue of twisty puzzles by name; imports geometry, mechanisms and model."""

from puzzlery.twisty.catalog.puzzle_names import CatalogEntry, entries, names, plain, puzzle, search

__all__ = ["CatalogEntry", "entries", "names", "plain", "puzzle", "search"]
