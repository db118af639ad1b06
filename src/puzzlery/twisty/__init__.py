"""Twisty puzzles: what they are, how they are written down, and how they turn."""
