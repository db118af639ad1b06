"""Exact cover to read and to step through: nodes, columns, the matrix, and Algorithm X on them.

This is the textbook version. It is slow; `puzzlery.cover` is the quick one. Imports model.
"""
