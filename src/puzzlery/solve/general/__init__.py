"""Solvers of any puzzle: annealing with 3-cycles, commutators, shortening, finding algs.

Imports moves and tables.
"""
