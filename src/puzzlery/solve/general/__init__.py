"""Solvers of any puzzle: annealing with 3-cycles, commutators, shortening.

Imports moves and tables.
"""
