"""Solvers of the 3x3x3: its numbering, two-phase, optimal, steps.

Imports search, moves and tables.
"""
