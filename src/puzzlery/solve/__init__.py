"""Solving: searches and counts, on top of the definitions of the puzzles."""
