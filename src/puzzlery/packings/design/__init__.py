"""Design: sets of pieces that make good puzzles, found among all sets of a family.

Imports catalog, model and apart.
"""
