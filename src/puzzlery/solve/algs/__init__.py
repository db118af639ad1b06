"""Algs for what a person asks: pieces to cycle or turn, cases of a set, the effect of another alg.

Asks every solver that fits and keeps the best answers; above them stands only the command line.
"""
