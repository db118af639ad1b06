"""Moves to search with: which there are, what each counts, canonical sequences; imports twisty."""
