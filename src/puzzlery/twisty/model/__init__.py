"""The model: a puzzle, its states and colorings, turns and skin; imports notation and core."""
