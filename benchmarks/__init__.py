"""Benchmarks: ours beside its rivals, in one run, as ratios."""
