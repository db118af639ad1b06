"""Search for shortest solutions of any puzzle, with proof; imports moves and tables."""
