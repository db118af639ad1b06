"""Verbs that solve twisty puzzles, and their tables."""
