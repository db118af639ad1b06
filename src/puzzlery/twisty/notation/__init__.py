"""Notation: algs, their grammar, metrics and simplification; imports core only."""
