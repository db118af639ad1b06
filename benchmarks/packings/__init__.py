"""Packing puzzles and exact cover, beside other programs."""
