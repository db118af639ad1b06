"""Design: sets of pieces that make good puzzles, and packings as full as can be.

Imports catalog, model and apart.
"""
