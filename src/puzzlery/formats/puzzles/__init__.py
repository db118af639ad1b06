"""Puzzle files: our own TOML and JSON, and those of other programs; imports twisty."""
