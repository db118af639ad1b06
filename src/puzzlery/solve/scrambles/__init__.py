"""Scrambles as competitions ask for them: random states, or random moves where the rules say so.

Random moves themselves belong to `puzzlery.twisty.scramble`; here is what needs a solver.
"""
