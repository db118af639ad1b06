"""Kaggle's Santa 2023 and other folders of permutation puzzles in its form, solved and checked."""
