"""Solving: how to get from a puzzle to its answers."""
