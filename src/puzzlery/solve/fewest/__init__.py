"""Fewest moves on the 3x3x3 beyond the steps: insertions into skeletons."""
