"""Puzzles whose moves may be blocked: Square-1, and puzzles with glued pieces.

Imports tables and moves; the general solver for puzzles whose blocked moves never become free.
"""
