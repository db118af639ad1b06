"""What is built on the solutions of a packing: play, hints, challenges, dots, explanations.

Imports model, catalog and cover.
"""
