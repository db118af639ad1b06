"""Exact cover: problems, engines, the choice among them, symmetry, solution graphs.

Imports core only.
"""
