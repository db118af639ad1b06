"""Phases: chains of subgroups that a machine finds, their cosets, and the solver that uses them."""
