"""Verbs that solve and time twisty puzzles, and their tables."""
