"""Taking assemblies apart: which groups of pieces move where, in the fewest moves, and levels.

Imports model, core and the kernels of cpp/apart.
"""
