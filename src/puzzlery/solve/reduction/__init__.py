"""Reduction: large puzzles whose outer layers are a 3x3x3, found by structure and solved by it."""
