"""Core: permutations, progress of long work, files, executors.

Imports errors and kernels only.
"""
