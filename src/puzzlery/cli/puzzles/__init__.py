"""Verbs about puzzles: what there is, how it looks, algs, scrambles, checks."""
