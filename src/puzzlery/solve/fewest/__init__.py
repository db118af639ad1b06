"""Fewest moves beyond the steps: HTR subsets, pipelines, attempts, insertions into skeletons."""
