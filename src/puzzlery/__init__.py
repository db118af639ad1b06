"""Puzzlery: define, see, turn, check, count and solve mechanical puzzles."""
