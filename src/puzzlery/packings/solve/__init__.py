"""Packings with their solver: count, play, hints, challenges, proofs.

Imports model, catalog and cover.
"""
