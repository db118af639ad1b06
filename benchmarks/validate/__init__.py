"""Benchmarks of validation: verdicts beside GAP, and a campaign that tries to refute them."""
