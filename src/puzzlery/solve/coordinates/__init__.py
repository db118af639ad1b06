"""Coordinates: numbers for what matters of a state, with transition and pruning tables.

Imports moves and tables.
"""
