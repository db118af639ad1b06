"""Verbs about packing puzzles."""
